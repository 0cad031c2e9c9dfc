import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderOf, stages } from './stages.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Installs the npm packages of a folder outside the workspaces unless they match its lockfile, and compiles those that require it and that no other stage has
 * compiled. Returns true if they are installed. No other package runs its install scripts.
 */
export function installPackages(folder, compiles = []) {
  const lock = join(folder, 'package-lock.json');
  if (!existsSync(lock)) return true;
  const stamp = join(folder, 'node_modules/.installed');
  const digest = createHash('sha256').update(readFileSync(lock)).digest('hex');
  const installed = `${digest} ${process.version}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === installed) return true;
  const npm = (...options) =>
    spawnSync('npm', options, {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
  let { status } = npm('ci', '--ignore-scripts', '--no-audit', '--no-fund');
  const missing = compiles.filter((name) => status === 0 && !copyCompiled(name, folder));
  if (status === 0 && missing.length > 0) ({ status } = npm('rebuild', ...missing));
  if (status === 0) writeFileSync(stamp, installed);
  return status === 0;
}

/** Compiles packages of the workspaces that are not compiled for this Node. Returns true if all are. */
export function rebuildPackages(names) {
  const missing = names.filter((name) => !isCompiled(name) && !copyCompiled(name, root));
  if (missing.length === 0) return true;
  const { status } = spawnSync('npm', ['rebuild', ...missing], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  return status === 0;
}

/** True if a process can load a compiled package. */
function isCompiled(name) {
  const program = `new (require('${name}'))(':memory:')`;
  return spawnSync(process.execPath, ['-e', program], { cwd: root }).status === 0;
}

/** Copies a package from another stage that has compiled the same version for this Node. Returns false if none has. */
function copyCompiled(name, folder) {
  const versionIn = (place) =>
    JSON.parse(readFileSync(join(place, 'node_modules', name, 'package.json'), 'utf8')).version;
  const other = Object.keys(stages)
    .map(folderOf)
    .find((place) => {
      const stamp = join(place, 'node_modules/.installed');
      if (place === folder || !existsSync(join(place, 'node_modules', name, 'build'))) return false;
      const isCompiled =
        existsSync(stamp) && readFileSync(stamp, 'utf8').endsWith(` ${process.version}`);
      return isCompiled && versionIn(place) === versionIn(folder);
    });
  if (other === undefined) return false;
  const part = join('node_modules', name, 'build');
  cpSync(join(other, part), join(folder, part), { recursive: true });
  return true;
}
