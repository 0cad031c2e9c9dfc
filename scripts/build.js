import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildRuntime } from './build-runtime.js';
import { compile } from './compile.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = join(root, 'generator/dist/build.txt');

/** Everything that is published: the generator and its declarations, and the runtime. */
export async function build() {
  await bundleGenerator();
  compile('generator/tsconfig.build.json');
  await buildRuntime();
}

/** Bundles the generator unless `generator/dist` is made from these very sources. */
export async function bundleIfStale() {
  const built = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  if (built !== sourceDigest()) await bundleGenerator();
}

/** Bundles the generator into `generator/dist`, in chunks that are loaded when they are needed. */
async function bundleGenerator() {
  const { build: bundle } = await import('esbuild');
  const { esbuildTemplates } = await import('./template-plugin.js');
  const digest = sourceDigest();
  const { outputFiles } = await bundle({
    absWorkingDir: root,
    entryPoints: { cli: 'generator/cli.ts', generate: 'generator/generate.ts' },
    outdir: 'generator/dist',
    write: false,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // The libraries are bundled: one file opens faster than a tree of them. ts-morph is for those who have it.
    external: ['ts-morph', 'typescript'],
    mainFields: ['module', 'main'],
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    define: {
      TALLYSTICK_BUILD: JSON.stringify(process.env.TALLYSTICK_RELEASE === undefined ? digest : ''),
    },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'linked',
    plugins: [esbuildTemplates],
    logLevel: 'warning',
  });
  // Only now, so that a build that fails leaves the last good one.
  rmSync(join(root, 'generator/dist'), { recursive: true, force: true });
  for (const { path, contents } of [...outputFiles, { path: stampFile, contents: digest }]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
}

/** Names the sources: a digest of everything that a build is made from, line breaks counted as LF. */
function sourceDigest() {
  const hash = createHash('sha256');
  const files = ['generator', 'templates', 'scripts'].flatMap((folder) =>
    filesBelow(join(root, folder)),
  );
  for (const file of [...files, join(root, 'package-lock.json')].sort()) {
    hash.update(file.slice(root.length).replaceAll('\\', '/'));
    hash.update(readFileSync(file, 'utf8').replaceAll('\r\n', '\n'));
  }
  return hash.digest('hex').slice(0, 16);
}

function filesBelow(folder) {
  return readdirSync(folder)
    .filter((name) => name !== 'dist' && name !== 'node_modules')
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build();
