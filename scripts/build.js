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

/**
 * Everything that is published: the generator and its declarations, and the runtime. A release vouches for its
 * output by its version; a build of the workspace needs its digest besides (generator/version.ts).
 */
export async function build(kind = 'workspace') {
  await bundleGenerator(kind);
  declareGenerator();
  await buildRuntime();
}

/** Writes the declarations that `generate.d.ts` leads to, and none of the rooms behind it. */
function declareGenerator() {
  compile('generator/tsconfig.build.json');
  const types = join(root, 'generator/dist/types');
  const reached = new Set();
  const reach = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)\.js'/g)) {
      reach(join(dirname(file), `${target}.d.ts`));
    }
  };
  reach(join(types, 'generator/generate.d.ts'));
  for (const file of filesBelow(types)) if (!reached.has(file)) rmSync(file);
}

/** Bundles the generator unless `generator/dist` is made from these very sources. */
export async function bundleIfStale() {
  const built = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  if (built !== sourceDigest()) await bundleGenerator('workspace');
}

/**
 * Bundles the generator into `generator/dist`: for programs in chunks that are loaded when they are needed; the command line as one
 * script, which V8 takes in compiled form from the last run (generator/bin/start.js).
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
    // The libraries are bundled: one file opens faster than a tree of them. What is external is for those who have it.
    external: ['ts-morph', 'typescript', 'openapi-typescript'],
    // Commander starts other programs for commands that are files, of which there are none: it loads slowly.
    alias: { 'node:child_process': './scripts/no-child-process.js' },
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
      entryPoints: { generate: 'generator/generate.ts', [patternJudge.name]: patternJudge.path },
      format: 'esm',
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      banner: {
        js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
      },
      plugins: [esbuildTemplates, esbuildArrayPatterns],
    }),
    bundle({
      ...options,
      entryPoints: { cli: 'generator/cli.ts' },
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      // Which script this is: V8 tells one from another by its length alone.
      banner: { js: `// ${kind} ${digest}` },
      plugins: [esbuildTemplates, esbuildArrayPatterns, besideTheScript],
    }),
  ]);
  const outputFiles = [
    ...program.outputFiles,
    ...script.outputFiles.map(({ path, text }) => ({
      path,
      contents: inAscii(handingOnImports(text)),
    })),
  ];
  // Only now, so that a build that fails leaves the last good one.
  rmSync(join(root, 'generator/dist'), { recursive: true, force: true });
  const notices = {
    path: join(root, 'generator/dist/THIRD-PARTY.txt'),
    contents: noticesOf(program.metafile, script.metafile),
  };
  for (const { path, contents } of [
    ...outputFiles,
    notices,
    // A release is no build that the workspace would go on with.
    { path: stampFile, contents: kind === 'release' ? kind : digest },
  ]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
}

/** What judges patterns: as large as all else together, and hardly ever asked. */
const patternJudge = { name: 'recheck', path: 'recheck/lib/browser.js' };

/** Keeps it out of the command line's script, which imports it from the file beside. */
const besideTheScript = {
  name: 'beside-the-script',
  setup({ onResolve }) {
    onResolve({ filter: /^recheck\/lib\/browser\.js$/ }, () => ({
      path: `./${patternJudge.name}.js`,
      external: true,
    }));
  },
};

/** What the script imports while it runs: what is beside it, and libraries that do not come with the package. */
const imported = [
  `./${patternJudge.name}.js`,
  '@asyncapi/parser',
  'openapi-typescript',
  'ts-morph',
  'typescript',
];

/** A script that V8 gets from elsewhere than a file can import nothing: `importOutside`, which it is given, does. */
function handingOnImports(text) {
  const found = new Set();
  const changed = text.replaceAll(/(?<![\w$.])import\("([^"]+)"\)/g, (_, target) => {
    found.add(target);
    return `importOutside(${JSON.stringify(target)})`;
  });
  const names = [...found].sort().join();
  if (names !== imported.join()) throw new Error(`the script imports something else: ${names}`);
  return changed;
}

/**
 * Every character beyond ASCII as its escape, which means the same in strings, templates and regular expressions. esbuild escapes those in
 * strings alone, and the script is read as bytes (generator/bin/start.js), where any other would become several.
 */
function inAscii(text) {
  return text.replaceAll(/[^\0-\x7F]/g, (unit) => {
    const code = unit.charCodeAt(0);
    if (code >= 0xd800 && code < 0xe000)
      throw new Error('a character beyond U+FFFF stands in a regular expression or a template');
    return `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** The licences of the libraries that the bundles hold. */
function noticesOf(...metafiles) {
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await build(process.argv.includes('--release') ? 'release' : 'workspace');
}
