import { headerValue, withHeader, type WireRequest } from '@tallystick/runtime';
import {
  memoryReceivedDeliveryStore,
  type MemoryReceivedDeliveryStore,
  type MemoryTransaction,
} from '@tallystick/runtime/webhooks/server';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createKettlesWebhookReceiver,
  createKettlesWebhookVerifier,
  deliverySignatureVerifier,
  type KettlesWebhookHandlers,
  type KettlesWebhookReceiverOptions,
  type KettlesWebhookVerifiers,
} from '../../cases/deliveries/output/src/webhook-receiver.js';
import { deliverySecret, KettlesWebhooks } from '../../cases/deliveries/output/src/webhooks.js';
import { listen } from '../loopback.js';
import { testTime, type TestTime } from '../time.js';
import { address, secret } from './fixture.js';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

type Handler = NonNullable<KettlesWebhookHandlers['shopOpened']>;
type Options = Partial<KettlesWebhookReceiverOptions<KettlesWebhookVerifiers>>;
const created = 204;

/** A receiver with its own clock, and a function that creates the requests of a sender at its time. */
function createFixture(
  handler: Handler,
  options: Options = {},
): {
  readonly time: TestTime;
  readonly store: MemoryReceivedDeliveryStore;
  readonly reasons: string[];
  readonly receive: ReturnType<typeof createKettlesWebhookReceiver>;
  readonly signed: (id: string, body?: { shop: string }) => Promise<WireRequest>;
} {
  const time = testTime();
  const store = memoryReceivedDeliveryStore();
  const reasons: string[] = [];
  const security = {
    deliverySignature: deliverySignatureVerifier({ secrets: secret, clock: time }),
  };
  const receive = createKettlesWebhookReceiver(
    { shopOpened: handler },
    {
      security,
      clock: time,
      deliveries: { store },
      log: ({ reason }) => reasons.push(reason),
      ...options,
    },
  );
  const signed = async (id: string, body = { shop: 'Leith' }): Promise<WireRequest> => {
    const requests: WireRequest[] = [];
    const sender = new KettlesWebhooks({
      credentials: { deliverySignature: deliverySecret({ secret }, { clock: time }) },
      transport: async (request) => {
        requests.push(request);
        return { status: 204, headers: [], body: undefined };
      },
      timers: time,
    });
    await sender.shopOpened(address, body, { id });
    const [request] = requests;
    if (request === undefined) throw new Error('it was sent');
    return request;
  };
  return { time, store, reasons, receive, signed };
}

test('loses none of 200 deliveries with equal bodies whose first attempt fails, with the default policy', async () => {
  const entered = new Map<string, number>();
  let handled = 0;
  const loopback = await listen(() =>
    createKettlesWebhookReceiver(
      {
        shopOpened({ delivery: { event = '' } }, respond) {
          const attempt = (entered.get(event) ?? 0) + 1;
          entered.set(event, attempt);
          if (attempt === 1) throw new Error('not yet');
          handled += 1;
          return respond.noContent();
        },
      },
      { security: { deliverySignature: deliverySignatureVerifier({ secrets: secret }) } },
    ),
  );
  open.push(() => loopback.close());
  const sender = new KettlesWebhooks({
    credentials: { deliverySignature: deliverySecret({ secret }) },
  });
  const deliveries = await Promise.all(
    Array.from({ length: 200 }, () =>
      sender.shopOpened(`${loopback.baseUrl}/hooks`, { shop: 'Leith' }),
    ),
  );
  // An attempt without a status met a connection that was being closed.
  const statuses = new Set(
    deliveries.map(({ attempts }) =>
      attempts.flatMap(({ status }) => (status === undefined ? [] : [status])).join(' '),
    ),
  );
  expect([...statuses]).toEqual(['500 204']);
  expect([entered.size, handled]).toEqual([200, 200]);
});

