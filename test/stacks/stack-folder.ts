import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { arch, execPath, platform } from 'node:process';
import { promisify } from 'node:util';
import { releaseIfStale } from '../../scripts/build.js';
import { document, type Files } from './apps.js';

const execute = promisify(execFile);
const installed = resolve('test/stacks/node_modules');

const versions: readonly number[] = [20, 22, 24, 26];

/** The releases of Node that built apps run on, and their programs as npm has them. */
export const nodes: readonly (readonly [version: number, file: string])[] = versions.map(
  (version) => [version, join(installed, `node-${version}/bin/node`)],
);

/** Whether the packages of the stage are installed, and its programs run on this machine. */
export const isInstalled: boolean =
  platform === 'linux' &&
  arch === 'x64' &&
  existsSync(join(installed, '.installed')) &&
  nodes.every(([, file]) => existsSync(file));

/** A program that runs in an app. */
export interface Run {
  /** A file below the installed packages: a script such as `vite/bin/vite.js`, or a program. */
  readonly file: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The Node that runs it; this one if absent. */
  readonly node?: string;
}

/** A folder outside of the workspace with the packages of the stage, and with ours as they are published. */
export interface StackFolder {
  readonly folder: string;
  /** Writes an app, generates its sources, and answers its folder. */
  addApp(name: string, files: Files, sources: string): Promise<string>;
  /** Copies an app, generates its sources with the arguments of a command line, and answers its folder. */
  copyApp(name: string, from: string, ...args: readonly string[]): Promise<string>;
  /** Runs a program in an app, and returns its output even if it fails. */
  run(app: string, run: Run): Promise<string>;
  /** Starts a server in an app that prints `Ready` once it listens on the port. */
  start(app: string, run: Run, port: number): Promise<{ close(): Promise<void> }>;
  close(): void;
}

const tsc = 'typescript-7/bin/tsc';

/**
 * Installs the tarballs of the runtime and the generator into an empty folder, and a package that the generator makes there, in both
 * formats, and puts the packages of the stage beside them.
 */
export async function createStackFolder(): Promise<StackFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-stacks-'));
  const packages = join(folder, 'node_modules');
  const npm = (...args: readonly string[]): Promise<unknown> =>
    execute('npm', [...args, '--offline', '--ignore-scripts'], { cwd: folder });
  const pack = async (...paths: readonly string[]): Promise<readonly string[]> => {
    const { stdout } = await execute(
      'npm',
      ['pack', '--offline', '--json', '--ignore-scripts', ...paths],
      { cwd: folder },
    );
    return [...stdout.matchAll(/"filename": "([^"]+)"/g)].map(([, name = '']) => `./${name}`);
  };
  const install = (tarballs: readonly string[]): Promise<unknown> =>
    npm('install', '--omit=optional', '--no-audit', '--no-fund', ...tarballs);
  const place: StackFolder = {
    folder,
    async addApp(name, files, sources) {
      const app = join(folder, name);
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(app, path)), { recursive: true });
        writeFileSync(join(app, path), text);
      }
      await generate(app, 'pets.yaml', '--out', sources);
      return app;
    },
    async copyApp(name, from, ...args) {
      const app = join(folder, name);
      cpSync(from, app, { recursive: true });
      await generate(app, ...args);
      return app;
    },
    async run(app, run) {
      const [file, args] = lineOf(packages, run);
      const env = { ...process.env, ...run.env };
      try {
        const { stdout, stderr } = await execute(file, [...args], { cwd: app, env });
        return stdout + stderr;
      } catch (error) {
        const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
        return `it failed: ${stdout}${stderr}`;
      }
    },
    start: (app, run, port) => startServer(app, lineOf(packages, run), run.env ?? {}, port),
    close: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
  const generate = (cwd: string, ...args: readonly string[]): Promise<unknown> =>
    execute(execPath, [join(packages, 'tallystick/bin/tallystick.js'), 'generate', ...args], {
      cwd,
    });

  // Nothing if `scripts/thorough.js` has built it.
  await releaseIfStale();
  writeFileSync(join(folder, 'package.json'), '{ "name": "stacks", "private": true }');
  writeFileSync(join(folder, 'pets.yaml'), document);
  // jose is a dependency of the runtime: npm takes it from this workspace instead of the registry.
  await install(await pack(resolve('runtime'), resolve('generator'), resolve('node_modules/jose')));
  const formats = ['--module-formats', 'esm,cjs'];
  await generate(folder, 'pets.yaml', '--out', 'pets', '--package', '@acme/pets', ...formats);
  for (const config of ['tsconfig.json', 'tsconfig.cjs.json'])
    await execute(execPath, [join(installed, tsc), '-p', `pets/${config}`, '--declaration'], {
      cwd: folder,
    });
  await install(await pack('./pets'));
  await linkPackages(packages);
  return place;
}

/** Installs the packages of the stage in a folder: as links if the file system supports them, otherwise as copies. */
async function linkPackages(folder: string): Promise<void> {
  try {
    await execute('cp', ['-al', '--no-clobber', `${installed}/.`, folder]);
  } catch {
    cpSync(installed, folder, { recursive: true, force: false });
  }
}

function lineOf(
  packages: string,
  { file, args = [], node = execPath }: Run,
): readonly [string, readonly string[]] {
  const isScript = /\.[cm]?js$|\/bin\/(?:tsc|next)$/.test(file);
  const path = resolve(packages, file);
  return isScript ? [node, [path, ...args]] : [path, args];
}

async function startServer(
  app: string,
  [file, args]: readonly [string, readonly string[]],
  env: Readonly<Record<string, string>>,
  port: number,
): Promise<{ close(): Promise<void> }> {
  const child = spawn(file, [...args], {
    cwd: app,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((done) => child.on('exit', () => done()));
  let output = '';
  await new Promise<void>((done, fail) => {
    const hear = (piece: Buffer): void => {
      output += piece.toString();
      if (output.includes('Ready')) done();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', fail);
    child.on('exit', () => fail(new Error(`nothing listens on ${port}: ${output}`)));
  });
  return {
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
