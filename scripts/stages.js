import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Stages of the thorough tests, in order of execution. The tests of a stage are the files `*.thorough.test.ts` below `test/<stage>`; all
 * other tests are quick. npm packages for a single stage are in `test/<stage>/package.json`, outside the workspaces, with a separate
 * lockfile.
 *
 * - `adds`: description of what the stage covers beyond the quick tests.
 * - `debian`: required Debian packages.
 * - `compiles`: its npm packages that are compiled during installation.
 * - `rebuilds`: packages of the workspaces that are compiled for it, because `npm ci` runs no install scripts.
 * - `releases`: true if its tests install the packages as they are published, which are built before because test files run at the same time.
 * - `installs`: a folder outside `test` whose npm packages it needs.
 * - `bundlesSandbox`: true if its tests start the bundle of the sandbox.
 * - `services`: required servers, by the name of their init script, with the port that each listens on at the loopback interface.
 */
export const stages = {
  engines: {
    adds: 'the wire suite in Chromium, Bun, Deno and workerd, and feeds read by public clients',
    debian: ['chromium'],
    services: [],
  },
  stacks: {
    adds: 'Next.js, Vite, jest, Bun and others as published, Node 20 to 26; queries in Chromium; MSW',
    debian: ['chromium'],
    releases: true,
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
  stores: {
    adds: 'the stores on SQLite, PostgreSQL and Redis: conformance, and processes and databases that are killed',
    debian: ['redis-server'],
    compiles: ['better-sqlite3'],
    services: [
      { name: 'postgresql', port: 5432 },
      { name: 'redis-server', port: 6379 },
    ],
  },
  brokers: {
    adds: 'message brokers: one suite for all adapters, broken connections, processes that are killed',
    debian: ['kcat', 'mosquitto', 'nats-server', 'redis-server'],
    // The store that counts duplicates.
    rebuilds: ['better-sqlite3'],
    services: [
      { name: 'mosquitto', port: 1883 },
      { name: 'rabbitmq-server', port: 5672 },
      { name: 'redis-server', port: 6379 },
    ],
  },
  sandbox: {
    adds: 'the sandbox as a process: killed, damaged, failed over; its page in Chromium',
    debian: ['chromium', 'poppler-utils'],
    rebuilds: ['better-sqlite3'],
    bundlesSandbox: true,
    services: [{ name: 'postgresql', port: 5432 }],
  },
  playground: {
    adds: 'the playground in Chromium: edits, links, hostile documents, and the largest one of the corpus',
    debian: ['chromium'],
    services: [],
  },
  'third-party': {
    adds: 'the sandbox as platform and exchange for public clients, and QuickFIX for a day of trading',
    debian: ['faketime', 'g++', 'libquickfix-dev', 'libssl-dev'],
    services: [],
  },
  site: {
    adds: 'the documentation as a site: every page, link and anchor, the search and the keyboard in Chromium',
    debian: ['chromium'],
    installs: join(root, 'docs'),
    services: [],
  },
  registry: {
    adds: 'generated packages published to a registry, installed in an empty project, and upgraded',
    debian: [],
    releases: true,
    services: [],
  },
  recipes: {
    adds: 'the recipes of CONTRIBUTING.md, applied to a copy of the repository',
    debian: ['git'],
    services: [],
  },
};

/** Suffix of thorough test files. */
export const thoroughSuffix = '.thorough.test.ts';

/** The folder of a stage, with its tests and its optional `package.json`. */
export function folderOf(stage) {
  return join(root, 'test', stage);
}

/** The test files of a stage, relative to the root. */
export function filesOf(stage) {
  return testFiles(`test/${stage}`).filter((path) => path.endsWith(thoroughSuffix));
}

/** Returns `quick` or the stage of a test file. Returns `undefined` for a thorough file outside the stage folders. */
export function stageOf(path) {
  if (!path.endsWith(thoroughSuffix)) return 'quick';
  const [, folder = ''] = path.split('/');
  return Object.hasOwn(stages, folder) ? folder : undefined;
}

/** All test files below a folder, relative to the root, sorted. */
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
