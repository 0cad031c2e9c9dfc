import { describe, expect, test } from 'vitest';
import { generate } from '../../generator/index.js';
import { memoryHost } from '../../generator/host/memory.js';

const api = `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
paths: {}
components: { schemas: { Status: { type: string, enum: [open, paid] } } }
`;

async function codesOf(
  tsconfig: string,
  request: { readonly enums: 'const' | 'enum'; readonly package?: string },
): Promise<readonly string[]> {
  const files = {
    '/home/api.yaml': api,
    '/home/tsconfig.json': tsconfig,
    '/home/base.json': '{ "compilerOptions": { "erasableSyntaxOnly": true } }',
  };
  const host = memoryHost(files, '/home');
  const { diagnostics } = await generate(
    { documents: ['api.yaml'], out: 'src/api', ...request },
    host,
  );
  return diagnostics.map(({ code }) => code);
}

describe('TypeScript enums', () => {
  test.each([
    ['{ "compilerOptions": { "erasableSyntaxOnly": true } }', ['enum-syntax']],
    ['{ "extends": "./base.json" }', ['enum-syntax']],
    ['{ "extends": "./base.json", "compilerOptions": { "erasableSyntaxOnly": false } }', []],
    ['{}', []],
  ])('are rejected if the project allows erasable syntax only: %s', async (tsconfig, want) => {
    expect(await codesOf(tsconfig, { enums: 'enum' })).toEqual(want);
    expect(await codesOf(tsconfig, { enums: 'const' })).toEqual([]);
    expect(await codesOf(tsconfig, { enums: 'enum', package: '@acme/shop' })).toEqual([]);
  });
});
