import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../../../generator/index.js';
import { memoryHost } from '../../../generator/host/memory.js';
import {
  type Check,
  type RequestChecks,
  type ResponseChecks,
  outcomeCheckAt,
} from '../../../runtime/core/check.js';

const parameter = (name: string, schema: object): object => ({ name, in: 'query', schema });
const answer = {
  description: 'Known.',
  headers: { 'X-Count': { schema: { type: 'integer' } } },
  content: { 'application/json': { schema: { type: 'array', items: { type: 'string' } } } },
};
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Kettles', version: '1.0.0' },
  paths: {
    '/kettles': {
      parameters: [parameter('whole', { type: 'integer' })],
      get: {
        operationId: 'listKettles',
        parameters: [
          { $ref: '#/components/parameters/Page' },
          parameter('from', { type: 'integer' }),
          parameter('to', { type: 'integer' }),
          parameter('state', { $ref: '#/components/schemas/State' }),
          parameter('any', {}),
          parameter('tree', {
            type: 'object',
            properties: { below: { $ref: '#/paths/~1kettles/get/parameters/5/schema' } },
          }),
        ],
        responses: { 200: answer },
      },
      delete: {
        operationId: 'dropKettles',
        parameters: [{ $ref: '#/components/parameters/Page' }],
        responses: {
          204: { description: 'Gone.' },
          409: { description: 'Hot.', content: { 'application/json': { schema: { const: 1 } } } },
        },
      },
    },
  },
  components: {
    parameters: { Page: parameter('page', { type: 'integer' }) },
    schemas: { State: { enum: ['on', 'off'] } },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'tallystick-tables-'));
let tables: { readonly requestChecks: RequestChecks; readonly responseChecks: ResponseChecks };
let text = '';

beforeAll(async () => {
  const host = memoryHost({ '/kettles.json': document });
  await generate({ documents: ['kettles.json'], out: 'out' }, host);
  text = [...host.files()].find(([path]) => path === '/out/validators.ts')?.[1] ?? '';
  const outfile = join(folder, 'validators.mjs');
  await build({
    stdin: { contents: text, loader: 'ts', resolveDir: folder },
    outfile,
    bundle: true,
    format: 'esm',
    alias: { '@tallystick/runtime/validate': resolve('runtime/core/validate/index.ts') },
    logLevel: 'error',
  });
  const exported = (await import(outfile)) as {
    readonly outRequestChecks: RequestChecks;
    readonly outResponseChecks: ResponseChecks;
  };
  tables = { requestChecks: exported.outRequestChecks, responseChecks: exported.outResponseChecks };
});
afterAll(() => rmSync(folder, { recursive: true }));

const placesOf = (checks: readonly (Check | undefined)[] | undefined): readonly unknown[] =>
  (checks ?? []).map((check) => check?.check(false)[0]?.schema);

test('reports the location of each parameter, even if several are alike', () => {
  const own = 'kettles.json#/paths/~1kettles/get/parameters';
  expect(placesOf(tables.requestChecks['listKettles']?.parameters)).toEqual([
    'kettles.json#/paths/~1kettles/parameters/0/schema/type',
    'kettles.json#/components/parameters/Page/schema/type',
    `${own}/1/schema/type`,
    `${own}/2/schema/type`,
    'kettles.json#/components/schemas/State/enum',
    undefined,
    `${own}/5/schema/type`,
  ]);
});

test('reports the location of headers and bodies', () => {
  const known = outcomeCheckAt(tables.responseChecks['listKettles'], 0);
  const own = 'kettles.json#/paths/~1kettles/get/responses/200';
  expect(placesOf(known?.headers)).toEqual([`${own}/headers/X-Count/schema/type`]);
  expect(placesOf(known?.contents)).toEqual([`${own}/content/application~1json/schema/type`]);
});

test("uses the check of an outcome's only content directly", () => {
  const [gone, hot] = tables.responseChecks['dropKettles'] ?? [];
  expect(gone).toBeUndefined();
  expect(hot).toMatchObject({ is: expect.any(Function) });
  expect(outcomeCheckAt(tables.responseChecks['dropKettles'], 1)?.contents).toEqual([hot]);
});

test('names shared checks after components', () => {
  expect(text).toContain('const pageCheck: Check =');
  expect(tables.requestChecks['dropKettles']?.parameters?.[1]).toBe(
    tables.requestChecks['listKettles']?.parameters?.[1],
  );
});

test('names functions for several schemas after their constraint', () => {
  expect(text).toContain('function matchesInteger(value: unknown, issues?: Issues): boolean {');
});
