import { describe, expect, test } from 'vitest';
import { generate } from '../../../generator/index.js';
import { memoryHost, type MemoryHost } from '../../../generator/host/memory.js';
import { run } from './console.js';

const pets = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: listPets
      tags: [Pets]
      responses:
        '200':
          description: All pets.
          content: { application/json: { schema: { $ref: 'pet.yaml#/Pets' } } }
`;
const pet = 'Pets: { type: array, items: { type: string } }\n';
const config = `packages:
  - documents: [spec/pets.yaml]
    out: generated/pets
    package: '@acme/pets'
`;

function workspace(files: { readonly [path: string]: string } = {}): MemoryHost {
  return memoryHost(
    { 'spec/pets.yaml': pets, 'spec/pet.yaml': pet, 'tallystick.yaml': config, ...files },
    '/work',
  );
}

function edit(host: MemoryHost, path: string, change: (text: string) => string): void {
  host.write(
    `/work/${path}`,
    new TextEncoder().encode(change(host.files().get(`/work/${path}`) ?? '')),
  );
}

/** The host, and every path that was read through it. */
function watched(host: MemoryHost): { readonly host: MemoryHost; readonly reads: string[] } {
  const reads: string[] = [];
  const read = (path: string): Uint8Array | undefined => {
    reads.push(path);
    return host.read(path);
  };
  return { host: { ...host, read }, reads };
}

describe('the first run', () => {
  test('writes the packages of the config file and lists the files', async () => {
    const host = workspace();
    const { code, out, error } = await run(['generate'], host);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toMatch(
      /^@acme\/pets in generated\/pets: \d+ files written\n {2}\+ \.tallystick\.json\n/,
    );
    expect(out).toMatch(/\ndone in \d+\.00 s\n$/);
    expect(host.list('/work/generated/pets')).toEqual(
      expect.arrayContaining(['.tallystick.json', 'package.json', 'src']),
    );
  });

  test('writes sources only if no package is named', async () => {
    const host = workspace();
    expect((await run(['generate', 'spec/pets.yaml', '--out', 'src/api'], host)).code).toBe(0);
    const names = host.list('/work/src/api') ?? [];
    expect(names).toEqual(expect.arrayContaining(['.tallystick.json', 'index.ts']));
    expect(names).not.toContain('package.json');
  });

  test('writes the same bytes in any working directory', async () => {
    const here = workspace();
    await generate({ config: 'tallystick.yaml' }, here);
    const elsewhere = memoryHost(
      { 'spec/pets.yaml': pets, 'spec/pet.yaml': pet, 'tallystick.yaml': config },
      '/somewhere/else',
    );
    await generate({ config: 'else/tallystick.yaml' }, { ...elsewhere, cwd: '/somewhere' });
    const below = (host: MemoryHost, root: string): readonly (readonly [string, string])[] =>
      [...host.files()]
        .filter(([path]) => path.includes('/pets/'))
        .map(([path, text]) => [path.slice(root.length), text]);
    expect(below(elsewhere, '/somewhere/else')).toEqual(below(here, '/work'));
  });

  test('writes no absolute path', async () => {
    const host = workspace();
    await generate({ config: 'tallystick.yaml' }, host);
    const output = [...host.files()].filter(([path]) => path.startsWith('/work/generated/'));
    expect(output.filter(([, text]) => text.includes('/work')).map(([path]) => path)).toEqual([]);
  });
});

test('prints paths relative to the working directory', async () => {
  const broken = pets.replace('pet.yaml#/Pets', 'pet.yaml#/Pet');
  const host = workspace({ 'spec/pets.yaml': broken, 'sub/other.txt': '' });
  const { error } = await run(['lint', '--config', '../tallystick.yaml'], {
    ...host,
    cwd: '/work/sub',
  });
  expect(error).toContain('../spec/pets.yaml:11:58: error: "pet.yaml#/Pet" does not exist');
});

describe('a second run', () => {
  test('reads digests only and parses nothing if nothing has changed', async () => {
    const { host, reads } = watched(workspace());
    await generate({ config: 'tallystick.yaml' }, host);
    const first = reads.splice(0).filter((path) => path === '/work/spec/pets.yaml').length;
    const { packages } = await generate({ config: 'tallystick.yaml' }, host);
    expect(packages[0]).toMatchObject({ current: true, written: [], removed: [] });
    expect(reads.filter((path) => path === '/work/spec/pets.yaml').length).toBeLessThan(first);
    expect((await run(['generate'], host)).out).toMatch(
      /^@acme\/pets in generated\/pets: \d+ files unchanged\nnothing to do in/,
    );
  });

  test.each([
    ['a document', 'spec/pets.yaml', (text: string) => text.replace('All pets.', 'Every pet.')],
    ['a referenced document', 'spec/pet.yaml', (text: string) => text.replace('string', 'integer')],
    ['the config file', 'tallystick.yaml', (text: string) => `${text}    license: ISC\n`],
  ])('writes the affected files only after a change of %s', async (_name, path, change) => {
    const host = workspace();
    await generate({ config: 'tallystick.yaml' }, host);
    edit(host, path, change);
    const { packages } = await generate({ config: 'tallystick.yaml' }, host);
    expect(packages[0]?.written.length).toBeGreaterThan(1);
    expect(packages[0]?.unchanged.length).toBeGreaterThan(0);
  });

  test('has nothing to do after a change of line breaks only', async () => {
    const host = workspace();
    await generate({ config: 'tallystick.yaml' }, host);
    for (const path of ['spec/pets.yaml', 'generated/pets/src/index.ts'])
      edit(host, path, (text) => text.replaceAll('\n', '\r\n'));
    expect((await generate({ config: 'tallystick.yaml' }, host)).packages[0]).toMatchObject({
      current: true,
    });
  });

  test('restores a file that was removed', async () => {
    const host = workspace();
    await generate({ config: 'tallystick.yaml' }, host);
    host.remove('/work/generated/pets/src/index.ts');
    expect((await generate({ config: 'tallystick.yaml' }, host)).packages[0]?.written).toEqual([
      'src/index.ts',
    ]);
  });

  test('refuses to overwrite an edited file without --force', async () => {
    const host = workspace();
    await generate({ config: 'tallystick.yaml' }, host);
    edit(host, 'generated/pets/src/index.ts', () => 'mine');
    const { code, error } = await run(['generate'], host);
    expect(code).toBe(1);
    expect(error).toContain('generated/pets/src/index.ts: error: the file was edited by hand');
    expect(error).toContain('--force');
    expect(host.files().get('/work/generated/pets/src/index.ts')).toBe('mine');
    expect((await run(['generate', '--force'], host)).code).toBe(0);
    expect(host.files().get('/work/generated/pets/src/index.ts')).not.toBe('mine');
  });

  test('removes the files of a removed operation, but no other files', async () => {
    const host = workspace();
    await generate({ config: 'tallystick.yaml' }, host);
    host.write('/work/generated/pets/src/operations/mine.ts', new TextEncoder().encode('mine'));
    edit(host, 'spec/pets.yaml', (text) => text.replace('tags: [Pets]', 'tags: [Animals]'));
    const { out } = await run(['generate', '--accept-names'], host);
    expect(out).toContain('  - src/operations/pets.ts\n');
    expect(host.list('/work/generated/pets/src/operations')).toEqual(['animals.ts', 'mine.ts']);
  });
});

describe('check', () => {
  test('succeeds if generate would change nothing', async () => {
    const host = workspace();
    await run(['generate'], host);
    expect((await run(['check'], host)).code).toBe(0);
  });

  test('fails with a list of changes otherwise, and writes nothing', async () => {
    const host = workspace();
    await run(['generate'], host);
    edit(host, 'spec/pets.yaml', (text) => text.replace('tags: [Pets]', 'tags: [Animals]'));
    const before = host.files();
    const { code, out } = await run(['check', '--accept-names'], host);
    expect(code).toBe(1);
    expect(out).toContain('  + src/operations/animals.ts\n');
    expect(out).toContain('  - src/operations/pets.ts\n');
    expect(out).toContain('out of date: run "tallystick generate"');
    expect(host.files()).toEqual(before);
  });

  test('fails before the first run', async () => {
    const { code, out } = await run(['check', '--report', 'json'], workspace());
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      command: 'check',
      ok: true,
      packages: [{ name: '@acme/pets', unchanged: [] }],
    });
  });
});

describe('references', () => {
  const outside = {
    'spec/pets.yaml': pets.replace('pet.yaml', '../shared/pet.yaml'),
    'shared/pet.yaml': pet,
  };

  test('outside the folder of the document are rejected', async () => {
    expect(
      (await run(['generate', 'spec/pets.yaml', '--out', 'api'], workspace(outside))).code,
    ).toBe(1);
  });

  test('are followed if the command line or the config file allows them', async () => {
    const line = ['generate', 'spec/pets.yaml', '--out', 'api', '--allow-ref', 'shared/pet.yaml'];
    expect((await run(line, workspace(outside))).code).toBe(0);
    const allowing = `${config}    allowRefs: [shared/*]\n`;
    expect(
      (await run(['generate'], workspace({ ...outside, 'tallystick.yaml': allowing }))).code,
    ).toBe(0);
  });

  test('into the output folder are rejected', async () => {
    const { code, error } = await run(
      ['generate', 'spec/pets.yaml', '--out', 'shared', '--allow-ref', 'shared/pet.yaml'],
      workspace(outside),
    );
    expect(code).toBe(1);
    expect(error).toContain(
      'shared/pet.yaml: error: this input is in the output folder [output-in-documents]',
    );
  });
});

describe('progress', () => {
  test('is shown on a terminal, and erased at the end', async () => {
    const { error } = await run(['generate'], workspace(), { terminal: true });
    expect(error).toContain('reading @acme/pets');
    expect(error.endsWith('\r\u001b[K')).toBe(true);
  });

  test('is not shown in a pipe', async () => {
    expect((await run(['generate'], workspace())).error).toBe('');
  });
});

describe('inspect', () => {
  test('prints the model with paths instead of links', async () => {
    const { code, out } = await run(['inspect', 'spec/pets.yaml', '--model'], workspace());
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      title: 'Pets',
      operations: [{ id: 'listPets', origin: 'spec/pets.yaml#/paths/~1pets/get' }],
    });
  });

  test('prints the plan with every name and file', async () => {
    const { code, out } = await run(
      ['inspect', 'spec/pets.yaml', '--plan', '--package', '@acme/pets'],
      workspace(),
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      package: { name: '@acme/pets', kind: 'package' },
      services: [{ className: { name: 'PetsService' }, file: 'operations/pets.ts' }],
      emitters: { client: { className: { name: 'PetsClient' } } },
    });
  });

  test('prints the merged model of several documents', async () => {
    const host = workspace({
      'spec/toys.yaml': pets.replaceAll('listPets', 'listToys').replaceAll('/pets', '/toys'),
    });
    const { code, out } = await run(
      ['inspect', 'spec/pets.yaml', 'spec/toys.yaml', '--model'],
      host,
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ operations: [{ id: 'listPets' }, { id: 'listToys' }] });
    const args = ['generate', 'spec/pets.yaml', 'spec/toys.yaml', '--out', 'both'];
    expect((await run(args, host)).code).toBe(0);
    expect(host.files().get(`${host.cwd}/both/operations/pets.ts`)).toContain('listToys');
  });

  test('prints no result for a missing document', async () => {
    const { code, out, error } = await run(['inspect', 'missing.yaml', '--model'], workspace());
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toContain('missing.yaml: error: this file does not exist');
  });
});

describe('lint', () => {
  test('reads several documents, and reports that there are no problems', async () => {
    const host = workspace({ 'spec/toys.yaml': pets.replace('Pets', 'Toys') });
    expect(await run(['lint', 'spec/pets.yaml', 'spec/toys.yaml'], host)).toEqual({
      code: 0,
      out: 'no problems found\n',
      error: '',
    });
  });

  const wrongs = (count: number): string =>
    [
      'openapi: 3.1.0\ninfo: { title: Pets, version: 1.0.0 }\npaths: {}\ncomponents:\n  schemas:',
      ...Array.from({ length: count }, (_, at) => `    A${at}: { type: string, example: ${at} }`),
      '    B: { type: string, format: sku }\n',
    ].join('\n');

  test('prints every warning, while generate prints the first ten of each kind', async () => {
    const host = workspace({ 'spec/pets.yaml': wrongs(13) });
    const linted = await run(['lint'], host);
    expect(linted.error.match(/\[invalid-example\]/g)).toHaveLength(13);
    const { code, out, error } = await run(['generate'], host);
    expect(code).toBe(0);
    expect(error.match(/\[invalid-example\]/g)).toHaveLength(10);
    expect(error).toContain('[unknown-format]');
    expect(error).toContain(
      '… and 3 more of "invalid-example" in spec/pets.yaml ("tallystick lint" shows them)\n',
    );
    expect(out).toContain('14 warnings; done');
    const ten = await run(['generate'], workspace({ 'spec/pets.yaml': wrongs(10) }));
    expect(ten.error).not.toContain(' more of ');
  });

  test('accepts formats that the config file lists', async () => {
    const own = config.replace('    out:', '    formats: [sku]\n    out:');
    const host = workspace({ 'spec/pets.yaml': wrongs(0) });
    expect((await run(['lint'], host)).error).toContain('"sku" is not a known format');
    expect((await run(['generate'], host)).error).toContain('"sku" is not a known format');
    host.write('/work/tallystick.yaml', new TextEncoder().encode(own));
    expect((await run(['lint'], host)).out).toBe('no problems found\n');
    expect(await run(['generate'], host)).toMatchObject({ code: 0, error: '' });
  });

  test('reports more with --strict', async () => {
    const { code, error } = await run(['lint', '--strict'], workspace());
    expect(code).toBe(1);
    expect(error).toContain(': warning: ');
  });
});
