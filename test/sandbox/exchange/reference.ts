import { settings } from '../../../sandbox/settings.js';

/** A slow exchange of one product, written from the rules of the design alone: arrays, and nothing clever. */

type Side = 'buy' | 'sell';

/** A request in the reference's own terms. */
export interface PlainOrder {
  readonly profile: string;
  readonly side: Side;
  readonly kind: 'limit' | 'market' | 'stop' | 'tpsl';
  readonly price?: bigint;
  readonly size?: bigint;
  readonly funds?: bigint;
  readonly lifetime: 'GTC' | 'GTT' | 'IOC' | 'FOK' | 'none';
  readonly expireAt?: number;
  readonly postOnly: boolean;
  readonly stp: 'dc' | 'co' | 'cn' | 'cb';
  readonly direction?: 'loss' | 'entry';
  readonly stopPrice?: bigint;
  readonly stopLimitPrice?: bigint;
  readonly maxFloor?: bigint;
  readonly clientId?: string;
}

export interface ReferenceOrder extends Omit<PlainOrder, 'price' | 'clientId'> {
  id: string;
  price?: bigint;
  clientId?: string;
  rate: bigint;
  left: bigint;
  fundsLeft: bigint;
  shown: bigint;
  filled: bigint;
  exact: bigint;
  fees: bigint;
  isOnBook: boolean;
  isWaiting: boolean;
  isTriggered: boolean;
  isDone: boolean;
  prevented: boolean;
}

interface Money {
  base: bigint;
  quote: bigint;
}

/** What a product allows. */
export interface ReferenceProduct {
  readonly baseIncrement: bigint;
  readonly quoteIncrement: bigint;
  readonly precision: bigint;
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly percentage: bigint;
}

interface ReferenceState {
  /** Orders on the book and waiting ones, in order of arrival. */
  orders: ReferenceOrder[];
  /** Ids of the orders on the book, in order of time. */
  queue: string[];
  money: Record<string, Money>;
  fees: bigint;
  sequence: number;
  trades: number;
  last?: bigint;
  volumes: { profile: string; at: number; value: bigint }[];
  log: string[];
  triggered: string[];
  state: 'online' | 'cancel-only' | 'limit-only' | 'post-only' | 'disabled';
}

const unit = 10n ** 18n;
const month = 30 * 24 * 3600 * 1_000_000;

export class Reference {
  readonly #product: ReferenceProduct;
  state: ReferenceState;
  now = 0;

  constructor(product: ReferenceProduct, profiles: readonly string[], money: Money) {
    this.#product = product;
    this.state = {
      orders: [],
      queue: [],
      money: Object.fromEntries(profiles.map((profile) => [profile, { ...money }])),
      fees: 0n,
      sequence: 0,
      trades: 0,
      volumes: [],
      log: [],
      triggered: [],
      state: 'online',
    };
  }

