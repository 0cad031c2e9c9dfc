import { expect, test, vi } from 'vitest';
import { lint } from '../../../generator/lint/lint.js';
import { CountedSchemas } from '../../../generator/model/analysis/counted-schemas.js';
import { read } from '../model/read.js';

const text = { type: 'string' };

function documentOf(schemas: object): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Growth', version: '1.0.0' },
    paths: {},
    components: { schemas },
  });
}

function named(
  count: number,
  prefix: string,
  of: (index: number) => object,
): Record<string, object> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${prefix}${index}`, of(index)]),
  );
}

function expectLinear([once = 0, twice = 0, fourTimes = 0]: readonly number[]): void {
  expect(once).toBeGreaterThan(0);
  expect(twice).toBeLessThan(once * 2.5);
  expect(fourTimes).toBeLessThan(twice * 2.5);
}

test('lint looks up schemas linearly with the branches that require properties', async () => {
  const lookups = async (count: number): Promise<number> => {
    const branches = Array.from({ length: count }, (_, index) => ({ required: [`p${index}`] }));
    const properties = named(count, 'p', () => text);
    const { api } = read(documentOf({ A: { type: 'object', properties, oneOf: branches } }));
    if (api === undefined) throw new Error('the document is not read');
    const schemas = new CountedSchemas(api.schemas);
    expect(await lint({ ...api, schemas })).toEqual([]);
    return schemas.lookups;
  };
  expectLinear([await lookups(50), await lookups(100), await lookups(200)]);
});

test('the reader follows a chain of references once for many pointers through it', () => {
  const lookups = (length: number): number => {
    const last = { type: 'object', properties: named(400, 'p', () => text) };
    const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
    const pointers = named(400, 'p', (index) => reference(`C0/properties/p${index}`));
    const schemas = {
      A: { type: 'object', properties: pointers },
      ...named(length, 'C', (index) => (index + 1 < length ? reference(`C${index + 1}`) : last)),
    };
    const document = documentOf(schemas);
    const calls = vi.spyOn(Map.prototype, 'get');
    const { diagnostics } = read(document);
    const count = calls.mock.calls.length;
    calls.mockRestore();
    expect(diagnostics).toEqual([]);
    return count;
  };
  expect(lookups(40)).toBeLessThan(lookups(10) * 1.5);
});

test('lint limits the work of distinct patterns, and reports all that it does not analyse at once', async () => {
  const warnings = async (count: number): Promise<readonly string[]> => {
    const schemas = named(count, 'A', (index) => ({
      type: 'string',
      pattern: `^(?:([a-z]+${String.fromCodePoint(0x4e00 + index)}){1,4}[a-z]*){1,4}`,
    }));
    const { api } = read(documentOf(schemas));
    if (api === undefined) throw new Error('the document is not read');
    return (await lint(api)).map(({ message }) => message);
  };
  const unjudged = 'because the analysis of other patterns reached the limit';
  expect((await warnings(20)).filter((each) => each.includes(unjudged))).toEqual([]);
  const many = await warnings(3000);
  const [warning = '', ...others] = many.filter((each) => each.includes(unjudged));
  expect(Number(/ and (\d+) other patterns /.exec(warning)?.[1])).toBeGreaterThan(1000);
  expect(others).toEqual([]);
});
