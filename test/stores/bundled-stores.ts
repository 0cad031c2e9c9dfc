import { join, resolve } from 'node:path';
import { build } from 'esbuild';

/** Imports the stores on a database from beside the drivers, so that they find them. */
export async function withDrivers<Exports>(of: 'sqlite' | 'postgres' | 'redis'): Promise<Exports> {
  const outfile = resolve('test', 'stores', 'node_modules', '.bundled', `${of}.mjs`);
  await build({
    entryPoints: [join('stores', of, 'index.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@tallystick/source'],
    external: ['better-sqlite3', 'pg', 'redis'],
  });
  return (await import(/* @vite-ignore */ outfile)) as Exports;
}
