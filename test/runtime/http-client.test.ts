import type { CallOf } from './http-client-operation.js';
import { inspect } from 'node:util';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type ApiDescriptor,
  ApiError,
  type CallOptions,
  type Failure,
  type OperationDescriptor,
  type Success,
  type Unexpected,
} from '@tallystick/runtime';
import {
  bind,
  type Client,
  type ClientOptions,
  connect,
  clientConfig,
  type ClientConfig,
} from '@tallystick/runtime/http';
import { json, recordingTransport } from './http-client-fixture.js';
import { operation } from './http-client-operation.js';

const kettles: ApiDescriptor = {
  title: 'Kettles',
  version: '1.0.0',
  servers: [{ url: 'https://{host}/v1' }],
  variables: { host: { default: 'kettles.example' } },
  security: { bearer: { kind: 'http', scheme: 'bearer' } },
};

interface Kettle {
  readonly id: string;
  readonly colour?: string;
}
interface Fault {
  readonly code: string;
  readonly message: string;
}

const jsonContent = [{ mediaType: 'application/json', codec: 'json' }] as const;
const faultShape = { code: 'code', message: 'message' } as const;

const createKettleDescriptor: OperationDescriptor = {
  id: 'createKettle',
  method: 'POST',
  path: ['/kettles'],
  input: 'body',
  body: { required: true, contents: jsonContent },
  outcomes: [
    { status: 201, respond: 'created', contents: jsonContent },
    { status: 400, respond: 'badRequest', contents: jsonContent, error: faultShape },
    { status: '5XX', respond: 'serverError', contents: jsonContent, error: faultShape },
  ],
};
type CreateKettleArguments = [body: { readonly colour: string }, options?: CallOptions];
type CreateKettleOutcome =
  | Success<201, Kettle>
  | Failure<400, Fault>
  | Failure<'5XX', Fault>
  | Unexpected;
const createKettle: CallOf<
  [client: Client, ...CreateKettleArguments],
  Kettle,
  CreateKettleOutcome
> = /* @__PURE__ */ operation(createKettleDescriptor);

const getKettleDescriptor: OperationDescriptor = {
  id: 'getKettle',
  method: 'GET',
  path: ['/kettles/', 0],
  parameters: [{ name: 'kettleId', in: 'path', required: true, type: { types: ['string'] } }],
  input: 'none',
  outcomes: [
    {
      status: 200,
      respond: 'ok',
      contents: jsonContent,
      headers: [{ name: 'X-Heat', in: 'header', type: { types: ['integer'] } }],
    },
    { status: 204, respond: 'noContent' },
    { status: 'default', respond: 'default', contents: jsonContent, error: faultShape },
  ],
};
type GetKettleOutcome =
  | Success<200, Kettle, { readonly 'X-Heat'?: number }>
  | Success<204, undefined>
  | Failure<'default', Fault>
  | Unexpected;
const getKettle: CallOf<
  [client: Client, kettleId: string, options?: CallOptions],
  Kettle | undefined,
  GetKettleOutcome
> = operation(getKettleDescriptor);

class KettlesService {
  readonly create: CallOf<CreateKettleArguments, Kettle, CreateKettleOutcome>;
  constructor(client: Client) {
    this.create = bind(client, createKettle);
  }
}

class KettlesClient implements Client {
  readonly [clientConfig]: ClientConfig;
  readonly kettles: KettlesService;
  constructor(options: ClientOptions = {}) {
    this[clientConfig] = connect(kettles, options)[clientConfig];
    this.kettles = new KettlesService(this);
  }
}

