import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memoryHost } from '../../../generator/host/memory.js';
import { run } from './console.js';
import { startMockOf, type StartedMock } from './mock-server.js';

const petstore = `
openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
servers: [{ url: https://pets.example/v1 }]
security: [{ key: [] }]
tags: [{ name: pets }]
paths:
  /pets:
    get:
      tags: [pets]
      security: []
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 100 } }
      responses:
        '200':
          description: Pets.
          headers: { X-Next: { required: true, schema: { type: string, minLength: 1 } } }
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Pet' } }
    post:
      tags: [pets]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/NewPet' } } }
      responses:
        '201': { $ref: '#/components/responses/Pet' }
  /pets/{petId}:
    parameters: [{ name: petId, in: path, required: true, schema: { type: integer } }]
    get:
      tags: [pets]
      responses:
        '200':
          description: A pet.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Pet' }
              examples:
                cat: { value: { id: 1, name: Tom } }
                dog: { value: { id: 2, name: Rex } }
                broken: { value: { id: none } }
        '404':
          description: None.
          content:
            application/json:
              schema: { type: object, required: [reason], properties: { reason: { type: string } } }
  /socket:
    get: { responses: { '101': { description: Upgraded. }, '4XX': { description: No. } } }
  /photos:
    get:
      responses: { '200': { description: A photo., content: { image/png: {} } } }
  /feed:
    get:
      responses:
        '200':
          description: Events.
          content: { text/event-stream: { itemSchema: { type: object, required: [data], properties: { data: { type: string }, event: { const: tick } } } } }
  /document:
    post:
      requestBody:
        content: { application/xml: { schema: { $ref: '#/components/schemas/Pet' } } }
      responses:
        '200': { description: XML., content: { application/xml: { schema: { $ref: '#/components/schemas/Pet' } }, application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  responses:
    Pet:
      description: A pet.
      content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
  schemas:
    NewPet:
      type: object
      required: [name]
      properties: { name: { type: string, minLength: 1 }, age: { type: integer, minimum: 0 } }
    Pet:
      type: object
      required: [id, name]
      properties: { id: { type: integer }, name: { type: string } }
`;

let mock: StartedMock;

beforeAll(async () => {
  mock = await startMockOf({ 'petstore.yaml': petstore });
});
afterAll(async () => {
  await mock.stop();
});

const key = { 'X-Key': 'anything' };

