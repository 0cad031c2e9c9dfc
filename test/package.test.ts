import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pemKey, walletKey } from './wire/keys.js';
import { freePort } from './free-port.js';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');
const described = ['platform', 'rpc', 'exchange'] as const;
const tools = ['runtime', 'generator', 'stores'] as const;
const published = [...tools, ...described.map((name) => `generated/${name}` as const)] as const;

let folder: string;
let project: string;
const tarballs = new Map<string, string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-packages-'));
  // As "prepack" does in the runtime and the generator, which both build.
  await run(process.execPath, ['scripts/build.js', '--release'], { cwd: root });
  const packed = [
    ...(await pack(
      tools.map((path) => join(root, path)),
      '--ignore-scripts',
    )),
    ...(await pack(described.map((name) => join(root, 'generated', name)))),
  ];
  published.forEach((path, index) => tarballs.set(path, packed[index] ?? ''));
  const needed = await pack([...dependencies()], '--ignore-scripts');
  project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(
    join(project, 'package.json'),
    '{ "name": "empty", "private": true, "type": "module" }',
  );
  const options = ['install', '--offline', '--omit=optional', '--no-audit', '--no-fund'];
  await run('npm', [...options, ...packed, ...needed], { cwd: project });
  for (const name of described) writeExamples(name);
}, 600_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Packs folders; answers their tarballs in the same order. */
async function pack(
  paths: readonly string[],
  ...more: readonly string[]
): Promise<readonly string[]> {
  const options = ['pack', '--offline', '--json', '--pack-destination', folder, ...more];
  const { stdout } = await run('npm', [...options, ...paths], { cwd: folder });
  const names = [...stdout.matchAll(/"filename": "([^"]+)"/g)].map(([, name = '']) => name);
  if (names.length !== paths.length) throw new Error(`npm packed something else: ${stdout}`);
  return names.map((name) => join(folder, name));
}

