import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diskHost, generate, memoryHost, type PackageRequest } from '../../../generator/index.js';
import { document } from '../plan/describe.js';
import { sharedPath } from '../../shared.js';
import { run } from '../cli/console.js';

const answers = { responses: { '200': { description: 'Fine.' } } };
const description = JSON.stringify({
  ...document(
    { Pet: { type: 'object', properties: { name: { type: 'string' } } } },
    { '/pets': { get: { operationId: 'listPets', ...answers } } },
  ),
  webhooks: { petSold: { post: { operationId: 'petSold', ...answers } } },
});

/** Files of a package with some emitters. */
async function filesOf(
  request: Partial<PackageRequest>,
): Promise<{ readonly names: readonly string[]; text(path: string): string }> {
  const host = memoryHost({ '/api.json': description });
  const { diagnostics } = await generate(
    { documents: ['api.json'], out: 'out', package: '@acme/pets', ...request },
    host,
  );
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const files = new Map(
    [...host.files()].flatMap(([path, text]) =>
      path.startsWith('/out/') ? [[path.slice('/out/'.length), text] as const] : [],
    ),
  );
  return {
    names: [...files.keys()].filter((name) => name.startsWith('src/')),
    text: (path) => files.get(path) ?? '',
  };
}

describe('a selection of emitters', () => {
  test('contains the selected ones and those that they require', async () => {
    expect((await filesOf({ emitters: ['types'] })).names).toEqual([
      'src/index.ts',
      'src/types.ts',
    ]);
    const client = ['client.ts', 'description.ts', 'index.ts', 'operations/pets.ts', 'types.ts'];
    expect((await filesOf({ emitters: ['client'] })).names).toEqual(
      client.map((name) => `src/${name}`),
    );
    expect((await filesOf({ emitters: ['types'], zod: true })).names).toEqual([
      'src/index.ts',
      'src/types.ts',
      'src/validators.d.ts',
      'src/validators.js',
      'src/zod.ts',
    ]);
  });

  test('omits all else from the manifest, the index and the README', async () => {
    const { text } = await filesOf({ emitters: ['types', 'client'] });
    const { exports } = JSON.parse(text('package.json')) as { readonly exports: object };
    expect(Object.keys(exports)).toEqual(['.', './types', './package.json']);
    expect(text('src/index.ts')).not.toMatch(/server|validators|webhook/);
    expect(text('README.md')).not.toMatch(/server|validator|webhook|\bzod\b/i);
  });

  test('changes no name', async () => {
    const all = await filesOf({});
    const some = await filesOf({ emitters: ['client'] });
    for (const name of some.names)
      if (name !== 'src/index.ts') expect(some.text(name), name).toBe(all.text(name));
  });

  test('is a flag of the command line', async () => {
    const host = memoryHost({ '/api.json': description });
    const flags = ['--out', 'out', '--emitters', 'types,client'];
    expect((await run(['generate', 'api.json', ...flags], host)).code).toBe(0);
    expect([...host.files().keys()].filter((path) => /validators|server/.test(path))).toEqual([]);
    const wrong = await run(['generate', 'api.json', '--out', 'out', '--emitters', 'cleint'], host);
    expect(wrong.error).toContain('"cleint" is neither an emitter nor an installed package');
    expect(wrong.error).toContain('did you mean "client"?');
  });

  test('reports a named emitter that has nothing to write', async () => {
    const warnings = async (emitters: readonly string[]): Promise<readonly string[]> => {
      const host = memoryHost({ '/api.json': description });
      const { diagnostics } = await generate(
        { documents: ['api.json'], out: 'out', emitters },
        host,
      );
      return diagnostics.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
    };
    const nothing = (name: string): string =>
      `warning idle-emitter: the emitter "${name}" has nothing to write for this description`;
    expect(await warnings(['client', 'feeds', 'fix', 'server', 'webhooks'])).toEqual([
      nothing('feeds'),
      nothing('fix'),
    ]);
    expect(
      await warnings([
        'types',
        'client',
        'limits',
        'states',
        'zod',
        'paths',
        'package',
        'validators',
      ]),
    ).toEqual([nothing('limits'), nothing('states')]);
  });

  test('makes the output out of date when it changes', async () => {
    const host = memoryHost({ '/api.json': description });
    const request = { documents: ['api.json'], out: 'out' };
    const current = async (emitters: readonly string[]): Promise<boolean | undefined> =>
      (await generate({ ...request, emitters }, host)).packages[0]?.current;
    expect(await current(['types', 'client'])).toBe(false);
    expect(await current(['types', 'client'])).toBe(true);
    expect(await current(['types'])).toBe(false);
  });

  test('compiles with the strictest options', async () => {
    const folder = resolve('.tallystick/selected');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const cases = [
      'big-integers',
      'callbacks-and-contradictions',
      'dates',
      'deliveries',
      'enum-objects',
      'extensions',
      'feeds',
      'fix',
      'forms',
      'limits',
      'messages',
      'pets',
      'rooms',
      'signed',
      'signed-messages',
      'spelt-parameters',
      'streams',
      'two-halves',
    ];
    const outputs: [name: string, documents: readonly string[]][] = [
      ['platform', ['spec/platform/openapi.yaml']],
    ];
    const petstore = sharedPath('corpus', 'openapi', 'kin-openapi__petstore__3.0.json');
    if (petstore !== undefined) outputs.push(['petstore', [petstore]]);
    for (const name of cases) {
      const entries = ['openapi.yaml', 'asyncapi.yaml', 'rest.yaml', 'feed.yaml', 'chat.yaml'];
      const documents = entries
        .map((entry) => `test/cases/${name}/${entry}`)
        .filter((path) => existsSync(path));
      outputs.push([name, documents]);
    }
    for (const [name, documents] of outputs) {
      const { diagnostics } = await generate(
        {
          documents,
          out: `${folder}/${name}`,
          emitters: ['types', 'client'],
          importExtensions: 'js',
        },
        diskHost(resolve('.')),
      );
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
    const config = { extends: '../../tsconfig.json', include: ['./*/**/*.ts'], exclude: [] };
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config));
    for (const version of ['typescript-7', 'typescript']) {
      const compiler = resolve(`node_modules/${version}/bin/tsc`);
      const args = [compiler, '-p', folder];
      const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      expect(stdout, version).toBe('');
    }
  });
});
