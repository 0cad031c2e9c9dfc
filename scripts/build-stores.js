import { rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compile } from './compile.js';

/** Builds the published stores: modules and declarations. Their imports of the runtime are resolved by its build. */
export function buildStores() {
  rmSync(fileURLToPath(new URL('../stores/dist', import.meta.url)), {
    recursive: true,
    force: true,
  });
  compile('stores/tsconfig.build.json');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildStores();
