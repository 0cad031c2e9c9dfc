import { describe, expect, it } from 'vitest';
import { generate, memoryHost } from '../../generator/index.js';

const head = 'openapi: 3.0.3\ninfo: { title: T, version: 1.0.0 }\n';
const ok = "responses: { '204': { description: ok } }";

async function run(
  text: string,
  lenient?: boolean,
): Promise<{
  readonly diagnostics: readonly string[];
  readonly files: ReadonlyMap<string, string>;
}> {
  const host = memoryHost({ '/w/api.yaml': head + text }, '/w');
  const { diagnostics } = await generate(
    { documents: ['api.yaml'], out: 'out', ...(lenient === undefined ? {} : { lenient }) },
    host,
  );
  const paths = ['types.ts', 'client.ts', 'operations/b.ts', 'server.ts'];
  const decoder = new TextDecoder();
  const files = paths.flatMap((path): [string, string][] => {
    const bytes = host.read(`/w/out/${path}`);
    return bytes === undefined ? [] : [[path, decoder.decode(bytes)]];
  });
  return {
    diagnostics: diagnostics.map(({ severity, code }) => `${severity} ${code}`),
    files: new Map(files),
  };
}

describe('recoverable error', () => {
  it.each<[what: string, text: string, code: string, file: string, want: RegExp]>([
    [
      'an unresolved reference accepts any value',
      "paths: {}\ncomponents: { schemas: { A: { type: object, properties: { b: { $ref: '#/nowhere' }, c: { type: string } } } } }\n",
      'unresolved-reference',
      'types.ts',
      /b\?: unknown;\s+readonly c\?: string;/,
    ],
    [
      'the second operation with the same id gets another name',
      `paths:\n  /a: { get: { operationId: x, ${ok} } }\n  /b: { get: { operationId: x, ${ok} } }\n`,
      'duplicate-operation-id',
      'operations/b.ts',
      /export const getB: /,
    ],
    [
      'a duplicate parameter is generated once',
      `paths:\n  /a:\n    get:\n      operationId: x\n      parameters: [{ name: q, in: query, schema: { type: string } }, { name: q, in: query, schema: { type: integer } }]\n      ${ok}\n`,
      'duplicate-parameter',
      'client.ts',
      /class/,
    ],
    [
      'an invalid keyword is ignored',
      'paths: {}\ncomponents: { schemas: { A: { type: string, maxLength: many } } }\n',
      'invalid-type',
      'types.ts',
      /export type A = string;/,
    ],
    [
      'a key that is a list is omitted',
      'paths: {}\ncomponents: { schemas: { A: { type: string, ? [a] : b } } }\n',
      'invalid-key',
      'types.ts',
      /export type A = string;/,
    ],
    [
      'a schema in its own allOf is ignored there',
      "paths: {}\ncomponents: { schemas: { A: { allOf: [{ $ref: '#/components/schemas/A' }, { type: object, properties: { b: { type: string } } }] } } }\n",
      'schema-cycle',
      'types.ts',
      /interface A \{\s+readonly b\?: string;\s+\}/,
    ],
    [
      'a reference to itself accepts any value',
      "paths: {}\ncomponents: { schemas: { A: { $ref: '#/components/schemas/A' } } }\n",
      'schema-cycle',
      'types.ts',
      /export type A = unknown;/,
    ],
    [
      'a schema that forbids itself forbids nothing',
      "paths: {}\ncomponents: { schemas: { A: { type: string, not: { $ref: '#/components/schemas/A' } } } }\n",
      'schema-cycle',
      'types.ts',
      /export type A = string;/,
    ],
    [
      'a union in its own branches is ignored there',
      "paths: {}\ncomponents: { schemas: { A: { anyOf: [{ $ref: '#/components/schemas/A' }, { type: string }] } } }\n",
      'schema-cycle',
      'types.ts',
      /export type A = string;/,
    ],
    [
      'a path with an unclosed brace is skipped',
      `paths:\n  '/a/{b': { get: { operationId: x, ${ok} } }\n  /b: { get: { operationId: y, ${ok} } }\n`,
      'invalid-path',
      'operations/b.ts',
      /export const y: /,
    ],
    [
      'a path with a repeated parameter is skipped',
      `paths:\n  '/a/{b}/{b}': { get: { operationId: x, ${ok} } }\n  /b: { get: { operationId: y, ${ok} } }\n`,
      'invalid-path',
      'operations/b.ts',
      /export const y: /,
    ],
  ])('becomes a warning with --lenient: %s', async (_what, text, code, file, want) => {
    const strict = await run(text);
    expect(strict.diagnostics).toContain(`error ${code}`);
    expect(strict.files.size).toBe(0);
    const lenient = await run(text, true);
    expect(lenient.diagnostics).toContain(`warning ${code}`);
    expect(lenient.diagnostics.filter((each) => each.startsWith('error'))).toEqual([]);
    expect(lenient.files.get(file)).toMatch(want);
  });

  it.each<[what: string, text: string, code: string]>([
    [
      'an undeclared security scheme',
      `paths: { /a: { get: { security: [{ key: [] }], ${ok} } } }\n`,
      'undeclared-security-scheme',
    ],
    [
      'a forbidden reference',
      "paths: {}\ncomponents: { schemas: { A: { $ref: '../../etc/passwd' } } }\n",
      'forbidden-reference',
    ],
    ['a syntax error in YAML', 'paths: {\n', 'syntax'],
  ])('does not include %s', async (_what, text, code) => {
    const { diagnostics, files } = await run(text, true);
    expect(diagnostics).toContain(`error ${code}`);
    expect(files.size).toBe(0);
  });
});
