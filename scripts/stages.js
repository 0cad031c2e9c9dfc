import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Stages of the thorough tests, in the order in which they run. The tests of a stage are the files `*.thorough.test.ts` below
 * `test/<stage>`; all other tests are quick. npm packages that only one stage needs are in `test/<stage>/package.json`, outside the
 * workspaces, with a lockfile beside it.
 *
 * - `adds`: one line that says what the stage proves beyond the quick tests.
 * - `debian`: packages of Debian that it needs.
 * - `compiles`: npm packages of its own that are compiled when they are installed.
 * - `services`: servers that it needs, by the name of their init script, and the port of the loopback interface that each listens on.
 */
export const stages = {
  engines: {
    adds: 'the wire suite in Chromium, Bun, Deno and workerd, and feeds read by public clients',
    debian: ['chromium'],
    services: [],
  },
  stacks: {
    adds: 'Next.js, Vite, jest, Bun and others with what is published, on Node 20, 22, 24 and 26',
    debian: [],
    services: [],
  },
  corpus: {
    adds: 'every document of the corpus generated, compiled, named the same later, and alike by command line',
    debian: [],
    services: [],
  },
  mutation: {
    adds: 'hostile words anywhere, the official suite of JSON Schema, random schemas on which ajv must agree',
    debian: [],
    services: [],
  },
  fix: {
    adds: 'FIX processes that are killed, QuickFIX C++ as the peer, and whole dictionaries compiled',
    debian: ['g++', 'libquickfix-dev', 'libssl-dev', 'make', 'python3'],
    compiles: ['better-sqlite3'],
    services: [],
  },
};

/** Ends the name of a test file that is not quick. */
export const thoroughSuffix = '.thorough.test.ts';

/** Folder of a stage: its tests, and its `package.json` if it has one. */
export function folderOf(stage) {
  return join(root, 'test', stage);
}

/** Test files of a stage, relative to the root. */
export function filesOf(stage) {
  return testFiles(`test/${stage}`).filter((path) => path.endsWith(thoroughSuffix));
}

/** Returns `quick` or the stage of a test file; `undefined` if the file is thorough but below no stage's folder. */
export function stageOf(path) {
  if (!path.endsWith(thoroughSuffix)) return 'quick';
  const [, folder = ''] = path.split('/');
  return Object.hasOwn(stages, folder) ? folder : undefined;
}

/** Every test file below a folder, relative to the root, sorted. */
export function testFiles(folder = 'test') {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules')
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return testFiles(path);
      return path.endsWith('.test.ts') ? [path] : [];
    })
    .sort();
}
