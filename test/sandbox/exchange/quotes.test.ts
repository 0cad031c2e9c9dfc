import { canQuoteStatusTransition, type QuoteStatus } from '@platform/exchange';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LedgerEvents } from '../../../sandbox/domain/ledger/events.js';
import { printDecimal } from '../../../sandbox/domain/numbers.js';
import { millisecond } from '../../../sandbox/domain/time.js';
import { randomRuns } from '../../rounds.js';
import { Money, type Owner } from './money.js';

const product = 'BTC-USD';

/** The state machine with a taker and makers, each with a session. */
class Market extends Money {
  readonly makers: readonly Owner[] = [this.newUser(), this.newUser(), this.newUser()];

  constructor() {
    super();
    for (const owner of [this.ada, ...this.makers]) {
      this.deposit('USD', '1000', owner);
      this.deposit('BTC', '10', owner);
    }
    for (const at of this.makers.keys()) this.register(at);
  }

  register(at: number): void {
    const { profile } = this.#owner(at);
    this.ok('quotes.register', { session: this.sessionOf(at), profile, reference: 'r' });
  }

  sessionOf(at: number): string {
    return `key-${at}.1`;
  }

  quote(
    request: string,
    at: number,
    texts: { readonly bid?: string; readonly offer?: string },
    size: string,
  ): boolean {
    const { profile } = this.#owner(at);
    const about = { session: this.sessionOf(at), profile, request, product, quoteId: `q${at}` };
    const sizes = { bidSize: size, offerSize: size };
    return this.send('quotes.quote', { ...about, ...texts, ...sizes }).ok;
  }

  #owner(at: number): Owner {
    return this.makers[at] ?? this.ada;
  }
}

const amount = fc.constantFrom('0.5', '1', '3', '8');
const price = fc.constantFrom('0.01', '90', '99.99', '100', '100', '1000');
const step = fc.oneof(
  fc.record({
    kind: fc.constant('request' as const),
    side: fc.constantFrom('buy', 'sell'),
    size: amount,
  }),
  fc.record({
    kind: fc.constant('quote' as const),
    maker: fc.nat(2),
    bid: fc.option(price, { nil: undefined }),
    offer: fc.option(price, { nil: undefined }),
    size: fc.option(amount, { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant('step' as const),
    milliseconds: fc.constantFrom(1, 100, 249, 251),
  }),
  fc.record({
    kind: fc.constant('restart' as const),
    from: fc.constantFrom('entries', 'snapshot'),
  }),
  fc.record({
    kind: fc.constant('order' as const),
    maker: fc.nat(3),
    side: fc.constantFrom('buy', 'sell'),
    size: amount,
  }),
  fc.record({
    kind: fc.constant('settle' as const),
    maker: fc.nat(3),
    currency: fc.constantFrom('USD', 'USDC'),
  }),
);

test('P1, P5, P7, quotes-3: random requests and quotes with restarts conserve money, take legal steps, and choose the best price', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const world = new Market();
      const statuses = new Map<string, QuoteStatus>();
      let request = '';
      let size = '1';
      for (const each of steps) {
        const before = world.entries.length;
        switch (each.kind) {
          case 'request': {
            const { profile } = world.ada;
            const { side } = each;
            const outcome = world.send('quotes.request', {
              profile,
              product,
              side,
              size: each.size,
            });
            if (outcome.ok) [request, size] = [outcome.result.id, each.size];
            break;
          }
          case 'quote':
            world.quote(request, each.maker, clean(each), each.size ?? size);
            break;
          case 'step':
            world.step(each.milliseconds * millisecond);
            break;
          case 'restart':
            world.restart(each.from);
            break;
          case 'order': {
            const { profile } = world.makers[each.maker] ?? world.ada;
            const order = {
              profile,
              product,
              side: each.side,
              size: each.size,
              price: '100',
            } as const;
            world.send('orders.place', { ...order, type: 'limit', surface: 'test' });
            break;
          }
          case 'settle': {
            const { user } = world.makers[each.maker] ?? world.ada;
            world.ok('users.set-settlement', { user, settlementPreference: each.currency });
          }
        }
        for (const { id, status } of world.state.quotes.quotes.rows()) {
          const known = statuses.get(id) ?? 'active';
          if (status !== known) expect(canQuoteStatusTransition(known, status)).toBe(true);
          statuses.set(id, status);
        }
        for (const { events } of world.entries.slice(before)) {
          const sums = new Map<string, bigint>();
          for (const { type, data } of events)
            if (type === 'ledger.posted')
              for (const entry of (data as LedgerEvents[typeof type]).entries) {
                const currency = world.state.ledger.accountsById.get(entry.account)?.currency ?? '';
                sums.set(currency, (sums.get(currency) ?? 0n) + entry.amount);
              }
          for (const [currency, sum] of sums) expect([currency, sum]).toEqual([currency, 0n]);
        }
      }
      world.step(251 * millisecond);
      checkWinners(world);
      world.reconcile();
    }),
    randomRuns(40),
  );
});

