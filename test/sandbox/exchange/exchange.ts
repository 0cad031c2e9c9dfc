import { parseDecimal, printDecimal } from '../../../sandbox/domain/numbers.js';
import type { DomainEvent } from '../../../sandbox/domain/subject.js';
import type { Commands } from '../../../sandbox/domain/subjects.js';
import { World } from '../world.js';

/** Members of an order that a test says. */
export type OrderTexts = Partial<Commands['orders.place']['data']>;

/** The state machine with two rich profiles, `ada` and `bob`. */
export class Exchange extends World {
  constructor() {
    super();
    for (const profile of ['ada', 'bob'])
      for (const [currency, amount] of [
        ['USD', '1000000'],
        ['BTC', '100'],
      ] as const)
        this.ok('ledger.credit', { profile, currency, amount });
  }

  /** A limit order of `ada` for BTC-USD, unless the test says otherwise. */
  order(texts: OrderTexts): Commands['orders.place']['data'] {
    const { type = 'limit', side = 'buy' } = texts;
    return { profile: 'ada', product: 'BTC-USD', surface: 'test', ...texts, type, side };
  }

  /** Places an order, which must be accepted, and returns its id. */
  place(texts: OrderTexts): string {
    return this.ok('orders.place', this.order(texts)).id;
  }

  buy(price: string, size: string, texts: OrderTexts = {}): string {
    return this.place({ side: 'buy', price, size, ...texts });
  }

  sell(price: string, size: string, texts: OrderTexts = {}): string {
    return this.place({ side: 'sell', price, size, ...texts });
  }

  /** Places an order, which must be refused, and returns the reason. */
  refuses(texts: OrderTexts): unknown {
    return this.refused('orders.place', this.order(texts));
  }

  /** The events of the last entry but those of the ledger, by their short names. */
  get lastEvents(): readonly (readonly [name: string, data: Record<string, unknown>])[] {
    const events: readonly DomainEvent[] = this.entries.at(-1)?.events ?? [];
    return events
      .filter(({ type }) => type.startsWith('orders.'))
      .map(({ type, data }) => [type.slice('orders.'.length), data as Record<string, unknown>]);
  }

  /** Balance, hold and available amount of an account, as text. */
  money(profile: string, currency: string): readonly [string, string] {
    const account = this.state.ledger.accounts.get(`${profile} ${currency}`);
    return [printDecimal(account?.balance ?? 0n), printDecimal(account?.hold ?? 0n)];
  }

  /** Prices, sizes and numbers of orders of a side. */
  levels(side: 'buy' | 'sell', product = 'BTC-USD'): readonly string[] {
    return [
      ...this.state.orders.book.ranks(`${product} ${side}`, side === 'buy' ? 'down' : 'up'),
    ].map(({ rank, total, count }) => `${printDecimal(total)} @ ${printDecimal(rank)} x${count}`);
  }
}

/** A decimal of a test. */
export function decimal(text: string): bigint {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(`${text} is not a decimal.`);
  return value;
}
