import type { OperationDescriptor } from '@tallystick/runtime';
import {
  type HttpOptions,
  memoryIdempotencyStore,
  type Middleware,
} from '@tallystick/runtime/http/server';
import { memoryTransaction, type MemoryTransaction } from '@tallystick/stores/memory';
import { describe, expect, it } from 'vitest';
import { operation, parseResponse, posted, serverOf } from './request.js';

const json = [{ mediaType: 'application/json', codec: 'json' as const }];
const create: OperationDescriptor = operation('create', {
  method: 'POST',
  path: ['/kettles'],
  input: 'body',
  parameters: [{ name: 'Idempotency-Key', in: 'header', type: { types: ['string'] } }],
  body: { required: true, contents: json },
  outcomes: [
    { status: 201, respond: 'created', contents: json },
    { status: 'default', respond: 'other', contents: json },
  ],
  idempotencyHeader: 'Idempotency-Key',
});

type Respond = { created(body: unknown): unknown; other(status: number, body: unknown): unknown };

/** A way for the handler to write in a transaction with its response. */
interface Way {
  /** The transaction of a request. */
  readonly find: (request: { readonly transaction?: unknown }) => MemoryTransaction;
  /** Options with a function that runs transactions. */
  readonly options: (run: typeof memoryTransaction) => HttpOptions;
}

let current: MemoryTransaction | undefined;
const requireCurrent = (): MemoryTransaction => {
  if (current === undefined) throw new Error('no transaction');
  return current;
};

const byOption: Way = {
  find: ({ transaction }) => transaction as MemoryTransaction,
  options: (run) => ({
    idempotency: {
      store: memoryIdempotencyStore(),
      transaction: (execute) => run((transaction) => execute(transaction)),
    },
  }),
};

/** Ordinary middleware for transactions: rolls back errors. */
const byMiddleware: Way = {
  find: requireCurrent,
  options: (run) => {
    const middleware: Middleware = {
      around: (call, next) =>
        run(
          async (transaction) => {
            current = transaction;
            const outcome = await next();
            if (!outcome.isError) await call.commit?.(transaction);
            return outcome;
          },
          ({ isError }) => !isError,
        ),
    };
    return { idempotency: { store: memoryIdempotencyStore() }, middleware };
  },
};

function shop(
  way: Way,
  answer: (count: number, respond: Respond) => unknown = (count, { created }) => created({ count }),
  run: typeof memoryTransaction = memoryTransaction,
) {
  let count = 0;
  const rows: number[] = [];
  const handlers = {
    create(request: { readonly transaction?: unknown }, respond: Respond) {
      count += 1;
      const row = count;
      way.find(request).onCommit(() => rows.push(row));
      return answer(count, respond);
    },
  };
  const handle = serverOf([create], handlers, way.options(run));
  return {
    rows,
    send: async (key = 'k1') =>
      parseResponse(await handle(posted('/kettles', {}, ['Idempotency-Key', key]))),
  };
}

describe.each([
  ['idempotency.transaction', byOption],
  ['call.commit in middleware', byMiddleware],
])('%s', (_, way) => {
  it('commits the effect of a handler with its response', async () => {
    const { rows, send } = shop(way);
    expect(await send()).toEqual({ status: 201, body: { count: 1 } });
    expect(await send()).toEqual({ status: 201, body: { count: 1 } });
    expect(rows).toEqual([1]);
  });

  it('commits before the response is sent', async () => {
    const states: string[] = [];
    const { send } = shop(way, undefined, async (run, commits) => {
      const result = await memoryTransaction(run, commits);
      await Promise.resolve();
      states.push('committed');
      return result;
    });
    await send();
    states.push('sent');
    expect(states).toEqual(['committed', 'sent']);
  });

  it.each([500, 503, 408, 425, 429])('rolls back a response with status %i', async (status) => {
    const { rows, send } = shop(way, (count, { created, other }) =>
      count === 1 ? other(status, {}) : created({ count }),
    );
    expect(await send()).toMatchObject({ status });
    expect(rows).toEqual([]);
    expect(await send()).toEqual({ status: 201, body: { count: 2 } });
    expect(rows).toEqual([2]);
  });

  it('rolls back if the handler throws, and frees the key', async () => {
    const { rows, send } = shop(way, (count, { created }) => {
      if (count === 1) throw new Error('broken');
      return created({ count });
    });
    expect(await send()).toMatchObject({ status: 500 });
    expect(await send()).toMatchObject({ status: 201 });
    expect(rows).toEqual([2]);
  });

  it('frees the key if the commit fails', async () => {
    let count = 0;
    const { rows, send } = shop(way, undefined, (run) =>
      memoryTransaction(async (transaction) => {
        const result = await run(transaction);
        count += 1;
        if (count === 1) throw new Error('serialization failure');
        return result;
      }),
    );
    expect(await send()).toMatchObject({ status: 500 });
    expect(await send()).toEqual({ status: 201, body: { count: 2 } });
    expect(rows).toEqual([2]);
  });
});

