import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instance, schema } from './arbitrary.js';
import { compileAll } from './compile.js';

/** Instances that each schema is tried on. */
const instances = 60;

/** Schemas for each seed: 6,000 pairs in all, and as many as wanted by hand with `TALLYSTICK_PAIRS`. */
const schemas = Math.ceil(Number(process.env['TALLYSTICK_PAIRS'] ?? 6000) / instances / 2);

test.each([11, 47])(
  'agrees with ajv on schemas and instances of seed %i',
  { timeout: 600_000 },
  (seed) => {
    const values = fc.array(instance, { minLength: instances, maxLength: instances });
    const drawn = fc.sample(fc.tuple(schema, values), { seed, numRuns: schemas });
    const compiled = compileAll(drawn.map(([item]) => ({ schema: item, dialect: '2020-12' })));
    const disagreements: unknown[] = [];
    let agreements = 0;
    drawn.forEach(([item, tried], index) => {
      const check = compiled[index];
      const theirs = compileWithAjv(item as object);
      for (const value of tried) {
        const expected = theirs(value);
        // It fails by itself on some schemas, and then has no opinion.
        if (expected === undefined) continue;
        const found = check?.is(value);
        const violations = check?.check(value).length ?? 0;
        if (found === expected && (violations === 0) === expected) agreements += 1;
        else disagreements.push({ schema: item, value, ajv: expected, found, violations });
      }
    });
    expect(disagreements.slice(0, 3)).toEqual([]);
    expect(agreements).toBeGreaterThan((schemas * instances * 9) / 10);
  },
);

function compileWithAjv(item: object): (value: unknown) => boolean | undefined {
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    validateFormats: false,
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