  /** Returns the code of a refusal, or `undefined` for an accepted order. */
  place(request: PlainOrder, id: string): string | undefined {
    const problem = this.#check(request);
    if (problem !== undefined) return problem;
    this.state.orders = this.state.orders.filter(({ isDone }) => !isDone);
    const order = this.#orderOf(request, id);
    if (request.price !== undefined && request.funds !== undefined)
      if (this.#sizeForFunds(order, request.price) === 0n) return 'increment';
    if (this.#available(order) < this.#holdOf(order)) return 'insufficient-funds';
    if (order.kind === 'stop') {
      this.#say(`activated ${id}`);
      order.isWaiting = true;
      this.state.orders.push(order);
      return undefined;
    }
    const best = this.#best(opposite(order.side));
    if (order.postOnly && best !== undefined && reaches(order, best.price ?? 0n)) {
      this.#say(`rejected ${id}`);
      return undefined;
    }
    // Only these may turn out to be impossible.
    const mayFail = order.lifetime === 'FOK' || order.kind === 'market';
    const before = mayFail ? structuredClone(this.state) : this.state;
    this.#number(`received ${id}`);
    this.state.orders.push(order);
    this.#run(order);
    const isWhole =
      order.funds === undefined
        ? order.filled === order.size
        : !order.prevented && order.isDone && order.filled > 0n && this.#isSpent;
    if (order.lifetime === 'FOK' && !isWhole) {
      this.state = before;
      this.#number(`received ${id}`);
      const killed = this.#orderOf(request, id);
      this.state.orders.push(killed);
      this.#done(killed, 'canceled 101:Time In Force');
      return undefined;
    }
    if (this.#available(order) < 0n) {
      this.state = before;
      return 'insufficient-funds';
    }
    this.#cascade();
    return undefined;
  }

  cancel(id: string, why = 'canceled'): string | undefined {
    const order = this.state.orders.find((each) => each.id === id && !each.isDone);
    if (order === undefined) return 'already-done';
    this.#done(order, why);
    return undefined;
  }

  modify(
    id: string,
    clientId: string,
    changes: { readonly price?: bigint; readonly size?: bigint },
  ): string | undefined {
    const order = this.state.orders.find((each) => each.id === id && !each.isDone);
    if (order === undefined) return 'already-done';
    if (!order.isOnBook || order.kind === 'tpsl') return 'state';
    const price = changes.price ?? order.price ?? 0n;
    const left = changes.size === undefined ? order.left : changes.size - order.filled;
    const size = order.filled + left;
    const problem =
      this.#stateProblem(order) ??
      this.#incrementProblem([price], [changes.size]) ??
      ((price * size) / unit < this.#product.minimum ? 'minimum' : undefined) ??
      (left <= 0n ? 'form' : undefined) ??
      (this.#isTaken(order.profile, clientId) ? 'duplicate-client-id' : undefined);
    if (problem !== undefined) return problem;
    const { price: oldPrice = 0n, left: oldLeft, shown: oldShown } = order;
    const available = this.#available(order);
    Object.assign(order, { price, left });
    const best = this.#best(opposite(order.side));
    const wouldCross = best !== undefined && reaches(order, best.price ?? 0n);
    const isPoor = available < 0n || this.#available(order) < 0n;
    if (isPoor || (price !== oldPrice && order.postOnly && wouldCross)) {
      Object.assign(order, { price: oldPrice, left: oldLeft });
      return isPoor ? 'insufficient-funds' : 'post-only';
    }
    order.shown = order.maxFloor === undefined || oldShown > left ? left : oldShown;
    order.clientId = clientId;
    this.#number(`changed ${id} modify_order ${oldShown} ${order.shown} ${price}`);
    if (price !== oldPrice || order.shown > oldShown) this.#rematch(order);
    this.#cascade();
    return undefined;
  }

  /** Ends the orders whose time has come. */
  step(now: number): void {
    this.now = now;
    const due = this.state.orders.filter(
      ({ expireAt, isDone }) => !isDone && expireAt !== undefined && expireAt <= now,
    );
    due.sort((left, right) => (left.expireAt ?? 0) - (right.expireAt ?? 0));
    for (const { id } of due) this.cancel(id, 'canceled 101:Time In Force');
  }

  /** What is held in each currency for a profile. */
  holds(profile: string): Money {
    const holds = { base: 0n, quote: 0n };
    for (const order of this.state.orders)
      if (order.profile === profile && !order.isDone)
        holds[order.side === 'buy' ? 'quote' : 'base'] += this.#holdOf(order);
    return holds;
  }

  /** Orders of a side, the first one to be filled first. */
  side(side: Side): readonly ReferenceOrder[] {
    const orders = this.#onBook(side);
    const sign = side === 'buy' ? -1n : 1n;
    return orders.toSorted((left, right) =>
      Number(sign * ((left.price ?? 0n) - (right.price ?? 0n))),
    );
  }

  #check(order: PlainOrder): string | undefined {
    const { price, size, funds, stopPrice, stopLimitPrice, maxFloor, clientId, kind } = order;
    const limits = [price, stopLimitPrice].filter((each) => each !== undefined);
    const least = limits.reduce((low, each) => (each < low ? each : low), limits[0] ?? 0n);
    const value = funds ?? (kind === 'market' ? undefined : (least * (size ?? 0n)) / unit);
    const isAbove = (left = 0n, right = 0n): boolean =>
      order.side === 'sell' ? left > right : left < right;
    const { last } = this.state;
    if (order.kind === 'market' && this.state.state === 'limit-only') return 'product-state';
    return (
      this.#stateProblem(order) ??
      this.#incrementProblem([price, stopPrice, stopLimitPrice], [size, maxFloor]) ??
      (value !== undefined && value < this.#product.minimum ? 'minimum' : undefined) ??
      (kind === 'market' && value !== undefined && value > this.#product.maximum
        ? 'minimum'
        : undefined) ??
      (maxFloor !== undefined && (maxFloor * 10n <= (size ?? 0n) || maxFloor > (size ?? 0n))
        ? 'form'
        : undefined) ??
      (clientId !== undefined && this.#isTaken(order.profile, clientId)
        ? 'duplicate-client-id'
        : undefined) ??
      (kind === 'tpsl' &&
      (!isAbove(price, stopPrice) ||
        !isAbove(stopPrice, stopLimitPrice) ||
        (last !== undefined && !(isAbove(price, last) && isAbove(last, stopPrice))))
        ? 'form'
        : undefined)
    );
  }

  #stateProblem({ postOnly }: { readonly postOnly: boolean }): string | undefined {
    const { state } = this.state;
    if (state === 'disabled' || state === 'cancel-only') return 'product-state';
    return state === 'post-only' && !postOnly ? 'product-state' : undefined;
  }

  #incrementProblem(
    prices: readonly (bigint | undefined)[],
    sizes: readonly (bigint | undefined)[],
  ): string | undefined {
    const { baseIncrement, quoteIncrement } = this.#product;
    const isWrong =
      prices.some((each) => each !== undefined && each % quoteIncrement !== 0n) ||
      sizes.some((each) => each !== undefined && each % baseIncrement !== 0n);
    return isWrong ? 'increment' : undefined;
  }

  #isTaken(profile: string, clientId: string): boolean {
    return this.state.orders.some(
      (each) => !each.isDone && each.profile === profile && each.clientId === clientId,
    );
  }

  #orderOf(request: PlainOrder, id: string): ReferenceOrder {
    return {
      ...request,
      id,
      rate: this.#rates(request.profile).taker,
      left: request.size ?? 0n,
      fundsLeft: request.funds ?? 0n,
      shown: 0n,
      filled: 0n,
      exact: 0n,
      fees: 0n,
      isOnBook: false,
      isWaiting: false,
      isTriggered: false,
      isDone: false,
      prevented: false,
    };
  }

