import { expect, test } from 'vitest';
import { diskHost } from '../../generator/host/disk.js';
import { loadDocument } from '../../generator/load/load.js';
import type { Json } from '../../generator/model/schema.js';

const host = diskHost('.');

/** Members that describe a schema without changing it. */
const annotations = new Set(['description', 'title', 'examples', 'x-enum-descriptions']);

/** Schemas that are equal by chance: each means something else, or has another name on the wire. */
const independent = [
  ['CreateAccountRequest', 'UpdateAccountRequest'],
  ['CurrencyCode', 'FeedChannelName'],
  ['LastQty', 'LastShares'],
  ['NewOrderBatchReject', 'OrderCancelBatchReject'],
  // The orders of a batch differ between versions.
  ['NewOrderBatchRequest', 'NewOrderBatchRequest'],
];

test('no schema is written twice', () => {
  const names = new Map<string, string[]>();
  for (const folder of ['spec/platform/schemas', 'spec/exchange/schemas', 'spec/exchange/fix'])
    for (const file of host.list(folder) ?? [])
      for (const [name, schema] of Object.entries(membersOf(`${folder}/${file}`))) {
        const shape = JSON.stringify(withoutAnnotations(schema));
        names.set(shape, [...(names.get(shape) ?? []), name]);
      }
  expect(names.size).toBeGreaterThan(300);
  const repeated = [...names.values()].filter((each) => each.length > 1);
  expect(repeated.map((each) => each.sort()).sort()).toEqual(independent);
});

function membersOf(path: string): { readonly [name: string]: Json } {
  const { value } = loadDocument(host, path);
  return Object(value?.value) as { readonly [name: string]: Json };
}

function withoutAnnotations(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => withoutAnnotations(item as Json));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !annotations.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, item]) => [name, withoutAnnotations(item as Json)]),
  );
}
