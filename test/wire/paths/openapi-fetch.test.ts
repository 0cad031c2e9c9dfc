import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import createClient from 'openapi-fetch';
import { describe, expect, it } from 'vitest';
import { fetchHandler } from '@tallystick/runtime/http/fetch';
import type { paths } from '../../cases/paths-view/output/paths.js';
import { createOutputServer } from '../../cases/paths-view/output/server.js';
import type { Pet } from '../../cases/paths-view/output/types.js';

/** The server that is generated of the same description, in memory, as a `fetch`. */
function fetchOfKennel(): (request: Request) => Promise<Response> {
  const pets = new Map<string, Pet>([['1', { id: '1', name: 'Rex', tag: 'good' }]]);
  const handle = createOutputServer(
    {
      listPets: ({ query }, respond) => respond.ok([...pets.values()].slice(0, query.limit)),
      createPet({ body }, respond) {
        pets.set(body.id, body);
        return respond.created(body);
      },
      getPet({ path }, respond) {
        const pet = pets.get(path.petId);
        return pet === undefined
          ? respond.notFound({ message: 'There is none.' })
          : respond.ok(pet);
      },
    },
    { trustHost: true },
  );
  return fetchHandler(handle);
}

/** A client of openapi-fetch for that server. */
function kennel(): ReturnType<typeof createClient<paths>> {
  return createClient<paths>({ baseUrl: 'https://kennel.example/v1', fetch: fetchOfKennel() });
}

describe('openapi-fetch with types of paths.ts', () => {
  it('reads responses of the generated server', async () => {
    const { data, error } = await kennel().GET('/pets/{petId}', {
      params: { path: { petId: '1' } },
    });
    const pet: Pet | undefined = data;
    expect({ pet, error }).toEqual({
      pet: { id: '1', name: 'Rex', tag: 'good' },
      error: undefined,
    });
  });

  it('reads declared errors', async () => {
    const { data, error } = await kennel().GET('/pets/{petId}', {
      params: { path: { petId: '2' } },
    });
    expect({ data, message: error?.message }).toEqual({
      data: undefined,
      message: 'There is none.',
    });
  });

  it('sends bodies and query parameters that the server accepts', async () => {
    const client = kennel();
    const body: Pet = { id: '2', name: 'Tom', chip: null };
    expect((await client.POST('/pets', { body })).response.status).toBe(201);
    const { data } = await client.GET('/pets', { params: { query: { limit: 1 } } });
    expect(data?.map(({ name }) => name)).toEqual(['Rex']);
  });

  it('is rejected if the request is invalid', async () => {
    const { error, response } = await kennel().POST('/pets', { body: { id: '3', name: '' } });
    expect(response.status).toBe(400);
    expect(error?.message).toContain('name');
  });

  it('does not compile with undeclared paths and properties', () => {
    const client = kennel();
    const wrong = (): readonly Promise<unknown>[] => [
      // @ts-expect-error there is no such path
      client.GET('/dogs'),
      // @ts-expect-error a pet has a name
      client.POST('/pets', { body: { id: '3' } }),
    ];
    expect(typeof wrong).toBe('function');
  });
});

it('behaves as the guide says', async () => {
  const page = readFileSync('docs/guide/schemas.md', 'utf8');
  const [, body = ''] = /^```ts\n(import createClient .*?)^```/ms.exec(page) ?? [];
  const { code } = transformSync(body.replace(/^import .*$/gm, ''), { loader: 'ts' });
  const printed: unknown[][] = [];
  const program = new Function(
    'createClient',
    'fetch',
    'console',
    `return (async () => {${code}})()`,
  ) as (...given: readonly unknown[]) => Promise<void>;
  await program(createClient, fetchOfKennel(), {
    log: (...words: unknown[]) => printed.push(words),
  });
  expect(printed.map((words) => `// ${words.join(' ')}`)).toEqual(body.match(/^\/\/ .*$/gm));
});
