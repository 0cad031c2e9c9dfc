import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { countsOf } from '../../scripts/test-results.js';

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