describe('generated client', () => {
  it('sends its arguments and returns the declared body', async () => {
    const { exchange, requests } = recordingTransport(json(201, { id: 'k1', colour: 'red' }));
    const client = new KettlesClient({ transport: exchange });

    const kettle = await client.kettles.create({ colour: 'red' });

    expect(kettle).toEqual({ id: 'k1', colour: 'red' });
    expect(requests[0]).toMatchObject({
      method: 'POST',
      scheme: 'https',
      authority: 'kettles.example',
      target: '/v1/kettles',
      headers: ['Accept', 'application/json', 'Content-Type', 'application/json'],
      body: '{"colour":"red"}',
      operation: createKettleDescriptor,
    });
  });

  it('works as a class and as standalone functions', async () => {
    const { exchange, requests } = recordingTransport(json(201, { id: 'k1' }));
    const options = { transport: exchange, baseUrl: 'http://localhost:8080/base/' };

    await createKettle(new KettlesClient(options), { colour: 'red' });
    await createKettle(connect(kettles, options), { colour: 'red' });

    expect(
      requests.map(({ scheme, authority, target }) => `${scheme}://${authority}${target}`),
    ).toEqual(['http://localhost:8080/base/kettles', 'http://localhost:8080/base/kettles']);
  });

  it('throws a typed error that its call recognises', async () => {
    const fault = { code: 'too_red', message: 'No kettle is that red.' };
    const client = new KettlesClient({ transport: recordingTransport(json(400, fault)).exchange });

    const error: unknown = await client.kettles
      .create({ colour: 'redder' })
      .catch((thrown: unknown) => thrown);

    expect(client.kettles.create.failed(error)).toBe(true);
    expect(getKettle.failed(error)).toBe(false);
    if (!client.kettles.create.failed(error)) return;
    expectTypeOf(error.outcome).toEqualTypeOf<
      Failure<400, Fault> | Failure<'5XX', Fault> | Unexpected
    >();
    expect(error).toBeInstanceOf(ApiError);
    expect(error.message).toBe('createKettle: 400 too_red: No kettle is that red.');
    expect(error).toMatchObject({ code: 'too_red', status: 400, operation: 'createKettle' });
    expect(error.outcome).toMatchObject({ kind: 'failure', when: 400, value: fault });
  });

  it('prints errors without their outcome', async () => {
    const client = new KettlesClient({
      transport: recordingTransport(json(400, { code: 'x', message: 'y', echo: 'kept-out' }))
        .exchange,
    });
    const error: unknown = await client.kettles
      .create({ colour: 'red' })
      .catch((thrown: unknown) => thrown);
    expect(inspect(error, { depth: 9 }) + JSON.stringify(error)).not.toContain('kept-out');
  });

  it.each([
    [
      'an exact status before default',
      json(200, { id: 'k1' }),
      { kind: 'success', when: 200, status: 200 },
    ],
    [
      'default for other statuses',
      json(404, { code: 'a', message: 'b' }),
      { kind: 'failure', when: 'default', status: 404 },
    ],
    [
      'no body for 204',
      { status: 204, headers: [], body: undefined },
      { kind: 'success', when: 204, value: undefined },
    ],
  ])('selects %s', async (_, answer, want) => {
    const client = connect(kettles, {
      transport: recordingTransport(answer).exchange,
      retry: false,
    });
    expect(await getKettle.result(client, 'k1')).toMatchObject(want);
  });

  it('prefers a range to undeclared responses', async () => {
    const { exchange } = recordingTransport(
      json(503, { code: 'busy', message: 'later' }),
      json(418, { tea: true }),
    );
    const client = new KettlesClient({ transport: exchange });
    expect(await client.kettles.create.result({ colour: 'red' })).toMatchObject({
      kind: 'failure',
      when: '5XX',
      status: 503,
    });
    expect(await client.kettles.create.result({ colour: 'red' })).toMatchObject({
      kind: 'undeclared',
      status: 418,
      body: { tea: true },
    });
  });

  it('decodes declared headers, and keeps text of another type', async () => {
    const { exchange } = recordingTransport(
      json(200, { id: 'k1' }, 'x-heat', '95'),
      json(200, { id: 'k1' }, 'X-Heat', 'hot'),
    );
    const client = connect(kettles, { transport: exchange });
    expect(await getKettle.result(client, 'k1')).toMatchObject({ headers: { 'X-Heat': 95 } });
    expect(await getKettle.result(client, 'k1')).toMatchObject({ headers: { 'X-Heat': 'hot' } });
  });
});

describe('undeclared response', () => {
  it.each([
    [
      'is not followed as a redirect',
      { status: 302, headers: ['Location', 'https://evil.example/'], body: undefined },
      undefined,
    ],
    [
      'keeps text',
      { status: 418, headers: ['Content-Type', 'text/plain'], body: 'short and stout' },
      'short and stout',
    ],
    [
      'keeps invalid JSON as text',
      { status: 418, headers: ['Content-Type', 'application/json'], body: '{' },
      '{',
    ],
    [
      'keeps a body of another content type as text',
      { status: 201, headers: ['Content-Type', 'text/html'], body: '<p>' },
      '<p>',
    ],
    [
      'keeps bytes',
      { status: 418, headers: [], body: Uint8Array.of(0xff, 0xfe) },
      Uint8Array.of(0xff, 0xfe),
    ],
  ])('%s', async (_, answer, body) => {
    const client = connect(kettles, { transport: recordingTransport(answer).exchange });
    const outcome = await createKettle.result(client, { colour: 'red' });
    expect(outcome).toMatchObject({ kind: 'undeclared', status: answer.status });
    expect(outcome.kind === 'undeclared' ? outcome.body : 'other').toEqual(body);
  });
});

describe('unreadable body', () => {
  it.each([
    ['invalid JSON', '{"id":', 'the body is not JSON'],
    ['invalid UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'the body is not UTF-8'],
    ['an empty body', undefined, 'the body is empty, but JSON is declared'],
    ['a body that is too long', `"${'x'.repeat(200)}"`, 'the body is longer than 100 bytes'],
  ])('is rejected: %s', async (_, body, message) => {
    const answer = {
      status: 201,
      headers: ['Content-Type', 'application/json; charset=utf-8'],
      body,
    };
    const client = connect(kettles, {
      transport: recordingTransport(answer).exchange,
      maxResponseBytes: 100,
    });
    expect(await createKettle.result(client, { colour: 'red' })).toMatchObject({
      kind: 'invalid-response',
      status: 201,
      message,
    });
  });

  it('ends the stream as soon as it is too long', async () => {
    let given = 0;
    let closed = false;
    async function* endless(): AsyncGenerator<Uint8Array, void, undefined> {
      try {
        for (;;) {
          given += 10;
          yield new Uint8Array(10);
        }
      } finally {
        closed = true;
      }
    }
    const answer = {
      status: 201,
      headers: ['Content-Type', 'application/json'],
      body: { stream: endless() },
    };
    const client = connect(kettles, {
      transport: recordingTransport(answer).exchange,
      maxResponseBytes: 100,
    });
    expect(await createKettle.result(client, { colour: 'red' })).toMatchObject({
      kind: 'invalid-response',
    });
    expect({ given, closed }).toEqual({ given: 110, closed: true });
  });
});
