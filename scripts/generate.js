import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleIfStale } from './build.js';

const root = fileURLToPath(new URL('..', import.meta.url));

await bundleIfStale();
const cli = join(root, 'generator/bin/tallystick.js');
const run = spawnSync(process.execPath, [cli, 'generate', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = run.status ?? 1;
if (run.status === 0 && !isLockCurrent()) bringLockAlong();

/** Whether `package-lock.json` knows every generated package as it is, without which `npm ci` refuses. */
function isLockCurrent() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const listed = Object.keys(packages).filter((path) => /^generated\/[^/]+$/.test(path));
  const present = readdirSync(join(root, 'generated'), { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isDirectory() && existsSync(join(root, 'generated', entry.name, 'package.json')),
    )
    .map((entry) => `generated/${entry.name}`);
  if (listed.some((path) => !present.includes(path))) return false;
  return present.every((path) => {
    const { name, version, dependencies, devDependencies } = JSON.parse(
      readFileSync(join(root, path, 'package.json'), 'utf8'),
    );
    const locked = packages[path];
    const said = [name, version, dependencies ?? {}, devDependencies ?? {}];
    return (
      JSON.stringify(said) ===
      JSON.stringify([
        locked?.name,
        locked?.version,
        locked?.dependencies ?? {},
        locked?.devDependencies ?? {},
      ])
    );
  });
}

/** A new workspace needs no download: npm writes it into the lock from what is installed, or says what it misses. */
function bringLockAlong() {
  const command = [
    'install',
    '--package-lock-only',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ];
  const { status, stderr } = spawnSync('npm', command, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) {
    console.log('package-lock.json: brought along; run "npm install" to link the packages');
    return;
  }
  console.error(stderr.trim());
  console.error(
    'package-lock.json does not know the generated packages yet: run "npm install" and commit it',
  );
  process.exitCode = 1;
}