describe.each([
  ['idempotency.transaction', byOption],
  ['call.commit in middleware', byMiddleware],
])('%s after another process has claimed the key', (_, way) => {
  it('rolls back, and responds with 409', async () => {
    const rows: string[] = [];
    const { idempotency, ...rest } = way.options(memoryTransaction);
    const memory = memoryIdempotencyStore();
    const keys: string[] = [];
    const store: typeof memory = {
      ...memory,
      begin(key, claim, transaction) {
        keys.push(key);
        return memory.begin(key, claim, transaction);
      },
    };
    const handlers = {
      create(request: { readonly transaction?: unknown }, respond: Respond) {
        way.find(request).onCommit(() => rows.push('effect'));
        const [key = ''] = keys;
        // The lease expired while the handler was running.
        const now = Date.now() + 3_600_000;
        const times = { now, leaseUntil: now + 1_000, expires: now + 90_000_000 };
        const other = { claim: 'other', digest: 'd', owner: 'o', ...times };
        expect(memory.begin(key, other)).toEqual({ state: 'new' });
        return respond.created({});
      },
    };
    const handle = serverOf([create], handlers, {
      ...rest,
      idempotency: { ...idempotency, store },
    });
    const response = await handle(posted('/kettles', {}, ['Idempotency-Key', 'k1']));
    expect(response.status).toBe(409);
    expect(rows).toEqual([]);
  });
});

describe('call.commit', () => {
  it('is absent for a request without a key, and with idempotency.transaction', async () => {
    const seen: boolean[] = [];
    const middleware: Middleware = { before: (call) => void seen.push('commit' in call) };
    const handlers = { create: (__: never, respond: Respond) => respond.created({}) };
    const plain = serverOf([create], handlers, { middleware });
    await plain(posted('/kettles', {}));
    await plain(posted('/kettles', {}, ['Idempotency-Key', 'k1']));
    const { idempotency } = byOption.options(memoryTransaction);
    const within = serverOf([create], handlers, {
      middleware,
      ...(idempotency && { idempotency }),
    });
    await within(posted('/kettles', {}, ['Idempotency-Key', 'k1']));
    expect(seen).toEqual([false, true, false]);
  });

  it('cannot be called before the response exists', async () => {
    const reasons: unknown[] = [];
    const middleware: Middleware = {
      async around(call, next) {
        await expect(call.commit?.({})).rejects.toThrow('only after "next" has resolved');
        return next();
      },
    };
    const handlers = { create: (__: never, respond: Respond) => respond.created({}) };
    const handle = serverOf([create], handlers, {
      middleware,
      log: ({ reason }) => reasons.push(reason),
    });
    const response = await handle(posted('/kettles', {}, ['Idempotency-Key', 'k1']));
    expect([response.status, reasons]).toEqual([201, []]);
  });

  it('stores a streamed response as a whole, and sends it', async () => {
    const { options } = byMiddleware;
    const binary = operation('create', {
      ...create,
      outcomes: [
        { status: 201, respond: 'created', contents: [{ mediaType: 'a/b', codec: 'binary' }] },
      ],
    });
    async function* pieces(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array([1, 2]);
      yield new Uint8Array([3]);
    }
    let count = 0;
    const handlers = {
      create(__: never, respond: Respond) {
        count += 1;
        return respond.created(pieces());
      },
    };
    const handle = serverOf([binary], handlers, options(memoryTransaction));
    const sent = posted('/kettles', {}, ['Idempotency-Key', 'k1']);
    const [first, second] = [await handle(sent), await handle(sent)];
    expect([first.body, second.body, count]).toEqual([
      new Uint8Array([1, 2, 3]),
      new Uint8Array([1, 2, 3]),
      1,
    ]);
  });
});
