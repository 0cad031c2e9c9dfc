import type * as msw from 'msw';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ApiError } from '@tallystick/runtime';
import type * as generated from '../cases/msw/output/src/msw.js';
import { type MockServer, startMockServer } from './msw-server.js';
import { PetShopClient, type Pet } from '../cases/msw/output/src/index.js';

const tom: Pet = {
  id: 'tom',
  name: 'Tom',
  kind: 'cat',
  born: new Date('2020-01-02T03:04:05.000Z'),
};
const tomText = { ...tom, born: '2020-01-02T03:04:05.000Z' };
const base = 'https://pets.example/v1';

describe.each(['msw', 'msw-3'])('mocks with %s', (library) => {
  let mocks: generated.PetShopMocks;
  let mockPetShop: typeof generated.mockPetShop;
  let createPetShopMocks: typeof generated.createPetShopMocks;
  let server: MockServer;
  const client = new PetShopClient({ credentials: { token: 'anything' }, retry: false });

  beforeAll(async () => {
    vi.resetModules();
    const loaded: typeof msw = await import(library);
    vi.doMock('msw', () => loaded);
    ({ createPetShopMocks, mockPetShop } = await import('../cases/msw/output/src/msw.js'));
    mocks = createPetShopMocks();
    vi.spyOn(console, 'error').mockImplementation(() => {});
    server = await startMockServer(library, loaded);
  });
  afterEach(() => server.reset());
  afterAll(() => {
    server?.close();
    vi.doUnmock('msw');
    vi.restoreAllMocks();
  });

  test('respond with a body, in the form that programs have', async () => {
    server.use(mocks.getPet(tom));
    expect(await client.pets.get('tom')).toEqual(tom);
    const response = await fetch(`${base}/pets/tom`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(tomText);
  });

  test('respond with a function that has the request', async () => {
    server.use(
      mocks.getPet(({ path }, respond) =>
        path.id === 'tom' ? respond.ok(tom) : respond.notFound({ message: `no ${path.id}` }),
      ),
      mocks.addPet(({ body }, respond) =>
        respond.created({ ...tom, ...body }, { Location: `${base}/pets/${body.name}` }),
      ),
    );
    expect(await client.pets.get('tom')).toEqual(tom);
    await expect(client.pets.get('jerry')).rejects.toMatchObject({
      status: 404,
      outcome: { value: { message: 'no jerry' } },
    });
    const added = await client.pets.add.result({ name: 'Rex', kind: 'dog' });
    expect(added).toMatchObject({
      status: 201,
      value: { name: 'Rex', kind: 'dog' },
      headers: { Location: `${base}/pets/Rex` },
    });
  });

  test('take only the requests of their operation', async () => {
    server.use(mocks.getPet(tom));
    await expect(fetch(`${base}/pets/newest`)).rejects.toThrow();
    await expect(fetch('https://other.example/v1/pets/tom')).rejects.toThrow();
    await expect(fetch(`${base}/pets/tom`, { method: 'DELETE' })).rejects.toThrow();
  });

  test('respond to one request if they are for one', async () => {
    server.use(mocks.getPet({ ...tom, name: 'Once' }, { once: true }), mocks.getPet(tom));
    expect((await client.pets.get('tom')).name).toBe('Once');
    expect((await client.pets.get('tom')).name).toBe('Tom');
  });

  test('refuse invalid requests as a server does', async () => {
    server.use(
      mocks.addPet(({ body }, respond) => respond.created({ ...tom, ...body }, { Location: '' })),
    );
    const response = await fetch(`${base}/pets`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: '', kind: 'fish' }),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('body/name');
  });

  test('fail for invalid responses, and name the operation and the place', async () => {
    server.use(mocks.getPet({ ...tom, name: '' }));
    const error = await client.pets.get('tom').catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 500 });
    const response = await fetch(`${base}/pets/tom`);
    expect(await response.text()).toContain(
      'The mock of \\"getPet\\" returned an invalid response: at \\"/name\\": expected',
    );
  });

  test('fail if a function throws', async () => {
    server.use(
      mocks.getPet(() => {
        throw new Error('out of pets');
      }),
    );
    const response = await fetch(`${base}/pets/tom`);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('out of pets');
  });

  test('check nothing if they are told so', async () => {
    const unchecked = createPetShopMocks({ validate: false });
    server.use(unchecked.getPet({ ...tom, name: '' }));
    expect((await client.pets.get('tom')).name).toBe('');
  });

  test('respond with fakes without a response', async () => {
    server.use(mocks.getPet(), mocks.removePet(), mocks.watchPrices(), mocks.getPhoto());
    expect((await client.pets.get('tom')).born).toBeInstanceOf(Date);
    await client.pets.remove('tom');
    const prices = await client.prices.watch();
    expect(prices).toHaveLength(1);
    expect((await client.pets.getPhoto('tom')).length).toBeGreaterThan(0);
  });

  test('mock a whole API with fakes', async () => {
    server.use(...mockPetShop({ getPet: { ...tom, name: 'Mine' } }));
    expect((await client.pets.get('tom')).name).toBe('Mine');
    expect(await client.pets.getNewest()).toHaveProperty('born');
    expect(Array.isArray(await client.pets.list())).toBe(true);
    expect(typeof (await client.pets.list({}, { accept: 'text/csv' }))).toBe('string');
    expect((await client.pets.add.result({ name: 'Rex' })).status).toBe(201);
    expect((await fetch(`${base}/moved`, { redirect: 'manual' })).status).toBe(301);
    expect(await (await fetch(`${base}/impossible`)).text()).toContain(
      'There is no fake of the response of',
    );
    expect(await (await fetch(`${base}/broken`)).text()).toContain('needs a function');
  });

  test('make equal fakes of equal seeds', async () => {
    const read = async (seed: number): Promise<unknown> => {
      server.use(...mockPetShop({}, { seed }));
      return client.pets.list();
    };
    const [first, same, other] = [await read(1), await read(1), await read(2)];
    expect(first).toEqual(same);
    expect(first).not.toEqual(other);
  });

  test('fail for operations without a response, if the whole API is mocked so', async () => {
    server.use(...mockPetShop({ getPet: tom }, { unmocked: 'error' }));
    expect(await client.pets.get('tom')).toEqual(tom);
    const response = await fetch(`${base}/pets/newest`);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('has no mock');
  });

  test('pass requests for other operations through, if the whole API is mocked so', async () => {
    const { createServer } = await import('node:http');
    const real = createServer((_request, response) => response.end('"real"'));
    await new Promise<void>((done) => void real.listen(0, '127.0.0.1', done));
    const address = real.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const baseUrl = `http://127.0.0.1:${port}`;
    try {
      server.use(...mockPetShop({ getPet: tom }, { unmocked: 'passthrough', baseUrl }));
      expect(await (await fetch(`${baseUrl}/pets/tom`)).json()).toEqual(tomText);
      expect(await (await fetch(`${baseUrl}/pets/newest`)).json()).toBe('real');
    } finally {
      real.closeAllConnections();
      await new Promise((done) => void real.close(done));
    }
  });

  test('are below another base URL, or a path of any origin', async () => {
    const at = (baseUrl: string): generated.PetShopMocks => createPetShopMocks({ baseUrl });
    server.use(at('http://localhost:3000/api/').getPet(tom), at('/v2').getNewestPet(tom));
    expect((await fetch('http://localhost:3000/api/pets/tom')).status).toBe(200);
    expect((await fetch('https://anywhere.example/v2/pets/newest')).status).toBe(200);
    await expect(fetch(`${base}/pets/tom`)).rejects.toThrow();
  });

  test('require credentials only if they are told so', async () => {
    server.use(createPetShopMocks({ credentials: 'required' }).getPet(tom));
    expect((await fetch(`${base}/pets/tom`)).status).toBe(401);
    const headers = { Authorization: 'Bearer anything' };
    expect((await fetch(`${base}/pets/tom`, { headers })).status).toBe(200);
  });

  test('respond to HEAD where GET is described', async () => {
    server.use(mocks.getPet(tom));
    const response = await fetch(`${base}/pets/tom`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });

  test('are named in lists of handlers', () => {
    const headers = [mocks.getPet(tom), ...mockPetShop()].map(({ info }) => info.header);
    expect(headers).toEqual(['GET /pets/{id} (getPet)', 'Pet Shop 1.0.0']);
  });
});
