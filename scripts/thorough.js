import { bundleIfStale, releaseIfStale } from './build.js';
import { buildSandboxIfStale } from './build-sandbox.js';
import { installPackages, rebuildPackages } from './install.js';
import { filesOf, folderOf, stages } from './stages.js';
import { installDebian, startServices } from './system.js';
import { conclude, printSteps, runTests } from './test-run.js';

const args = process.argv.slice(2);
const preparesSystem = args.includes('--system');
const names = args.filter((each) => each !== '--system');
const unknown = names.filter((name) => !Object.hasOwn(stages, name));
if (unknown.length > 0) {
  console.log(`No stage is called ${unknown.join(', ')}. The stages are:`);
  for (const [name, { adds }] of Object.entries(stages)) console.log(`  ${name}: ${adds}`);
  process.exit(2);
}

const chosen = names.length > 0 ? names : Object.keys(stages);
const totals = { passed: 0, failed: 0, failures: [], skipped: [], missing: [] };
const times = [];
if (preparesSystem) installDebian(chosen.flatMap((name) => stages[name].debian));
for (const name of chosen) {
  console.log(`\n── ${name}: ${stages[name].adds}`);
  const started = performance.now();
  if (preparesSystem) startServices(stages[name].services);
  const isInstalled =
    installPackages(folderOf(name), stages[name].compiles ?? []) &&
    (stages[name].installs === undefined || installPackages(stages[name].installs)) &&
    rebuildPackages(stages[name].rebuilds ?? []);
  if (isInstalled && stages[name].bundlesSandbox) await buildSandboxIfStale();
  await (stages[name].releases ? releaseIfStale() : bundleIfStale());
  const tests = runTests(...filesOf(name));
  totals.passed += tests.passed;
  totals.failed += tests.failed + (isInstalled ? 0 : 1);
  totals.failures.push(...tests.failures);
  if (!isInstalled)
    totals.failures.push({ file: name, name: '', message: 'packages are not installed' });
  totals.skipped.push(...tests.skipped);
  totals.missing.push(...tests.missing);
  const seconds = (performance.now() - started) / 1000;
  times.push({ name, seconds, isGood: isInstalled && tests.failed === 0 });
}
printSteps(totals, times);
conclude('test-thorough', { ...totals, skipped: totals.skipped.length });
