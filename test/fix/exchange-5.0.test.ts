import {
  createExchangeFix50OrderEntryInitiator,
  logonKey,
  type NewOrderSingle,
  OrdType,
  type ExchangeFix50OrderEntryTypes,
  QuoteStatus,
  Side,
} from '@platform/exchange-fix-5.0';
import {
  type FixEvent,
  type FixInitiator,
  type FixInitiatorOptions,
  type FixOtherField,
  memoryFixConnection,
} from '@tallystick/runtime/fix';
import { beforeEach, describe, expect, test } from 'vitest';
import { manualTimers, type ManualTimers, settled } from '../runtime/http-client-fixture.js';
import { credentialsOf, names, uuid } from './exchange/keys.js';
import { openVenue50, type Venue } from './exchange/venue-5.0.js';

type Trader = FixInitiator<ExchangeFix50OrderEntryTypes>;

const saturday = Date.UTC(2026, 10, 21, 12);
const symbol = 'BTC-USD';
const [first = '', second = ''] = names;
const stranger = names[9] ?? '';

let timers: ManualTimers;
let venue: Venue;
let events: FixEvent[];
beforeEach(() => {
  timers = manualTimers(saturday);
  events = [];
  venue = openVenue50({ timers, onEvent: (event) => events.push(event) });
});

async function join(
  name: string,
  logonFields: readonly FixOtherField[] = [],
  more: Partial<FixInitiatorOptions<ExchangeFix50OrderEntryTypes>> = {},
): Promise<Trader> {
  const signer = logonKey(credentialsOf(name));
  const trader = createExchangeFix50OrderEntryInitiator({
    open: memoryFixConnection(venue.acceptor.accept),
    address: { host: 'fix.exchange.example', port: 6121 },
    senderCompId: name,
    logonFields: [[553, name], ...logonFields],
    sign: (field) => signer.sign(field),
    timers,
    reconnect: false,
    ...more,
  });
  await trader.opened();
  return trader;
}

function order(number: number): NewOrderSingle {
  return {
    type: 'NewOrderSingle',
    clOrdId: uuid(number),
    side: Side.Buy,
    symbol,
    ordType: OrdType.Limit,
    price: '42150.25',
    orderQty: '0.5',
  };
}

/** Collects reports that a trader receives from now on, by type and distinguishing fields. */
function reportsOf(trader: Trader): string[] {
  const list: string[] = [];
  void (async () => {
    for await (const { message } of trader.messages()) {
      const id = 'clOrdId' in message ? message.clOrdId : undefined;
      const kind = 'execType' in message ? ` ${message.execType}` : '';
      list.push(`${message.type}${kind} ${id?.replace(/^.*-0*(?=\d)/, '') ?? ''}`.trim());
    }
  })();
  return list;
}

describe('Logon', () => {
  test('is accepted with the signature of its key only', async () => {
    const trader = await join(first);
    expect(trader.isOpen).toBe(true);
    const forged = logonKey({ ...credentialsOf(second), secret: credentialsOf(first).secret });
    await expect(join(second, [], { sign: (field) => forged.sign(field) })).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/^The session has ended: Logon refused \([0-9a-f-]{36}\)$/),
    });
    const careless = logonKey({ ...credentialsOf(second), passphrase: 'other' });
    await expect(join(second, [], { sign: (field) => careless.sign(field) })).rejects.toThrow(
      'Logon refused',
    );
    expect(venue.acceptor.clients().map(({ principal }) => principal)).toEqual([
      { profile: 'a', dropCopy: false },
    ]);
  });

  test('is limited to seven connections of a profile', async () => {
    for (const name of names.slice(0, 7)) await join(name);
    await expect(join(names[7] ?? '')).rejects.toThrow('Too many connections');
    await join(stranger);
  });

  test('is limited to two per second for each key', async () => {
    for (let time = 0; time < 2; time++) await (await join(first)).close();
    await expect(join(first)).rejects.toThrow('Too many messages');
    await join(second);
    await timers.advance(500);
    await join(first);
  });
});

