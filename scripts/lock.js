import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** True if `package-lock.json` matches all generated packages. Otherwise `npm ci` fails. */
export function isLockCurrent(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const listed = Object.keys(packages).filter((path) => /^generated\/[^/]+$/.test(path));
  const present = workspacesOf(root);
  return (
    listed.every((path) => present.includes(path)) &&
    present.every((path) => isListed(root, path, packages))
  );
}

/** Updates the lockfile with the generated packages, from the cache of npm if possible. */
export function updateLock(root) {
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
  return { done: status === 0, message: stderr.trim() };
}

function workspacesOf(root) {
  const folder = join(root, 'generated');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'package.json')))
    .map((name) => `generated/${name}`);
}

function isListed(root, path, packages) {
  const manifest = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  const linked = packages[`node_modules/${manifest.name}`]?.resolved === path;
  return (
    linked &&
    JSON.stringify(lockedMembers(manifest)) === JSON.stringify(lockedMembers(packages[path] ?? {}))
  );
}

function lockedMembers({
  name,
  version,
  dependencies = {},
  devDependencies = {},
  peerDependencies = {},
}) {
  return [
    name,
    version,
    ...[dependencies, devDependencies, peerDependencies].map((group) =>
      Object.entries(group).sort(),
    ),
  ];
}
