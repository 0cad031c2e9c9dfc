import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { memoryHost } from '../../generator/host/memory.js';
import { run } from './cli/console.js';

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  paths: { '/pets': { get: { operationId: 'getPets', responses: { 204: { description: '' } } } } },
});
const workflowFile = '/app/.github/workflows/api-packages.yml';

/** A project with a config file, which is JSON, that has these packages. */
function project(
  packages: readonly object[],
  files: Readonly<Record<string, string>> = {},
): ReturnType<typeof memoryHost> {
  const config = JSON.stringify({
    packages: packages.map((each) => ({ documents: ['pets.json'], ...each })),
  });
  return memoryHost({ 'pets.json': document, 'tallystick.yaml': config, ...files }, '/app');
}

function manifestAt(
  host: ReturnType<typeof memoryHost>,
  folder: string,
): Readonly<Record<string, unknown>> {
  return JSON.parse(host.files().get(`/app/${folder}/package.json`) ?? '') as Readonly<
    Record<string, unknown>
  >;
}

describe('the option publish', () => {
  test('writes what registries show and what npm needs to publish', async () => {
    const host = project([
      {
        out: 'pets',
        package: '@acme/pets',
        publish: {
          repository: { url: 'acme/clients', directory: 'pets' },
          homepage: 'https://acme.example/pets',
          bugs: 'https://acme.example/problems',
          access: 'public',
          provenance: true,
          registry: 'https://packages.acme.example/',
          tag: 'next',
        },
      },
    ]);
    expect(await run(['generate'], host)).toMatchObject({ code: 0, error: '' });
    expect(manifestAt(host, 'pets')).toMatchObject({
      homepage: 'https://acme.example/pets',
      bugs: { url: 'https://acme.example/problems' },
      repository: {
        type: 'git',
        url: 'git+https://github.com/acme/clients.git',
        directory: 'pets',
      },
      publishConfig: {
        access: 'public',
        provenance: true,
        registry: 'https://packages.acme.example/',
        tag: 'next',
      },
    });
  });

  test('is as the guide shows it', async () => {
    const guide = readFileSync('docs/guide/publishing.md', 'utf8');
    const [, config = ''] = /```yaml\n([\s\S]*?)```/.exec(guide) ?? [];
    const files = { 'tallystick.yaml': config, 'spec/petstore.yaml': document };
    const host = memoryHost(files, '/app');
    expect(await run(['generate', '--workflow'], host)).toMatchObject({ code: 0, error: '' });
    expect(manifestAt(host, 'generated/petstore')).toMatchObject({
      name: '@acme/petstore',
      version: '1.2.0',
      repository: {
        url: 'git+https://github.com/acme/clients.git',
        directory: 'generated/petstore',
      },
      publishConfig: { access: 'public', provenance: true },
    });
    expect(host.files().has(workflowFile)).toBe(true);
  });

  test.each([
    ['acme/clients', 'git+https://github.com/acme/clients.git'],
    ['github:acme/clients', 'git+https://github.com/acme/clients.git'],
    ['https://github.com/acme/clients', 'git+https://github.com/acme/clients.git'],
    ['https://github.com/acme/clients.git', 'git+https://github.com/acme/clients.git'],
    ['git+https://gitlab.com/acme/clients.git', 'git+https://gitlab.com/acme/clients.git'],
    ['ssh://git@acme.example/clients.git', 'ssh://git@acme.example/clients.git'],
  ])('writes the repository %s as npm does', async (repository, url) => {
    const host = project([{ out: 'pets', package: 'pets', publish: { repository } }]);
    expect(await run(['generate'], host)).toMatchObject({ code: 0 });
    expect(manifestAt(host, 'pets')).toMatchObject({ repository: { type: 'git', url } });
    expect(manifestAt(host, 'pets')).not.toHaveProperty('publishConfig');
  });

  test.each([
    [{ repository: 'clients' }, '"clients" is not a repository: use owner/name, or a URL'],
    [{ repository: {} }, '"url" is missing'],
    [{ homepage: 'acme.example' }, '"acme.example" is not the URL of a page'],
    [{ bugs: 'javascript:alert(1)' }, '"javascript:alert(1)" is not the URL of a page'],
    [{ registry: 'ftp://acme.example' }, '"ftp://acme.example" is not the URL of a page'],
    [{ access: 'private' }, '"access" must be "public" or "restricted"'],
    [{ tag: 'v1' }, '"v1" is not a dist-tag: use a word such as next'],
    [{ tag: '1.x' }, '"1.x" is not a dist-tag'],
    [{ provenance: true }, '"provenance" requires "repository"'],
    [
      { provenance: true, repository: 'acme/clients', access: 'restricted' },
      'packages with restricted access have no provenance',
    ],
    [{ licence: 'MIT' }, '"licence" is not a member of the config file here'],
    ['yes', '"publish" must be an object, not a string'],
  ])('rejects %j', async (publish, sentence) => {
    const host = project([{ out: 'pets', package: 'pets', publish }]);
    const { code, error } = await run(['generate'], host);
    expect([code, error]).toEqual([1, expect.stringContaining(sentence)]);
    expect(host.files().has('/app/pets/package.json')).toBe(false);
  });

  test('requires a package', async () => {
    const host = project([{ out: 'pets', publish: { repository: 'acme/clients' } }]);
    expect((await run(['generate'], host)).error).toContain('"publish" requires "package"');
  });
});

