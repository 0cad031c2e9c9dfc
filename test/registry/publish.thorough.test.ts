import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { releaseIfStale } from '../../scripts/build.js';
import { generate } from '../../generator/pipeline/generate.js';
import { proposeRelease } from '../../generator/pipeline/release.js';
import { diskHost } from '../../generator/host/disk.js';
import { missingRegistry, type Registry, startRegistry } from './registry.js';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

let registry: Registry | undefined;
beforeAll(async () => {
  if (missingRegistry !== undefined) return;
  await releaseIfStale();
  registry = await startRegistry();
  // What the packages need at run time. The compiler that builds them is found in the repository.
  for (const path of ['node_modules/jose', 'runtime']) {
    const folder = registry.folder(`pack-${path.replace('/', '-')}`, {});
    const packed = await registry.npm(
      folder,
      'pack',
      join(root, path),
      '--ignore-scripts',
      '--json',
    );
    const [, tarball = ''] = /"filename": "([^"]+)"/.exec(packed) ?? [];
    await registry.npm(folder, 'publish', tarball, '--ignore-scripts');
  }
}, 600_000);
afterAll(() => registry?.close());

/** A description with pets that have these properties, and orders if these are described. */
function description(pet: object, hasOrders: boolean): string {
  const list = (name: string): object => ({
    get: {
      operationId: `list${name}s`,
      tags: [`${name}s`],
      responses: {
        200: {
          description: 'All of them.',
          content: {
            'application/json': {
              schema: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
            },
          },
        },
      },
    },
  });
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1.0.0' },
    paths: { '/pets': list('Pet'), ...(hasOrders && { '/orders': list('Order') }) },
    components: {
      schemas: {
        Pet: { type: 'object', ...pet, additionalProperties: false },
        Order: { type: 'object', properties: { id: { type: 'string' } } },
      },
    },
  });
}

const program = `import { ShopClient } from '@acme/shop';

const client = new ShopClient({
  baseUrl: 'http://shop.example',
  transport: () =>
    Promise.resolve({
      status: 200,
      headers: ['Content-Type', 'application/json'],
      body: new TextEncoder().encode('[{"name":"Ada"}]'),
    }),
});
const pets = await client.pets.list();
for (const pet of pets) {
  const name: string = pet.name;
  console.log(name);
}
`;

const strict = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022', 'DOM'],
    module: 'NodeNext',
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
  },
  include: ['*.ts'],
};

test('packages are published, installed and upgraded, and the compiler shows what a breaking version changes', async (context: TestContext) => {
  if (registry === undefined) return context.skip(missingRegistry);
  const { url, npm } = registry;
  const config = {
    packages: [
      {
        documents: ['shop.json'],
        out: 'shop',
        package: '@acme/shop',
        license: 'MIT',
        publish: { registry: url, access: 'public' },
      },
    ],
  };
  const sources = registry.folder('sources', {
    'tallystick.yaml': JSON.stringify(config),
    '.gitignore': '.tallystick\ndist\nnode_modules\n',
  });
  const git = async (...words: readonly string[]): Promise<string> =>
    (await execute('git', words, { cwd: sources })).stdout;
  await git('init', '-q', '-b', 'main');
  await git('config', 'user.name', 'a');
  await git('config', 'user.email', 'a@example.com');
  await git('config', 'commit.gpgSign', 'false');
  await git('config', 'tag.gpgSign', 'false');
  await git('config', 'core.hooksPath', '.githooks');
  // The version follows from what changed, and not from the description.
  const release = async (...described: Parameters<typeof description>): Promise<void> => {
    writeFileSync(join(sources, 'shop.json'), description(...described));
    const host = diskHost(sources);
    const generated = await generate({ config: 'tallystick.yaml', acceptNames: true }, host);
    expect(generated.diagnostics).toEqual([]);
    await git('add', '.');
    await git('commit', '-q', '-m', 'Change');
    const proposal = await proposeRelease({ config: 'tallystick.yaml' }, host);
    expect(proposal.diagnostics).toEqual([]);
    expect(await proposal.apply?.()).toEqual([]);
    await npm(join(sources, 'shop'), 'publish');
    expect(await git('status', '--porcelain')).toBe('');
  };
  const first = { required: ['name'], properties: { name: { type: 'string' } } };
  await release(first, true);

  const app = registry.folder('app', {
    'package.json': '{ "name": "app", "private": true, "type": "module" }',
    'tsconfig.json': JSON.stringify(strict),
    'program.ts': program,
  });
  await npm(app, 'install', '@acme/shop');
  expect(await compiled(app)).toBe('');
  expect((await execute(process.execPath, ['program.js'], { cwd: app })).stdout).toBe('Ada\n');

  await release({ properties: { title: { type: 'string' } } }, false);
  expect(await git('tag')).toBe('@acme/shop@1.0.0\n@acme/shop@2.0.0\n');
  const { stdout: files } = await execute('find', ['dist', '-name', '*order*'], {
    cwd: join(sources, 'shop'),
  });
  expect(files, 'the build has left files of an earlier version').toBe('');
  await npm(app, 'install', '@acme/shop@2');
  expect(await compiled(app)).toContain(
    "program.ts(14,28): error TS2339: Property 'name' does not exist on type 'Pet'.",
  );

  // A version that exists cannot be replaced, and what was published stays.
  await expect(npm(join(sources, 'shop'), 'publish')).rejects.toThrow(
    /previously published|409|403/,
  );
  expect(await npm(app, 'view', '@acme/shop', 'versions', '--json')).toContain('"2.0.0"');
}, 600_000);

/** Compiles a project, and answers the errors. */
async function compiled(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
  try {
    await execute(process.execPath, [tsc, '-p', '.'], { cwd: folder });
    return '';
  } catch (error) {
    return String((error as { readonly stdout: string }).stdout);
  }
}
