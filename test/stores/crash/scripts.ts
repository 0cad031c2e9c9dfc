import { buildSync } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Bundles scripts beside the drivers, so that they find them. Returns their files, and a function that removes them. */
export function bundleScripts<Name extends string>(
  ...names: readonly Name[]
): { readonly files: Readonly<Record<Name, string>>; remove(): void } {
  const folder = mkdtempSync(join(resolve('test/stores/node_modules'), '.crash-'));
  buildSync({
    entryPoints: names.map((name) => join('test', 'stores', 'crash', `${name}.ts`)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@tallystick/source'],
    external: ['better-sqlite3', 'pg', 'redis', 'ws'],
  });
  const files = Object.fromEntries(names.map((name) => [name, join(folder, `${name}.mjs`)]));
  return {
    files: files as Record<Name, string>,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