describe('orders', () => {
  test('require a new ClOrdID for an order or a modification', async () => {
    const trader = await join(first);
    expect(await trader.request(order(1))).toMatchObject({ execType: '0', clOrdId: uuid(1) });
    expect(await trader.request(order(1))).toMatchObject({ execType: '8', clOrdId: uuid(1) });
    await trader.request(order(2));
    const change = {
      type: 'OrderCancelReplaceRequest',
      ordType: OrdType.Limit,
      origClOrdId: uuid(1),
      symbol,
      price: '42000',
    } as const;
    expect(await trader.request({ ...change, clOrdId: uuid(2) })).toMatchObject({
      type: 'OrderCancelReject',
      clOrdId: uuid(2),
      cxlRejResponseTo: '2',
    });
    expect(await trader.request({ ...change, clOrdId: uuid(3) })).toMatchObject({
      execType: '5',
      clOrdId: uuid(3),
      origClOrdId: uuid(1),
    });
    // Another profile may call its orders the same.
    expect(await (await join(stranger)).request(order(2))).toMatchObject({ execType: '0' });
  });

  test('that are unknown are reported with the requested ClOrdID', async () => {
    const trader = await join(first);
    const ask = { type: 'OrderStatusRequest', symbol } as const;
    expect(await trader.request({ ...ask, clOrdId: uuid(9) })).toMatchObject({
      type: 'ExecutionReport',
      clOrdId: uuid(9),
      orderId: '0',
      ordStatus: '8',
    });
    const { orderId } = (await trader.request(order(1))) as { orderId: string };
    expect(await trader.request({ ...ask, clOrdId: uuid(1) })).toMatchObject({ execType: 'I' });
    const list = reportsOf(trader);
    await trader.send({ ...ask, orderId });
    await settled();
    expect(list).toEqual(['ExecutionReport I 1']);
  });

  test('in a partly failed batch are reported with OrderCancelReject and ClOrdID', async () => {
    const trader = await join(first);
    for (const number of [1, 2]) await trader.request(order(number));
    const list = reportsOf(trader);
    const cancel = (number: number, orig: number): object => ({
      clOrdId: uuid(number),
      origClOrdId: uuid(orig),
      symbol,
    });
    const batch = (...orders: readonly object[]) =>
      trader.request({ type: 'OrderCancelBatchRequest', batchId: 'b', orders: Object(orders) });
    // The first answer is one about the first entry.
    expect(await batch(cancel(11, 8), cancel(12, 1), cancel(13, 9))).toMatchObject({
      type: 'OrderCancelReject',
      clOrdId: uuid(11),
    });
    await settled();
    expect(list.splice(0)).toEqual([
      'OrderCancelReject 11',
      'ExecutionReport 4 12',
      'OrderCancelReject 13',
    ]);
    expect(await batch(cancel(14, 8), cancel(15, 9))).toEqual({
      type: 'OrderCancelBatchReject',
      batchId: 'b',
      text: 'none is open',
    });
  });

  test('are limited to fifteen per batch', async () => {
    const trader = await join(first);
    const list = reportsOf(trader);
    const entry = (number: number): object => {
      const { type: _, ...placed } = order(number);
      return placed;
    };
    const batch = (count: number) =>
      trader.request({
        type: 'NewOrderBatchRequest',
        batchId: 'b',
        orders: Object(Array.from({ length: count }, (_, index) => entry(index + 1))),
      });
    await expect(batch(16)).rejects.toMatchObject({ name: 'FixEncodeError' });
    expect(await batch(15)).toMatchObject({ execType: '0', clOrdId: uuid(1) });
    await settled();
    expect(list).toHaveLength(15);
  });

  test('of one session are cancelled together', async () => {
    const [one, other] = [await join(first), await join(second)];
    for (const number of [1, 2]) await one.request(order(number));
    await other.request(order(3));
    const list = reportsOf(one);
    const request = {
      type: 'OrderMassCancelRequest',
      clOrdId: uuid(4),
      massCancelRequestType: '6',
    } as const;
    expect(await one.request(request)).toMatchObject({ massCancelResponse: '6' });
    await settled();
    expect(list.slice(0, 2)).toEqual(['ExecutionReport 4 1', 'ExecutionReport 4 2']);
    const ask = { type: 'OrderStatusRequest', symbol } as const;
    expect(await other.request({ ...ask, clOrdId: uuid(3) })).toMatchObject({ execType: 'I' });
  });

  test('are reported to other sessions of the profile that request copies', async () => {
    const [one, silent, copied] = [
      await join(first),
      await join(second),
      await join(names[2] ?? '', [[9406, 'Y']]),
    ];
    const foreign = await join(stranger, [[9406, 'Y']]);
    const lists = [silent, copied, foreign].map(reportsOf);
    await one.request(order(1));
    await venue.fill(uuid(1), '0.5', '42150');
    await settled();
    expect(lists).toEqual([[], ['ExecutionReport 0 1', 'ExecutionReport F 1'], []]);
  });

  test('are rejected above 100 messages per second, and disconnect above 200', async () => {
    const trader = await join(first);
    const list = reportsOf(trader);
    for (let number = 1; number <= 101; number++) await trader.send(order(number));
    await settled();
    expect(list.filter((line) => line.startsWith('Business'))).toHaveLength(1);
    await timers.advance(1000);
    for (let number = 200; number < 410 && trader.isOpen; number++)
      await trader.send(order(number));
    await settled();
    expect(trader.isOpen).toBe(false);
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'disconnected', reason: 'rate' }),
    );
  });
});

