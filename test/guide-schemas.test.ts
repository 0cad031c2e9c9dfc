import * as honoValidator from '@hono/standard-validator';
import * as hono from 'hono';
import { readFileSync } from 'node:fs';
import * as typeboxValue from 'typebox/value';
import { expect, test, vi } from 'vitest';
import * as zod from 'zod';
import * as platform from '../generated/platform/src/validators.js';
import * as runtime from '../runtime/core/validate/index.js';
import * as zoo from './cases/json-schemas/output/src/validators.js';
import * as drawings from './cases/zod/output/validators.js';
import * as library from './cases/schema-libraries/output/validators.js';
import { evaluate, testedLibraries } from './conformance/json-schema/libraries.js';

const page = readFileSync('docs/guide/schemas.md', 'utf8');
const blocks = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, body = '']) => body);
// The program of openapi-fetch runs against a server, in test/wire/paths.
const programs = blocks.filter(
  (body) => body.includes('console.log') && !body.includes('openapi-fetch'),
);

/** The schemas of each library as `@acme/library/<emitter>`. */
const schemas = testedLibraries.map(({ name, modules: imported }) => [
  `@acme/library/${name}`,
  evaluate(readFileSync(`test/cases/schema-libraries/output/${name}.ts`, 'utf8'), {
    ...imported,
    '@tallystick/runtime/validate': runtime,
    './validators.js': library,
  }),
]);

const modules: { readonly [specifier: string]: unknown } = {
  ...Object.fromEntries(testedLibraries.flatMap((each) => Object.entries(each.modules))),
  ...Object.fromEntries(schemas),
  'typebox/value': typeboxValue,
  hono,
  '@hono/standard-validator': honoValidator,
  '@platform/platform/validators': platform,
  '@tallystick/runtime/validate': runtime,
  '@acme/zoo/validators': zoo,
  '@acme/drawings/zod': evaluate(readFileSync('test/cases/zod/output/zod.ts', 'utf8'), {
    zod,
    '@tallystick/runtime/validate': runtime,
    './validators.js': drawings,
  }),
};

test.each(programs)('a program of the guide prints its comments: %#', (body) => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  evaluate(body, modules);
  const printed = log.mock.calls.map((words) => words.join(' '));
  log.mockRestore();
  const written = body.split('\n').filter((line) => line.startsWith('// '));
  expect(written.length).toBeGreaterThan(0);
  expect(printed).toEqual(written.map((line) => line.slice(3)));
});

test('the route of the guide rejects an invalid body', async () => {
  const body = blocks.find((each) => each.includes('export const app')) ?? '';
  const app = evaluate(body, modules)['app'] as hono.Hono;
  const answer = await app.request('/policies', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scope: 'planet', rules: [] }),
  });
  expect(answer.status).toBe(400);
});