/** The folders of everything that the published packages depend on, as it is installed in this workspace. */
function dependencies(): ReadonlySet<string> {
  const own = new Set(published.map((path) => manifestOf(join(root, path)).name));
  const found = new Set<string>();
  const follow = (from: string): void => {
    for (const name of Object.keys(manifestOf(from).dependencies ?? {})) {
      const path = own.has(name) ? undefined : folderOf(name, from);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      follow(path);
    }
  };
  for (const path of published) follow(join(root, path));
  return found;
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

function manifestOf(path: string): Manifest {
  const manifest: Manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  return manifest;
}

/** Folder of a dependency, as resolved from a package in the given folder. */
function folderOf(name: string, from: string): string {
  const paths = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  const path = paths.map((each) => join(each, name)).find((each) => existsSync(each));
  if (path === undefined) throw new Error(`${name} is not installed`);
  return path;
}

type Described = (typeof described)[number];

/** The programs of a package's README, in files by what they are about. */
function blocksOf(name: Described): Readonly<Record<string, string>> {
  const text = readFileSync(join(root, 'generated', name, 'README.md'), 'utf8');
  const blocks = [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  const about = (word: string): string => blocks.find((code) => code.includes(word)) ?? '';
  const client = `${about('const client = new')}${about('const outcome =')}`;
  return {
    client,
    pages: `${client}${about('for await')}`,
    standalone: about('const connection = connect'),
    server: about("/server';"),
    validators: about('/validators'),
    pacing: about('{ pacing }'),
    limits: about('{ limits }'),
  };
}

function writeExamples(name: Described): void {
  const source = join(project, 'src', name);
  mkdirSync(source, { recursive: true });
  for (const [file, text] of Object.entries(blocksOf(name)))
    if (text !== '') writeFileSync(join(source, `${file}.ts`), text);
}

test.each([
  ['runtime', 'npm run build', 'node ../scripts/build-runtime.js'],
  ['generator', 'node ../scripts/build.js --release', undefined],
  ['stores', 'npm run build', 'node ../scripts/build-stores.js'],
])('the package in %s is built before it is packed', (path, prepack, build) => {
  expect(manifestOf(join(root, path)).scripts).toEqual({
    ...(build === undefined ? {} : { build }),
    prepack,
  });
});

describe.each(published)('package in %s', (path) => {
  test('is accepted by publint', () => expectPublished(tarballOf(path)));

  // The runtime has a CommonJS build too; generated code is CommonJS on request.
  const profile = path === 'runtime' ? 'node16' : 'esm-only';
  test('is accepted by attw', () => expectTyped(tarballOf(path), profile), 600_000);

  test('contains its README and licence, and nothing of the workspace', async () => {
    const { stdout } = await run('tar', ['-tzf', tarballOf(path)]);
    const files = stdout.trim().split('\n');
    expect(files).toEqual(expect.arrayContaining(['package/README.md', 'package/LICENSE']));
    expect(
      files.filter((file) => /node_modules|\.tallystick|tsconfig|\.test\./.test(file)),
    ).toEqual([]);
  });
});

async function expectPublished(tarball: string): Promise<void> {
  const cli = join(root, 'node_modules/publint/src/cli.js');
  const { stdout } = await run(process.execPath, [cli, 'run', tarball, '--strict']);
  expect(stdout).toMatch(/All good!/);
}

/** Types are found by every way of resolution that a profile of attw counts, and say what the code is. */
async function expectTyped(tarball: string, profile: 'esm-only' | 'node16'): Promise<void> {
  const cli = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const style = ['--no-color', '--no-emoji', '--format', 'table-flipped'];
  // Its exit code is 1 if it finds a problem, and then this throws.
  const { stdout } = await run(process.execPath, [cli, tarball, '--profile', profile, ...style]);
  const rows = stdout.split('\n').filter((line) => line.startsWith('│ "'));
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) {
    const counted = row.split('│').slice(2, -1);
    const found = counted.filter((column) => !column.includes('(ignored)'));
    expect(found.length).toBe(profile === 'node16' ? 3 : 2);
    for (const column of found) expect(column).toMatch(/^ OK(?: \((?:ESM|CJS|JSON)\))? *$/);
  }
}

function tarballOf(path: string): string {
  const tarball = tarballs.get(path);
  if (tarball === undefined) throw new Error(`${path} was not packed`);
  return tarball;
}

/** The strictest flags that a user of the packages may have. */
const flags = {
  target: 'ES2022',
  lib: ['ES2022'],
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: false,
  rootDir: 'src',
};

describe('project with the installed packages', () => {
  const compilers = [
    { compiler: 'TypeScript 5.9', bin: 'typescript/bin/tsc' },
    { compiler: 'TypeScript 7', bin: 'typescript-7/bin/tsc' },
  ];
  const resolutions = [
    { resolution: 'NodeNext', module: 'NodeNext' },
    { resolution: 'Bundler', module: 'ESNext' },
  ];
  const both = compilers.flatMap((compiler) =>
    resolutions.map((each) => ({ ...compiler, ...each })),
  );
  test.each(both)(
    'compiles every example under $resolution with $compiler',
    async ({ bin, resolution, module }) => {
      const name = `tsconfig.${bin.split('/')[0]}.${resolution}.json`;
      const compilerOptions = { ...flags, module, moduleResolution: resolution, noEmit: true };
      writeFileSync(join(project, name), JSON.stringify({ compilerOptions, include: ['src'] }));
      expect(await compiled(bin, name)).toBe('');
    },
  );

  test('bundles a client for browsers without Node', async () => {
    const { metafile } = await build({
      stdin: { contents: "export * from '@platform/platform';", resolveDir: project },
      bundle: true,
      splitting: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'browser',
      external: ['node:*'],
      outdir: 'bundle',
    });
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
    expect(imports.filter(({ path }) => path.startsWith('node:'))).toEqual([]);
  });

  test('generates a client and a server', async () => {
    cpSync(join(root, 'spec/rpc/openapi.yaml'), join(project, 'openapi.yaml'));
    const { stdout } = await run(
      'npx',
      ['--offline', 'tallystick', 'generate', 'openapi.yaml', '--out', 'made/api'],
      {
        cwd: project,
      },
    );
    expect(stdout).toMatch(/files written/);
    const compilerOptions = { ...flags, module: 'NodeNext', rootDir: 'made', noEmit: true };
    writeFileSync(
      join(project, 'tsconfig.made.json'),
      JSON.stringify({ compilerOptions, include: ['made'] }),
    );
    expect(await compiled('typescript-7/bin/tsc', 'tsconfig.made.json')).toBe('');
  });

  describe('and a package with both module formats', () => {
    const asking =
      "import('@acme/both').then((m) => console.log(m.BothClient === c.BothClient, typeof c.BothClient))";
    let tarball: string;

    beforeAll(async () => {
      cpSync(join(root, 'spec/rpc/openapi.yaml'), join(project, 'both.yaml'));
      const line = 'generate both.yaml --out both --package @acme/both --module-formats esm,cjs';
      await run('npx', ['--offline', 'tallystick', ...line.split(' ')], { cwd: project });
      for (const config of ['both/tsconfig.json', 'both/tsconfig.cjs.json'])
        await compiled('typescript-7/bin/tsc', config, '--declaration');
      [tarball = ''] = await pack([join(project, 'both')], '--ignore-scripts');
      await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], {
        cwd: project,
      });
    });

    test('is accepted by publint', () => expectPublished(tarball));
    test('is accepted by attw', () => expectTyped(tarball, 'node16'));

    test('loads each class once in Node, with import and require', async () => {
      const program = `const c = require('@acme/both'); ${asking}`;
      const { stdout } = await run(process.execPath, ['-e', program], { cwd: project });
      expect(stdout).toBe('true function\n');
    });

    test('loads CommonJS without export conditions', async () => {
      const program = `
        const path = require('node:path').resolve('node_modules/@acme/both/cjs/index.js');
        const c = require(path);
        console.log(Object.keys(require.cache).filter((file) => file.endsWith('both/cjs/index.js')).length, typeof c.BothClient);`;
      const { stdout } = await run(process.execPath, ['-e', program], { cwd: project });
      expect(stdout).toBe('1 function\n');
    });
  });

  test('runs the server and client of the README of the platform', async () => {
    const key = pemKey('a7c1');
    const keys = { [key.name]: { key: key.publicPem, scopes: ['manage'] } };
    const environment = {
      BEARER_KEY_NAME: key.name,
      BEARER_KEY_SECRET: key.secret,
      WALLET_AUTH_SECRET: walletKey('wallet').secret,
    };
    const edit = (text: string): string =>
      text.replace('const keys = {};', `const keys = ${JSON.stringify(keys)} as const;`);
    const { client, standalone } = await conversation('platform', environment, edit);
    expect(client).toMatch(/scope: 'account'/);
    expect(client.trim()).toMatch(/ 201$/);
    expect(standalone).toBe('');
  });

  test('runs the server and client of the README of the exchange', async () => {
    const secret = Buffer.alloc(64, 1).toString('base64');
    const shared = { me: { secret, passphrase: 'pp123', scopes: ['trade'] } };
    const environment = {
      EXCHANGE_KEY_KEY: 'me',
      EXCHANGE_KEY_SECRET: secret,
      EXCHANGE_KEY_PASSPHRASE: 'pp123',
    };
    const edit = (text: string): string =>
      text.replace('const shared = {};', `const shared = ${JSON.stringify(shared)} as const;`);
    const { client, standalone } = await conversation('exchange', environment, edit);
    expect(client).toMatch(/product_id: 'BTC-USD'/);
    expect(client.trim()).toMatch(/ 200$/);
    expect(standalone).toBe('');
  });

  test('runs the server and client of the README with JSON-RPC', async () => {
    const environment = { CLIENT_API_KEY_CREDENTIAL: 'kJ2xQ0aVbN7yTz5w' };
    const { client, standalone } = await conversation('rpc', environment, (text) => text);
    expect(client).toMatch(/nextPageToken/);
    expect(client.trim()).toMatch(/ 200$/);
    expect(standalone).toBe('');
  });
});

