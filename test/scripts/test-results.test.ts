import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { chooseSeed, countsOf } from '../../scripts/test-results.js';

test('a failed hook is a failure with its error, beside the tests that it skips', () => {
  const skipped = {
    fullName: 'stacks > builds',
    options: {},
    result: () => ({ state: 'skipped' }),
  };
  const failed = { fullName: 'stacks', errors: () => [{ message: 'the hook failed' }] };
  const passed = { fullName: 'others', errors: () => [] };
  const children = { allSuites: () => [failed, passed], allTests: () => [skipped] };
  const module = { moduleId: resolve('test/a.test.ts'), errors: () => [], children };
  const counts = countsOf([module]);
  expect(counts.failures).toEqual([
    { file: 'test/a.test.ts', name: 'stacks', message: 'the hook failed' },
  ]);
  expect(counts.skipped).toMatchObject([{ file: 'test/a.test.ts', name: 'stacks > builds' }]);
});

test('random tests draw from another seed in each run, from the one that is set, and from the same one in CI', () => {
  const seedIn = (environment: NodeJS.ProcessEnv): string | undefined => {
    chooseSeed(environment);
    return environment['TALLYSTICK_SEED'];
  };
  expect(seedIn({})).not.toBe(seedIn({}));
  expect(seedIn({ CI: 'true' })).toBe(seedIn({ CI: 'true' }));
  expect(seedIn({ CI: 'true', TALLYSTICK_SEED: '7' })).toBe('7');
});
