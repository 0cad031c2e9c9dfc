import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs the TypeScript 7 compiler, which takes half a second instead of the five of version 5.9. Throws if a project does not compile. */
export function compile(project) {
  const compiler = join(root, 'node_modules/typescript-7/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${project} does not compile`);
}
