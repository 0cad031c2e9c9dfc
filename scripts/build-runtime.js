import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compile } from './compile.js';

const root = fileURLToPath(new URL('../runtime', import.meta.url));

/** What is published as one file each, because opening many small modules is most of what importing a client costs. */
const groups = [
  { name: 'server', test: /\/runtime\/core\/server\// },
  { name: 'validate', test: /\/runtime\/core\/validate\// },
  { name: 'client', test: /\/runtime\/core\/client\// },
  { name: 'core', test: /\/runtime\/core\// },
  { name: 'http', test: /\/runtime\/http\/(?!server\/|node|fetch|adapters|consumed)/ },
  { name: 'jwt', test: /\/runtime\/auth\/jwt\// },
];

/** Builds the runtime as it is published: all subpaths in one go, so that a class stays one class. */
export async function buildRuntime() {
  const { build } = await import('rolldown');
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  compile('runtime/tsconfig.build.json');
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const sources = Object.values(exports).flatMap((entry) => entry['@tallystick/source'] ?? []);
  await build({
    cwd: root,
    input: Object.fromEntries(sources.map((path) => [path.slice(2, -'.ts'.length), path])),
    platform: 'neutral',
    external: [/^jose/, /^ws$/, /^node:/],
    output: {
      dir: 'dist',
      format: 'esm',
      chunkFileNames: 'chunks/[name].js',
      codeSplitting: { groups },
    },
    logLevel: 'warn',
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildRuntime();
