import type { OperationDescriptor, Verifier } from '@tallystick/runtime';
import {
  type HttpOptions,
  type LogEntry,
  memoryIdempotencyStore,
} from '@tallystick/runtime/http/server';
import { describe, expect, it } from 'vitest';
import {
  api,
  manualTimers,
  operation,
  posted,
  request,
  parseResponse,
  serverOf,
} from './request.js';

const json = [{ mediaType: 'application/json', codec: 'json' as const }];
const create: OperationDescriptor = operation('create', {
  method: 'POST',
  path: ['/kettles'],
  input: 'body',
  parameters: [
    { name: 'X-Idempotency-Key', in: 'header', type: { types: ['string'] } },
    { name: 'dry', in: 'query', type: { types: ['boolean'] } },
  ],
  body: { required: true, contents: json },
  outcomes: [
    { status: 201, respond: 'created', contents: json },
    { status: 'default', respond: 'other', contents: json },
  ],
  security: [{ key: [] }],
  idempotencyHeader: 'X-Idempotency-Key',
});

/** `alice:1` and `alice:2` are two tokens of one caller. */
const key: Verifier<{ readonly token: string }> = {
  head: ({ credentials: [token = ''] }) =>
    token === 'bad'
      ? { ok: false, reason: 'bad' }
      : { ok: true, principal: { token }, caller: token.split(':')[0] ?? '' },
};

type Respond = { created(body: unknown): unknown; other(status: number, body: unknown): unknown };

function counting(
  answer: (count: number, respond: Respond) => unknown = (count, { created }) => created({ count }),
  options: HttpOptions = {},
) {
  let count = 0;
  const description = api({ security: { key: { kind: 'apiKey', in: 'header', name: 'X-Key' } } });
  const handlers = { create: (_: never, respond: Respond) => answer(++count, respond) };
  const handle = serverOf([create], handlers, { security: { key }, ...options }, description);
  return {
    handle,
    send: async (body: unknown, { id = 'k1', caller = 'alice:1', target = '/kettles' } = {}) =>
      parseResponse(await handle(posted(target, body, ['X-Key', caller, 'X-Idempotency-Key', id]))),
    count: () => count,
  };
}

describe('a second request with the same key', () => {
  it('receives the same response, with another token or spelling of its body', async () => {
    const { handle, count } = counting();
    const first = await handle(
      posted('/kettles', '{"a":1,"b":[2]}', ['X-Key', 'alice:1', 'X-Idempotency-Key', 'k1']),
    );
    const second = await handle(
      posted('/kettles', '{ "b": [2], "\\u0061": 1.0 }', [
        'X-Key',
        'alice:2',
        'X-Idempotency-Key',
        'k1',
      ]),
    );
    expect(second).toEqual(first);
    expect(count()).toBe(1);
  });

  it('is rejected with another payload', async () => {
    const { send, count } = counting();
    await send({ a: 1 });
    expect((await send({ a: 2 })).status).toBe(422);
    expect((await send({ a: '1' })).status).toBe(422);
    expect((await send({ a: 1 }, { target: '/kettles?dry=true' })).status).toBe(422);
    expect((await send(['a', 1])).status).toBe(422);
    expect(count()).toBe(1);
  });

  it('conflicts while the first is running, and is rejected with another payload', async () => {
    let finish = (): void => undefined;
    const running = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let entered = (): void => undefined;
    const started = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const { send } = counting(async (count, { created }) => {
      entered();
      await running;
      return created({ count });
    });
    const first = send({ a: 1 });
    await started;
    expect((await send({ a: 1 })).status).toBe(409);
    expect((await send({ a: 2 })).status).toBe(422);
    finish();
    expect(await first).toEqual({ status: 201, body: { count: 1 } });
    expect(await send({ a: 1 })).toEqual({ status: 201, body: { count: 1 } });
  });

  it('is another request for another caller', async () => {
    const { send } = counting();
    expect((await send({ a: 1 })).body).toEqual({ count: 1 });
    expect((await send({ a: 1 }, { caller: 'bob:1' })).body).toEqual({ count: 2 });
    expect((await send({ a: 1 }, { id: 'k2' })).body).toEqual({ count: 3 });
  });
});

describe('key is released', () => {
  it('by a request rejected before the handler', async () => {
    const { send, handle, count } = counting();
    expect((await send({ a: 1 }, { caller: 'bad' })).status).toBe(401);
    expect(
      (await handle(posted('/kettles', '{broken', ['X-Key', 'alice:1', 'X-Idempotency-Key', 'k1'])))
        .status,
    ).toBe(400);
    expect(count()).toBe(0);
    expect((await send({ a: 1 })).status).toBe(201);
  });

  it.each([500, 503, 408, 425, 429])('by a response with status %d', async (status) => {
    const { send } = counting((count, { created, other }) =>
      count === 1 ? other(status, {}) : created({ count }),
    );
    expect((await send({ a: 1 })).status).toBe(status);
    expect((await send({ a: 2 })).body).toEqual({ count: 2 });
  });

  it('by a handler that throws', async () => {
    const { send } = counting((count, { created }) => {
      if (count === 1) throw new Error('oops');
      return created({ count });
    });
    expect((await send({ a: 1 })).status).toBe(500);
    expect((await send({ a: 1 })).body).toEqual({ count: 2 });
  });

  it('but not by a declared error response', async () => {
    const { send, count } = counting((_, { other }) => other(409, { no: true }));
    expect(await send({ a: 1 })).toEqual({ status: 409, body: { no: true } });
    expect(await send({ a: 1 })).toEqual({ status: 409, body: { no: true } });
    expect(count()).toBe(1);
  });

  it('after its lifetime', async () => {
    const clock = manualTimers();
    const { send } = counting(undefined, { clock, idempotency: { lifetime: 1000 } });
    await send({ a: 1 });
    clock.advance(999);
    expect((await send({ a: 1 })).body).toEqual({ count: 1 });
    clock.advance(1);
    expect((await send({ a: 1 })).body).toEqual({ count: 2 });
  });
});

