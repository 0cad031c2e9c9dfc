import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compile } from './compile.js';

const root = fileURLToPath(new URL('../runtime', import.meta.url));

/**
 * Builds the runtime as it is published: a file for each subpath with what they share in chunks, because opening many
 * small modules is most of what importing a client costs. One bundle for all, so that a class stays one class.
 */
export async function buildRuntime() {
  const { build } = await import('esbuild');
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  compile('runtime/tsconfig.build.json');
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await build({
    absWorkingDir: root,
    entryPoints: Object.values(exports).flatMap((entry) => entry['@tallystick/source'] ?? []),
    outdir: 'dist',
    outbase: '.',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['jose', 'node:*'],
    logLevel: 'warning',
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildRuntime();
