import { describe, expect, test } from 'vitest';
import { sharedPath } from '../../shared.js';
import { runThroughApi, ways } from './public-api.js';

const root = sharedPath('suites', 'json-schema');
const draft = { dialect: '2020-12', folder: 'draft2020-12' } as const;

/** Tests that depend on the location of a schema: references, names, and meta-schemas. */
const placed = new Set(
  'anchor defs dynamicRef infinite-loop-detection ref refRemote unevaluatedItems unevaluatedProperties vocabulary'.split(
    ' ',
  ),
);

describe.skipIf(root === undefined)('JSON Schema suite through "generate"', () => {
  test(
    'passes every required test of draft 2020-12 in a component',
    { timeout: 120_000 },
    async () => {
      const outcome = await runThroughApi(root ?? '', { ...draft, way: 'component' });
      expect(outcome).toEqual({ passed: 1299, failures: [] });
    },
  );

  test.each(ways.filter((way) => way !== 'component'))(
    'passes every test with references in a %s',
    { timeout: 120_000 },
    async (way) => {
      const outcome = await runThroughApi(root ?? '', { ...draft, way }, placed);
      expect(outcome).toEqual({ passed: 371, failures: [] });
    },
  );
});
