import { afterEach, describe, expect, test } from 'vitest';
import { createResourceStore } from '../../../generator/mock/resource-store.js';
import { startMockOf, type StartedMock } from './mock-server.js';

let mock: StartedMock | undefined;

afterEach(async () => {
  await mock?.stop();
  mock = undefined;
});

async function start(document: string, ...flags: readonly string[]): Promise<void> {
  mock = await startMockOf({ 'api.yaml': document }, ...flags);
}

interface Result {
  readonly status: number;
  readonly body: unknown;
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  type = 'application/json',
): Promise<Result> {
  const response = await fetch(`${mock?.address}${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'Content-Type': type },
      body: JSON.stringify(body),
    }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** Operations on `/pets` and on `/pets/{petId}`, whose resources have the given schema. */
function crud({
  pet = '{ type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string }, tag: { type: string } } }',
  list = "{ type: array, items: { $ref: '#/components/schemas/Pet' } }",
  created = "{ description: Created., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }",
  id = 'integer',
} = {}): string {
  const one =
    "{ description: A pet., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }";
  const body = '{ content: { application/json: { schema: { type: object } } } }';
  return `
openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
servers: [{ url: https://pets.example/v1 }]
paths:
  /pets:
    get: { responses: { '200': { description: Pets., content: { application/json: { schema: ${list} } } } } }
    post: { requestBody: ${body}, responses: { '201': ${created} } }
  /pets/{petId}:
    parameters: [{ name: petId, in: path, required: true, schema: { type: ${id} } }]
    get: { responses: { '200': ${one} } }
    put: { requestBody: ${body}, responses: { '200': ${one}, '201': ${one} } }
    patch:
      requestBody: { content: { application/json: { schema: { type: object } }, application/merge-patch+json: { schema: { type: object } } } }
      responses: { '200': ${one} }
    delete: { responses: { '204': { description: Gone. } } }
components: { schemas: { Pet: ${pet} } }
`;
}

describe('a mock with --stateful', () => {
  test('returns what was created, lists it, changes it and removes it', async () => {
    await start(crud(), '--stateful');
    expect(await call('GET', '/v1/pets')).toEqual({ status: 200, body: [] });
    const tom = await call('POST', '/v1/pets', { name: 'Tom', tag: 'cat' });
    expect(tom).toEqual({ status: 201, body: { id: 1, name: 'Tom', tag: 'cat' } });
    expect((await call('POST', '/v1/pets', { name: 'Rex' })).body).toEqual({ id: 2, name: 'Rex' });
    expect(await call('GET', '/v1/pets/1')).toEqual({ ...tom, status: 200 });
    expect((await call('GET', '/v1/pets')).body).toEqual([tom.body, { id: 2, name: 'Rex' }]);
    const put = await call('PUT', '/v1/pets/1', { name: 'Thomas' });
    expect(put).toEqual({ status: 200, body: { id: 1, name: 'Thomas' } });
    expect((await call('PATCH', '/v1/pets/1', { tag: 'old' })).body).toEqual({
      id: 1,
      name: 'Thomas',
      tag: 'old',
    });
    expect((await call('GET', '/v1/pets')).body).toEqual([
      { id: 1, name: 'Thomas', tag: 'old' },
      { id: 2, name: 'Rex' },
    ]);
    expect((await call('DELETE', '/v1/pets/1')).status).toBe(204);
    expect((await call('GET', '/v1/pets/1')).status).toBe(404);
    expect((await call('DELETE', '/v1/pets/1')).status).toBe(404);
    expect((await call('GET', '/v1/pets')).body).toEqual([{ id: 2, name: 'Rex' }]);
    await mock?.printed('POST /v1/pets 201 state\n');
  });

  test('names a missing resource in problem details, and does not change the id of one', async () => {
    await start(crud(), '--stateful');
    expect(await call('PATCH', '/v1/pets/9', { tag: 'x' })).toEqual({
      status: 404,
      body: expect.objectContaining({ status: 404, detail: 'There is no such resource.' }),
    });
    await call('POST', '/v1/pets', { id: 5, name: 'Tom' });
    expect((await call('PATCH', '/v1/pets/5', { id: 6, name: 'Tim' })).body).toEqual({
      id: 5,
      name: 'Tim',
    });
    expect((await call('POST', '/v1/pets', { name: 'Next' })).body).toEqual({
      id: 6,
      name: 'Next',
    });
  });

  test('creates by PUT where 201 is described', async () => {
    await start(crud(), '--stateful');
    expect(await call('PUT', '/v1/pets/12', { name: 'Tom' })).toEqual({
      status: 201,
      body: { id: 12, name: 'Tom' },
    });
    expect((await call('GET', '/v1/pets/12')).body).toEqual({ id: 12, name: 'Tom' });
  });

  test('applies merge patches', async () => {
    await start(crud(), '--stateful');
    await call('POST', '/v1/pets', { name: 'Tom', tag: 'cat' });
    const patch = { tag: null };
    expect((await call('PATCH', '/v1/pets/1', patch, 'application/merge-patch+json')).body).toEqual(
      {
        id: 1,
        name: 'Tom',
      },
    );
  });

  test('fills what the server adds, and leaves out what is only written', async () => {
    await start(
      crud({
        id: 'string',
        pet: '{ type: object, additionalProperties: false, required: [uuid, name, createdAt], properties: { uuid: { type: string, format: uuid }, name: { type: string }, createdAt: { type: string, format: date-time }, password: { type: string, writeOnly: true } } }',
      }),
      '--stateful',
    );
    const first = await call('POST', '/v1/pets', { name: 'Tom', password: 'x', other: 1 });
    const second = await call('POST', '/v1/pets', { name: 'Rex' });
    expect(first.body).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Tom',
      createdAt: expect.any(String),
    });
    const idOf = ({ body }: Result): string => String(Object(body).uuid);
    expect(idOf(second)).not.toBe(idOf(first));
    expect((await call('GET', `/v1/pets/${idOf(first)}`)).body).toEqual(first.body);
  });

  test('lists resources in a page', async () => {
    await start(
      crud({
        list: "{ type: object, required: [data, total], properties: { data: { type: array, items: { $ref: '#/components/schemas/Pet' } }, total: { type: integer } } }",
      }),
      '--stateful',
    );
    await call('POST', '/v1/pets', { name: 'Tom' });
    expect((await call('GET', '/v1/pets')).body).toEqual({
      data: [{ id: 1, name: 'Tom' }],
      total: 1,
    });
  });

  test('keeps what was sent if creating has no body', async () => {
    await start(crud({ created: '{ description: Created. }' }), '--stateful');
    expect(await call('POST', '/v1/pets', { name: 'Tom' })).toEqual({
      status: 201,
      body: undefined,
    });
    expect((await call('GET', '/v1/pets/1')).body).toEqual({ id: 1, name: 'Tom' });
  });

  test('takes requests without the base path as the same resources, and nested ones as others', async () => {
    await start(
      crud()
        .replaceAll('  /pets', '  /owners/{owner}/pets')
        .replaceAll('    get:', '    x-same: true\n    get:')
        .replace(
          /parameters: \[\{ name: petId/,
          'parameters: [{ name: owner, in: path, required: true, schema: { type: string } }, { name: petId',
        )
        .replace(
          '  /owners/{owner}/pets:\n',
          '  /owners/{owner}/pets:\n    parameters: [{ name: owner, in: path, required: true, schema: { type: string } }]\n',
        ),
      '--stateful',
    );
    await call('POST', '/v1/owners/a/pets', { name: 'Tom' });
    expect((await call('GET', '/owners/a/pets/1')).body).toEqual({ id: 1, name: 'Tom' });
    expect((await call('GET', '/v1/owners/b/pets')).body).toEqual([]);
  });

  test('takes names of prototypes for ordinary members', async () => {
    await start(crud({ id: 'string' }), '--stateful');
    expect((await call('GET', '/v1/pets/__proto__')).status).toBe(404);
    expect((await call('GET', '/v1/pets/constructor')).status).toBe(404);
    const body = JSON.parse('{"name":"Tom","__proto__":{"polluted":true},"constructor":1}');
    await call('POST', '/v1/pets', body);
    expect((await call('GET', '/v1/pets/1')).body).toEqual({ id: 1, ...body });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('gives preferences precedence, and keeps nothing then', async () => {
    await start(crud(), '--stateful');
    const response = await fetch(`${mock?.address}/v1/pets`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'code=201' },
      body: '{"name":"Tom"}',
    });
    expect(response.status).toBe(201);
    expect((await call('GET', '/v1/pets')).body).toEqual([]);
  });
});

test('without --stateful, a mock forgets what is created', async () => {
  await start(crud());
  await call('POST', '/v1/pets', { name: 'Tom' });
  expect((await call('GET', '/v1/pets/1')).body).not.toEqual({ id: 1, name: 'Tom' });
});

test('the store removes the oldest resources beyond its limit', () => {
  const store = createResourceStore(2_000);
  const pets = store.collection('/pets');
  for (let id = 1; id <= 50; id += 1) pets.set(String(id), { id, name: 'x'.repeat(20) });
  expect(pets.get('1')).toBeUndefined();
  expect(pets.get('50')).toEqual({ id: 50, name: 'x'.repeat(20) });
  expect(pets.all().length).toBeLessThan(10);
  store.collection('/others').set('1', { text: 'x'.repeat(3_000) });
  expect(pets.all()).toEqual([]);
});
