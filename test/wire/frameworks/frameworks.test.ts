import { readFileSync } from 'node:fs';
import { apiKeyVerifier, bearerVerifier } from '@tallystick/runtime/auth/keys';
import { connect } from '@tallystick/runtime/http';
import { describe, expect, test } from 'vitest';
import { generateFrom } from '../suite/generated.js';

type Respond = Readonly<Record<string, (body?: unknown) => unknown>>;
type Handler = (
  input: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  respond: Respond,
) => unknown;

const bearer = bearerVerifier({ tokens: { caller: 'x' } });

/** Client and server of a document as a framework writes it, connected in memory. */
async function pairOf(
  name: string,
  handlers: Readonly<Record<string, Handler>>,
  options: object = {},
) {
  const text = readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8');
  const generated = await generateFrom(name, { 'openapi.json': text }, {});
  const transport = generated.createServer(handlers, {
    authorities: ['api.test'],
    security: {
      OAuth2PasswordBearer: bearer,
      bearer,
      ApiKeyAuth: apiKeyVerifier({ keys: { caller: 'x' } }),
    },
  });
  const client = connect(generated.description, {
    transport,
    baseUrl: 'http://api.test',
    retry: false,
    ...options,
  });
  return async (operation: string, ...args: readonly unknown[]) => {
    const outcome = await generated.call(operation).result(client, ...args);
    return outcome as unknown as {
      readonly status?: number;
      readonly value?: unknown;
      readonly kind: string;
    };
  };
}

const file = new File(['abc'], 'a.txt', { type: 'text/plain' });
const textOf = async (part: unknown): Promise<string> =>
  `${(part as File).name}:${await (part as File).text()}`;

describe('FastAPI', async () => {
  const call = await pairOf(
    'fastapi',
    {
      readItemItemsItemIdGet: ({ path, query, headers }, respond) =>
        path?.['item_id'] === 0
          ? respond['unprocessableContent']?.({
              detail: [{ loc: ['path', 0], msg: 'no', type: 'x' }],
            })
          : respond['ok']?.({
              name: JSON.stringify([query, headers]),
              price: 1,
              tax: null,
              pair: [1, 'a'],
            }),
      createItemItemsPost: ({ body }, respond) => respond['ok']?.(body),
      uploadFileFilesPost: async ({ body }, respond) =>
        respond['ok']?.({
          file: await textOf(body?.['file']),
          files: await Promise.all(((body?.['files'] ?? []) as File[]).map(textOf)),
          note: body?.['note'],
        }),
      loginTokenPost: ({ body }, respond) => respond['ok']?.(body),
    },
    { credentials: { OAuth2PasswordBearer: 'x' } },
  );

  test('reads optional and repeated parameters', async () => {
    const { value } = await call('readItemItemsItemIdGet', 1, { q: 'a', tags: ['x', 'y'] });
    expect(value).toMatchObject({ name: expect.stringContaining('"tags":["x","y"]') });
  });

  test('returns the validation error', async () => {
    expect(await call('readItemItemsItemIdGet', 0)).toMatchObject({ status: 422 });
  });

  test('creates an item', async () => {
    const item = { name: 'a', price: 2.5, tax: '1', kind: 'b', at: '2024-01-01T00:00:00Z' };
    expect(await call('createItemItemsPost', item)).toMatchObject({ status: 200, value: item });
  });

  test('uploads files with their names', async () => {
    const { value } = await call('uploadFileFilesPost', { file, files: [file, file], note: 'n' });
    expect(value).toEqual({ file: 'a.txt:abc', files: ['a.txt:abc', 'a.txt:abc'], note: 'n' });
  });

  test('sends a form with nullable fields', async () => {
    const { value } = await call('loginTokenPost', {
      username: 'u',
      password: 'p',
      grant_type: 'password',
    });
    expect(value).toMatchObject({ username: 'u', password: 'p', grant_type: 'password' });
  });
});

describe('springdoc', async () => {
  const call = await pairOf('springdoc', {
    findAll: ({ query }, respond) =>
      respond['ok']?.({
        totalElements: 1,
        content: [{ name: JSON.stringify(query) }],
        empty: false,
      }),
    create1: ({ body }, respond) => respond['ok']?.(body),
    deletePetController: ({ path }, respond) =>
      path?.['id'] === 1 ? respond['ok']?.() : respond['notFound']?.('none'),
    upload: async ({ body }, respond) => respond['ok']?.([await textOf(body?.['file'])]),
  });

  test('reads a page request', async () => {
    const { value } = await call('findAll', {
      pageable: { page: 0, size: 10, sort: ['a', 'b,desc'] },
      name: 'x',
    });
    const query = { name: 'x', pageable: { page: 0, size: 10, sort: ['a', 'b,desc'] } };
    const [pet] = (value as { readonly content: readonly { readonly name: string }[] }).content;
    expect(JSON.parse(pet?.name ?? '')).toEqual(query);
  });

  test('sends and receives JSON for any media type', async () => {
    const pet = { name: 'Tom', born: '2020-01-01', status: 'SOLD', attributes: { a: 'b' } };
    expect((await call('create1', pet)).value).toEqual(pet);
  });

  test('returns responses without a body, and texts', async () => {
    expect(await call('deletePetController', 1)).toMatchObject({ status: 200 });
    expect(await call('deletePetController', 2)).toMatchObject({ status: 404, value: 'none' });
  });

  test('uploads a file', async () => {
    expect((await call('upload', 1, { file })).value).toEqual(['a.txt:abc']);
  });
});