describe('generate --workflow', () => {
  const packages = [
    { out: 'generated/pets', package: '@acme/pets' },
    { out: 'src/api' },
    { out: 'shop: "client" #1', package: 'shop' },
  ];

  test('writes a workflow that checks everything and publishes each package', async () => {
    const host = project(packages);
    const { code, out } = await run(['generate', '--workflow'], host);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('.github/workflows/api-packages.yml: written\n'),
    ]);
    const { jobs, permissions } = parse(host.files().get(workflowFile) ?? '') as {
      readonly permissions: object;
      readonly jobs: Readonly<
        Record<
          'check' | 'publish',
          {
            readonly permissions?: object;
            readonly strategy?: { readonly matrix: object };
            readonly steps: readonly {
              readonly name?: string;
              readonly run?: string;
              readonly 'working-directory'?: string;
            }[];
          }
        >
      >;
    };
    expect(permissions).toEqual({ contents: 'read' });
    expect(jobs.check.steps.map((step) => step.run)).toContain('npx tallystick check');
    expect(jobs.check.steps.map((step) => step.run)).toContain('npx tallystick check --release');
    const build = jobs.check.steps.find(
      ({ name }) => name === 'Build shop, and report the size of its tarball',
    );
    expect(build?.['working-directory']).toBe('shop: "client" #1');
    const [, script = ''] = /node -e "(.*?)"/.exec(build?.run ?? '') ?? [];
    const packed = {
      id: 'shop@1.0.0',
      size: 1500,
      unpackedSize: 12_345,
      files: [
        { path: 'README.md', size: 345 },
        { path: 'dist/index.js', size: 12_000 },
      ],
    };
    const report = execFileSync(process.execPath, ['-e', script], {
      input: JSON.stringify([packed]),
      encoding: 'utf8',
    });
    expect(report).toBe(
      '### shop@1.0.0: 1.5 kB compressed, 12.3 kB in 2 files\n- dist/index.js: 12.0 kB\n- README.md: 0.3 kB\n',
    );
    expect(jobs.publish.steps.at(-1)?.run).toContain('npm publish ${channel:+--tag "$channel"}');
    expect(jobs.publish.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    expect(jobs.publish.strategy?.matrix).toEqual({
      folder: ['generated/pets', 'shop: "client" #1'],
    });
  });

  test('leaves a workflow that was adapted as it is, unless --force replaces it', async () => {
    const host = project(packages, { '.github/workflows/api-packages.yml': 'name: mine\n' });
    const { code, error } = await run(['generate', '--workflow'], host);
    expect([code, error]).toEqual([2, expect.stringContaining('already exists and differs')]);
    expect(host.files().get(workflowFile)).toBe('name: mine\n');
    expect(await run(['generate', '--workflow', '--force'], host)).toMatchObject({ code: 0 });
    const { out } = await run(['generate', '--workflow'], host);
    expect(out).toContain('api-packages.yml: unchanged');
  });

  test.each([
    [[{ out: 'src/api' }], 'only sources are generated'],
    [[{ out: 'a${{ secrets.KEY }}', package: 'pets' }], 'GitHub would evaluate its name'],
  ])('refuses %j', async (refused, sentence) => {
    const host = project(refused);
    const { code, error } = await run(['generate', '--workflow'], host);
    expect([code, error]).toEqual([2, expect.stringContaining(sentence)]);
    expect(host.files().has(workflowFile)).toBe(false);
  });

  test('refuses a folder that is outside of the repository', async () => {
    const line = ['generate', 'pets.json', '--out', '../pets', '--package', 'pets', '--workflow'];
    const { code, error } = await run(line, project(packages));
    expect([code, error]).toEqual([2, expect.stringContaining('outside of this folder')]);
  });

  test('is refused with --watch', async () => {
    const { code, error } = await run(['generate', '--workflow', '--watch'], project(packages));
    expect([code, error]).toEqual([2, expect.stringContaining('write the workflow once')]);
  });
});