function clean({
  bid,
  offer,
}: {
  readonly bid?: string | undefined;
  readonly offer?: string | undefined;
}): object {
  return { ...(bid === undefined ? {} : { bid }), ...(offer === undefined ? {} : { offer }) };
}

/** Checks each request that has ended, by looking at all of its quotes. */
function checkWinners({ state }: Market): void {
  for (const request of state.quotes.requests.rows()) {
    const quotes = state.quotes.quotesByRequest.rows(request.id);
    const winners = quotes.filter(({ status }) => status === 'selected');
    expect(request.status).toBe(winners.length === 1 ? 'traded' : 'expired');
    expect(quotes.some(({ status }) => status === 'active')).toBe(false);
    const [winner] = winners;
    if (winner === undefined) continue;
    const buys = request.side === 'buy';
    const chosen = (buys ? winner.offer : winner.bid) ?? -1n;
    // Who quoted better, or the same earlier, could not pay.
    for (const quote of quotes) {
      const offered = buys ? quote.offer : quote.bid;
      if (offered === undefined || quote === winner) continue;
      const isBetter = buys ? offered < chosen : offered > chosen;
      const isEarlier = offered === chosen && quotes.indexOf(quote) < quotes.indexOf(winner);
      expect(quote.status).toBe(isBetter || isEarlier ? 'rejected' : 'canceled');
    }
    const [fill] = state.orders.fillsByOrder.rows(request.id);
    expect(fill).toMatchObject({ price: chosen, size: request.size, marketType: 'rfq' });
  }
}

test('products-4: later sales for US dollars are credited in the preferred currency, on the book and by quotes', () => {
  const world = new Market();
  const { user, profile } = world.ada;
  world.ok('users.set-settlement', { user, settlementPreference: 'USDC' });
  const balances = (): unknown => [world.money('USD')[0], world.money('USDC')[0]];
  const order = { product, surface: 'test', type: 'limit', price: '100', size: '1' } as const;
  const [bob] = world.makers;
  world.ok('orders.place', { ...order, profile: bob?.profile ?? '', side: 'buy' });
  world.ok('orders.place', { ...order, profile, side: 'sell' });
  // 100, minus the fee of 60 basis points.
  expect(balances()).toEqual(['1000', '99.4']);
  const { id } = world.ok('quotes.request', { profile, product, side: 'sell', size: '1' });
  world.quote(id, 1, { bid: '99' }, '1');
  world.step(251 * millisecond);
  expect(balances()).toEqual(['1000', '198.4']);
  const account = world.state.ledger.accounts.get(`${profile} USD`)?.id ?? '';
  const entries = world.state.ledger.entriesByAccount.rows(account);
  expect(entries.map(({ type, amount }) => [type, printDecimal(amount)])).toEqual([
    ['transfer', '1000'],
    ['match', '100'],
    ['fee', '-0.6'],
    ['conversion', '-99.4'],
    ['rfq_match', '99'],
    ['conversion', '-99'],
  ]);
  // Purchases, and sales for another currency, are as before.
  world.ok('orders.place', { ...order, profile: bob?.profile ?? '', side: 'sell' });
  world.ok('orders.place', { ...order, profile, side: 'buy' });
  expect(balances()).toEqual(['899.4', '198.4']);
  world.ok('users.set-settlement', { user, settlementPreference: 'USD' });
  world.ok('orders.place', { ...order, profile: bob?.profile ?? '', side: 'buy' });
  world.ok('orders.place', { ...order, profile, side: 'sell' });
  expect(balances()).toEqual(['998.8', '198.4']);
  world.reconcile();
});