describe('NestJS', async () => {
  const cat = { id: 1, name: 'Tom', createdAt: '2024-01-01T00:00:00Z' };
  const call = await pairOf(
    'nest',
    {
      catsControllerFindAll: ({ query }, respond) =>
        respond['ok']?.([{ ...cat, name: JSON.stringify(query) }]),
      catsControllerCreate: ({ body }, respond) =>
        body?.['name'] === '' ? respond['forbidden']?.() : respond['created']?.(cat),
      catsControllerFindOne: (_, respond) => respond['ok']?.(cat),
      catsControllerRemove: (_, respond) => respond['ok']?.(),
    },
    { credentials: { bearer: 'x' } },
  );

  test('applies the defaults of a query', async () => {
    const [first] = (await call('catsControllerFindAll', { breeds: ['a'] })).value as {
      readonly name: string;
    }[];
    expect(JSON.parse(first?.name ?? '')).toEqual({ limit: 10, breeds: ['a'] });
  });

  test('sends a nullable reference, and receives errors without a body', async () => {
    expect(await call('catsControllerCreate', { name: 'Tom', age: 1, owner: null })).toMatchObject({
      status: 201,
      value: cat,
    });
    expect(await call('catsControllerCreate', { name: '', age: 1 })).toMatchObject({ status: 403 });
  });

  test('reads and removes', async () => {
    expect((await call('catsControllerFindOne', 'a')).value).toEqual(cat);
    expect(await call('catsControllerRemove', 'a')).toMatchObject({ status: 200 });
  });
});

describe('Swashbuckle', async () => {
  const forecast = {
    date: '2024-01-01',
    temperatureC: 1,
    temperatureF: 33,
    summary: null,
    kind: 2,
  };
  const call = await pairOf('swashbuckle', {
    getWeatherForecast: ({ query }, respond) =>
      respond['ok']?.([{ ...forecast, summary: JSON.stringify(query) }]),
    postWeatherForecast: ({ body }, respond) =>
      body?.['kind'] === 0
        ? respond['badRequest']?.({ title: 'bad', status: 400, errors: { kind: ['zero'] } })
        : respond['ok']?.('done'),
    postUpload: async ({ body }, respond) =>
      (await textOf(body?.['File'])) === 'a.txt:abc' && body?.['Title'] === 't'
        ? respond['ok']?.()
        : undefined,
  });

  test('receives JSON among several media types', async () => {
    const query = { 'Filter.City': 'a', ids: [1, 2], kind: 1 };
    const [first] = (await call('getWeatherForecast', query)).value as {
      readonly summary: string;
    }[];
    expect(JSON.parse(first?.summary ?? '')).toEqual(query);
  });

  test('sends JSON, and receives a problem with extensions', async () => {
    const { temperatureF: _, ...sent } = forecast;
    expect(await call('postWeatherForecast', sent)).toMatchObject({ status: 200, value: 'done' });
    expect(await call('postWeatherForecast', { ...sent, kind: 0 })).toMatchObject({
      status: 400,
      value: { title: 'bad', errors: { kind: ['zero'] } },
    });
  });

  test('uploads a file beside text', async () => {
    expect(await call('postUpload', { File: file, Title: 't' })).toMatchObject({ status: 200 });
  });
});

describe('swaggo', async () => {
  const pet = { id: 1, name: 'Tom', kind: 'cat', tags: [{ name: 'x' }] };
  const call = await pairOf(
    'swaggo',
    {
      getPetsById: ({ path, query }, respond) =>
        path?.['id'] === 0
          ? respond['badRequest']?.({ code: 400, message: 'no' })
          : respond['ok']?.({ ...pet, name: JSON.stringify(query) }),
      postPets: ({ body }, respond) => respond['ok']?.({ code: 0, data: body }),
      postUpload: async ({ body }, respond) =>
        respond['ok']?.(`${await textOf(body?.['file'])} ${String(body?.['note'])}`),
    },
    { credentials: { ApiKeyAuth: 'x' }, baseUrl: 'http://api.test/api/v1' },
  );

  test('reads lists with commas, and returns errors', async () => {
    const { value } = await call('getPetsById', 1, { fields: ['a', 'b'] });
    expect(JSON.parse((value as { readonly name: string }).name)).toEqual({ fields: ['a', 'b'] });
    expect(await call('getPetsById', 0)).toMatchObject({ status: 400, value: { message: 'no' } });
  });

  test('wraps data in a common response', async () => {
    expect((await call('postPets', pet)).value).toEqual({ code: 0, data: pet });
  });

  test('uploads a file', async () => {
    expect((await call('postUpload', { file, note: 'n' })).value).toBe('a.txt:abc n');
  });
});

describe('zod-to-openapi', async () => {
  const user = {
    id: '1',
    name: 'a',
    age: 1,
    nick: null,
    role: 'admin',
    parent: null,
    choice: { type: 'b' },
    extra: { x: null, y: 1 },
  };
  const call = await pairOf('zod', {
    getUsersById: ({ path, query }, respond) =>
      path?.['id'] === 'none'
        ? respond['noContent']?.()
        : respond['ok']?.({ ...user, nick: String(query?.['after']) }),
    postUsers: ({ body }, respond) => respond['ok']?.(body),
  });

  test('keeps nullable and discriminated values', async () => {
    expect((await call('postUsers', user)).value).toEqual(user);
  });

  test('rejects a value at an exclusive minimum', async () => {
    expect(await call('postUsers', { ...user, age: 0 })).toMatchObject({ status: 400 });
  });

  test('returns a user or nothing', async () => {
    expect((await call('getUsersById', '1', { after: 2 })).value).toMatchObject({ nick: '2' });
    expect(await call('getUsersById', 'none')).toMatchObject({ status: 204 });
  });
});