  #rates(profile: string): { readonly maker: bigint; readonly taker: bigint } {
    let volume = 0n;
    for (const each of this.state.volumes)
      if (each.profile === profile && each.at >= this.now - month) volume += each.value;
    const tiers = settings['fees-1'].tiers.filter((tier) => tier.volume <= volume);
    return tiers.at(-1) ?? { maker: 0n, taker: 0n };
  }

  #available({ profile, side }: ReferenceOrder): bigint {
    const money = this.state.money[profile];
    const holds = this.holds(profile);
    return side === 'buy' ? (money?.quote ?? 0n) - holds.quote : (money?.base ?? 0n) - holds.base;
  }

  #feesAfter(exact: bigint): bigint {
    const per = this.#product.precision * unit;
    return ((exact + per - 1n) / per) * this.#product.precision;
  }

  #cost(order: ReferenceOrder, size: bigint, price: bigint, rate: bigint): bigint {
    const value = (price * size) / unit;
    return value + this.#feesAfter(order.exact + value * rate) - order.fees;
  }

  #holdOf(order: ReferenceOrder): bigint {
    const price = order.side === 'buy' ? (order.stopLimitPrice ?? order.price) : order.price;
    const { baseIncrement } = this.#product;
    if (order.side === 'buy') {
      if (order.fundsLeft > 0n) return order.fundsLeft;
      return price === undefined ? 0n : this.#cost(order, order.left, price, order.rate);
    }
    if (order.fundsLeft === 0n) return order.left;
    if (price === undefined) return 0n;
    let size = 0n;
    while ((size * price) / unit < order.fundsLeft) size += baseIncrement;
    return size;
  }

  #sizeForFunds(order: ReferenceOrder, price: bigint): bigint {
    const { baseIncrement } = this.#product;
    const rate = least(order.rate, this.#rates(order.profile).taker);
    const costs = (size: bigint): bigint =>
      order.side === 'buy' ? this.#cost(order, size, price, rate) : (price * size) / unit;
    let size = 0n;
    while (costs(size + baseIncrement) <= order.fundsLeft) size += baseIncrement;
    return size;
  }

  #onBook(side: Side): readonly ReferenceOrder[] {
    return this.state.queue.map((id) => this.#get(id)).filter((order) => order.side === side);
  }

  #get(id: string): ReferenceOrder {
    const order = this.state.orders.find((each) => each.id === id);
    if (order === undefined) throw new Error(`no order ${id}`);
    return order;
  }

  #best(side: Side, except?: ReferenceOrder): ReferenceOrder | undefined {
    return this.side(side).find((order) => order !== except);
  }

  /** The highest price of a purchase; `undefined` if there is no limit. */
  #cap(order: ReferenceOrder): bigint | undefined {
    const { last } = this.state;
    if (order.side === 'sell' || order.price === undefined || last === undefined) return undefined;
    const bid = this.#best('buy', order)?.price;
    const base = bid === undefined || bid * 20n < last * 19n ? last : bid;
    const raw = (base * (100n * unit + this.#product.percentage)) / (100n * unit);
    return raw - (raw % this.#product.quoteIncrement);
  }

  #isSpent = false;

  #run(order: ReferenceOrder): void {
    const cap = this.#cap(order);
    this.#isSpent = false;
    let hasMet = false;
    for (;;) {
      if (order.isDone) return;
      if (order.left === 0n && order.fundsLeft === 0n) {
        this.#isSpent = true;
        this.#done(order, 'filled');
        return;
      }
      const maker = this.#best(opposite(order.side));
      const price = maker?.price;
      if (maker === undefined || price === undefined || !reaches(order, price)) break;
      hasMet = true;
      if (cap !== undefined && price > cap) {
        this.#done(order, 'canceled 109:High Bid Limit');
        return;
      }
      const size = order.fundsLeft > 0n ? this.#sizeForFunds(order, price) : order.left;
      if (size === 0n) {
        this.#isSpent = true;
        this.#done(order, order.filled > 0n ? 'filled' : 'canceled');
        return;
      }
      if (maker.profile === order.profile) this.#prevent(order, maker, size, price);
      else this.#trade(order, maker, least(size, maker.shown), price);
    }
    if (order.kind === 'market' || order.lifetime === 'IOC' || order.lifetime === 'FOK')
      this.#done(order, 'canceled 101:Time In Force');
    else this.#rest(order, hasMet);
  }

  /** Rests what remains. Of an order on the book whose new price met the other side, this is always said. */
  #rest(order: ReferenceOrder, hasMet = false): void {
    const { price = 0n } = order;
    const left = order.fundsLeft > 0n ? this.#sizeForFunds(order, price) : order.left;
    if (left === 0n) {
      this.#done(order, order.filled > 0n ? 'filled' : 'canceled');
      return;
    }
    const shown = order.maxFloor === undefined ? left : least(order.maxFloor, left);
    Object.assign(order, { left, fundsLeft: 0n });
    if (order.isOnBook && order.shown > 0n) {
      if (order.shown !== shown || hasMet) {
        const sizes = `${order.shown} ${shown} ${price}`;
        this.#number(`changed ${order.id} remainder_after_modification ${sizes}`);
      }
      order.shown = shown;
      return;
    }
    order.shown = shown;
    this.#toEnd(order);
    this.#number(`opened ${order.id} ${price} ${shown}`);
  }

  #toEnd(order: ReferenceOrder): void {
    this.state.queue = [...this.state.queue.filter((id) => id !== order.id), order.id];
    order.isOnBook = true;
  }

  #rematch(order: ReferenceOrder): void {
    this.#toEnd(order);
    this.#run(order);
  }

  #trade(taker: ReferenceOrder, maker: ReferenceOrder, size: bigint, price: bigint): void {
    const value = (price * size) / unit;
    const makerRate = least(this.#rates(maker.profile).maker, maker.rate);
    const takerRate = least(this.#rates(taker.profile).taker, taker.rate);
    this.state.trades += 1;
    const fees = [
      this.#fill(maker, size, value, makerRate),
      this.#fill(taker, size, value, takerRate),
    ];
    maker.shown -= size;
    const line = `matched ${this.state.trades} ${maker.id} ${taker.id} ${price} ${size}`;
    this.#number(`${line} ${fees.join(' ')}`);
    this.state.last = price;
    for (const { profile } of [maker, taker])
      this.state.volumes.push({ profile, at: this.now, value });
    for (const order of this.state.orders)
      if (isReached(order, price) && !this.state.triggered.includes(order.id))
        this.state.triggered.push(order.id);
    if (maker.left === 0n) this.#done(maker, 'filled');
    else if (maker.shown === 0n) this.#rest(maker);
  }

  #fill(order: ReferenceOrder, size: bigint, value: bigint, rate: bigint): bigint {
    const exact = order.exact + value * rate;
    const fee = this.#feesAfter(exact) - order.fees;
    const money = this.state.money[order.profile] ?? { base: 0n, quote: 0n };
    const isBuyer = order.side === 'buy';
    money.base += isBuyer ? size : -size;
    money.quote += (isBuyer ? -value : value) - fee;
    this.state.fees += fee;
    if (order.fundsLeft > 0n) order.fundsLeft -= isBuyer ? value + fee : value;
    else order.left -= size;
    Object.assign(order, { exact, fees: order.fees + fee, filled: order.filled + size });
    return fee;
  }

  #prevent(taker: ReferenceOrder, maker: ReferenceOrder, size: bigint, price: bigint): void {
    const why = 'canceled 102:Self Trade Prevention';
    const { shown } = maker;
    if (taker.stp === 'co' || taker.stp === 'cb') this.#done(maker, why);
    if (taker.stp === 'cn' || taker.stp === 'cb') this.#done(taker, why);
    if (taker.stp !== 'dc') return;
    if (shown <= size) this.#done(maker, why);
    else {
      Object.assign(maker, { shown: shown - size, left: maker.left - size });
      this.#number(`changed ${maker.id} STP ${shown} ${maker.shown} ${price}`);
    }
    if (size <= shown) this.#done(taker, why);
    else if (taker.fundsLeft > 0n) {
      taker.prevented = true;
      const before = taker.fundsLeft;
      const rate = least(taker.rate, this.#rates(taker.profile).taker);
      taker.fundsLeft -=
        taker.side === 'buy' ? this.#cost(taker, shown, price, rate) : (price * shown) / unit;
      this.#number(`changed ${taker.id} STP ${before} ${taker.fundsLeft} ${taker.price ?? ''}`);
    } else {
      const before = taker.isOnBook ? taker.shown : taker.left;
      taker.left -= shown;
      const visible = least(taker.maxFloor ?? taker.left, taker.left);
      if (taker.isOnBook) taker.shown = visible;
      const after = taker.isOnBook ? visible : taker.left;
      this.#number(`changed ${taker.id} STP ${before} ${after} ${taker.price ?? ''}`);
    }
  }

  #cascade(): void {
    for (;;) {
      const id = this.state.triggered.shift();
      if (id === undefined) return;
      const order = this.#get(id);
      if (order.isDone || order.isTriggered) continue;
      order.isTriggered = true;
      if (order.kind === 'tpsl') {
        order.price = order.stopLimitPrice ?? 0n;
        this.#number(`changed ${id} tpsl_triggered ${order.shown} ${order.shown} ${order.price}`);
        this.#rematch(order);
      } else {
        order.isWaiting = false;
        this.#number(`triggered ${id}`);
        this.#run(order);
      }
    }
  }

  #done(order: ReferenceOrder, why: string): void {
    this.#number(`done ${order.id} ${why} ${order.fundsLeft > 0n ? '' : order.left}`);
    Object.assign(order, { isDone: true, isOnBook: false, left: 0n, fundsLeft: 0n, shown: 0n });
    this.state.queue = this.state.queue.filter((id) => id !== order.id);
  }

  #number(line: string): void {
    this.state.sequence += 1;
    this.#say(`${this.state.sequence} ${line}`);
  }

  #say(line: string): void {
    this.state.log.push(line);
  }
}

function opposite(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

function reaches({ side, price }: ReferenceOrder, other: bigint): boolean {
  if (price === undefined) return true;
  return side === 'buy' ? price >= other : price <= other;
}

function isReached(order: ReferenceOrder, price: bigint): boolean {
  const { direction, stopPrice, isTriggered, isDone } = order;
  if (stopPrice === undefined || isTriggered || isDone) return false;
  return direction === 'loss' ? price <= stopPrice : price >= stopPrice;
}

function least(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