/** Output of the compiler for the project. */
async function compiled(bin: string, config: string, ...more: string[]): Promise<string> {
  try {
    const compiler = join(root, 'node_modules', bin);
    const { stdout } = await run(process.execPath, [compiler, '-p', config, ...more], {
      cwd: project,
    });
    return stdout;
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string')
      return error.stdout;
    throw error;
  }
}

/** Runs a README's server on loopback and its clients against it; answers what the clients print. */
async function conversation(
  name: Described,
  environment: Readonly<Record<string, string>>,
  edit: (server: string) => string,
): Promise<{ readonly client: string; readonly standalone: string }> {
  const port = await freePort();
  const source = join(project, 'talk', name);
  mkdirSync(source, { recursive: true });
  const { server = '', client = '', standalone = '' } = blocksOf(name);
  const there = (text: string): string =>
    text.replaceAll(/'https:\/\/\w+\.example\.com'/g, `'http://127.0.0.1:${port}'`);
  const listening = edit(server)
    .replace(/'\w+\.example\.com'/, `'127.0.0.1:${port}'`)
    .replace('.listen(8080)', `.listen(${port}, '127.0.0.1', () => console.log('listening'))`);
  writeFileSync(join(source, 'server.ts'), listening);
  writeFileSync(join(source, 'client.ts'), there(client));
  writeFileSync(join(source, 'standalone.ts'), there(standalone));
  const compilerOptions = {
    ...flags,
    module: 'NodeNext',
    rootDir: source,
    outDir: join(source, 'out'),
  };
  const config = join(project, `tsconfig.${name}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions, include: [source] }));
  expect(await compiled('typescript-7/bin/tsc', config)).toBe('');
  const env = { ...process.env, ...environment };
  const started = spawn(process.execPath, [join(source, 'out/server.js')], { env });
  try {
    await saying('listening', started);
    const print = async (file: string): Promise<string> =>
      (await run(process.execPath, [join(source, 'out', file)], { env })).stdout;
    return { client: await print('client.js'), standalone: await print('standalone.js') };
  } finally {
    started.kill();
    await once(started, 'close');
  }
}

/** Waits until a program prints a word; fails with what it printed if it ends before. */
async function saying(word: string, child: ChildProcess): Promise<void> {
  let text = '';
  await new Promise<void>((done, fail) => {
    const hear = (piece: Buffer): void => {
      text += piece.toString();
      if (text.includes(word)) done();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.on('close', () => fail(new Error(text)));
  });
}
