import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { memoryHost, type MemoryHost } from '../../../generator/host/memory.js';
import { run, type Outcome } from './console.js';

const answer = { '200': { description: 'Fine.' } };

/** A workspace with one package, whose names a config file may say something about. */
function workspace(names: object = {}, paths: object = pets, more: object = {}): MemoryHost {
  const config = {
    packages: [{ documents: ['pets.json'], out: 'out', package: '@acme/pets', names, ...more }],
  };
  const host = memoryHost({ 'tallystick.yaml': JSON.stringify(config) }, '/work');
  describePets(host, paths);
  return host;
}

const pets = { '/pets': { get: { operationId: 'listPets', responses: answer } } };

function describePets(host: MemoryHost, paths: object, schemas: object = {}): void {
  put(host, 'pets.json', {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1.0.0' },
    paths,
    components: { schemas },
  });
}

function put(host: MemoryHost, path: string, value: unknown): void {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  host.write(`/work/${path}`, new TextEncoder().encode(text));
}

function generate(host: MemoryHost, ...options: readonly string[]): Promise<Outcome> {
  return run(['generate', ...options], host);
}

function lock(host: MemoryHost): unknown {
  const text = host.files().get('/work/out.names.json');
  return text === undefined ? undefined : JSON.parse(text);
}

describe('name lock', () => {
  test('is written beside the package, and reported', async () => {
    const host = workspace();
    expect((await generate(host)).out).toContain('out: ');
    expect(lock(host)).toEqual({
      operations: { 'GET /pets': { name: 'listPets', method: 'list' } },
    });
    expect((await generate(host)).out).toContain('nothing to do');
    expect((await run(['check'], host)).code).toBe(0);
  });

  test('is not written for sources, unless requested', async () => {
    const host = memoryHost({}, '/work');
    describePets(host, pets);
    await generate(host, 'pets.json', '--out', 'out');
    expect(lock(host)).toBeUndefined();
    const unlocked = workspace({ lock: false });
    await generate(unlocked);
    expect(lock(unlocked)).toBeUndefined();
  });

  test('rejects a rename, and hints how to accept it', async () => {
    const host = workspace();
    await generate(host);
    const before = new Map(host.files());
    describePets(host, { '/pets': { get: { operationId: 'fetchPets', responses: answer } } });
    const { code, error } = await generate(host);
    expect(code).toBe(1);
    expect(error).toContain(
      '"GET /pets" would be renamed from "listPets" to "fetchPets", because the description names it differently [public-name-changed]',
    );
    expect(error).toContain("names: { operations: { 'GET /pets': listPets } }");
    expect(host.files().get('/work/out.names.json')).toBe(before.get('/work/out.names.json'));
    expect((await generate(host, '--accept-names')).code).toBe(0);
    expect(lock(host)).toEqual({
      operations: { 'GET /pets': { name: 'fetchPets', method: 'fetch' } },
    });
    expect((await generate(host)).code).toBe(0);
  });

  test('reports the schema that takes the name of the responses', async () => {
    const host = workspace();
    await generate(host);
    describePets(host, pets, { ListPetsResponses: { type: 'string' } });
    expect((await generate(host)).error).toContain(
      'the responses of "GET /pets" would be renamed from "ListPetsResponses" to "ListPetsCallResponses", because "ListPetsResponses" has that name now',
    );
  });

  test('ignores names of exports that no longer exist', async () => {
    const host = workspace();
    await generate(host);
    const { operations } = lock(host) as { readonly operations: object };
    host.write(
      '/work/out.names.json',
      new TextEncoder().encode(
        JSON.stringify({
          operations: Object.fromEntries(
            Object.entries(operations).map(([target, value]) => [
              target,
              {
                ...(typeof value === 'string' ? { name: value } : (value as object)),
                outcome: 'FormerOutcome',
                respond: 'FormerRespond',
                answer: 'FormerAnswer',
                arguments: 'FormerArguments',
              },
            ]),
          ),
        }),
      ),
    );
    expect(await generate(host)).toMatchObject({ code: 0, error: '' });
  });

  test.each(['platform/openapi.yaml', 'exchange/rest.openapi.yaml', 'exchange/feed.asyncapi.yaml'])(
    'stays unchanged in a second run over %s',
    async (document) => {
      const config = { packages: [{ documents: [document], out: 'out', package: '@acme/it' }] };
      const files = readdirSync('spec', { recursive: true, encoding: 'utf8' })
        .map((path) => path.replaceAll('\\', '/'))
        .filter((path) => path.endsWith('.yaml'))
        .map((path) => [path, readFileSync(`spec/${path}`, 'utf8')] as const);
      const host = memoryHost(
        { ...Object.fromEntries(files), 'tallystick.yaml': JSON.stringify(config) },
        '/work',
      );
      expect((await generate(host)).error).not.toContain('error:');
      const before = lock(host);
      put(host, document, `${host.files().get(`/work/${document}`)}\n# touched\n`);
      expect((await generate(host)).error).not.toContain('error:');
      expect(lock(host)).toEqual(before);
    },
  );

  test('keeps names for two components that refer to the same external schema', async () => {
    const host = workspace();
    const pet = { type: 'object', properties: { name: { type: 'string' } } };
    put(host, 'parts.json', { Pet: pet });
    const [Cat, Dog] = [{ $ref: 'parts.json#/Pet' }, { $ref: 'parts.json#/Pet' }];
    describePets(host, pets, { Cat, Dog });
    await generate(host);
    const held = { schemas: { Cat: 'Cat', Dog: 'Dog' } };
    expect(lock(host)).toMatchObject(held);
    for (const schemas of [
      { Dog, Cat },
      { Zebra: { type: 'object' }, Cat, Dog },
    ]) {
      describePets(host, pets, schemas);
      expect(await generate(host)).toMatchObject({ code: 0, error: '' });
      expect(lock(host)).toMatchObject(held);
    }
  });

  test('accepts additions and removals', async () => {
    const host = workspace();
    await generate(host);
    describePets(host, { ...pets, '/dogs': { get: { responses: answer } } });
    expect((await generate(host)).code).toBe(0);
    describePets(host, { '/dogs': { get: { responses: answer } } });
    expect((await generate(host)).code).toBe(0);
    expect(lock(host)).toEqual({
      operations: { 'GET /dogs': { name: 'getDogs', method: 'get' } },
    });
  });

  test.each([
    ['{ "operations": { "GET /pets": 1 } }', 'name-lock'],
    ['{ "others": {} }', 'name-lock'],
    ['[]', 'name-lock'],
    ['<<<<<<< HEAD\n{}', 'syntax'],
  ])('is rejected if invalid: %j', async (text, code) => {
    const host = workspace();
    put(host, 'out.names.json', text);
    const { error } = await generate(host);
    expect(error).toContain('out.names.json');
    expect(error).toMatch(new RegExp(`\\[(?:${code}|not-json)\\]`));
  });
});

