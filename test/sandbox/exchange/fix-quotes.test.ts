import type {
  ExchangeFix50OrderEntryServerMessage,
  Quote,
  QuoteRequest,
} from '@platform/exchange-fix-5.0';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { printDecimal } from '../../../sandbox/domain/numbers.js';
import type { QuoteRequestRow } from '../../../sandbox/domain/quotes/state.js';
import { printFixTime } from '../../../sandbox/surfaces/fix/times.js';
import {
  type Desk50,
  type FixWorld,
  openFixWorld,
  type Owner,
  product,
  uuid,
} from './fix-world.js';

let world: FixWorld;
let taker: Owner;
beforeEach(async () => {
  world = await openFixWorld();
  taker = world.owner();
});
afterEach(() => world.close());

/** Waits until everything that a session has sent is handled: AH has no reply. */
async function handled({ fix, inbox }: Desk50): Promise<void> {
  await fix.request({ type: 'OrderStatusRequest', symbol: product, clOrdId: uuid(1) });
  const index = inbox.messages.findIndex(({ type }) => type === 'ExecutionReport');
  inbox.messages.splice(index, 1);
}

/** A session of a maker. */
async function maker(owner: Owner = world.owner(), at: FixWorld = world): Promise<Desk50> {
  const desk = await at.join50(owner);
  await desk.fix.send({ type: 'RFQRequest', rfqReqId: 'mine' });
  await handled(desk);
  return desk;
}

function ask(changes: object = {}): QuoteRequestRow {
  const request = { profile: taker.profile, product, side: 'buy', size: '2' } as const;
  return world.ok('quotes.request', { ...request, ...changes });
}

/** A quote on both sides for 2, unless the changes say otherwise. */
function quote({ id }: Pick<QuoteRequestRow, 'id'>, changes: object = {}): Quote {
  const both = { bidPx: '99', bidSize: '2', offerPx: '101', offerSize: '2' };
  const about = { type: 'Quote', quoteReqId: id, quoteId: 'q1', symbol: product };
  return { ...about, ...both, ...changes } as Quote;
}

/** Moves the clock to a moment of a request, in milliseconds after it. */
function stepTo(request: QuoteRequestRow, milliseconds: number): void {
  const at = request.createdAt + milliseconds * 1000;
  world.core.setClock({ mode: 'frozen', at }, '');
}

/** Ends a request, whose time is over. */
const end = (request: QuoteRequestRow): void => stepTo(request, 251);

/** The next message of a session. */
async function next({ inbox }: Desk50): Promise<ExchangeFix50OrderEntryServerMessage> {
  const [message] = await inbox.take(1);
  if (message === undefined) throw new Error('There is no message.');
  return message;
}

/** Receives a request, and sends a quote for it. */
async function answer(desk: Desk50, changes: object = {}): Promise<void> {
  const message = (await next(desk)) as QuoteRequest;
  await desk.fix.send(quote({ id: message.quoteReqId }, changes));
}

const status = (quoteStatus: number, more: object = {}): object =>
  expect.objectContaining({ type: 'QuoteStatusReport', quoteStatus, ...more });

const money = (owner: Owner, currency: string): string => {
  const { profile } = owner;
  return printDecimal(
    world.core.loop.state.ledger.accounts.get(`${profile} ${currency}`)?.balance ?? 0n,
  );
};

