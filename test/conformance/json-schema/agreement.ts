import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomFrom } from '../../rounds.js';
import type { DialectId, Json } from '../../../generator/model/schema.js';
import { instance, schema } from './arbitrary.js';
import { compileAll } from './compile.js';
import { nearlyValid } from './near.js';
import { expressible, spelled } from './spelling.js';

/** Instances that each schema is tried on: half of them drawn freely, half after the schema. */
const instances = 160;

/** Seeds of all files together. */
const seeds = 8;

/** Pairs of a schema and an instance over all files; `TALLYSTICK_PAIRS` asks for more by hand. */
const pairs = Number(process.env['TALLYSTICK_PAIRS'] ?? 100_000);

/** Schemas that are compiled into one module: many, because a module has a price of its own. */
const batch = 80;

/** What all seeds start from; another one by hand draws other pairs. */
const start = Number(process.env['TALLYSTICK_PAIRS_SEED'] ?? 0);

/** Tests that our validators and ajv's say the same, on an equal share of the pairs for each seed. */
export function testAgreement(...own: readonly number[]): void {
  test.each(own)('agrees with ajv on the pairs of seed %i', { timeout: 3_600_000 }, (seed) => {
    expectAgreement(seed, Math.ceil(pairs / instances / seeds), '2020-12');
  });
}

/**
 * The same of another dialect, on a fiftieth of the pairs: what it can say of the schemas that are drawn, spelt as it
 * spells them. ajv is asked in the words of 2020-12.
 */
export function testDialect(dialect: DialectId): void {
  test(`agrees with ajv on what ${dialect} can say`, { timeout: 3_600_000 }, () => {
    expectAgreement(100, Math.ceil(pairs / instances / 50), dialect);
  });
}

function expectAgreement(seed: number, schemas: number, dialect: DialectId): void {
  const found = { pairs: 0, valid: 0, disagreements: [] as unknown[] };
  for (let from = 0; from < schemas; from += batch) {
    compare((seed + start) * 10_007 + from, Math.min(batch, schemas - from), found, dialect);
  }
  expect(found.disagreements.slice(0, 3)).toEqual([]);
  expect(found.pairs).toBeGreaterThan(schemas * instances * 0.9);
  // Both answers are common, or the comparison would prove little.
  expect(found.valid).toBeGreaterThan(found.pairs * 0.15);
  expect(found.valid).toBeLessThan(found.pairs * 0.85);
}

function compare(
  seed: number,
  count: number,
  found: { pairs: number; valid: number; disagreements: unknown[] },
  dialect: DialectId,
): void {
  const values = fc.array(instance, { minLength: instances / 2, maxLength: instances / 2 });
  const drawn = fc
    .sample(fc.tuple(schema, values), { seed, numRuns: count })
    .map(([item, free]) => [expressible(item, dialect), free] as const);
  const compiled = compileAll(drawn.map(([item]) => ({ schema: spelled(item, dialect), dialect })));
  const random = randomFrom(seed);
  drawn.forEach(([item, free], index) => {
    const check = compiled[index];
    const theirs = compileWithAjv(item as object);
    const near = Array.from({ length: instances - free.length }, () => nearlyValid(item, random));
    for (const value of [...free, ...near]) {
      const expected = mayForget(item, value) ? undefined : theirs(value);
      if (expected === undefined) continue;
      found.pairs += 1;
      if (expected) found.valid += 1;
      const guarded = check?.is(value);
      const violations = check?.check(value).length ?? 0;
      if (guarded === expected && (violations === 0) === expected) continue;
      found.disagreements.push({ schema: item, value, ajv: expected, guarded, violations });
    }
  });
}

/** Where an empty array meets "contains", ajv's answer depends on what came before: see ajv.test.ts. */
function mayForget(item: Json, value: unknown): boolean {
  return JSON.stringify(value).includes('[]') && JSON.stringify(item).includes('"contains"');
}

/** What ajv says; nothing where it fails by itself. */
function compileWithAjv(item: object): (value: unknown) => boolean | undefined {
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    validateFormats: false,
    validateSchema: false,
    meta: false,
    logger: false,
  });
  const validate = ajv.compile(item);
  return (value) => {
    try {
      return validate(value);
    } catch {
      return undefined;
    }
  };
}
