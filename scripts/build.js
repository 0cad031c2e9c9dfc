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
import { buildStores } from './build-stores.js';
import { compile } from './compile.js';
import { esbuildRuntime, runtimeModule } from './runtime-plugin.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const digestFile = join(root, 'generator/dist/build.txt');

/**
 * Builds all published packages: the generator with its declarations, the runtime and the stores. Output of a release is identified by the version,
 * output of a workspace build also by the digest of the build (generator/core/version.ts).
 */
export async function build(kind = 'workspace') {
  await bundleGenerator(kind);
  declareGenerator();
  await buildRuntime();
  buildStores();
  if (kind === 'release') writeFileSync(digestFile, releaseDigest());
}

/** Builds all packages as they are published, unless the last build was a release of the current sources. */
export async function releaseIfStale() {
  const built = existsSync(digestFile) ? readFileSync(digestFile, 'utf8') : '';
  if (built !== releaseDigest()) await build('release');
}

function releaseDigest() {
  return `release ${sourceDigest()}`;
}

/** Writes the declarations that those of the entry points refer to, and removes all others. */
function declareGenerator() {
  compile('generator/tsconfig.build.json');
  const types = join(root, 'generator/dist/types');
  const needed = new Set();
  // At the beginning of a line, because examples in comments have imports too.
  const imported = /^(?:import|export|\})[^'\n]* from '(\.[^']+)\.js'/gm;
  const follow = (file) => {
    if (needed.has(file)) return;
    needed.add(file);
    for (const [, target] of readFileSync(file, 'utf8').matchAll(imported)) {
      follow(join(dirname(file), `${target}.d.ts`));
    }
  };
  for (const entry of ['index', 'emitter', ...bundlers.map((name) => `bundlers/${name}`)])
    follow(join(types, `generator/${entry}.d.ts`));
  for (const file of filesBelow(types)) if (!needed.has(file)) rmSync(file);
}

/** Bundles the generator unless `generator/dist` was built from the current sources. */
export async function bundleIfStale() {
  const built = existsSync(digestFile) ? readFileSync(digestFile, 'utf8') : '';
  if (built !== sourceDigest()) await bundleGenerator('workspace');
}

/**
 * Bundles the generator into `generator/dist`, with the pages about diagnostics. The library is split into chunks that load on demand. The command line is one script, which
 * V8 loads from its code cache (generator/bin/start.js).
 */
async function bundleGenerator(kind) {
  const { build: bundle } = await import('esbuild');
  const { esbuildArrayPatterns } = await import('./array-patterns.js');
  const { esbuildTemplates } = await import('./template-plugin.js');
  const digest = sourceDigest();
  const options = {
    absWorkingDir: root,
    outdir: 'generator/dist',
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    // Libraries are bundled, because one file opens faster than many. External libraries are optional for the user.
    external: ['jiti', 'ts-morph', 'typescript', 'openapi-typescript', 'unplugin'],
    mainFields: ['module', 'main'],
    define: {
      TALLYSTICK_BUILD: JSON.stringify(kind === 'release' ? '' : digest),
    },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
  };
  const [program, script] = await Promise.all([
    bundle({
      ...options,
      entryPoints: {
        index: 'generator/index.ts',
        emitter: 'generator/emitter.ts',
        ...Object.fromEntries(bundlers.map((name) => [name, `generator/bundlers/${name}.ts`])),
        [patternAnalyser.name]: patternAnalyser.path,
        [copiedRuntime.name]: copiedRuntime.path,
      },
      format: 'esm',
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      banner: {
        js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
      },
      plugins: [
        esbuildTemplates,
        esbuildRuntime,
        esbuildArrayPatterns,
        externalCompiler,
        withoutSubcommands,
      ],
    }),
    bundle({
      ...options,
      entryPoints: { cli: 'generator/cli.ts' },
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      // Makes the text unique, because V8 distinguishes cached scripts only by their length.
      banner: { js: `// ${kind} ${digest}` },
      plugins: [
        esbuildTemplates,
        esbuildArrayPatterns,
        besideTheScript(patternAnalyser, /^recheck\/lib\/browser\.js$/),
        besideTheScript(copiedRuntime, runtimeModule),
        externalCompiler,
        withoutSubcommands,
      ],
    }),
  ]);
  const outputFiles = [
    ...program.outputFiles,
    ...script.outputFiles.map(({ path, text }) => ({
      path,
      contents: escapeNonAscii(replaceImports(text)),
    })),
  ];
  // Removed only now, so that a failed build leaves the last successful one.
  rmSync(join(root, 'generator/dist'), { recursive: true, force: true });
  const notices = {
    path: join(root, 'generator/dist/THIRD-PARTY.txt'),
    contents: noticesOf(program.metafile, script.metafile),
  };
  const pages = readdirSync(join(root, 'docs/diagnostics')).map((name) => ({
    path: join(root, 'generator/dist/diagnostics', name),
    contents: readFileSync(join(root, 'docs/diagnostics', name)),
  }));
  for (const { path, contents } of [
    ...outputFiles,
    ...pages,
    notices,
    // After a release build, the next workspace build is not considered current.
    { path: digestFile, contents: kind === 'release' ? kind : digest },
  ]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
}

/** Bundlers with a plug-in, a subpath of the package each. */
const bundlers = ['vite', 'rollup', 'webpack', 'esbuild'];

/** The library that analyses patterns. It is as large as the rest of the bundle and rarely needed. */
const patternAnalyser = { name: 'recheck', path: 'recheck/lib/browser.js' };

/** The texts of the runtime, which only packages that contain them need. */
const copiedRuntime = { name: 'runtime-files', path: './inline/runtime-files.js' };

/** Excludes a module from the script of the command line, which imports it from a separate file. */
const besideTheScript = ({ name }, filter) => ({
  name: `beside-the-script-${name}`,
  setup({ onResolve }) {
    onResolve({ filter }, () => ({ path: `./${name}.js`, external: true }));
  },
});

/** Excludes the compiler of Handlebars, which only templates of users need, but not its runtime. */
const externalCompiler = {
  name: 'external-compiler',
  setup({ onResolve }) {
    onResolve({ filter: /^handlebars$/ }, () => ({ path: 'handlebars', external: true }));
  },
};

/** Commander spawns programs for external subcommands, which tallystick does not have. The module loads slowly. */
const withoutSubcommands = {
  name: 'without-subcommands',
  setup({ onResolve }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /[\\/]commander[\\/]/.test(importer)
        ? { path: join(root, 'scripts/no-child-process.js') }
        : undefined,
    );
  },
};

/** Modules that the script imports at run time: the separate files and optional libraries. */
const allowedImports = [
  `./${patternAnalyser.name}.js`,
  `./${copiedRuntime.name}.js`,
  '@asyncapi/parser',
  'handlebars',
  'jiti',
  'openapi-typescript',
  'ts-morph',
  'typescript',
];

/** Replaces `import()` by `importOutside`, which the loader provides. A script that was not loaded from a file cannot import modules. */
function replaceImports(text) {
  const targets = new Set();
  const replaced = text.replaceAll(/(?<![\w$.])import\("([^"]+)"\)/g, (_, target) => {
    targets.add(target);
    return `importOutside(${JSON.stringify(target)})`;
  });
  // Modules of the user's project are imported by a URL that is computed at run time.
  const withModules = replaced.replaceAll(/(?<![\w$.])import\((?=[\w$])/g, 'importOutside(');
  const names = [...targets].sort().join();
  if (names !== allowedImports.join())
    throw new Error(`the script imports something else: ${names}`);
  return withModules;
}

/**
 * Escapes all non-ASCII characters, in strings, templates and regular expressions alike. esbuild escapes only those in strings. The script
 * is read as bytes (generator/bin/start.js), which would split other characters.
 */
function escapeNonAscii(text) {
  return text.replaceAll(/[^\0-\x7F]/g, (unit) => {
    const code = unit.charCodeAt(0);
    if (code >= 0xd800 && code < 0xe000)
      throw new Error('a regular expression or a template contains a character beyond U+FFFF');
    return `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** Licences of the bundled libraries. */
export function noticesOf(...metafiles) {
  const folders = metafiles
    .flatMap(({ inputs }) => Object.keys(inputs))
    .flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  const notices = [...new Set(folders)].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const licence = readdirSync(join(root, folder)).find((file) => /^licen[cs]e/i.test(file));
    return `${name} ${version}\n\n${readFileSync(join(root, folder, licence), 'utf8').trim()}\n`;
  });
  return notices.join(`\n${'-'.repeat(80)}\n\n`);
}

/** Digest of all files that a build depends on. CRLF counts as LF. */
function sourceDigest() {
  const hash = createHash('sha256');
  const files = [
    'generator',
    'runtime',
    'stores',
    'templates',
    'scripts',
    'docs/diagnostics',
  ].flatMap((folder) => filesBelow(join(root, folder)));
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await build(process.argv.includes('--release') ? 'release' : 'workspace');
}
