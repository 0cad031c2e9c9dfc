import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { memoryHost } from '../generator/host/memory.js';
import { generate } from '../generator/index.js';
import type { EmittersRequest } from '../generator/options/emitters.js';
import { typeErrors } from './types/compiler.js';

const output = resolve('test/cases/queries/output/src');
const alias = {
  '@acme/tea-shop/query': join(output, 'query.ts'),
  '@acme/tea-shop/swr': join(output, 'swr.ts'),
  '@acme/tea-shop': join(output, 'index.ts'),
};

const programs = ['query', 'swr'].flatMap((page) =>
  [...readFileSync(`docs/guide/${page}.md`, 'utf8').matchAll(/^```ts\n(.*?)^```/gms)].map(
    ([, body = ''], index) => ({ name: `${page}-${index + 1}`, body }),
  ),
);

test.each(programs)('the program $name of the guide prints its comments', async (program) => {
  const folder = resolve('.tallystick/guide-query', program.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'program.mjs');
  await build({
    stdin: { contents: program.body, resolveDir: resolve('.'), loader: 'ts' },
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@tallystick/source'],
    alias,
  });
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  const printed = program.body.split('\n').filter((line) => line.startsWith('// '));
  expect(stdout.trimEnd().split('\n')).toEqual(printed.map((line) => line.slice(3)));
});

test('a query of one operation contains no other operation', async () => {
  const contents = `import { getOrderOptions } from '@acme/tea-shop/query'; console.log(getOrderOptions);`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: resolve('.'), loader: 'ts' },
    bundle: true,
    format: 'esm',
    conditions: ['@tallystick/source'],
    alias,
    write: false,
  });
  const text = outputFiles[0]?.text ?? '';
  expect(text).toContain('"getOrder"');
  expect(text).not.toContain('createOrder');
  expect(text).not.toContain('listOrders');
});

test('a key says which package is missing', async () => {
  const folder = resolve('.tallystick/guide-query/missing');
  mkdirSync(folder, { recursive: true });
  const program = `import { getOrderKey } from '../../../test/cases/queries/output/src/query.js';
export const key: readonly unknown[] = getOrderKey('a');
`;
  const compilerOptions = {
    isolatedDeclarations: false,
    skipLibCheck: true,
    paths: { '@tanstack/query-core': ['./nowhere.d.ts'] },
  };
  const config = { extends: '../../../tsconfig.json', compilerOptions, include: ['*.ts'] };
  // The compiler finds no module where the package would be.
  writeFileSync(join(folder, 'nowhere.d.ts'), 'declare const nothing: undefined;');
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const errors = await typeErrors(folder);
  const messages = errors.flatMap(({ file, message }) => (file === 'program.ts' ? message : []));
  expect(messages).toHaveLength(1);
  expect(messages[0]).toContain('Install "@tanstack/query-core" in the version');
});

describe('the option "queries"', () => {
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Search', version: '1.0.0' },
    paths: {
      '/search': {
        post: {
          operationId: 'search',
          requestBody: { content: { 'application/json': { schema: { type: 'string' } } } },
          responses: { 200: { description: 'Found.' } },
        },
      },
      '/upload': {
        post: {
          operationId: 'upload',
          requestBody: { content: { 'image/png': {} } },
          responses: { 204: { description: 'Stored.' } },
        },
      },
    },
  });
  const run = async (
    emitters: EmittersRequest,
  ): Promise<{ readonly text: string; readonly messages: readonly string[] }> => {
    const host = memoryHost({ '/app/search.json': document }, '/app');
    const { diagnostics } = await generate(
      { documents: ['search.json'], out: 'out', emitters },
      host,
    );
    const files = [...host.files()].filter(([path]) => path.startsWith('/app/out/query/'));
    return {
      text: files.map(([, text]) => text).join(''),
      messages: diagnostics.map(({ code, message }) => `${code}: ${message}`),
    };
  };

  test('makes a query of an operation', async () => {
    expect((await run(['query'])).text).toContain('searchMutation');
    const { text } = await run([{ name: 'query', options: { queries: ['search'] } }]);
    expect(text).toContain('searchOptions');
    expect(text).not.toContain('searchMutation');
  });

  test('is an error if no operation has the id', async () => {
    const { messages } = await run([{ name: 'query', options: { queries: ['find'] } }]);
    expect(messages).toEqual([
      'unknown-query: the option "queries" of the emitter "query" names "find", but no operation has this id',
    ]);
  });

  test('is the only one', async () => {
    const { messages } = await run([{ name: 'query', options: { querys: ['search'] } }]);
    expect(messages).toEqual(['config-member: the emitter "query" has no option "querys"']);
  });

  test('writes nothing for a query that sends a file', async () => {
    const { messages } = await run([{ name: 'query', options: { queries: ['upload'] } }]);
    expect(messages).toEqual([
      'uncached-operation: the emitter "query" writes nothing for "upload": it is a query whose body cannot be a part of its key',
    ]);
  });
});
