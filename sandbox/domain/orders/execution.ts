import { Postings } from '../ledger/postings.js';
import { house } from '../ledger/state.js';
import { type Decimal, multiply } from '../numbers.js';
import { usdValue } from '../prices.js';
import type { ProductRow } from '../products/state.js';
import type { Context, DomainEvent } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { day, type Instant } from '../time.js';
import { highBidLimit } from './cap.js';
import {
  event,
  type MatchedSide,
  type NewOrder,
  type OrderReference,
  type OrdersEvents,
} from './events.js';
import { type Rates, ratesOf } from './fees.js';
import { fundsFor, holdOf, takeable, type Units } from './holds.js';
import { matchedSide } from './matched-side.js';
import { changedRow, doneRow, matchedRow, newRow, openedRow, triggeredRow } from './rows.js';
import { creditSale } from './settlement.js';
import { cancelReasons, lower, opposite, progressOf, reaches } from './sides.js';
import type { OrderRow } from './state.js';
import { usdVolumeSince } from './statistics.js';
import { WorkingBook } from './working-book.js';

/** Why a taker is not filled any further. */
export type End = 'complete' | 'price' | 'cap' | 'funds' | 'done';

/** What a change says, besides what every message about an order names. */
type Changes = Omit<OrdersEvents['orders.changed'], keyof OrderReference | 'isOnBook'> & {
  readonly clientId?: string | undefined;
};

/**
 * What one command does to the orders of a product: events in the order of the sequence, with all changes of money. The state stays as it
 * is; an execution that turns out to be impossible is simply dropped.
 */
export class Execution {
  readonly postings: Postings;
  readonly units: Units;
  readonly #state: DomainState;
  readonly #now: Instant;
  readonly #product: ProductRow;
  readonly #book: WorkingBook;
  readonly #events: DomainEvent[] = [];
  /** Orders whose stop price was reached, first come, first served. */
  readonly #triggered: string[] = [];
  #decreased: Set<string> | undefined;
  #sequence: number;
  #trades: number;
  #lastPrice: Decimal | undefined;

  /** @param postings those of the command, if it is about several products */
  constructor(
    { state, random, now }: Context<DomainState>,
    product: ProductRow,
    postings: Postings = new Postings(state.ledger, random),
  ) {
    this.#state = state;
    this.#now = now;
    this.#product = product;
    this.#book = new WorkingBook(state.orders, product.id);
    this.postings = postings;
    const market = state.orders.markets.get(product.id);
    this.#sequence = market?.sequence ?? 0;
    this.#trades = market?.trades ?? 0;
    this.#lastPrice = market?.lastPrice;
    const precision = state.products.currencies.get(product.quote)?.precision ?? 1n;
    this.units = { increment: product.baseIncrement, precision };
  }

  /** Events of the orders, in the order of the sequence. */
  get events(): readonly DomainEvent[] {
    return this.#events;
  }

  /** All events, those of the ledger last. */
  allEvents(): readonly DomainEvent[] {
    return this.#events.concat(this.postings.events());
  }

  /** The order as it is by now. */
  get(id: string): OrderRow {
    return this.#book.get(id);
  }

  /** True if self-trade prevention has taken something from an order. */
  isDecreased(id: string): boolean {
    return this.#decreased?.has(id) === true;
  }