/** The body of problem details. */
async function problemOf(
  response: Response,
): Promise<{ readonly status: number; readonly violations: unknown }> {
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  const body: unknown = await response.json();
  return body as { readonly status: number; readonly violations: unknown };
}

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${mock.address}${path}`, { headers: key, ...init });
}

async function prefer(preference: string, path = '/v1/pets/7'): Promise<Response> {
  return call(path, { headers: { ...key, Prefer: preference } });
}

describe('a mock of a description', () => {
  test('says where it is and what it serves, one line for each group', () => {
    expect(mock.output()).toMatch(/^mock: http:\/\/127\.0\.0\.1:\d+$/m);
    expect(mock.output()).toContain('  pets: GET /v1/pets, POST /v1/pets, GET /v1/pets/{petId}\n');
  });

  test('responds with the first valid example', async () => {
    const response = await call('/v1/pets/7');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ id: 1, name: 'Tom' });
  });

  test('responds with a fake where there is no example, with described headers, and always with the same', async () => {
    const response = await call('/v1/pets');
    const pets = await response.json();
    expect(pets).toEqual([{ id: expect.any(Number), name: expect.any(String) }]);
    expect(response.headers.get('X-Next')).not.toBe('');
    expect(await (await call('/v1/pets')).json()).toEqual(pets);
  });

  test('serves paths without the base path of the server as well', async () => {
    expect(await (await call('/pets/7')).json()).toEqual({ id: 1, name: 'Tom' });
  });

  test('names each violation of a request in problem details', async () => {
    const response = await call('/v1/pets', {
      method: 'POST',
      headers: { ...key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: '', age: -1 }),
    });
    expect(response.status).toBe(400);
    const { status, violations } = await problemOf(response);
    expect(status).toBe(400);
    expect(violations).toEqual([
      { path: 'body/name', keyword: 'minLength', message: 'expected at least 1 character' },
      expect.objectContaining({ path: 'body/age', keyword: 'minimum' }),
    ]);
  });

  test('requires credentials where they are described, and names them', async () => {
    const response = await call('/v1/pets/7', { headers: {} });
    expect(response.status).toBe(401);
    expect((await problemOf(response)).violations).toEqual([
      { path: 'header/X-Key', keyword: 'required', message: 'expected credentials of "key"' },
    ]);
    expect((await call('/v1/pets', { headers: {} })).status).toBe(200);
  });

  test('honours the preferred status and the preferred example', async () => {
    const missing = await prefer('code=404');
    expect(missing.status).toBe(404);
    expect(await missing.json()).toEqual({ reason: expect.any(String) });
    expect(await (await prefer('example=dog')).json()).toEqual({ id: 2, name: 'Rex' });
    expect(await (await prefer('respond-async, code=200; example="cat"')).json()).toEqual({
      id: 1,
      name: 'Tom',
    });
  });

  test('sends even an invalid example if it is asked for, and says so in the log', async () => {
    expect(await (await prefer('example=broken')).json()).toEqual({ id: 'none' });
    await mock.printed('GET /v1/pets/7 200 example "broken", which does not satisfy its schema\n');
  });

  test.each([
    ['code=418', 'expected the status of a response: 200, 404'],
    ['code=constructor', 'expected the status of a response: 200, 404'],
    ['example=__proto__', 'expected an example: "cat", "dog", "broken"'],
    ['code=404, example=cat', 'expected no example: none has a name'],
  ])('says what there is instead of the preference "%s"', async (preference, message) => {
    const response = await prefer(preference);
    expect(response.status).toBe(400);
    expect((await problemOf(response)).violations).toEqual([
      { path: 'header/Prefer', keyword: 'enum', message },
    ]);
  });

  test('responds with files, events and XML', async () => {
    const photo = await call('/v1/photos');
    expect(photo.headers.get('Content-Type')).toBe('image/png');
    expect((await photo.arrayBuffer()).byteLength).toBeGreaterThan(0);
    expect(await (await call('/v1/feed')).text()).toMatch(/^event: tick\ndata: .+\n\n$/);
    const document = await call('/v1/document', {
      method: 'POST',
      headers: { ...key, 'Content-Type': 'application/xml', Accept: 'application/xml' },
      body: '<Pet><id>1</id><name>Tom</name></Pet>',
    });
    expect(document.headers.get('Content-Type')).toBe('application/xml');
    expect(await document.text()).toMatch(/<Pet><id>\d+<\/id><name>.*<\/name><\/Pet>$/);
  });

  test('responds to other paths and methods with 404 and 405', async () => {
    expect((await call('/v1/cats')).status).toBe(404);
    const response = await call('/v1/pets', { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toContain('POST');
  });

  test('sends no interim response', async () => {
    expect((await call('/v1/socket')).status).toBe(400);
    expect((await prefer('code=101', '/v1/socket')).status).toBe(400);
  });

  test('lets pages of any origin call it', async () => {
    const origin = { Origin: 'https://shop.example' };
    const preflight = await call('/v1/pets', {
      method: 'OPTIONS',
      headers: {
        ...origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'x-key,content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('https://shop.example');
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toBe('x-key, content-type');
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toBe('POST');
    const response = await call('/v1/pets', { headers: { ...key, ...origin } });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://shop.example');
    expect(response.headers.get('Access-Control-Expose-Headers')).toContain('X-Next');
  });

  test('logs each request without its query, and why it got its response', async () => {
    await call('/v1/pets?limit=1000&token=secret');
    await mock.printed('GET /v1/pets 400 violation: query/limit: expected at most 100\n');
    await call('/v1/pets/8');
    await mock.printed('GET /v1/pets/8 200 example "cat"\n');
    await call('/v1/pets');
    await mock.printed('GET /v1/pets 200 fake\n');
    expect(mock.output()).not.toContain('secret');
  });

  test('limits bodies, and survives hostile names and targets', async () => {
    const post = async (body: string): Promise<number> => {
      const headers = { ...key, 'Content-Type': 'application/json' };
      return (await call('/v1/pets', { method: 'POST', headers, body })).status;
    };
    expect(
      await raw(
        'POST /v1/pets HTTP/1.1',
        'X-Key: a',
        'Content-Type: application/json',
        'Content-Length: 2000000',
      ),
    ).toMatch(/^HTTP\/1\.1 413 /);
    expect(await post('{"name":"a","__proto__":{"name":1},"constructor":{"prototype":1}}')).toBe(
      201,
    );
    expect(await raw('GET /../../etc/passwd HTTP/1.1')).toMatch(/^HTTP\/1\.1 404 /);
    expect(await raw('GET /v1/pets/%2e%2e%2f HTTP/1.1')).toMatch(/^HTTP\/1\.1 40[014] /);
    expect(await raw('GET /__proto__ HTTP/1.1')).toMatch(/^HTTP\/1\.1 404 /);
  });
});

/** Sends the head of a request as text and returns the response. */
async function raw(...lines: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(mock.address).port), '127.0.0.1');
  socket.write(`${[...lines, 'Host: mock', 'Connection: close'].join('\r\n')}\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