describe('who is asked', () => {
  test('quotes-1: AH registers a session without reply, and R goes to all makers, without the side', async () => {
    const [first, second] = [await maker(), await maker()];
    const stranger = await world.join50(world.owner());
    expect(first.inbox.messages).toEqual([]);
    const request = ask();
    const time = printFixTime(request.createdAt + 250_000);
    const message = {
      type: 'QuoteRequest',
      quoteReqId: request.id,
      relatedSym: [
        {
          symbol: product,
          orderQty: '2',
          validUntilTime: time,
          expireTime: time,
          miscFees: [{ miscFeeAmt: '0.0002', miscFeeType: '4', miscFeeBasis: 2 }],
          orderCapacity: 'C',
        },
      ],
    };
    expect([await next(first), await next(second)]).toEqual([message, message]);
    await handled(stranger);
    expect(stranger.inbox.messages).toEqual([]);
    expect(request.makers).toHaveLength(2);
  });

  test('quotes-1: AH twice registers once; a session of the taker, and one that has ended, are not asked', async () => {
    const owner = world.owner();
    const desk = await maker(owner);
    await desk.fix.send({ type: 'RFQRequest', rfqReqId: 'again' });
    await handled(desk);
    const own = await maker(taker);
    const gone = await maker();
    await gone.fix.close();
    await handled(own);
    const request = ask();
    expect(request.makers).toHaveLength(1);
    expect(await next(desk)).toMatchObject({ quoteReqId: request.id });
    end(request);
    expect(await next(desk)).toEqual(status(7));
    await handled(desk);
    expect(desk.inbox.messages).toEqual([]);
    // A session that begins again has to register again.
    await desk.fix.close();
    const back = await world.join50(owner);
    await handled(back);
    expect(ask().makers).toEqual([]);
  });

  test('quotes-1: only products of rfq/products can be asked for', () => {
    const refused = (changes: object): unknown => {
      const data = { profile: taker.profile, product, side: 'buy', size: '2', ...changes } as const;
      const outcome = world.core.loop.execute('quotes.request', data, { surface: '', caller: '' });
      return outcome.ok ? undefined : outcome.refusal;
    };
    const number = world.core.loop.number;
    expect(refused({ product: 'SOL-USD' })).toEqual({
      code: 'form',
      data: { member: 'product', problem: 'has no quotes' },
    });
    expect(refused({ product: 'NO-SUCH' })).toEqual({ code: 'unknown-product', data: {} });
    expect(refused({ profile: 'nobody' })).toEqual({
      code: 'not-found',
      data: { what: 'profile' },
    });
    for (const size of ['0', '-1', 'x', '1e3', '01'])
      expect(refused({ size })).toMatchObject({ code: 'form', data: { member: 'size' } });
    expect(refused({ size: '0.000000001' })).toMatchObject({ code: 'increment' });
    expect(refused({ side: 'sell', size: '1001' })).toMatchObject({ code: 'insufficient-funds' });
    expect(world.core.loop.number).toBe(number);
    world.ok('products.update', { id: product, changes: { tradingDisabled: true } });
    expect(refused({})).toEqual({ code: 'product-state', data: { state: 'disabled' } });
    world.ok('products.update', {
      id: product,
      changes: { tradingDisabled: false, limitOnly: true, postOnly: true },
    });
    // These states are about orders on the book.
    expect(refused({})).toBeUndefined();
  });

  test('quotes-1: a key without the permission to trade is no maker, and quotes nothing', async () => {
    const reader = world.owner({ permissions: ['view'] });
    const desk = await world.join50(reader);
    await desk.fix.send({ type: 'RFQRequest', rfqReqId: 'mine' });
    const text = expect.stringMatching(/^Forbidden/);
    const reject = { type: 'BusinessMessageReject', businessRejectReason: 0, text };
    expect(await next(desk)).toMatchObject({ ...reject, refMsgType: 'AH' });
    const request = ask();
    expect(request.makers).toEqual([]);
    await desk.fix.send(quote(request));
    expect(await next(desk)).toMatchObject({ ...reject, refMsgType: 'S' });
  });
});