describe('webhook receiver', () => {
  test('handles a delivery again within a second if its handler failed', async () => {
    let entered = 0;
    const { receive, signed } = createFixture((_, respond) => {
      entered += 1;
      if (entered < 3) throw new Error('not yet');
      return respond.noContent();
    });
    const request = await signed('e1');
    const statuses = [];
    for (let attempt = 0; attempt < 3; attempt += 1) statuses.push((await receive(request)).status);
    expect([statuses, entered]).toEqual([[500, 500, 204], 3]);
  });

  test('responds to a repeated delivery with success, without handling it', async () => {
    let entered = 0;
    const { time, receive, signed, reasons } = createFixture((_, respond) => {
      entered += 1;
      return respond.noContent();
    });
    const first = await signed('e1');
    await time.advance(7_000);
    const again = await signed('e1');
    expect(headerValue(again.headers, 'X-Event-Id')).toBe('e1');
    expect(headerValue(again.headers, 'X-Kettle-Signature')).not.toBe(
      headerValue(first.headers, 'X-Kettle-Signature'),
    );
    for (const request of [first, first, again, again, first])
      expect(await receive(request)).toMatchObject({ status: created, body: undefined });
    expect(entered).toBe(1);
    expect(reasons).toEqual(Array(4).fill('delivery-repeated'));
  });

  test('distinguishes events with equal bodies in the same second', async () => {
    let entered = 0;
    const { receive, signed } = createFixture((_, respond) => {
      entered += 1;
      return respond.noContent();
    });
    for (const id of ['e1', 'e2', 'e1']) await receive(await signed(id));
    expect(entered).toBe(2);
  });

  test('rejects a delivery with 409 and Retry-After while the first is being handled', async () => {
    let finish: () => void = () => undefined;
    const done = new Promise<void>((resolve) => (finish = resolve));
    const { time, receive, signed, store } = createFixture(async (_, respond) => {
      await done;
      return respond.noContent();
    });
    const request = await signed('e1');
    const first = receive(request);
    await expect.poll(() => store.claims()).toMatchObject([{ since: time.now() }]);
    const retryAfter = async (): Promise<string | undefined> => {
      const { status, headers } = await receive(request);
      expect(status).toBe(409);
      return headerValue(headers, 'Retry-After');
    };
    expect(await retryAfter()).toBe('1');
    await time.advance(20_000);
    expect(await retryAfter()).toBe('20');
    finish();
    expect((await first).status).toBe(204);
    expect((await receive(request)).status).toBe(204);
    expect(await store.claims()).toEqual([]);
  });

  test('extends its claim while the handler runs', async () => {
    let finish: () => void = () => undefined;
    const done = new Promise<void>((resolve) => (finish = resolve));
    let entered = 0;
    const { time, receive, signed } = createFixture(async (_, respond) => {
      entered += 1;
      await done;
      return respond.noContent();
    });
    const first = receive(await signed('e1'));
    await expect.poll(() => entered).toBe(1);
    for (let minute = 0; minute < 10; minute += 1) {
      await time.advance(60_000);
      expect((await receive(await signed('e1'))).status).toBe(409);
    }
    finish();
    await first;
    expect([entered, (await receive(await signed('e1'))).status]).toEqual([1, 204]);
  });

  test('lets another process handle a delivery whose claim expired', async () => {
    const { time, receive, signed, store } = createFixture((_, respond) => respond.noContent());
    const request = await signed('e1');
    const dead = { ...store, renew: () => true, complete: () => true, release: () => undefined };
    const other = createFixture((_, respond) => respond.noContent(), {
      deliveries: { store: dead },
    });
    expect((await other.receive(request)).status).toBe(204);
    expect((await receive(request)).status).toBe(409);
    await time.advance(60_000);
    expect((await receive(request)).status).toBe(204);
  });

  test('treats any other response as a failure', async () => {
    let entered = 0;
    const { receive, signed } = createFixture((_, respond) => {
      entered += 1;
      return entered === 1 ? ({ status: 503 } as never) : respond.noContent();
    });
    const request = await signed('e1');
    expect((await receive(request)).status).toBeGreaterThanOrEqual(500);
    expect((await receive(request)).status).toBe(204);
    expect(entered).toBe(2);
  });

  test('rejects altered and expired requests', async () => {
    let entered = 0;
    const { time, receive, signed } = createFixture((_, respond) => {
      entered += 1;
      return respond.noContent();
    });
    const request = await signed('e1');
    const { headers } = request;
    expect((await receive(request)).status).toBe(204);
    const signature = headerValue(headers, 'X-Kettle-Signature') ?? '';
    const changes: readonly WireRequest[] = [
      { ...request, headers: withHeader(headers, 'X-Event-Id', 'e2') },
      {
        ...request,
        headers: headers.flatMap((text, at) =>
          at % 2 === 0 && text !== 'X-Event-Id' ? [text, headers[at + 1] ?? ''] : [],
        ),
      },
      { ...request, headers: [...headers, 'X-Event-Id', 'e2'] },
      {
        ...request,
        headers: withHeader(
          headers,
          'X-Kettle-Signature',
          signature.replace('content-type x-event-id', 'content-type'),
        ),
      },
      { ...request, body: '{"shop":"Leeds"}' },
      {
        ...request,
        headers: withHeader(
          headers,
          'X-Kettle-Signature',
          signature.replace(/t=\d+/, 't=1742904001'),
        ),
      },
    ];
    for (const changed of changes) expect((await receive(changed)).status).toBe(401);
    await time.advance(301_000);
    expect((await receive(request)).status).toBe(401);
    // Its sender may still retry: it states its own timestamp.
    expect((await receive(await signed('e1'))).status).toBe(204);
    expect(entered).toBe(1);
  });

  test('rejects deliveries as old as discarded ones, and accepts new ones', async () => {
    const store = memoryReceivedDeliveryStore({ capacity: 50 });
    let entered = 0;
    const { time, receive, signed } = createFixture(
      (_, respond) => {
        entered += 1;
        return respond.noContent();
      },
      { deliveries: { store, retention: 0 } },
    );
    const captured = await signed('e0');
    expect((await receive(captured)).status).toBe(204);
    for (let index = 1; index <= 100; index += 1) {
      await time.advance(1_000);
      expect((await receive(await signed(`e${index}`))).status).toBe(204);
    }
    expect([entered, store.handled]).toEqual([101, 50]);
    expect((await receive(captured)).status).toBe(401);
    expect(entered).toBe(101);
  });

  test('records a delivery in the transaction of its handler', async () => {
    const effects: (() => void)[] = [];
    const transaction: MemoryTransaction = { onCommit: (effect) => void effects.push(effect) };
    const written: string[] = [];
    let commits = false;
    const { receive, signed } = createFixture(async ({ body, delivery }, respond) => {
      effects.length = 0;
      await delivery.complete(transaction);
      if (!commits) throw new Error('the disk is full');
      written.push(body.shop);
      for (const effect of effects) effect();
      return respond.noContent();
    });
    const request = await signed('e1');
    expect((await receive(request)).status).toBe(500);
    commits = true;
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await receive(request)).status).toBe(204);
    expect(written).toEqual(['Leith']);
  });

  test('rejects a delivery that its store cannot claim, and logs a record that it cannot write', async () => {
    const store = memoryReceivedDeliveryStore();
    const down = (): never => {
      throw new Error('no connection');
    };
    const log: string[] = [];
    let entered = 0;
    const handler: Handler = (_, respond) => {
      entered += 1;
      return respond.noContent();
    };
    const options = { log: ({ reason }: { reason: string }) => void log.push(reason) };
    const first = createFixture(handler, {
      ...options,
      deliveries: { store: { ...store, claim: down } },
    });
    expect((await first.receive(await first.signed('e1'))).status).toBe(500);
    expect(entered).toBe(0);
    const second = createFixture(handler, {
      ...options,
      deliveries: { store: { ...store, complete: down } },
    });
    expect((await second.receive(await second.signed('e1'))).status).toBe(204);
    expect([entered, log]).toEqual([1, ['delivery-store-failed', 'delivery-store-failed']]);
  });

  test.each([{ lease: 0 }, { lease: Number.NaN }, { retention: -1 }])(
    'rejects the options %o',
    (deliveries) => {
      expect(() => createFixture((_, respond) => respond.noContent(), { deliveries })).toThrow(
        'above zero',
      );
    },
  );
});

