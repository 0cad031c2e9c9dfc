import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleIfStale } from './build.js';
import { updateLock, isLockCurrent } from './lock.js';

const root = fileURLToPath(new URL('..', import.meta.url));

await bundleIfStale();
const cli = join(root, 'generator/bin/tallystick.js');
const { status } = spawnSync(process.execPath, [cli, 'generate', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;

// A new document creates a workspace, which must be in the lockfile of npm.
if (status === 0 && !isLockCurrent(root)) {
  const { done, message } = updateLock(root);
  if (done) {
    console.log('package-lock.json: updated; run "npm install" to link the packages');
  } else {
    console.error(message);
    console.error(
      'package-lock.json does not know the generated packages yet: run "npm install" and commit it',
    );
    process.exitCode = 1;
  }
}
