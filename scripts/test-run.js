import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resultsFile } from './test-results.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Folder with the totals of each command that ran tests, for `totals.js`. */
export const totalsFolder = join(root, '.tallystick/totals');

// The same seed for all steps of a command (test/rounds.ts).
process.env.TALLYSTICK_SEED ??= String(randomInt(2 ** 31));

/** Runs test files with vitest. Returns the passed, failed and skipped tests. */
export function runTests(...args) {
  rmSync(resultsFile, { force: true });
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...args],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const { passed, failed, skipped } = readResults();
  const missing = skipped.filter(isFailureInCi);
  return {
    passed,
    // The runner can fail without a failed test.
    failed: failed + missing.length + (status !== 0 && failed === 0 ? 1 : 0),
    skipped: skipped.filter((each) => !missing.includes(each)),
    missing,
  };
}

/** Reads the results of the reporter. Returns empty results if the test runner could not start. */
function readResults() {
  try {
    return JSON.parse(readFileSync(resultsFile, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: [] };
  }
}

/**
 * True if a skipped test counts as failed. If `CI` is set, all requirements of tests must be present, except for the shared folder, which
 * is not part of a clone.
 */
export function isFailureInCi({ mayNeedShared }, env = process.env) {
  if (env.CI === undefined || env.CI === '' || env.CI === 'false') return false;
  const hasShared = existsSync(resolve(root, env.TALLYSTICK_SHARED ?? '../shared'));
  return hasShared || !mayNeedShared;
}

/** Prints skipped tests by reason, those that count as failed, and the duration of each step. */
export function printSteps(tests, times) {
  printReasons('Skipped tests', tests.skipped);
  printReasons('Tests that CI may not skip, counted as failed', tests.missing);
  console.log('\nSteps');
  for (const { name, seconds, isGood } of times)
    console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${isGood ? 'ok    ' : 'FAILED'}  ${name}`);
}

/** Prints the final line of a command, and stores its totals for `totals.js`. */
export function conclude(command, totals) {
  mkdirSync(totalsFolder, { recursive: true });
  writeFileSync(join(totalsFolder, `${command}.json`), JSON.stringify(totals));
  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  process.exitCode = totals.failed === 0 ? 0 : 1;
}

function printReasons(title, tests) {
  if (tests.length === 0) return;
  console.log(`\n${title}`);
  const counts = new Map();
  for (const { file, reason } of tests) {
    const key = `${reason} (${file})`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const [reason, count] of counts) console.log(`  ${String(count).padStart(5)}  ${reason}`);
}