  /** Fee rates of a profile when the command arrived. */
  ratesOf(profile: string): Rates {
    return ratesOf(usdVolumeSince(this.#state.orders, profile, this.#now - 30 * day));
  }

  /** Accepts an order, and holds what it needs. */
  receive(order: NewOrder): OrderRow {
    this.#events.push(event('orders.received', { order, sequence: this.#next() }));
    const row = newRow(order, 'pending', this.#now);
    this.#book.add(row);
    this.#hold(row, order.hold);
    return row;
  }

  /** Accepts a stop order, which waits for its price. */
  activate(order: NewOrder): OrderRow {
    this.#events.push(event('orders.activated', { order }));
    const row = newRow(order, 'active', this.#now);
    this.#book.add(row);
    this.#hold(row, order.hold);
    return row;
  }

  /** True if an order with a limit would be filled at once, or would meet an order of its own profile. */
  wouldMatch({ side, price }: Pick<OrderRow, 'side' | 'price'>): boolean {
    const best = this.#book.best(opposite(side))?.price;
    return best !== undefined && price !== undefined && reaches(side, price, best);
  }

  /** Fills an order as far as possible, and rests or ends what remains (book-3). */
  run(id: string): End {
    const end = this.match(id, this.#capOf(this.#book.get(id)));
    this.finish(id, end);
    return end;
  }

  /** Fills an order as far as possible. */
  match(id: string, cap: Decimal | undefined): End {
    for (;;) {
      const row = this.#book.get(id);
      if (row.status === 'done') return 'done';
      if (row.left === 0n && row.fundsLeft === 0n) return 'complete';
      const maker = this.#book.best(opposite(row.side));
      if (maker?.price === undefined) return 'price';
      const { price } = maker;
      if (row.price !== undefined && !reaches(row.side, row.price, price)) return 'price';
      if (cap !== undefined && price > cap) return 'cap';
      const rate = lower(this.ratesOf(row.profile).taker, row.rate);
      const size = takeable(row, price, rate, this.units);
      if (size === 0n) return 'funds';
      if (maker.profile === row.profile) this.#preventSelfTrade(row, maker, size);
      else this.#trade(row, maker, size < maker.shown ? size : maker.shown, rate);
    }
  }

  /** Rests what remains of an order after matching, or ends it. */
  finish(id: string, end: End, hasMet = false): void {
    const row = this.#book.get(id);
    if (end === 'done') return;
    if (end === 'complete') this.done(row, 'filled');
    else if (end === 'cap') this.done(row, 'canceled', cancelReasons.highBid);
    // Less than an increment is left: it is released (book-4).
    else if (end === 'funds') this.done(row, row.filled === 0n ? 'canceled' : 'filled');
    else if (row.kind === 'market' || row.lifetime === 'IOC' || row.lifetime === 'FOK')
      this.done(row, 'canceled', cancelReasons.time);
    else this.#rest(row, hasMet);
  }

  /** Triggers the orders whose stop prices trades have reached, and those that their trades trigger (book-9, book-10). */
  cascade(): void {
    for (let at = 0; at < this.#triggered.length; at += 1) {
      const row = this.#book.get(this.#triggered[at] ?? '');
      if (row.status === 'done' || row.isTriggered) continue;
      if (row.kind === 'tpsl') this.#trigger(row);
      else {
        const { price = 0n, left: size, stopPrice = 0n } = row;
        this.#events.push(
          event('orders.triggered', { ...this.#reference(row), price, size, stopPrice }),
        );
        this.#book.set(triggeredRow(row));
        this.run(row.id);
      }
    }
  }

  /** Ends an order, and releases what was held for it. */
  done(row: OrderRow, reason: 'filled' | 'canceled', cancelReason?: string): void {
    const { id, product, profile, clientId, side, price, left, shown, priority, fundsLeft } = row;
    this.#events.push(
      event('orders.done', {
        id,
        product,
        profile,
        clientId,
        side,
        sequence: this.#next(),
        reason,
        cancelReason,
        price,
        remaining: fundsLeft > 0n ? undefined : left,
        isOnBook: priority !== 0,
        shown,
      }),
    );
    this.#book.set(doneRow(row, reason, cancelReason, this.#now));
    this.#hold(row, -row.hold);
  }

  /** Changes an order on the book. If it loses its time, it may be filled at once (book-12). */
  modify(row: OrderRow, changes: Changes): void {
    const cap = changes.keepsPriority ? undefined : this.#capOf(row);
    const hasMet = this.wouldMatch({ side: row.side, price: changes.newPrice ?? row.price });
    this.#change(row, changes);
    if (!changes.keepsPriority) this.finish(row.id, this.match(row.id, cap), hasMet);
  }

  /** The limit of a purchase, when it meets the book (book-6). Its own order does not count. */
  #capOf(row: OrderRow): Decimal | undefined {
    if (row.side === 'sell' || row.price === undefined) return undefined;
    if (row.priority !== 0) this.#book.set({ ...row, priority: 0 });
    return highBidLimit(this.#product, this.#lastPrice, this.#book.best('buy')?.price);
  }

  #trade(taker: OrderRow, maker: OrderRow, size: Decimal, takerRate: Decimal): void {
    const { price = 0n } = maker;
    const { id: product, quote } = this.#product;
    const value = multiply(price, size, 'exact');
    const usdVolume = usdValue(this.#state, quote, value) ?? 0n;
    const makerRate = lower(this.ratesOf(maker.profile).maker, maker.rate);
    const data: OrdersEvents['orders.matched'] = {
      product,
      sequence: this.#next(),
      trade: (this.#trades += 1),
      price,
      size,
      side: maker.side,
      maker: matchedSide(
        maker,
        { size, value, usdVolume, rate: makerRate, shown: maker.shown - size },
        this.units,
      ),
      // The book shows a taker that is on it as before, until its remainder is reported.
      taker: matchedSide(
        taker,
        { size, value, usdVolume, rate: takerRate, shown: taker.shown },
        this.units,
      ),
    };
    this.#events.push(event('orders.matched', data));
    const filled = matchedRow(maker, data.maker);
    this.#book.set(filled);
    this.#book.set(matchedRow(taker, data.taker));
    this.#settle(maker, data.maker, data, value);
    this.#settle(taker, data.taker, data, value);
    this.#lastPrice = price;
    for (const id of this.#book.takeTriggered(price)) this.#triggered.push(id);
    if (filled.left === 0n) this.done(filled, 'filled');
    else if (filled.shown === 0n) this.#rest(filled);
  }

  /** Moves the money of one side of a trade. Fill and fee are two entries (ledger-1). */
  #settle(
    row: OrderRow,
    { profile, fee, hold }: MatchedSide,
    { trade, size }: OrdersEvents['orders.matched'],
    value: Decimal,
  ): void {
    const { base, quote, id: productId } = this.#product;
    const details = { orderId: row.id, productId, tradeId: String(trade) };
    const sign = row.side === 'buy' ? 1n : -1n;
    this.#hold(row, hold - row.hold);
    this.postings.post(profile, base, sign * size, 'match', details);
    this.postings.post(profile, quote, -sign * value, 'match', details);
    this.postings.move(profile, house.fees, quote, fee, fee < 0n ? 'rebate' : 'fee', details);
    if (row.side === 'sell')
      creditSale(this.#state, this.postings, {
        profile,
        currency: quote,
        amount: value - fee,
        details,
      });
  }

  /** Two orders of a profile do not trade (book-8). `size` is what the taker could take. */
  #preventSelfTrade(taker: OrderRow, maker: OrderRow, size: Decimal): void {
    const { stp } = taker;
    const isSmaller = size < maker.shown;
    const decreases = stp === 'dc';
    const endsMaker = stp === 'co' || stp === 'cb' || (decreases && !isSmaller);
    const endsTaker = stp === 'cn' || stp === 'cb' || (decreases && size <= maker.shown);
    if (endsMaker) this.done(maker, 'canceled', cancelReasons.selfTrade);
    else if (decreases) this.#decrease(maker, size, maker.price ?? 0n, true);
    if (endsTaker) this.done(taker, 'canceled', cancelReasons.selfTrade);
    else if (decreases) this.#decrease(taker, maker.shown, maker.price ?? 0n, false);
  }

  /** Takes a size from an order without a trade. Of a maker it is taken from what the book shows. */
  #decrease(row: OrderRow, size: Decimal, price: Decimal, isMaker: boolean): void {
    const { clientId, maxFloor } = row;
    this.#decreased = (this.#decreased ?? new Set()).add(row.id);
    const { taker } = this.ratesOf(row.profile);
    if (row.fundsLeft > 0n) {
      const funds = fundsFor(row, size, price, lower(taker, row.rate), this.units);
      const fundsLeft = row.fundsLeft - funds;
      const next = { ...progressOf(row), fundsLeft };
      const progress = { ...next, hold: holdOf(row, next, this.units) };
      const changes = { oldFunds: row.fundsLeft, newFunds: fundsLeft, progress };
      this.#change(row, { reason: 'STP', keepsPriority: true, clientId, ...changes });
      return;
    }
    const left = row.left - size;
    const isOnBook = row.priority !== 0;
    const rested = maxFloor !== undefined && maxFloor < left ? maxFloor : left;
    const visible = isMaker ? row.shown - size : rested;
    const next = { ...progressOf(row), left, shown: isOnBook ? visible : 0n };
    const progress = { ...next, hold: holdOf(row, next, this.units) };
    const sizes = isOnBook
      ? { oldSize: row.shown, newSize: visible }
      : { oldSize: row.left, newSize: left };
    this.#change(row, { reason: 'STP', keepsPriority: true, clientId, ...sizes, progress });
  }

  /** A trade has reached the stop price of a TPSL: its remainder gets its stop limit price (book-10). */
  #trigger(row: OrderRow): void {
    const { price: oldPrice, stopLimitPrice: newPrice, shown, clientId } = row;
    const progress = {
      ...progressOf(row),
      hold: holdOf({ ...row, price: newPrice }, row, this.units),
    };
    this.modify(row, {
      reason: 'tpsl_triggered',
      keepsPriority: false,
      clientId,
      oldPrice,
      newPrice,
      oldSize: shown,
      newSize: shown,
      progress,
    });
  }

  /** Puts an order on the book, or says what is left of one that is there already. */
  #rest(row: OrderRow, hasMet = false): void {
    const { price = 0n, fundsLeft, rate, maxFloor } = row;
    const left = fundsLeft > 0n ? takeable(row, price, rate, this.units) : row.left;
    if (left === 0n) {
      this.done(row, row.filled === 0n ? 'canceled' : 'filled');
      return;
    }
    const shown = maxFloor !== undefined && maxFloor < left ? maxFloor : left;
    const isOnBook = row.priority !== 0 && row.shown !== 0n;
    // Who follows the book expects to hear from an order again whose new price met the other side.
    if (isOnBook && shown === row.shown && !hasMet) return;
    const { filled, value, fees, exactFees } = row;
    const hold = holdOf(row, { left, fundsLeft: 0n, fees, exactFees }, this.units);
    const progress = { left, fundsLeft: 0n, shown, filled, value, fees, exactFees, hold };
    if (isOnBook) {
      const reason = 'remainder_after_modification';
      const sizes = { oldSize: row.shown, newSize: shown };
      this.#change(row, {
        reason,
        keepsPriority: true,
        clientId: row.clientId,
        ...sizes,
        progress,
      });
      return;
    }
    const { id, product, profile, clientId, side } = row;
    const sequence = this.#next();
    const opened = { id, product, profile, clientId, side, sequence, price, progress };
    this.#events.push(event('orders.opened', opened));
    this.#book.set(openedRow(row, progress, sequence));
    this.#hold(row, hold - row.hold);
  }

  #change(row: OrderRow, { clientId, ...changes }: Changes): void {
    const isOnBook = row.priority !== 0;
    const price = changes.newPrice === undefined ? row.price : undefined;
    const data = { ...this.#reference(row), clientId, ...changes, price, isOnBook };
    this.#events.push(event('orders.changed', data));
    this.#book.set(changedRow(row, data));
    this.#hold(row, changes.progress.hold - row.hold);
  }

  #hold({ profile, side }: OrderRow, amount: Decimal): void {
    const { base, quote } = this.#product;
    this.postings.hold(profile, side === 'buy' ? quote : base, amount);
  }

  #next(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  #reference({ id, product, profile, clientId, side }: OrderRow): OrderReference {
    const sequence = this.#next();
    return { id, product, profile, clientId, side, sequence };
  }
}