describe('pinned names', () => {
  test('replace the names of functions and types, and of everything derived from them', async () => {
    const place = '#/components/schemas/Pet/properties/owner';
    const host = workspace({
      operations: { 'GET /pets': 'everyPet' },
      schemas: { Pet: 'Animal', [place]: 'Keeper' },
    });
    const owner = { type: 'object', properties: { name: { type: 'string' } } };
    describePets(host, pets, { Pet: { type: 'object', properties: { owner } } });
    expect(await generate(host)).toMatchObject({ code: 0, error: '' });
    const types = host.files().get('/work/out/src/types.ts');
    expect(types).toContain('export interface Animal {');
    expect(types).toContain('export interface Keeper {');
    const operations = host.files().get('/work/out/src/operations/pets.ts');
    expect(operations).toContain('EveryPetResponses');
  });

  test('are reported if the schema has no named type', async () => {
    const place = '#/components/schemas/Pet/properties/name';
    const host = workspace({ schemas: { [place]: 'PetName' } });
    describePets(host, pets, { Pet: { type: 'object', properties: { name: { type: 'string' } } } });
    const { code, error } = await generate(host);
    expect(code).toBe(1);
    expect(error).toContain('has no type that could have the name "PetName" [unknown-name-target]');
  });

  test('may apply to operations and schemas that are not selected', async () => {
    const pins = {
      operations: { listPets: 'everyPet', 'GET /dogs': 'dogs' },
      schemas: { Pet: 'Animal' },
    };
    const paths = { ...pets, '/dogs': { get: { operationId: 'listDogs', responses: answer } } };
    const host = workspace(pins, paths, { select: { operations: ['listDogs'] } });
    describePets(host, paths, { Pet: { type: 'object', properties: {} } });
    const { code, error } = await generate(host);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(host.files().get('/work/out/src/operations/dogs.ts')).toContain('dogs');
    expect(host.files().has('/work/out/src/operations/pets.ts')).toBe(false);
  });

  test('take precedence over the lock', async () => {
    const host = workspace({ operations: { 'GET /pets': 'listPets' } });
    await generate(host);
    describePets(host, { '/pets': { get: { operationId: 'fetchPets', responses: answer } } });
    expect((await generate(host)).code).toBe(0);
  });

  test.each([
    [{ operations: { listPet: 'a' } }, 'unknown-name-target', 'did you mean "listPets"?'],
    [{ operations: { 'GET /pet': 'a' } }, 'unknown-name-target', 'did you mean "GET /pets"?'],
    [{ schemas: { Dog: 'a' } }, 'unknown-name-target', 'an operation by its operationId'],
    [{ operations: { listPets: 'class' } }, 'invalid-public-name', 'letters, digits'],
    [{ operations: { listPets: 'Promise' } }, 'invalid-public-name', 'letters, digits'],
    [{ operations: { listPets: '' } }, 'config-value', ''],
    [{ operations: ['a'] }, 'config-value', ''],
    [{ operation: {} }, 'config-member', 'did you mean "operations"?'],
  ])('are reported if invalid: %j', async (names, code, hint) => {
    const { code: exit, error } = await generate(workspace(names));
    expect(exit).toBe(1);
    expect(error).toMatch(/^tallystick\.yaml:1:\d+: error: /);
    expect(error).toContain(`[${code}]`);
    expect(error).toContain(hint);
  });

  test('are reported if used twice', async () => {
    const paths = { ...pets, '/dogs': { get: { operationId: 'listDogs', responses: answer } } };
    const names = { operations: { listPets: 'list', listDogs: 'list' } };
    expect((await generate(workspace(names, paths))).error).toContain(
      '"list" is already the name of "listPets" [invalid-public-name]',
    );
  });
});
