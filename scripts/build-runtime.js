import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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
    // Entries only hand on what is in other files, so that nothing has to be added to what they export.
    preserveEntrySignatures: 'allow-extension',
    external: [/^jose/, /^ws$/, /^node:/],
    output: {
      dir: 'dist',
      format: 'esm',
      chunkFileNames: 'chunks/[name].js',
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: commonName, debugName: 'common' }],
      },
    },
    logLevel: 'warn',
  });
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
