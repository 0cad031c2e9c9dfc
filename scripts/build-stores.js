import { rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildRuntime } from './build-runtime.js';
import { compile } from './compile.js';

/** Builds the published stores: modules and declarations, after the runtime, which they import. */
export function buildStores() {
  rmSync(fileURLToPath(new URL('../stores/dist', import.meta.url)), {
    recursive: true,
    force: true,
  });
  compile('stores/tsconfig.build.json');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildRuntime();
  buildStores();
}
