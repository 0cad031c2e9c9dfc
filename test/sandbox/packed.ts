import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildSandboxIfStale, declareSandbox } from '../../scripts/build-sandbox.js';

const run = promisify(execFile);
const root = resolve('.');

/** Packages that a user of the sandbox installs. */
const installed = [
  'sandbox',
  'runtime',
  'generated/exchange',
  'generated/platform',
  'generated/sandbox-control',
];

/**
 * Installs the packages from their tarballs into an empty folder, with what they depend on and without optional packages, as npm does
 * for a user. No registry is asked.
 */
export async function installSandbox(folder: string): Promise<string> {
  await buildSandboxIfStale();
  declareSandbox();
  await run(process.execPath, ['scripts/build-runtime.js'], { cwd: root });
  const paths = installed.map((path) => join(root, path));
  const built = paths.slice(0, 2);
  const tarballs = [
    ...(await pack(folder, built, '--ignore-scripts')),
    ...(await pack(folder, paths.slice(2))),
    ...(await pack(folder, [...dependencies(paths)], '--ignore-scripts')),
  ];
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const options = ['install', '--offline', '--omit=optional', '--no-audit', '--no-fund'];
  await run('npm', [...options, ...tarballs], { cwd: project });
  return project;
}

/** Packs folders. Returns their tarballs in the same order. */
async function pack(
  folder: string,
  paths: readonly string[],
  ...more: readonly string[]
): Promise<readonly string[]> {
  const options = ['pack', '--offline', '--json', '--pack-destination', folder, ...more];
  const { stdout } = await run('npm', [...options, ...paths], { cwd: folder });
  const names = [...stdout.matchAll(/"filename": "([^"]+)"/g)].map(([, name = '']) => name);
  if (names.length !== paths.length) throw new Error(`npm packed something else: ${stdout}`);
  return names.map((name) => join(folder, name));
}

/** The folders of everything else that packages depend on, as it is installed in this workspace. */
function dependencies(paths: readonly string[]): ReadonlySet<string> {
  const own = new Set(paths.map((path) => manifestOf(path).name));
  const found = new Set<string>();
  const follow = (from: string): void => {
    for (const name of Object.keys(manifestOf(from).dependencies ?? {})) {
      const path = own.has(name) ? undefined : folderOf(name, from);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      follow(path);
    }
  };
  for (const path of paths) follow(path);
  return found;
}

function manifestOf(path: string): {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
} {
  return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as ReturnType<
    typeof manifestOf
  >;
}

function folderOf(name: string, from: string): string {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  const path = places.map((each) => join(each, name)).find((each) => existsSync(each));
  if (path === undefined) throw new Error(`${name} is not installed`);
  return path;
}
