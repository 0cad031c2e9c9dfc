import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printFailures, totalsFolder } from './test-run.js';

const sum = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
for (const command of ['test', 'test-thorough']) {
  const file = join(totalsFolder, `${command}.json`);
  if (!existsSync(file)) {
    console.log(`${command} did not finish, which counts as a failure`);
    sum.failed += 1;
    continue;
  }
  const totals = JSON.parse(readFileSync(file, 'utf8'));
  for (const kind of Object.keys(sum)) sum[kind] += totals[kind];
  failures.push(...totals.failures);
}
printFailures(failures);
console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exitCode = sum.failed === 0 ? 0 : 1;
