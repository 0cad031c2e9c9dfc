import { describe, expect, test } from 'vitest';
import { runThroughApi, ways } from '../conformance/json-schema/public-api.js';
import { drafts } from '../conformance/json-schema/suite.js';
import { sharedPath } from '../shared.js';

const root = sharedPath('suites', 'json-schema');

/** Required tests of each draft. */
const counts: { readonly [folder: string]: number } = {
  'draft2020-12': 1299,
  'draft2019-09': 1259,
  draft7: 927,
  draft6: 839,
  draft4: 618,
};

const runs = drafts.flatMap(({ dialect, folder }) => ways.map((way) => ({ dialect, folder, way })));

/** Every schema of the official suite, each in its own description and in the dialect that the description states. */
describe.skipIf(root === undefined)('JSON Schema suite through "generate"', () => {
  test.each(runs)(
    'passes every required test of $folder in a $way',
    { timeout: 300_000 },
    async (run) => {
      expect(await runThroughApi(root ?? '', run)).toEqual({
        passed: counts[run.folder],
        failures: [],
      });
    },
  );
});