describe('what counts', () => {
  test.each([
    [249, 16],
    [250, 16],
    [251, 5],
  ])('quotes-2: a quote after %i ms gets 297=%i', async (milliseconds, expected) => {
    const desk = await maker();
    const request = ask();
    await next(desk);
    stepTo(request, milliseconds);
    // The end of the request comes first.
    if (expected === 5) expect(await next(desk)).toEqual(status(7));
    await desk.fix.send(quote(request));
    const report = await next(desk);
    expect(report).toEqual(
      status(expected, {
        quoteReqId: request.id,
        quoteId: 'q1',
        symbol: product,
        bidPx: '99',
        bidSize: '2',
        offerPx: '101',
        offerSize: '2',
      }),
    );
    expect(report).toEqual(
      expected === 5
        ? expect.objectContaining({ text: 'the quote request is over' })
        : expect.objectContaining({
            orderQty: '2',
            validUntilTime: printFixTime(request.createdAt + 250_000),
          }),
    );
  });

  test('quotes-2: a quote of another size, for an unknown request, or for another product gets 297=5', async () => {
    const desk = await maker();
    const stranger = await world.join50(world.owner());
    const request = ask();
    await next(desk);
    const number = world.core.loop.number;
    const refusals: readonly (readonly [changes: object, text: string])[] = [
      [{ bidSize: '1' }, 'BidSize (134) must be that of the request'],
      [{ offerSize: '2.1' }, 'OfferSize (135) must be that of the request'],
      [{ quoteReqId: uuid(7) }, 'quote request not found'],
      [{ quoteReqId: 'x' }, 'quote request not found'],
      [{ symbol: 'ETH-USD' }, 'quote request not found'],
      [{ symbol: 'NO-SUCH' }, 'quote request not found'],
      [{ bidPx: '99.001' }, 'price too precise'],
      [{ offerPx: '0.001' }, 'price too precise'],
      [{ bidPx: '0' }, 'BidPx (132) must be a decimal above zero'],
      [{ offerPx: '-1' }, 'OfferPx (133) must be a decimal above zero'],
      [{ offerPx: '1.0000000000000000001' }, 'OfferPx (133) must be a decimal above zero'],
    ];
    for (const [changes, text] of refusals) {
      await desk.fix.send(quote(request, changes));
      expect(await next(desk)).toEqual(status(5, { quoteId: 'q1', text }));
    }
    await stranger.fix.send(quote(request));
    expect(await next(stranger)).toEqual(status(5, { text: 'quote request not found' }));
    expect(world.core.loop.number).toBe(number);
    // The maker can still quote, once.
    await desk.fix.send(quote(request));
    expect(await next(desk)).toEqual(status(16));
    await desk.fix.send(quote(request, { quoteId: 'q2' }));
    expect(await next(desk)).toEqual(
      status(5, { quoteId: 'q2', text: 'there is a quote of the profile already' }),
    );
  });

  test('quotes-2: a message without a field that it needs is rejected by the session, with the tag', async () => {
    const owner = world.owner();
    const raw = await world.raw('orders-5.0', owner);
    raw.logOn(world.secrets(owner));
    await raw.next('A');
    const request = ask();
    const about = `131=${request.id}|117=q1|55=${product}|`;
    const rejected: readonly (readonly [type: string, body: string, reply: string])[] = [
      ['AH', '', '371=644|372=AH|373=1|'],
      ['AH', '644=|', '371=644|372=AH|373=4|'],
      ['S', `117=q1|55=${product}|132=99|134=2|`, '371=131|372=S|373=1|'],
      ['S', `131=${request.id}|55=${product}|132=99|134=2|`, '371=117|372=S|373=1|'],
      ['S', `131=${request.id}|117=q1|132=99|134=2|`, '371=55|372=S|373=1|'],
      ['S', `131=${request.id}|117=q1|55=btc|132=99|134=2|`, '371=55|372=S|373=5|'],
      ['S', `${about}132=099|134=2|`, '371=132|372=S|373=6|'],
      ['S', `${about}132=99|134=x|`, '371=134|372=S|373=6|'],
    ];
    let sequence = 2;
    for (const [type, body, reply] of rejected) {
      raw.send(type, sequence, body);
      const message = await raw.next('3');
      expect(message, body).toContain(`45=${sequence}|`);
      for (const field of reply.split('|')) expect(message, body).toContain(field);
      sequence += 1;
    }
    for (const body of ['', '132=99|', '134=2|', '133=101|', '132=99|134=2|135=2|']) {
      raw.send('S', sequence, about + body);
      expect(await raw.next('3'), body).toContain(`45=${sequence}|`);
      sequence += 1;
    }
    raw.close();
  });

  test('quotes-2: a deadline survives a restart, and the next session of the key receives the report', async () => {
    const [owner, other] = [world.owner(), world.owner()];
    const [first, second] = [await maker(owner), await maker(other)];
    const request = ask();
    await answer(first);
    await answer(second, { offerPx: '102' });
    expect([await next(first), await next(second)]).toEqual([status(16), status(16)]);
    const again = await world.reopen();
    await world.close();
    world = again;
    expect(world.core.loop.state.quotes.requests.get(request.id)).toMatchObject({ status: 'open' });
    const back = await world.join50(owner);
    end(request);
    expect(await next(back)).toEqual(status(19, { side: '2', quoteId: 'q1' }));
    // The maker of the other quote is away, and gets no report later.
    const late = await world.join50(other);
    await handled(late);
    expect(late.inbox.messages).toEqual([]);
    expect(money(owner, 'BTC')).toBe('998');
  });
});

