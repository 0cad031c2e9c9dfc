import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseSeed, resultsFile } from './test-results.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Folder with the totals of each command that ran tests, for `totals.js`. */
export const totalsFolder = join(root, '.tallystick/totals');

// The same seed for all steps of a command (test/rounds.ts).
chooseSeed();

/** Runs test files with vitest. Returns the passed, failed and skipped tests. */
export function runTests(...args) {
  rmSync(resultsFile, { force: true });
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...args],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const { passed, failures, skipped } = readResults();
  const missing = skipped.filter(isFailureInCi);
  if (status !== 0 && failures.length === 0)
    failures.push({ file: args.join(' '), name: '', message: 'the test runner failed' });
  return {
    passed,
    failures,
    failed: failures.length + missing.length,
    skipped: skipped.filter((each) => !missing.includes(each)),
    missing,
  };
}

/** Reads the results of the reporter. Returns empty results if the test runner could not start. */
function readResults() {
  try {
    return JSON.parse(readFileSync(resultsFile, 'utf8'));
  } catch {
    return { passed: 0, failures: [], skipped: [] };
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

/** Prints skipped tests by reason, failed tests, and the duration of each step. */
export function printSteps(tests, times) {
  printReasons('Skipped tests', tests.skipped);
  printReasons('Tests that CI may not skip, counted as failed', tests.missing);
  console.log('\nSteps');
  for (const { name, seconds, isGood } of times)
    console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${isGood ? 'ok    ' : 'FAILED'}  ${name}`);
}

/** Prints failed tests, each with the first lines of its error. */
export function printFailures(failures) {
  if (failures.length === 0) return;
  console.log('\nFailed tests');
  for (const { file, name, message } of failures) {
    console.log(`  ${file}${name === '' ? '' : ` > ${name}`}`);
    for (const line of message.split('\n').slice(0, 5)) console.log(`      ${line.slice(0, 200)}`);
  }
}

/** Prints the failed tests and the final line of a command, and stores its totals for `totals.js`. */
export function conclude(command, totals) {
  mkdirSync(totalsFolder, { recursive: true });
  writeFileSync(join(totalsFolder, `${command}.json`), JSON.stringify(totals));
  printFailures(totals.failures);
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