describe('receivers with a shared store', () => {
  test('accept events of two senders with the same id', async () => {
    const store = memoryReceivedDeliveryStore();
    const entered: string[] = [];
    const receiverOf = (sender: string): ReturnType<typeof createFixture> =>
      createFixture(
        (_, respond) => {
          entered.push(sender);
          return respond.noContent();
        },
        { deliveries: { store, sender } },
      );
    const [leith, cramond] = [receiverOf('Leith'), receiverOf('Cramond')];
    const statuses: number[] = [];
    for (const { receive, signed } of [leith, cramond, leith, cramond])
      statuses.push((await receive(await signed('1'))).status);
    expect(statuses).toEqual([204, 204, 204, 204]);
    expect(entered).toEqual(['Leith', 'Cramond']);
  });

  test('accept an event of one sender once', async () => {
    const store = memoryReceivedDeliveryStore();
    let entered = 0;
    const one = (): ReturnType<typeof createFixture> =>
      createFixture(
        (_, respond) => {
          entered += 1;
          return respond.noContent();
        },
        { deliveries: { store } },
      );
    for (const { receive, signed } of [one(), one()])
      expect((await receive(await signed('1'))).status).toBe(204);
    expect(entered).toBe(1);
  });
});

describe('webhook verifier', () => {
  test('claims a delivery until its result is reported', async () => {
    const { time, signed } = createFixture((_, respond) => respond.noContent());
    const security = {
      deliverySignature: deliverySignatureVerifier({ secrets: secret, clock: time }),
    };
    const verify = createKettlesWebhookVerifier({ security, clock: time });
    const { headers, body } = await signed('e1');
    const given = { headers, body: body as string };
    const first = await verify(given);
    if (!first.ok) throw new Error('it is good');
    expect(await verify(given)).toMatchObject({
      ok: false,
      repeated: false,
      fault: { name: 'conflict', headers: ['Retry-After', '1'] },
    });
    await first.release();
    const second = await verify(given);
    if (!second.ok) throw new Error('it was released');
    await second.complete();
    expect(await verify(given)).toMatchObject({
      ok: false,
      repeated: true,
      response: { status: 204 },
    });
  });

  test('accepts no replayed request without a reported result', async () => {
    const { time, signed } = createFixture((_, respond) => respond.noContent());
    const security = {
      deliverySignature: deliverySignatureVerifier({ secrets: secret, clock: time }),
    };
    const verify = createKettlesWebhookVerifier({ security, clock: time });
    const { headers, body } = await signed('e1');
    const given = { headers, body: body as string };
    expect(await verify(given)).toMatchObject({ ok: true });
    for (let second = 0; second <= 310; second += 10) {
      expect(await verify(given)).toMatchObject({ ok: false });
      await time.advance(10_000);
    }
    const again = await signed('e1');
    expect(await verify({ headers: again.headers, body: body as string })).toMatchObject({
      ok: true,
    });
  });
});
