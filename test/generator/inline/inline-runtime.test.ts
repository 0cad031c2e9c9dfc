import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memoryHost, type MemoryHost } from '../../../generator/host/memory.js';
import { documents, isSmall, isValid } from '../../corpus/documents.js';
import { sharedPath } from '../../shared.js';
import { run } from '../cli/console.js';
import { diskHost } from '../../../generator/host/disk.js';

const pets = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
servers: [{ url: https://pets.example }]
paths:
  /pets:
    post:
      operationId: addPet
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { '201': { description: Added., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
  /pets/{petId}:
    get:
      operationId: getPet
      parameters: [{ name: petId, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: The pet., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
        '404': { description: No such pet., content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
components:
  schemas:
    Pet: { type: object, required: [name], properties: { name: { type: string, minLength: 1 }, tag: { type: string } } }
    Problem: { type: object, required: [title], properties: { title: { type: string } } }
`;

/** Outside the repository's packages, so that nothing can be resolved. */
const folder = resolve('.tallystick/inline-runtime');

async function generated(
  ...more: readonly string[]
): Promise<{ readonly host: MemoryHost; readonly files: ReadonlyMap<string, string> }> {
  const host = memoryHost({ 'pets.yaml': pets }, '/app');
  const line = ['generate', 'pets.yaml', '--out', 'out', '--inline-runtime', ...more];
  expect(await run(line, host)).toMatchObject({ code: 0, error: '' });
  const files = [...host.files()].filter(([path]) => path.startsWith('/app/out/'));
  return { host, files: new Map(files.map(([path, text]) => [path.slice(9), text])) };
}

function write(name: string, files: ReadonlyMap<string, string>): string {
  const to = join(folder, name);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), text);
  }
  return to;
}

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const strictFlags = {
  target: 'ES2022',
  module: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitReturns: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  allowUnreachableCode: false,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  erasableSyntaxOnly: true,
  declaration: true,
  noEmit: true,
};

const browser = { lib: ['ES2022', 'DOM'], types: [] };
const node = { lib: ['ES2022'], types: ['node'], typeRoots: [resolve('node_modules/@types')] };

/** Errors of a compiler about the sources in a folder. */
function compile(compiler: 'typescript' | 'typescript-7', at: string, options: object): string {
  writeFileSync(join(at, 'package.json'), '{ "type": "module" }');
  const config = join(at, 'strict.json');
  writeFileSync(
    config,
    JSON.stringify({ compilerOptions: { ...strictFlags, ...options }, include: ['.'] }),
  );
  const bin = resolve('node_modules', compiler, 'bin/tsc');
  try {
    execFileSync(process.execPath, [bin, '-p', config], { encoding: 'utf8', stdio: 'pipe' });
    return '';
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout);
  }
}

describe('package with the runtime inside', () => {
  test('depends on nothing, and exports the copies', async () => {
    const { files } = await generated('--package', 'pets', '--emitters', 'client,validators');
    const manifest = JSON.parse(files.get('package.json') ?? '');
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.peerDependencies).toBeUndefined();
    expect(manifest.devDependencies).toEqual({ typescript: '>=5.9' });
    expect(manifest.exports['./runtime']).toEqual({
      '@tallystick/source': './src/runtime/index.ts',
      types: './dist/runtime/index.d.ts',
      default: './dist/runtime/index.js',
    });
    expect(Object.keys(manifest.exports)).toContain('./runtime/http');
    const imports = [...files.values()].filter((text) => / from '@tallystick/.test(text));
    expect(imports).toEqual([]);
    expect(files.get('README.md')).toContain('`ApiError` of `pets/runtime`');
    expect(files.get('src/runtime/LICENSE')).toContain('MIT License');
    expect(files.get('src/runtime/core/errors.ts')).toMatch(
      /^\/\/ Copied by Tallystick from @tallystick\/runtime \d.*MIT/,
    );
  });

  test('has only what it uses', async () => {
    const { files } = await generated('--package', 'pets', '--emitters', 'client');
    const copies = [...files].filter(([path]) => path.startsWith('src/runtime/'));
    const size = copies.reduce((sum, [, text]) => sum + text.length, 0);
    expect(
      copies.map(([path]) => path).filter((path) => /server\/|auth|websocket|fix/.test(path)),
    ).toEqual([]);
    expect(copies.length).toBeLessThan(90);
    expect(size).toBeLessThan(300_000);
    expect(files.get('src/runtime/http/parts.ts')).toContain('const jsonAnswers');
    expect(files.get('src/runtime/http/parts.ts')).not.toContain('cookieParameters');
  });

  test('has the adapter that its README shows, with the types of Node', async () => {
    const { files } = await generated('--package', 'pets');
    expect(files.get('README.md')).toContain(
      "import { nodeHandler } from 'pets/runtime/http/node';",
    );
    expect(files.get('src/runtime/http/node.ts')).toContain('export function nodeHandler');
    expect(JSON.parse(files.get('package.json') ?? '').devDependencies).toHaveProperty(
      '@types/node',
    );
    expect(files.get('tsconfig.json')).toContain('"types": ["node"]');
  });

  test.each([
    ['typescript', 'browsers', ['--emitters', 'client'], browser],
    ['typescript-7', 'browsers', [], browser],
    ['typescript-7', 'Node', [], node],
  ] as const)(
    'compiles with %s under strict flags, for %s (%j)',
    async (compiler, target, more, options) => {
      const { files } = await generated('--import-extensions', 'js', ...more);
      expect(compile(compiler, write(`strict-${compiler}-${target}`, files), options)).toBe('');
    },
  );

  test('follows the extension of imports', async () => {
    const { files } = await generated('--import-extensions', 'ts');
    const copies = [...files].filter(([path]) => path.startsWith('runtime/'));
    const relative = copies.flatMap(([, text]) => [...text.matchAll(/^.* from '(\..*)';$/gm)]);
    expect(relative.length).toBeGreaterThan(50);
    expect(relative.filter(([, specifier = '']) => !specifier.endsWith('.ts'))).toEqual([]);
    expect(files.get('client.ts')).toContain("from './runtime/http/index.ts'");
  });

  test('calls a server, with errors that the program imports from it', async () => {
    const { files } = await generated('--package', 'pets', '--emitters', 'client');
    const at = write('call', files);
    const program = await bundled(
      `export { connectPets, getPet } from './src/index.ts'; export { ApiError } from './src/runtime/index.ts';`,
      at,
    );
    writeFileSync(join(at, 'program.mjs'), program);
    const { connectPets, getPet, ApiError } = await import(
      pathToFileURL(join(at, 'program.mjs')).href
    );
    const server = createServer((request, response) => {
      const found = request.url === '/pets/1';
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(found ? { name: 'Rex' } : { title: 'none' }));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    try {
      const { port } = server.address() as AddressInfo;
      const client = connectPets({ baseUrl: `http://127.0.0.1:${port}` });
      expect(await getPet(client, '1')).toEqual({ name: 'Rex' });
      const error = await getPet(client, '2').catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ status: 404, operation: 'getPet' });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test.each([
    ['package', ['--package', 'out'], '/src/index.ts'],
    ['sources', [], '/index.ts'],
  ] as const)(
    'is no larger in a bundle than a dependency: an operation with its client (%s)',
    async (kind, flags, entry) => {
      const { host, files } = await generated(...flags);
      const inlined = write(`inline-${kind}/out`, files);
      expect(await run(['generate', 'pets.yaml', '--out', 'out', ...flags], host)).toMatchObject({
        code: 0,
      });
      const others = [...host.files()].filter(([path]) => path.startsWith('/app/out/'));
      const depending = write(
        `depending-${kind}/out`,
        new Map(others.map(([path, text]) => [path.slice(9), text])),
      );
      const program = `export { getPet, connectOut } from './${entry.slice(1)}';`;
      const own = await bundled(program, inlined);
      const other = await bundled(program, depending);
      // Where statements are in another order, the names that esbuild chooses differ by single bytes.
      expect(own.length / other.length).toBeLessThan(1.0005);
    },
  );
});

async function bundled(contents: string, resolveDir: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    conditions: ['@tallystick/source'],
    nodePaths: [resolve('node_modules')],
  });
  return outputFiles[0]?.text ?? '';
}

describe('copies of the runtime', () => {
  const line = ['generate', 'pets.yaml', '--out', 'out', '--inline-runtime'];

  test('are checked, repaired, and removed when they are no longer used', async () => {
    const { host, files } = await generated();
    expect(await run(line.with(0, 'check'), host)).toMatchObject({ code: 0 });
    const path = '/app/out/runtime/core/errors.ts';
    host.write(path, new TextEncoder().encode('edited'));
    expect(await run(line.with(0, 'check'), host)).toMatchObject({ code: 1 });
    expect(await run([...line, '--force'], host)).toMatchObject({ code: 0 });
    expect(host.files().get(path)).toBe(files.get('runtime/core/errors.ts'));
    expect(await run([...line, '--emitters', 'types'], host)).toMatchObject({ code: 0 });
    expect(host.files().has(path)).toBe(false);
    expect(await run(line.slice(0, -1), host)).toMatchObject({ code: 0 });
    expect([...host.files().keys()].filter((each) => each.includes('/runtime/'))).toEqual([]);
  });

  test('contain more of the runtime on request', async () => {
    const { files } = await generated(
      '--runtime-modules',
      'http/fetch,xml',
      '--package',
      'pets',
      '--emitters',
      'client',
    );
    expect(files.get('src/runtime/http/fetch.ts')).toContain('export function fetchHandler');
    const manifest = JSON.parse(files.get('package.json') ?? '');
    expect(Object.keys(manifest.exports)).toContain('./runtime/http/fetch');
    expect(manifest.peerDependencies).toHaveProperty('@rgrove/parse-xml');
    expect(manifest.peerDependenciesMeta).toEqual({ '@rgrove/parse-xml': { optional: true } });
  });

  test.each([
    ['@bufbuild/protobuf', 'protobuf', `'syntax = "proto3"; message Placed { string id = 1; }'`],
    ['avsc', 'apache.avro', '{ type: record, name: Placed, fields: [{ name: id, type: bytes }] }'],
  ])(
    'require %s if the package itself imports it, and compile',
    async (library, format, schema) => {
      const language = format === 'protobuf' ? 'google.protobuf;version=3' : format;
      const document = `asyncapi: 3.0.0
info: { title: Tea, version: 1.0.0 }
servers: { events: { host: localhost, protocol: kafka } }
channels:
  orders:
    address: orders
    messages: { placed: { payload: { schemaFormat: application/vnd.${language}, schema: ${schema} } } }
`;
      const host = memoryHost({ 'tea.yaml': document }, '/app');
      const line = 'generate tea.yaml --out tea --package tea --inline-runtime'.split(' ');
      expect(await run(line, host)).toMatchObject({ code: 0, error: '' });
      const files = new Map(
        [...host.files()].map(([path, text]) => [path.replace('/app/tea/', ''), text] as const),
      );
      const manifest = JSON.parse(files.get('package.json') ?? '');
      expect(manifest.peerDependencies).toHaveProperty([library]);
      expect(manifest.peerDependenciesMeta).toBeUndefined();
      files.delete('/app/tea.yaml');
      expect(
        compile('typescript-7', write(`peer-${library.replace(/\W/gu, '')}`, files), node),
      ).toBe('');
    },
  );

  test('contain the codecs of decimals, which need nothing else', async () => {
    const { files } = await generated('--runtime-modules', 'decimals');
    const to = write('decimals', files);
    const outfile = join(to, 'decimals.mjs');
    const entry = join(to, 'runtime/core/decimals.ts');
    await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm' });
    const { minorUnits } = (await import(pathToFileURL(outfile).href)) as {
      readonly minorUnits: (digits: number) => {
        readonly decode: (text: string) => bigint;
        readonly encode: (value: bigint) => string;
      };
    };
    const cents = minorUnits(2);
    expect([cents.decode('-12.5'), cents.encode(99n)]).toEqual([-1250n, '0.99']);
  });

  test('need the signing library only if something is signed', async () => {
    const more = [
      '--package',
      'pets',
      '--emitters',
      'client',
      '--runtime-modules',
      'auth/jwt/sign',
    ];
    const { files } = await generated(...more);
    expect(Object.keys(JSON.parse(files.get('package.json') ?? '').dependencies)).toEqual(['jose']);
  });

  test('are imported by new handlers', async () => {
    const { host } = await generated();
    const scaffold = ['scaffold', 'server.ts', 'pets.yaml', '--config', 'tallystick.yaml'];
    host.write(
      '/app/tallystick.yaml',
      new TextEncoder().encode(
        'packages: [{ documents: [pets.yaml], out: out, inlineRuntime: true, importExtensions: js }]',
      ),
    );
    expect(await run(scaffold, host)).toMatchObject({ code: 0 });
    expect(host.files().get('/app/server.ts')).toContain(
      "import { notImplemented } from './out/runtime/http/server/index.js';",
    );
  });

  test.each([
    [['--runtime-modules', 'http/nod'], 'inline-runtime', '"http/nod" is not a subpath'],
    [['--package', 'pets', '--runtime-modules', 'http,'], '', '--runtime-modules must be'],
  ])('are refused with %j', async (more, code, message) => {
    const host = memoryHost({ 'pets.yaml': pets }, '/app');
    const outcome = await run([...line, ...more], host);
    expect(outcome.code).not.toBe(0);
    expect(outcome.error + outcome.out).toContain(message);
    expect(outcome.error + outcome.out).toContain(code);
  });

  test('are requested before more of the runtime is', async () => {
    const host = memoryHost({ 'pets.yaml': pets }, '/app');
    const outcome = await run([...line.slice(0, -1), '--runtime-modules', 'xml'], host);
    expect(outcome.code).toBe(1);
    expect(outcome.error + outcome.out).toContain('"runtimeModules" requires "inlineRuntime"');
  });

  test('exclude checks in JavaScript', async () => {
    const config = `packages: [{ documents: [pets.yaml], out: out, package: pets, inlineRuntime: true, checkFiles: js }]`;
    const host = memoryHost({ 'pets.yaml': pets, 'tallystick.yaml': config }, '/app');
    const outcome = await run(['generate'], host);
    expect(outcome.code).toBe(1);
    expect(outcome.error + outcome.out).toContain('because the copied runtime is TypeScript');
  });
});

const corpus = sharedPath('corpus', 'openapi') ?? '';
const sample = documents
  .filter((each) => isSmall(each) && isValid(each))
  .filter((_, index) => index % 12 === 4);

test.skipIf(corpus === '')(
  'real documents compile with the runtime inside (TALLYSTICK_SHARED)',
  async () => {
    const at = join(folder, 'corpus');
    let count = 0;
    for (const { file } of sample.slice(0, 4)) {
      const out = join(at, String(count));
      const line = [
        'generate',
        join(corpus, file),
        '--out',
        out,
        '--inline-runtime',
        '--import-extensions',
        'js',
      ];
      const { code } = await run(line, diskHost(at.replace(/corpus$/, '')));
      if (code === 0) count += 1;
    }
    expect(count).toBeGreaterThan(1);
    const typeRoots = [resolve('node_modules/@types')];
    expect(
      compile('typescript-7', at, {
        lib: ['ES2023'],
        types: ['node'],
        typeRoots,
        noUnusedLocals: true,
      }),
    ).toBe('');
  },
);

describe('the page of the guide', () => {
  const page = readFileSync('docs/guide/inline-runtime.md', 'utf8');
  const blocks = (language: string): readonly string[] =>
    [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
      ([, body = '']) => body,
    );

  test.each(blocks('sh'))('has a command that works: %s', async (line) => {
    const host = memoryHost({ 'petstore.yaml': pets }, '/app');
    expect(await run(line.trim().split(' ').slice(2), host)).toMatchObject({ code: 0, error: '' });
    expect(host.files().get('/app/src/api/client.ts')).toContain("from './runtime/http");
  });

  test.each(blocks('yaml'))('has settings that work: %s', async (config) => {
    const host = memoryHost({ 'petstore.yaml': pets, 'tallystick.yaml': config }, '/app');
    expect(await run(['generate'], host)).toMatchObject({ code: 0, error: '' });
    expect(host.files().get('/app/src/api/client.ts')).toContain("from './runtime/http");
  });

  test('names files that exist', async () => {
    const { files } = await generated(
      '--import-extensions',
      'js',
      '--runtime-modules',
      'http/node,xml',
    );
    const paths = [...page.matchAll(/`\.\/api\/(runtime\/[^`]*)\.js`/g)].map(
      ([, path = '']) => `${path}.ts`,
    );
    expect(paths.length).toBe(4);
    expect(paths.filter((path) => !files.has(path))).toEqual([]);
  });
});
