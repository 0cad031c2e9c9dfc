import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** File with the results of a test run: counts, failed tests, and skipped tests with their reasons. */
export const resultsFile = fileURLToPath(new URL('../.tallystick/tests.json', import.meta.url));

/**
 * Sets what the random tests draw from, where it is not set: another seed in each run. CI has the same one each time, so that it judges a
 * change and not its luck.
 */
export function chooseSeed(environment = process.env) {
  environment.TALLYSTICK_SEED ??= environment.CI ? '1' : String(randomInt(2 ** 31));
}

/** Reporter for vitest, in addition to the one that prints. */
export const countingReporter = {
  onInit() {
    console.log(seedLine());
  },
  onTestRunEnd(modules) {
    const counts = countsOf(modules);
    mkdirSync(dirname(resultsFile), { recursive: true });
    writeFileSync(resultsFile, JSON.stringify(counts));
    if (counts.failures.length > 0) console.log(seedLine());
  },
};

/** Counts the tests of a run. A failed hook of a suite, which skips its tests, is a failure. */
export function countsOf(modules) {
  const counts = { passed: 0, failures: [], skipped: [] };
  for (const module of modules) {
    const file = relative(process.cwd(), module.moduleId);
    const fail = (name, errors) =>
      counts.failures.push({ file, name, message: errors[0]?.message ?? '' });
    if (module.errors().length > 0) fail('', module.errors());
    for (const suite of module.children.allSuites())
      if (suite.errors().length > 0) fail(suite.fullName, suite.errors());
    for (const test of module.children.allTests()) {
      const { state, note, errors = [] } = test.result();
      if (state === 'passed') counts.passed++;
      else if (state === 'failed') fail(test.fullName, errors);
      else counts.skipped.push({ file, name: test.fullName, ...explanationOf(test, note) });
    }
  }
  return counts;
}

/** Instruction to repeat the random tests with the same values. */
function seedLine() {
  const { TALLYSTICK_ROUNDS: rounds = '0.2', TALLYSTICK_SEED: seed } = process.env;
  return `Random tests: TALLYSTICK_ROUNDS=${rounds} TALLYSTICK_SEED=${seed} repeats them`;
}

/** The reason for a skipped test, and true if the cause may be a missing shared folder. */
function explanationOf(test, note) {
  if (note !== undefined) return { reason: note, mayNeedShared: /\bshared\b/i.test(note) };
  if (test.options.mode === 'todo') return { reason: 'not written yet', mayNeedShared: false };
  const reason = 'what it reads is not there: the shared folder, or a step before it';
  return { reason, mayNeedShared: true };
}