describe('quote request', () => {
  const request = {
    type: 'QuoteRequest',
    quoteReqId: 'q1',
    relatedSym: [{ symbol, orderQty: '1' }],
  } as const;
  const quote = {
    type: 'Quote',
    quoteReqId: 'q1',
    quoteId: 'Q',
    symbol,
    bidPx: '42000',
    bidSize: '1',
  } as const;

  test.each([
    [249, 0],
    [251, 1],
  ])('is answered after %i ms', async (milliseconds, late) => {
    const statuses: number[] = [];
    const trader = await join(first, [], {
      handlers: {
        // The next message waits for a handler's promise, so this one keeps none.
        QuoteRequest(_, session) {
          timers.setTimeout(() => void session.send(quote), milliseconds);
        },
        QuoteStatusReport({ quoteStatus }) {
          statuses.push(quoteStatus);
        },
      },
    });
    await trader.send({ type: 'RFQRequest', rfqReqId: 'r1' });
    const [client] = venue.acceptor.clients();
    const answer = client?.request(request);
    await timers.advance(milliseconds);
    expect(await answer).toEqual(quote);
    await settled();
    expect(statuses).toEqual([QuoteStatus.Active]);
    expect(events.filter(({ kind }) => kind === 'late')).toHaveLength(late);
    if (late === 1) {
      expect(events).toContainEqual({
        kind: 'late',
        request: 'QuoteRequest',
        correlation: 'q1',
        within: 250,
      });
    }
  });

  test('is reported as late without a quote, and times out', async () => {
    await join(first, [], { handlers: { QuoteRequest: () => undefined } });
    const [client] = venue.acceptor.clients();
    const failed = expect(client?.request(request, { timeout: 1000 })).rejects.toMatchObject({
      code: 'timeout',
    });
    await timers.advance(1000);
    await failed;
    expect(events.filter(({ kind }) => kind === 'late')).toHaveLength(1);
  });
});

test.each([
  // Clocks there are put back on 1 November 2026 and forward on 8 March; half a week of session lies between.
  ['2026-10-29T17:59:59Z', '2026-10-29T18:00:00Z'],
  ['2026-10-29T18:00:01Z', '2026-11-02T19:00:00Z'],
  ['2026-03-05T19:00:01Z', '2026-03-09T18:00:00Z'],
])(
  'logs out a session of %s at %s, eleven in Los Angeles, and accepts it again',
  async (from, until) => {
    timers = manualTimers(Date.parse(from));
    venue = openVenue50({ timers, onEvent: (event) => events.push(event) });
    const seen: FixEvent[] = [];
    const trader = await join(first, [], {
      reconnect: {},
      onEvent: (event) => seen.push(event),
      session: { heartBtInt: 0 },
    });
    await timers.advance(Date.parse(until) - 1 - timers.now());
    expect(trader.isOpen).toBe(true);
    await timers.advance(1);
    expect(seen).toContainEqual({ kind: 'logout', text: 'Scheduled disconnect' });
    await timers.advance(2000);
    await trader.opened();
    expect(seen.filter(({ kind }) => kind === 'logon')).toHaveLength(2);
    await trader.close();
    await venue.acceptor.close();
    expect(timers.pending).toBe(0);
  },
);
