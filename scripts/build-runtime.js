import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compile } from './compile.js';

const root = fileURLToPath(new URL('../runtime', import.meta.url));

/**
 * Frequently used subpaths, by group. Modules that only one group imports are published as one file, and those that several groups import
 * as another, because opening many small modules dominates the time to import a client. Signing code is also imported by verifying code but
 * stays in a separate file, so that a client does not load both.
 */
const groups = {
  client: ['core/index.ts', 'http/index.ts'],
  'sign-jwt': ['auth/jwt/sign.ts'],
  'sign-hmac': ['auth/hmac/sign.ts'],
  validate: ['core/validate/index.ts'],
  server: ['http/server/index.ts'],
  auth: ['auth/jwt/index.ts', 'auth/hmac/index.ts'],
};

/** SWR and its subpaths, of which React needs the only copy. */
const swr = /^swr(?:\/(?:infinite|mutation))?$/;

/** Packages that the runtime imports and does not contain. */
const peers = [
  /^ws$/,
  swr,
  /^@rgrove\/parse-xml$/,
  /^@nats-io\//,
  /^avsc$/,
  /^@bufbuild\/protobuf/,
  /^node:/,
];

/**
 * Builds the published runtime. All subpaths are built together, so that a class exists only once. Also builds a CommonJS version, for
 * tools other than Node, Bun and bundlers, which can load the ES modules with `require`.
 */
export async function buildRuntime() {
  const { build } = await import('rolldown');
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  compile('runtime/tsconfig.build.json');
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const sources = Object.values(exports).flatMap((entry) => entry['@tallystick/source'] ?? []);
  const options = {
    cwd: root,
    input: Object.fromEntries(sources.map((path) => [path.slice(2, -'.ts'.length), path])),
    platform: 'neutral',
    logLevel: 'warn',
    // Entries only re-export from other files, so that nothing is added to their exports.
    preserveEntrySignatures: 'allow-extension',
  };
  const chunkFileNames = 'chunks/[name].js';
  await build({
    ...options,
    external: [/^jose/, ...peers],
    output: {
      dir: 'dist',
      format: 'esm',
      chunkFileNames,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: chunkName, debugName: 'common' }],
      },
    },
  });
  const commonJs = join(root, 'dist/cjs');
  const isDeclared = (path) => extname(path) === '' || path.endsWith('.d.ts');
  const folders =
    'core http rpc auth webhooks websocket broker fix fakes query swr mcp msw contract-tests'.split(
      ' ',
    );
  for (const folder of folders)
    cpSync(join(root, 'dist', folder), join(commonJs, folder), {
      recursive: true,
      filter: isDeclared,
    });
  await build({
    ...options,
    // jose has no CommonJS build and is therefore bundled.
    external: peers,
    output: { dir: 'dist/cjs', format: 'cjs', chunkFileNames },
  });
  writeFileSync(join(commonJs, 'package.json'), '{ "type": "commonjs" }\n');
}

/** Name of the file that contains a module, derived from the groups that import it. */
function chunkName(id, modules) {
  if (modules.getModuleInfo(id)?.isEntry === true) return null;
  const names = Object.keys(groups).filter((name) =>
    groups[name].some((entry) => importsOf(join(root, entry), modules).has(id)),
  );
  const [first, second, third] = names;
  const signs = first?.startsWith('sign') === true && second === 'auth' && third === undefined;
  return second === undefined || signs ? (first ?? null) : 'shared';
}

const cache = new Map();

/** All modules that a module imports statically, directly or indirectly. */
function importsOf(entry, modules) {
  const cached = cache.get(entry);
  if (cached !== undefined) return cached;
  const all = new Set([entry]);
  for (const id of all)
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) all.add(next);
  cache.set(entry, all);
  return all;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildRuntime();
