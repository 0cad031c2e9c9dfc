import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleIfStale } from './build.js';
import { resultsFile } from './test-results.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (path) => [process.execPath, `node_modules/${path}`];

const steps = [
  ['format', ...bin('oxfmt/bin/oxfmt'), '--check'],
  ['lint', ...bin('oxlint/bin/oxlint')],
  ['types (TypeScript 7)', ...bin('typescript-7/bin/tsc'), '-p', 'tsconfig.json'],
  [
    'types of what is published (TypeScript 5.9)',
    ...bin('typescript/bin/tsc'),
    '-p',
    'tsconfig.published.json',
  ],
  ['tests', ...bin('vitest/vitest.mjs'), 'run'],
  ['generated output is current', process.execPath, 'generator/bin/tallystick.js', 'check'],
];

rmSync(resultsFile, { force: true });
const failed = [];
const times = [];
for (const [name, command, ...args] of steps) {
  console.log(`\n── ${name}`);
  const started = performance.now();
  if (args[0] === 'generator/bin/tallystick.js') await bundleIfStale();
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) failed.push(name);
  times.push([name, (performance.now() - started) / 1000, status === 0]);
}

const tests = readResults();
if (tests.skipped.length > 0) {
  console.log('\nSkipped tests');
  for (const { reason, count } of byReason(tests.skipped))
    console.log(`  ${String(count).padStart(5)}  ${reason}`);
}
console.log('\nSteps');
for (const [name, seconds, good] of times)
  console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${good ? 'ok    ' : 'FAILED'}  ${name}`);

// Each step that is no test counts as one.
const others = times.filter(([name]) => name !== 'tests');
const passed = tests.passed + others.filter(([, , good]) => good).length;
const broken =
  tests.failed +
  others.filter(([, , good]) => !good).length +
  (tests.failed === 0 && failed.includes('tests') ? 1 : 0);
console.log(`\n${passed} passed, ${broken} failed, ${tests.skipped.length} skipped`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** What the reporter left; nothing, if the test runner itself could not start. */
function readResults() {
  try {
    return JSON.parse(readFileSync(resultsFile, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: [] };
  }
}

function byReason(skipped) {
  const counts = new Map();
  for (const { file, reason } of skipped) {
    const key = `${reason} (${file})`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => ({ reason, count }));
}
