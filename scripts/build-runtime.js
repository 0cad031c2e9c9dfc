import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compile } from './compile.js';

const root = fileURLToPath(new URL('../runtime', import.meta.url));

/**
 * The subpaths that programs load most. Modules that one kind of them reaches are published as one file, and those that several kinds
 * reach as another, because opening many small modules is most of what importing a client costs. What signs is reached by what verifies as
 * well, and stays apart all the same: a client loads no more of both.
 */
const common = {
  client: ['core/index.ts', 'http/index.ts'],
  'sign-jwt': ['auth/jwt/sign.ts'],
  'sign-hmac': ['auth/hmac/sign.ts'],
  validate: ['core/validate/index.ts'],
  server: ['http/server/index.ts'],
  auth: ['auth/jwt/index.ts', 'auth/hmac/index.ts'],
};

/**
 * Builds the runtime as it is published: all subpaths in one go, so that a class stays one class. Beside the modules is the same as
 * CommonJS, for what requires packages by other means than Node, Bun and bundlers, which take the modules for `require` too.
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
    // Entries only hand on what is in other files, so that nothing has to be added to what they export.
    preserveEntrySignatures: 'allow-extension',
  };
  const chunkFileNames = 'chunks/[name].js';
  await build({
    ...options,
    external: [/^jose/, /^ws$/, /^@rgrove\/parse-xml$/, /^node:/],
    output: {
      dir: 'dist',
      format: 'esm',
      chunkFileNames,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: commonName, debugName: 'common' }],
      },
    },
  });
  const commonJs = join(root, 'dist/cjs');
  const isDeclared = (path) => extname(path) === '' || path.endsWith('.d.ts');
  for (const folder of ['core', 'http', 'rpc', 'auth', 'socket', 'fix'])
    cpSync(join(root, 'dist', folder), join(commonJs, folder), {
      recursive: true,
      filter: isDeclared,
    });
  await build({
    ...options,
    // jose has no CommonJS of its own.
    external: [/^ws$/, /^@rgrove\/parse-xml$/, /^node:/],
    output: { dir: 'dist/cjs', format: 'cjs', chunkFileNames },
  });
  writeFileSync(join(commonJs, 'package.json'), '{ "type": "commonjs" }\n');
}

/** Names the file that a module is published in: after the common subpaths that reach it. */
function commonName(id, modules) {
  if (modules.getModuleInfo(id)?.isEntry === true) return null;
  const names = Object.keys(common).filter((name) =>
    common[name].some((entry) => reached(join(root, entry), modules).has(id)),
  );
  const [first, second, third] = names;
  const signs = first?.startsWith('sign') === true && second === 'auth' && third === undefined;
  return second === undefined || signs ? (first ?? null) : 'shared';
}

const reachedBy = new Map();

/** A module and all that it imports, and they. What is loaded later is not among them. */
function reached(entry, modules) {
  const known = reachedBy.get(entry);
  if (known !== undefined) return known;
  const all = new Set([entry]);
  for (const id of all)
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) all.add(next);
  reachedBy.set(entry, all);
  return all;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildRuntime();