describe('memoryIdempotencyStore', () => {
  it('has a capacity, and discards the oldest response first', async () => {
    const { send } = counting(undefined, { idempotency: { capacity: 2 } });
    await send({}, { id: 'a' });
    await send({}, { id: 'b' });
    await send({}, { id: 'c' });
    expect((await send({}, { id: 'c' })).body).toEqual({ count: 3 });
    expect((await send({}, { id: 'b' })).body).toEqual({ count: 2 });
    expect((await send({}, { id: 'a' })).body).toEqual({ count: 4 });
  });

  it('discards responses of the same caller first', async () => {
    const { send } = counting(undefined, { idempotency: { capacity: 3 } });
    await send({}, { id: 'a', caller: 'bob:1' });
    for (const id of ['a', 'b', 'c', 'd']) await send({}, { id, caller: 'mallory:1' });
    expect((await send({}, { id: 'a', caller: 'bob:2' })).body).toEqual({ count: 1 });
    // Whoever has none of their own to give still finds room.
    expect((await send({}, { id: 'a', caller: 'carol:1' })).status).toBe(201);
  });

  it('accepts no new request while all known ones are running', () => {
    const store = memoryIdempotencyStore(1);
    const claim = { claim: '1', digest: 'd', owner: 'o', now: 0, leaseUntil: 10, expires: 10 };
    expect(store.begin('a', claim)).toEqual({ state: 'new' });
    expect(store.begin('b', claim)).toEqual({ state: 'full' });
    expect(store.begin('b', { ...claim, now: 10 })).toEqual({ state: 'new' });
  });

  it('does not replace a newer response by a late one', () => {
    const store = memoryIdempotencyStore();
    store.begin('a', {
      claim: 'old',
      digest: 'd',
      owner: 'o',
      now: 0,
      leaseUntil: 10,
      expires: 10,
    });
    store.begin('a', {
      claim: 'new',
      digest: 'd',
      owner: 'o',
      now: 10,
      leaseUntil: 20,
      expires: 20,
    });
    store.finish('a', 'old', { status: 200, headers: [], body: 'old' });
    store.release('a', 'old');
    expect(
      store.begin('a', {
        claim: 'x',
        digest: 'd',
        owner: 'o',
        now: 11,
        leaseUntil: 21,
        expires: 21,
      }),
    ).toEqual({
      state: 'running',
      digest: 'd',
    });
  });
});

it('stores nothing for a request without a key', async () => {
  const { handle, count } = counting();
  for (let times = 0; times < 2; times++)
    await handle(posted('/kettles', {}, ['X-Key', 'alice:1']));
  expect(count()).toBe(2);
});

it('stores a streamed response as a whole', async () => {
  const streamed = operation('create', {
    method: 'POST',
    outcomes: [
      {
        status: 200,
        respond: 'ok',
        contents: [{ mediaType: 'application/octet-stream', codec: 'binary' }],
      },
    ],
    idempotencyHeader: 'Idempotency-Key',
  });
  let count = 0;
  async function* source(): AsyncGenerator<Uint8Array> {
    count += 1;
    yield Uint8Array.of(1, 2);
    yield Uint8Array.of(3);
  }
  const handle = serverOf([streamed], {
    create: (_: never, respond: { ok(body: unknown): unknown }) => respond.ok(source()),
  });
  const sent = request({ method: 'POST', target: '/create', headers: ['Idempotency-Key', 'k'] });
  expect((await handle(sent)).body).toEqual(Uint8Array.of(1, 2, 3));
  expect((await handle(sent)).body).toEqual(Uint8Array.of(1, 2, 3));
  expect(count).toBe(1);
});

describe('failing store', () => {
  const broken = (failing: 'begin' | 'finish' | 'release') => {
    const store = memoryIdempotencyStore();
    const log: LogEntry[] = [];
    const fail = (): never => {
      throw new Error('store at 10.0.0.1 is down');
    };
    return {
      log,
      options: {
        idempotency: { store: { ...store, [failing]: fail } },
        log: (entry: LogEntry) => log.push(entry),
      },
    };
  };

  it('fails the request before it runs', async () => {
    const { send, count } = counting(undefined, broken('begin').options);
    const response = await send({ a: 1 });
    expect([response.status, count()]).toEqual([500, 0]);
    expect(JSON.stringify(response)).not.toContain('10.0.0.1');
  });

  it('does not affect the response after the handler', async () => {
    const { log, options } = broken('finish');
    const { send } = counting(undefined, options);
    expect(await send({ a: 1 })).toEqual({ status: 201, body: { count: 1 } });
    expect(log).toMatchObject([
      { reason: 'idempotency-store-failed', cause: { message: expect.any(String) } },
    ]);
  });

  it('does not hide an error of the handler', async () => {
    const { log, options } = broken('release');
    const { send } = counting(() => {
      throw new Error('out of water');
    }, options);
    expect((await send({ a: 1 })).status).toBe(500);
    expect(log.map(({ reason }) => reason)).toEqual(['idempotency-store-failed', 'handler-failed']);
  });
});
