import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compile } from './compile.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const digestFile = join(root, 'sandbox/dist/build.txt');

/**
 * Bundles the sandbox into `sandbox/dist`: its generated packages and the runtime are part of the bundle, because they are not
 * published with it. Modules are in one folder, so that the worker of the journal is beside the module that starts it.
 * The page for the browser is bundled into `sandbox/dist/page`.
 */
export async function buildSandbox() {
  const { build } = await import('esbuild');
  const digest = sourceDigest();
  const program = await build({
    absWorkingDir: root,
    outdir: 'sandbox/dist',
    entryPoints: {
      index: 'sandbox/index.ts',
      'platform-sandbox': 'sandbox/bin/platform-sandbox.ts',
      'sqlite-worker': 'sandbox/journal/sqlite-worker.ts',
    },
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: ['@tallystick/source'],
    external: ['better-sqlite3', 'pg', 'ws'],
    write: false,
    logLevel: 'warning',
  });
  const page = await buildPage(build);
  const files = [...program.outputFiles, ...page.outputFiles];
  for (const { path, contents } of files) replaceFile(path, contents);
  replaceFile(
    join(root, 'sandbox/dist/page/page.html'),
    readFileSync(join(root, 'sandbox/page/page.html')),
  );
  removeOthers(new Set(files.map(({ path }) => path)));
  replaceFile(digestFile, digest);
}

/** Writes a file at once, so that a process that reads it at the same time gets all of the old one or all of the new one. */
function replaceFile(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}`;
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}

/** Removes modules of earlier builds. */
function removeOthers(kept) {
  const folder = join(root, 'sandbox/dist');
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.endsWith('.js') && !kept.has(path)) rmSync(path, { force: true });
  }
}

/**
 * Writes the declarations of `sandbox/index.ts`, with those of the files that they import, into `sandbox/dist/types`. They may import
 * nothing else: what the bundle contains is not installed with it.
 */
export function declareSandbox() {
  const folder = join(root, 'sandbox/dist/types');
  rmSync(folder, { recursive: true, force: true });
  compile('sandbox/tsconfig.build.json');
  const kept = new Set();
  const keep = (path) => {
    if (kept.has(path)) return;
    kept.add(path);
    const text = readFileSync(path, 'utf8');
    for (const [, name] of text.matchAll(/(?:from|import\() ?'([^']+)'/g)) {
      if (name.startsWith('node:')) continue;
      if (!name.startsWith('.'))
        throw new Error(`${path} imports ${name}, which is not installed.`);
      keep(join(dirname(path), name.replace(/\.js$/, '.d.ts')));
    }
  };
  keep(join(folder, 'sandbox/index.d.ts'));
  for (const path of filesBelow(folder, /\.d\.ts$/)) if (!kept.has(path)) rmSync(path);
}

/** Bundles the page for the browser. */
function buildPage(build) {
  return build({
    absWorkingDir: root,
    outdir: 'sandbox/dist/page',
    entryPoints: [
      { in: 'sandbox/page/main.tsx', out: 'page' },
      { in: 'sandbox/page/page.css', out: 'page' },
    ],
    tsconfig: 'sandbox/page/tsconfig.json',
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome111', 'firefox114', 'safari16.4'],
    conditions: ['@tallystick/source', 'browser'],
    legalComments: 'eof',
    write: false,
    logLevel: 'warning',
  });
}

/** Bundles the sandbox unless `sandbox/dist` was built from the current sources. */
export async function buildSandboxIfStale() {
  const built = existsSync(digestFile) ? readFileSync(digestFile, 'utf8') : '';
  if (built !== sourceDigest()) await buildSandbox();
}

/** Digest of all files that a build depends on. */
function sourceDigest() {
  const hash = createHash('sha256');
  const files = ['sandbox', 'runtime', 'generated'].flatMap((folder) =>
    filesBelow(join(root, folder)),
  );
  for (const file of [...files, join(root, 'package-lock.json')].sort()) {
    hash.update(file.slice(root.length).replaceAll('\\', '/'));
    hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesBelow(folder, names = /\.(?:tsx?|js|json|css|html)$/) {
  return readdirSync(folder)
    .filter((name) => name !== 'dist' && name !== 'node_modules')
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path, names) : [path]))
    .filter((path) => names.test(path));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildSandbox();
  declareSandbox();
}
