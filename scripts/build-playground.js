import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { esbuildArrayPatterns } from './array-patterns.js';
import { noticesOf } from './build.js';
import { esbuildRuntime, runtimeModule } from './runtime-plugin.js';
import { esbuildTemplates } from './template-plugin.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Folder of the bundles, which the site serves as they are. */
const playgroundFolder = join(root, 'docs/public/playground');

/**
 * Bundles the playground into a folder, by default that of the site: the page, the worker with the generator, and what the worker loads only if a
 * document needs it.
 */
export async function buildPlayground(folder = playgroundFolder) {
  const { build } = await import('esbuild');
  const options = {
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    minify: true,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome111', 'firefox114', 'safari16.4'],
    conditions: ['@tallystick/source', 'browser'],
    mainFields: ['module', 'main'],
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
  };
  const results = await Promise.all([
    build({
      ...options,
      entryPoints: { worker: 'docs/playground/worker.ts' },
      define: { TALLYSTICK_BUILD: '""' },
      plugins: [
        ...beside.map(({ name, filter }) => besideTheWorker(name, filter)),
        esbuildTemplates,
        esbuildArrayPatterns,
        platformOfBrowsers,
        absentLibraries,
      ],
    }),
    build({
      ...options,
      entryPoints: Object.fromEntries(beside.map(({ name, path }) => [name, path])),
      plugins: [esbuildRuntime],
    }),
    build({
      ...options,
      entryPoints: [
        { in: 'docs/playground/playground.ts', out: 'playground' },
        { in: 'docs/playground/playground.css', out: 'playground' },
      ],
      // The examples are texts to edit.
      loader: { '.yaml': 'text', '.json': 'text', '.xml': 'text' },
    }),
  ]);
  rmSync(folder, { recursive: true, force: true });
  for (const { path, contents } of results.flatMap(({ outputFiles }) => outputFiles)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  writeFileSync(
    join(folder, 'THIRD-PARTY.txt'),
    noticesOf(...results.map(({ metafile }) => metafile)),
  );
}

/** Modules that are as large as the rest of the worker and rarely needed: the library that analyses patterns, and the runtime's texts. */
const beside = [
  { name: 'recheck', path: 'recheck/lib/browser.js', filter: /^recheck\/lib\/browser\.js$/ },
  { name: 'runtime-files', path: './inline/runtime-files.js', filter: runtimeModule },
];

/** Excludes a module from the worker, which imports it from the file beside it. */
const besideTheWorker = (name, filter) => ({
  name: `beside-the-worker-${name}`,
  setup({ onResolve }) {
    onResolve({ filter }, () => ({ path: `./${name}.js`, external: true }));
  },
});

/** Replaces the platform of Node (generator/platform) by that of browsers. */
const platformOfBrowsers = {
  name: 'platform-of-browsers',
  setup({ onResolve }) {
    onResolve({ filter: /\/platform\/node\.js$/ }, () => ({
      path: join(root, 'docs/playground/platform.ts'),
    }));
  },
};

/** Optional libraries of the user's project. Importing one fails as it does where it is not installed, which the generator reports. */
const absentLibraries = {
  name: 'absent-libraries',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:handlebars|ts-morph|typescript)$/ }, ({ path }) => ({
      path,
      namespace: 'absent-libraries',
    }));
    onLoad({ filter: /.*/, namespace: 'absent-libraries' }, ({ path }) => ({
      contents: `throw Object.assign(new Error(${JSON.stringify(`${path} is not installed`)}), { code: 'ERR_MODULE_NOT_FOUND' }); export default undefined;`,
    }));
  },
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildPlayground();
