import type { CallOf } from '../http-client-operation.js';
import type {
  ApiDescriptor,
  Check,
  HttpHandler,
  RequestChecks,
  Verifier,
} from '@tallystick/runtime';
import { connect, type Client } from '@tallystick/runtime/http';
import {
  type Answer,
  type Awaitable,
  createServer,
  type Granted,
  type HandlerRequest,
  type PrincipalsOf,
  type ServerOperation,
  type ServerOptions,
} from '@tallystick/runtime/http/server';
import type { Failure, OperationDescriptor, Success, Unexpected } from '@tallystick/runtime';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { operation as call } from '../http-client-operation.js';

// The rest has the form of generated code: it must compile without changes.

interface Kettle {
  readonly id: string;
  readonly litres: number;
}
interface Fault {
  readonly code: string;
  readonly message: string;
}

const description: ApiDescriptor = {
  title: 'Kettles',
  version: '1.0.0',
  servers: [{ url: 'https://{host}' }],
  variables: { host: { default: 'api.example.com' } },
  security: {
    bearer: { kind: 'http', scheme: 'bearer' },
    wallet: { kind: 'apiKey', in: 'header', name: 'X-Wallet' },
  },
};

const json = [{ mediaType: 'application/json', codec: 'json' as const }];
const createKettleDescriptor: OperationDescriptor = {
  id: 'createKettle',
  method: 'POST',
  path: ['/kitchens/', 0, '/kettles'],
  parameters: [
    { name: 'kitchenId', in: 'path', required: true, type: { types: ['string'] } },
    { name: 'X-Idempotency-Key', in: 'header', type: { types: ['string'] } },
  ],
  input: 'body',
  body: { required: true, contents: json },
  outcomes: [
    {
      status: 201,
      respond: 'created',
      contents: json,
      headers: [{ name: 'Location', in: 'header', type: { types: ['string'] } }],
    },
    {
      status: '4XX',
      respond: 'clientError',
      contents: json,
      error: { code: 'code', message: 'message', codes: { default: 'no' } },
    },
  ],
  security: [{ bearer: [], wallet: [] }, { bearer: [] }],
  idempotencyHeader: 'X-Idempotency-Key',
};
const getKettleDescriptor: OperationDescriptor = {
  id: 'getKettle',
  method: 'GET',
  path: ['/kettles/', 0],
  parameters: [{ name: 'id', in: 'path', required: true, type: { types: ['string'] } }],
  input: 'none',
  outcomes: [
    { status: 200, respond: 'ok', contents: json },
    { status: '5XX', respond: 'serverError', contents: json },
  ],
};

interface KettleVerifiers {
  readonly bearer: Verifier;
  readonly wallet: Verifier;
}
interface KettleVariables {
  readonly host?: string;
}
interface CreatedHeaders {
  readonly Location?: string;
}
type CreateAnswer = Answer<201, Kettle, CreatedHeaders> | Answer<'4XX', Fault>;
interface CreateRespond {
  created(body: Kettle, headers?: CreatedHeaders): Answer<201, Kettle, CreatedHeaders>;
  clientError(status: number, body: Fault): Answer<'4XX', Fault>;
}
interface CreateRequest<Principals> extends HandlerRequest<Principals> {
  readonly path: { readonly kitchenId: string };
  readonly headers: { readonly 'X-Idempotency-Key'?: string };
  readonly body: { readonly litres: number };
}
interface KettleHandlers<
  Principals extends { readonly bearer: unknown; readonly wallet: unknown },
> {
  createKettle(
    request: CreateRequest<Granted<Principals, 'bearer', 'wallet'>>,
    respond: CreateRespond,
  ): Awaitable<CreateAnswer>;
  getKettle(
    request: HandlerRequest & { readonly path: { readonly id: string } },
    respond: {
      ok(body: Kettle): Answer<200, Kettle>;
      serverError(status: number, body: Fault): Answer<'5XX', Fault>;
    },
  ): Awaitable<Answer<200, Kettle> | Answer<'5XX', Fault>>;
}
interface KettleServerOptions<Verifiers extends KettleVerifiers> extends ServerOptions {
  readonly security: Verifiers;
  readonly variables?: KettleVariables;
}

const routes: readonly ServerOperation[] = [
  { descriptor: createKettleDescriptor, handler: 'createKettle' },
  { descriptor: getKettleDescriptor, handler: 'getKettle' },
];

const litres: Check = {
  is: (value) =>
    typeof value === 'object' &&
    value !== null &&
    'litres' in value &&
    typeof value.litres === 'number',
  check: () => [{ pointer: '/litres', keyword: 'type', expected: 'a number', schema: '' }],
};
const requestChecks: RequestChecks = { createKettle: { body: [litres] } };

