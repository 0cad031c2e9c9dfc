import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import * as objects from './cases/enum-objects/output/src/index.js';
import * as enums from './cases/enum-types/output/src/index.js';
import { isOrder } from './cases/enum-types/output/src/validators.js';
import { evaluate } from './conformance/json-schema/libraries.js';

const page = readFileSync('docs/guide/enums.md', 'utf8');
const blocks = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, body = '']) => body);
const modules = { '@acme/shop': objects, '@acme/enum-shop': enums };

test.each(blocks.filter((body) => body.includes('console.log')))(
  'a program of the guide prints its comments: %#',
  (body) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    evaluate(body, modules);
    const printed = log.mock.calls.map((words) => words.join(' '));
    log.mockRestore();
    const written = body.split('\n').filter((line) => line.startsWith('// '));
    expect(printed).toEqual(written.map((line) => line.slice(3)));
  },
);

test('a switch over an enum accepts a value received from the wire', () => {
  const body = blocks.find((each) => each.includes('@acme/enum-shop')) ?? '';
  const next = evaluate(body, modules)['next'] as (order: unknown) => string;
  const order: unknown = JSON.parse('{ "id": "1", "status": "sent-out" }');
  expect(isOrder(order)).toBe(true);
  expect(next(order)).toBe('wait');
});

test('the enum of the guide equals the generated one', () => {
  const generated = readFileSync('test/cases/enum-objects/output/src/types.ts', 'utf8');
  const shown = blocks.find((each) => each.includes('export const Status')) ?? '';
  const lines = shown.slice(0, shown.indexOf('} as const')).split('\n');
  const isMissing = (line: string): boolean => !line.includes('/**') && !generated.includes(line);
  expect(lines.filter(isMissing)).toEqual([]);
});
