import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { lowerFirst } from '../../generator/plan/names/words.js';
import type { Check } from '../../runtime/core/check.js';
import { createWorkbench } from '../conformance/hostile/type-check.js';
import { growingDocuments } from './documents-that-grow.js';
import { addDocument, addWidePackage } from './wide-packages.js';

const bench = createWorkbench('width');
const [half, whole] = [1500, 3000];

/** The schemas of a package. */
interface Checks {
  readonly [name: string]: Check;
}

const checks = new Map<number, Checks>();

beforeAll(async () => {
  for (const count of [half, whole]) {
    await addWidePackage(bench, count);
    const path = join(bench.folder, `wide-${count}`, 'validators.ts');
    checks.set(count, (await import(pathToFileURL(path).href)) as Checks);
  }
}, 120_000);

const times = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index));
const item = { name: 'a' };
const wide = (count: number): Record<string, unknown> =>
  Object.fromEntries(
    times(count, (index) => [`p${index}`, ['text', index, item, [item]][index % 4]]),
  );
const texts = (count: number): Record<string, unknown> =>
  Object.fromEntries(times(count, (index) => [`p${index}`, 'text']));
const tuple = (count: number): unknown[] => times(count, (index) => (index % 2 === 0 ? 'text' : 1));

function schema(name: string, count = whole): Check {
  const found = checks.get(count)?.[`${lowerFirst(name)}Schema`];
  if (found === undefined) throw new Error(`${name} is generated`);
  return found;
}

/** Output other than validation: conversion tables, and Zod schemas. */
const inTables = [
  'branches with dates without a discriminator',
  'subschemas with dates',
  'branches with bigint',
  'subschemas in Zod',
  'parameters',
  'media types',
  'messages',
];

test.each(inTables)('generates output for many repetitions: %s', async (name) => {
  const growing = growingDocuments[name];
  if (growing === undefined) throw new Error(`${name} is a document`);
  const folder = name.replaceAll(' ', '-');
  await addDocument(bench, folder, growing.document(half), growing.settings);
});

test('wide schemas compile with the strictest options', () => {
  expect(bench.check()).toEqual([]);
}, 120_000);

describe('check of a wide schema', () => {
  test.each([
    ['Wide', wide(whole)],
    ['Ring', { ...texts(whole), next: { ...texts(whole), next: null } }],
    ['Tuple', tuple(whole)],
    ['Parts', texts(whole)],
    ['Dependent', texts(whole)],
    ['One', { [`p${whole - 1}`]: 'text', p0: 5 }],
    ['Any', { p0: 'text', [`p${whole - 1}`]: 'text' }],
    ['Values', { a: whole - 1, b: `x${whole - 1}` }],
  ])('accepts a valid %s', (name, value) => {
    expect(schema(name).is(value)).toBe(true);
    expect(schema(name).check(value)).toEqual([]);
  });

  const last = `p${whole - 1}`;
  test.each<readonly [string, unknown, string]>([
    ['Wide', { ...wide(whole), p2: {} }, '/p2'],
    ['Wide', { ...wide(whole), [last]: 5 }, `/${last}`],
    ['Wide', { ...wide(whole), other: 5 }, '/other'],
    ['Ring', { ...texts(whole), next: { ...texts(whole), [last]: 5 } }, `/next/${last}`],
    ['Tuple', [...tuple(whole).slice(0, -1), 0], `/${whole - 1}`],
    ['Tuple', [...tuple(whole), 'more'], ''],
    ['Parts', { ...texts(whole), [last]: 5 }, `/${last}`],
    ['Dependent', { [last]: 5 }, ''],
    ['One', { p0: 'text', [last]: 'text' }, ''],
    ['Values', { a: 0, b: last }, ''],
  ])('rejects an invalid %s: %#', (name, value, pointer) => {
    expect(schema(name).is(value)).toBe(false);
    expect(schema(name).check(value)).toMatchObject([{ pointer }]);
  });

  test('returns every violation in order', () => {
    const value = { ...wide(whole), p0: '', p600: '', p1200: 5, [last]: {} };
    const found = schema('Wide').check(value);
    expect(found.map(({ pointer }) => pointer)).toEqual(['/p0', '/p600', '/p1200', `/${last}`]);
  });

  test.each([
    ['Wide', wide],
    ['Ring', texts],
    ['Tuple', tuple],
    ['Parts', texts],
    ['Dependent', texts],
  ])('takes linear time for %s', (name, make) => {
    const looks = (count: number): number => {
      let steps = 0;
      const counted = new Proxy(make(count), {
        get(target, key) {
          steps += 1;
          return Reflect.get(target, key) as unknown;
        },
      });
      expect(schema(name, count).is(counted)).toBe(true);
      return steps;
    };
    expect(looks(whole)).toBeLessThan(looks(half) * 2.1);
  });
});