function createKettleServer<Verifiers extends KettleVerifiers>(
  handlers: KettleHandlers<PrincipalsOf<Verifiers>>,
  options: KettleServerOptions<Verifiers>,
): HttpHandler {
  return createServer(description, routes, handlers, { ...options, checks: requestChecks });
}

function createPartialKettleServer<Verifiers extends KettleVerifiers>(
  handlers: Partial<KettleHandlers<PrincipalsOf<Verifiers>>>,
  options: KettleServerOptions<Verifiers>,
): HttpHandler {
  return createServer(description, routes, handlers, {
    ...options,
    checks: requestChecks,
    partial: true,
  });
}

type CreateOutcome = Success<201, Kettle, CreatedHeaders> | Failure<'4XX', Fault> | Unexpected;
const createKettle: CallOf<
  [client: Client, kitchenId: string, body: { litres: number }, options?: object],
  Kettle,
  CreateOutcome
> = call(createKettleDescriptor);
const getKettle: CallOf<
  [client: Client, id: string],
  Kettle,
  Success<200, Kettle> | Failure<'5XX', Fault> | Unexpected
> = call(getKettleDescriptor);

// And this is what a person writes.

const bearer: Verifier<{ readonly user: string }> = {
  head: ({ credentials: [text] }) =>
    text === 'good'
      ? { ok: true, principal: { user: 'ann' }, caller: 'ann' }
      : { ok: false, reason: 'bad' },
};
const wallet: Verifier<number> = { head: () => ({ ok: true, principal: 7 }) };

let count = 0;
const handle = createKettleServer(
  {
    createKettle({ body, path, principals }, respond) {
      expectTypeOf(principals.bearer.user).toEqualTypeOf<string>();
      expectTypeOf(principals.wallet).toEqualTypeOf<number | undefined>();
      if (body.litres > 9)
        return respond.clientError(409, { code: 'too_big', message: principals.bearer.user });
      count += 1;
      return respond.created(
        { id: `${path.kitchenId}-${count}`, litres: body.litres },
        { Location: `/kettles/${count}` },
      );
    },
    getKettle: ({ path }, respond) => respond.ok({ id: path.id, litres: 1 }),
  },
  { authorities: ['api.example.com'], security: { bearer, wallet } },
);

const client = connect(description, { transport: handle, credentials: { bearer: 'good' } });

describe('generated client and server', () => {
  it('communicate in memory', async () => {
    const outcome = await createKettle.result(client, 'a b/c', { litres: 1.5 });
    expect(outcome).toMatchObject({
      kind: 'success',
      status: 201,
      value: { id: 'a b/c-1', litres: 1.5 },
      headers: { Location: '/kettles/1' },
    });
    expect(await getKettle(client, 'é')).toEqual({ id: 'é', litres: 1 });
  });

  it('exchange declared faults', async () => {
    expect(await createKettle.result(client, 'k', { litres: 10 })).toMatchObject({
      kind: 'failure',
      status: 409,
      value: { code: 'too_big', message: 'ann' },
    });
    const wrong = { litres: 'x' } as unknown as { litres: number };
    expect(await createKettle.result(client, 'k', wrong)).toMatchObject({
      kind: 'failure',
      status: 400,
      value: { code: 'no', message: 'The request is not valid: body/litres: expected a number.' },
    });
    const stranger = connect(description, { transport: handle, credentials: { bearer: 'bad' } });
    expect(await createKettle.result(stranger, 'k', { litres: 1 })).toMatchObject({
      kind: 'failure',
      status: 401,
    });
    const lost = connect(description, {
      transport: handle,
      baseUrl: 'https://elsewhere.example',
      credentials: { bearer: 'good' },
    });
    expect(await createKettle.result(lost, 'k', { litres: 1 })).toMatchObject({
      kind: 'failure',
      status: 421,
    });
  });

  it('execute a request once per idempotency key', async () => {
    const key = { idempotencyKey: '7d4c3f5e-8d5b-4f0e-9b1a-2f6f3c1d0e4a' };
    const first = await createKettle(client, 'k', { litres: 2 }, key);
    expect(await createKettle(client, 'k', { litres: 2 }, key)).toEqual(first);
    expect(await createKettle.result(client, 'k', { litres: 3 }, key)).toMatchObject({
      status: 422,
    });
  });

  it('return 501 for handlers missing in a partial server', async () => {
    const partial = createPartialKettleServer(
      {},
      { authorities: ['api.example.com'], security: { bearer, wallet } },
    );
    const half = connect(description, { transport: partial, retry: false });
    expect(await getKettle.result(half, 'x')).toMatchObject({ kind: 'failure', status: 501 });
  });
});