describe('the command', () => {
  test('stops with code 0, and frees its port', async () => {
    const own = await startMockOf({ 'petstore.yaml': petstore });
    expect(await own.stop()).toBe(0);
    await expect(fetch(`${own.address}/v1/pets`)).rejects.toThrow();
  });

  test('makes other fakes with another seed, and equal ones with the same', async () => {
    const petsOf = async (seed: string): Promise<unknown> => {
      const own = await startMockOf({ 'petstore.yaml': petstore }, '--seed', seed);
      const pets: unknown = await (await fetch(`${own.address}/v1/pets`)).json();
      await own.stop();
      return pets;
    };
    const seven = await petsOf('7');
    expect(await petsOf('7')).toEqual(seven);
    expect(await petsOf('8')).not.toEqual(seven);
  });

  test('serves several documents together, and reports operations that are hidden', async () => {
    const other = `
openapi: 3.1.0
info: { title: Orders, version: 1.0.0 }
servers: [{ url: /v1 }]
paths:
  /pets: { get: { responses: { '204': { description: Hidden. } } } }
  /orders: { get: { responses: { '204': { description: Orders. } } } }
`;
    const own = await startMockOf({ 'petstore.yaml': petstore, 'orders.yaml': other });
    expect((await fetch(`${own.address}/v1/orders`)).status).toBe(204);
    expect((await fetch(`${own.address}/v1/pets`)).status).toBe(200);
    expect(own.errors()).toContain(
      'orders.yaml:6:17: warning: "GET /v1/pets" is not served: an operation before it has the same path [hidden-operation]',
    );
    await own.stop();
  });

  test('reports errors of the description as generate does, and serves nothing', async () => {
    const host = memoryHost({ 'bad.yaml': petstore.replace('schemas/NewPet', 'schemas/OldPet') });
    const { code, out, error } = await run(['mock', 'bad.yaml'], host);
    const generated = await run(['generate', 'bad.yaml', '--out', 'api'], host);
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(error).toContain('[unresolved-reference]');
    expect(error.replace('nothing is served', 'nothing was written')).toBe(generated.error);
  });

  test('reports a description without anything to serve', async () => {
    const host = memoryHost({
      'empty.yaml': 'openapi: 3.1.0\ninfo: { title: Empty, version: 1.0.0 }\npaths: {}\n',
    });
    const { code, error } = await run(['mock', 'empty.yaml'], host);
    expect(code).toBe(1);
    expect(error).toContain(
      'error: the description has no operation and no WebSocket channel that could be served [nothing-to-serve]',
    );
  });

  test('says that a port is in use', async () => {
    const port = new URL(mock.address).port;
    const host = memoryHost({ 'petstore.yaml': petstore });
    const { code, error } = await run(['mock', 'petstore.yaml', '--port', port], host);
    expect(code).toBe(2);
    expect(error).toContain(
      `error: port ${port} is in use: choose another one with --port, or 0 for any that is free\n`,
    );
  });

  test.each([
    ['--port', 'web', '--port must be a whole number from 0 to 65535, not "web"'],
    ['--port', '65536', '--port must be a whole number from 0 to 65535, not "65536"'],
    ['--interval', '0', '--interval must be a whole number from 1 to 2147483647, not "0"'],
    ['--seed', '1.5', '--seed must be a whole number from 0 to 9007199254740991, not "1.5"'],
  ])('refuses %s %s', async (flag, value, message) => {
    const host = memoryHost({ 'petstore.yaml': petstore });
    const { code, error } = await run(['mock', 'petstore.yaml', flag, value], host);
    expect(code).toBe(2);
    expect(error).toBe(`error: ${message}\n`);
  });
});