describe('who wins', () => {
  test('quotes-3: a purchase takes the lowest offer: 297=19 with the side, and 17 for the others', async () => {
    const owners = [world.owner(), world.owner(), world.owner()] as const;
    const [dear, cheap, buyer] = [
      await maker(owners[0]),
      await maker(owners[1]),
      await maker(owners[2]),
    ];
    const request = ask();
    await answer(dear, { offerPx: '100.5' });
    await answer(cheap, { offerPx: '100.25' });
    // A maker that quotes the other side alone is no seller.
    await answer(buyer, { offerPx: undefined, offerSize: undefined });
    for (const desk of [dear, cheap, buyer]) expect(await next(desk)).toEqual(status(16));
    end(request);
    expect(await next(cheap)).toEqual(status(19, { side: '2', offerPx: '100.25', quoteId: 'q1' }));
    for (const desk of [dear, buyer]) {
      const report = await next(desk);
      expect(report).toEqual(status(17, { quoteId: 'q1' }));
      expect(report).not.toHaveProperty('side');
    }
    expect(money(owners[1], 'BTC')).toBe('998');
    // 200.5, minus 2 basis points rounded up.
    expect(money(owners[1], 'USD')).toBe('10000200.45');
    expect([money(taker, 'BTC'), money(taker, 'USD')]).toEqual(['1002', '9999799.5']);
  });

  test('quotes-3: a sale takes the highest bid; among equal prices the first wins', async () => {
    const owners = [world.owner(), world.owner(), world.owner()] as const;
    const [low, first, second] = [
      await maker(owners[0]),
      await maker(owners[1]),
      await maker(owners[2]),
    ];
    const request = ask({ side: 'sell' });
    const bids = [
      [low, '98'],
      [first, '99.5'],
      [second, '99.5'],
    ] as const;
    for (const [desk, bidPx] of bids) {
      await answer(desk, { bidPx });
      expect(await next(desk)).toEqual(status(16));
    }
    end(request);
    expect(await next(first)).toEqual(status(19, { side: '1' }));
    expect([await next(low), await next(second)]).toEqual([status(17), status(17)]);
    expect([money(owners[1], 'BTC'), money(owners[1], 'USD')]).toEqual(['1002', '9999800.96']);
  });

  test('quotes-3: 297=7 without 117 for all makers if nobody was chosen', async () => {
    const [silent, buyer] = [await maker(), await maker()];
    const request = ask();
    await next(silent);
    await answer(buyer, { offerPx: undefined, offerSize: undefined });
    expect(await next(buyer)).toEqual(status(16));
    end(request);
    for (const desk of [silent, buyer]) {
      const report = await next(desk);
      expect(report).toEqual(status(7, { quoteReqId: request.id, symbol: product, orderQty: '2' }));
      expect(report).not.toHaveProperty('quoteId');
      await handled(desk);
      expect(desk.inbox.messages).toEqual([]);
    }
  });

  test('quotes-3: a winner without funds gets 297=5, and the next best is chosen', async () => {
    const [poor, rich] = [world.owner(), world.owner()];
    const [first, second] = [await maker(poor), await maker(rich)];
    const request = ask();
    await answer(first, { offerPx: '100' });
    await answer(second, { offerPx: '101' });
    expect([await next(first), await next(second)]).toEqual([status(16), status(16)]);
    world.ok('ledger.credit', { profile: poor.profile, currency: 'BTC', amount: '-999' });
    end(request);
    expect(await next(first)).toEqual(status(5, { quoteId: 'q1', text: 'Insufficient funds' }));
    expect(await next(second)).toEqual(status(19, { side: '2' }));
    expect([money(poor, 'BTC'), money(rich, 'BTC')]).toEqual(['1', '998']);
  });

  test('quotes-3: nobody is chosen if the taker cannot pay, or the product is not traded any more', async () => {
    const owner = world.owner();
    const desk = await maker(owner);
    const dear = ask();
    await answer(desk, { offerPx: '6000000' });
    expect(await next(desk)).toEqual(status(16));
    end(dear);
    expect(await next(desk)).toEqual(status(7));
    const closed = ask();
    await answer(desk);
    expect(await next(desk)).toEqual(status(16));
    world.ok('products.update', { id: product, changes: { tradingDisabled: true } });
    end(closed);
    expect(await next(desk)).toEqual(status(7));
    expect(money(owner, 'BTC')).toBe('1000');
    const { quotes } = world.core.loop.state.quotes;
    expect([...quotes.rows()].map((row) => row.status)).toEqual(['expired', 'expired']);
  });
});

test('quotes-1: FIX 4.2 has no quotes, and a registration there is rejected', async () => {
  const owner = world.owner();
  const raw = await world.raw('orders-4.2', owner);
  raw.logOn(world.secrets(owner));
  await raw.next('A');
  raw.send('AH', 2, '644=register|');
  const rejection = await raw.next('3');
  raw.close();
  expect(rejection).toContain('|45=2|');
  expect(rejection).toContain('|372=AH|373=11|');
  expect(ask().makers).toEqual([]);
});
