import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundleIfStale } from './build.js';
import { thoroughSuffix } from './stages.js';
import { conclude, printSteps, runTests } from './test-run.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (path) => [process.execPath, `node_modules/${path}`];
const run = (command, ...args) =>
  spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;

let tests;
const steps = {
  format: () => run(...bin('oxfmt/bin/oxfmt'), '--check'),
  lint: () => run(...bin('oxlint/bin/oxlint')),
  'types (TypeScript 7)': () => run(...bin('typescript-7/bin/tsc'), '-p', 'tsconfig.json'),
  'types of the page of the sandbox': () =>
    run(...bin('typescript-7/bin/tsc'), '-p', 'sandbox/page/tsconfig.json'),
  'types of the playground': () =>
    run(...bin('typescript-7/bin/tsc'), '-p', 'docs/playground/tsconfig.json'),
  'types of what is published (TypeScript 5.9)': () =>
    run(...bin('typescript/bin/tsc'), '-p', 'tsconfig.published.json'),
  'quick tests': () => {
    tests = runTests('--exclude', `**/*${thoroughSuffix}`);
    return tests.failed === 0;
  },
  'generated output is current': async () => {
    await bundleIfStale();
    return run(process.execPath, 'generator/bin/tallystick.js', 'check');
  },
};

const times = [];
for (const [name, step] of Object.entries(steps)) {
  console.log(`\n── ${name}`);
  const started = performance.now();
  const isGood = await step();
  times.push({ name, seconds: (performance.now() - started) / 1000, isGood });
}
printSteps(tests, times);

// Each step other than the tests counts as one test.
const others = times.filter(({ name }) => name !== 'quick tests');
conclude('test', {
  failures: [
    ...tests.failures,
    ...others
      .filter(({ isGood }) => !isGood)
      .map(({ name }) => ({ file: name, name: '', message: '' })),
  ],
  passed: tests.passed + others.filter(({ isGood }) => isGood).length,
  failed: tests.failed + others.filter(({ isGood }) => !isGood).length,
  skipped: tests.skipped.length,
});
