import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Engine, type Entry } from '../../../sandbox/domain/engine.js';
import { one } from '../../../sandbox/domain/numbers.js';
import { deriveKey } from '../../../sandbox/domain/random.js';
import { type Commands, type SandboxSubjects, subjects } from '../../../sandbox/domain/subjects.js';
import { second } from '../../../sandbox/domain/time.js';
import { decodeCanonical, encodeCanonical } from '../../../sandbox/domain/value.js';
import { randomRuns } from '../../rounds.js';
import { linesOf } from './lines.js';
import { type PlainOrder, Reference } from './reference.js';

/** Prices are tenths between these, so that most orders meet others. */
const price = fc.integer({ min: 930, max: 1070 });
const size = fc.integer({ min: 1, max: 60 });
const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined, freq: 2 });
const profile = fc.constantFrom('ada', 'bob', 'cyd');
const clientId = optional(fc.constantFrom('one', 'two', 'three'));

/** An order. Members that its kind does not have are ignored; amounts are tenths. */
interface PlaceStep {
  readonly does: 'place';
  readonly profile: string;
  readonly side: 'buy' | 'sell';
  readonly kind: 'limit' | 'market' | 'stop' | 'tpsl';
  readonly price: number;
  readonly stopPrice: number;
  readonly stopLimitPrice: number;
  readonly size: number;
  readonly byFunds: boolean;
  readonly maxFloor: number | undefined;
  readonly lifetime: 'GTC' | 'GTT' | 'IOC' | 'FOK';
  readonly postOnly: boolean;
  readonly stp: 'dc' | 'co' | 'cn' | 'cb';
  readonly direction: 'loss' | 'entry';
  readonly clientId: string | undefined;
}

/** A random command. `place` is that of an order among the open ones. */
export type Step =
  | PlaceStep
  | { readonly does: 'cancel'; readonly place: number }
  | {
      readonly does: 'modify';
      readonly place: number;
      readonly price: number | undefined;
      readonly size: number | undefined;
      readonly clientId: string;
    }
  | { readonly does: 'wait'; readonly seconds: number }
  | {
      readonly does: 'state';
      readonly state: 'online' | 'cancel-only' | 'limit-only' | 'post-only';
    };

const order: fc.Arbitrary<PlaceStep> = fc.record({
  does: fc.constant('place' as const),
  profile,
  side: fc.constantFrom('buy', 'sell'),
  kind: fc.constantFrom('limit', 'limit', 'limit', 'limit', 'market', 'stop', 'stop', 'tpsl'),
  price,
  stopPrice: price,
  stopLimitPrice: price,
  size,
  byFunds: fc.constantFrom(false, false, false, true),
  maxFloor: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined, freq: 3 }),
  lifetime: fc.constantFrom('GTC', 'GTC', 'GTC', 'GTT', 'IOC', 'FOK'),
  postOnly: fc.constantFrom(false, false, false, false, true),
  stp: fc.constantFrom('dc', 'co', 'cn', 'cb'),
  direction: fc.constantFrom('loss', 'entry'),
  clientId,
});

const online = ['online', 'online', 'online', 'online', 'online', 'online'] as const;

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: order },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel' as const), place: fc.nat(40) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('modify' as const),
      place: fc.nat(40),
      price: optional(price),
      size: optional(size),
      clientId: fc.constantFrom('one', 'two', 'three', 'four'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 30, 3_600, 86_400, 864_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('state' as const),
      state: fc.constantFrom(...online, 'cancel-only', 'limit-only', 'post-only'),
    }),
  },
);

/** Random commands of the profiles `ada`, `bob` and `cyd`. */
export const steps: fc.Arbitrary<readonly Step[]> = fc.array(anyStep, {
  maxLength: 250,
  size: 'max',
});

const tenth = one / 10n;
const key = deriveKey(new Uint8Array(32), 'entries');
const product = {
  baseIncrement: tenth,
  quoteIncrement: tenth,
  precision: one / 100n,
  minimum: 5n * one,
  maximum: 4_000n * one,
  percentage: 5n * one,
};
const money = { base: 15n * one, quote: 1_500n * one };
const profiles = ['ada', 'bob', 'cyd'];
const id = 'CBETH-USD';

/**
 * Compares the engine with the reference after each of random commands, with a restart in the middle. A disagreement is shown with the
 * shortest list of commands that leads to it.
 */
export function agreeOnRandomCommands(full: number): void {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(steps, (each) => {
      const comparison = new Comparison();
      for (const [at, step] of each.entries()) {
        if (at === Math.floor(each.length / 2)) comparison.restart();
        comparison.step(step);
      }
      for (const [kind, count] of comparison.seen) seen.set(kind, (seen.get(kind) ?? 0) + count);
    }),
    randomRuns(full),
  );
  for (const kind of ['matched', 'opened', 'triggered', 'changed  modify_order', 'done  filled'])
    assert.ok((seen.get(kind) ?? 0) > 0, `no command had the effect "${kind}"`);
}

/** The engine and the reference beside each other. */
class Comparison {
  #engine = new Engine<SandboxSubjects>(subjects, key);
  readonly #entries: Entry[] = [];
  readonly #reference = new Reference(product, profiles, money);
  readonly #lines: string[] = [];
  /** How often each kind of message and of refusal was seen. */
  readonly seen = new Map<string, number>();
  #now = 1_700_000_000_000_000;

  constructor() {
    const bitcoin = this.#engine.state.products.products.get('BTC-USD');
    const created = {
      ...bitcoin,
      base: 'CBETH',
      baseIncrement: product.baseIncrement,
      quoteIncrement: product.quoteIncrement,
      minMarketFunds: product.minimum,
      maxMarketFunds: product.maximum,
      highBidLimitPercentage: product.percentage,
    };
    this.#execute('products.create', { product: created });
    for (const each of profiles)
      for (const [currency, amount] of [
        ['USD', '1500'],
        ['CBETH', '15'],
      ])
        this.#execute('ledger.credit', { profile: each, currency, amount });
  }

  /** Executes a step on both, and compares them. */
  step(each: Step): void {
    this.#now += second;
    this.#reference.step(this.#now);
    this.#executeDue();
    switch (each.does) {
      case 'place':
        this.#place(each);
        break;
      case 'cancel':
        this.#cancel(each.place);
        break;
      case 'modify':
        this.#modify(each);
        break;
      case 'wait':
        this.#now += each.seconds * second;
        this.#reference.step(this.#now);
        this.#executeDue();
        break;
      case 'state':
        this.#setState(each.state);
    }
    this.#compare();
  }

  #place(step: Extract<Step, { readonly does: 'place' }>): void {
    const plain = plainOrder(step, this.#now);
    const outcome = this.#execute('orders.place', requestOf(step, plain));
    const { id: known = 'none' } = (outcome.ok ? outcome.result : {}) as { id?: string };
    const expected = this.#reference.place(plain, known);
    assert.equal(outcome.ok ? undefined : outcome.refusal.code, expected);
    if (expected !== undefined) this.#see(`refused ${expected}`);
  }

  #see(kind: string): void {
    this.seen.set(kind, (this.seen.get(kind) ?? 0) + 1);
  }

  #cancel(place: number): void {
    const order = this.#openAt(place);
    if (order === undefined) return;
    this.#execute('orders.cancel', { profile: order.profile, id: order.id });
    this.#reference.cancel(order.id);
  }

  #modify(step: Extract<Step, { readonly does: 'modify' }>): void {
    const order = this.#openAt(step.place);
    if (order === undefined || (step.price === undefined && step.size === undefined)) return;
    const { clientId: newClientId } = step;
    const outcome = this.#execute('orders.modify', {
      profile: order.profile,
      id: order.id,
      newClientId,
      price: textOf(step.price),
      size: textOf(step.size),
    });
    const changes = {
      ...(step.price === undefined ? {} : { price: BigInt(step.price) * tenth }),
      ...(step.size === undefined ? {} : { size: BigInt(step.size) * tenth }),
    };
    const expected = this.#reference.modify(order.id, newClientId, changes);
    assert.equal(outcome.ok ? undefined : outcome.refusal.code, expected);
    if (expected !== undefined) this.#see(`change refused ${expected}`);
  }

  #openAt(place: number): { readonly id: string; readonly profile: string } | undefined {
    const open = this.#reference.state.orders.filter(({ isDone }) => !isDone);
    return open[place % Math.max(1, open.length)];
  }

  #setState(state: 'online' | 'cancel-only' | 'limit-only' | 'post-only'): void {
    const changes = {
      cancelOnly: state === 'cancel-only',
      limitOnly: state === 'limit-only',
      postOnly: state === 'post-only',
    };
    this.#execute('products.update', { id, changes });
    this.#reference.state.state = state;
  }

  /** Begins again with the entries of the journal, the second half of them after a snapshot. */
  restart(): void {
    const half = Math.floor(this.#entries.length / 2);
    const first = new Engine<SandboxSubjects>(subjects, key);
    for (const entry of this.#entries.slice(0, half)) first.apply(stored(entry));
    const second = new Engine<SandboxSubjects>(subjects, key);
    second.load(first.encode());
    for (const entry of this.#entries.slice(half)) second.apply(stored(entry));
    assert.equal(second.encode(), this.#engine.encode());
    this.#engine = second;
  }

  #execute(type: string, data: unknown): ReturnType<Engine<SandboxSubjects>['execute']> {
    const command = { type, data };
    const outcome = this.#engine.execute({
      surface: 'test',
      caller: 'test',
      now: this.#now,
      command,
    });
    if (outcome.ok && outcome.entry !== undefined) this.#follow(outcome.entry);
    return outcome;
  }

  #executeDue(): void {
    for (;;) {
      const entry = this.#engine.executeDue(this.#now);
      if (entry === undefined) return;
      this.#follow(entry);
    }
  }

  /** Remembers an entry. What each one changes of money sums to zero (P1). */
  #follow(entry: Entry): void {
    this.#entries.push(entry);
    this.#now = Math.max(this.#now, entry.at);
    const lines = linesOf(entry);
    this.#lines.push(...lines);
    for (const line of lines)
      this.#see(line.replaceAll(/[0-9a-f-]{36}|-?\b\d+\b(?!:)/g, '').trim());
    const sums = new Map<string, bigint>();
    for (const { type, data } of entry.events) {
      if (type !== 'ledger.posted') continue;
      const { entries } = data as { entries: readonly { account: string; amount: bigint }[] };
      for (const { account, amount } of entries) {
        const currency = this.#engine.state.ledger.accountsById.get(account)?.currency ?? '';
        sums.set(currency, (sums.get(currency) ?? 0n) + amount);
      }
    }
    for (const sum of sums.values()) assert.equal(sum, 0n);
  }

  #compare(): void {
    const { state } = this.#engine;
    const { log, sequence, money: amounts, fees } = this.#reference.state;
    assert.deepEqual(this.#lines, log);
    this.#lines.length = 0;
    log.length = 0;
    assert.equal(state.orders.markets.get(id)?.sequence ?? 0, sequence);
    for (const each of profiles) {
      const holds = this.#reference.holds(each);
      const [quote, base] = ['USD', 'CBETH'].map((currency) =>
        state.ledger.accounts.get(`${each} ${currency}`),
      );
      assert.deepEqual(
        [base?.balance, base?.hold, quote?.balance, quote?.hold],
        [amounts[each]?.base, holds.base, amounts[each]?.quote, holds.quote],
      );
      for (const account of [quote, base])
        assert.ok((account?.hold ?? 0n) <= (account?.balance ?? 0n));
      this.#compareHolds(each);
    }
    assert.equal(state.ledger.accounts.get('house:fees USD')?.balance ?? 0n, fees);
    for (const side of ['buy', 'sell'] as const) {
      const rows = state.orders.book.rows(`${id} ${side}`, side === 'buy' ? 'down' : 'up');
      assert.deepEqual(
        [...rows].map((row) => [row.id, row.price, row.shown, row.left]),
        this.#reference.side(side).map((row) => [row.id, row.price, row.shown, row.left]),
      );
    }
  }

  /** What is held is what the open orders hold (P2). */
  #compareHolds(owner: string): void {
    const { openByProfile } = this.#engine.state.orders;
    const sums = { buy: 0n, sell: 0n };
    for (const { side, hold } of openByProfile.rows(owner)) sums[side] += hold;
    const { quote, base } = this.#reference.holds(owner);
    assert.deepEqual(sums, { buy: quote, sell: base });
  }
}

function stored(entry: Entry): Entry {
  return decodeCanonical(encodeCanonical(entry)) as Entry;
}

/** An amount of a step as text. */
export function textOf(tenths: number | undefined): string | undefined {
  return tenths === undefined
    ? undefined
    : `${Math.floor(tenths / 10)}.${tenths % 10}`.replace(/\.0$/, '');
}

/** The order of a step, as it is sent. */
export function orderOf(step: PlaceStep, now: number): Commands['orders.place']['data'] {
  return requestOf(step, plainOrder(step, now));
}

/** The order of a step, without the members that its kind does not have. */
function plainOrder(step: PlaceStep, now: number): PlainOrder {
  const { kind, side, stp, postOnly, clientId: name } = step;
  const amount = (tenths: number): bigint => BigInt(tenths) * tenth;
  const isLimit = kind === 'limit';
  const byFunds = step.byFunds && (isLimit || kind === 'market');
  const isImmediate = step.lifetime === 'IOC' || step.lifetime === 'FOK';
  const lifetime = kind === 'tpsl' && isImmediate ? 'GTC' : step.lifetime;
  const hasStop = kind === 'stop' || kind === 'tpsl';
  const direction = kind === 'stop' ? step.direction : side === 'sell' ? 'loss' : 'entry';
  return {
    profile: step.profile,
    side,
    kind,
    stp,
    ...(name === undefined ? {} : { clientId: name }),
    ...(kind === 'market' ? {} : { price: amount(step.price) }),
    ...(byFunds ? { funds: amount(step.size) * 80n } : { size: amount(step.size) }),
    lifetime: kind === 'market' ? 'none' : lifetime,
    ...(kind !== 'market' && lifetime === 'GTT' ? { expireAt: now + 60 * second } : {}),
    postOnly: postOnly && kind !== 'market' && kind !== 'tpsl' && !isImmediate,
    ...(hasStop ? { stopPrice: amount(step.stopPrice), direction } : {}),
    ...(kind === 'tpsl' ? { stopLimitPrice: amount(step.stopLimitPrice) } : {}),
    ...(isLimit && !byFunds && step.maxFloor !== undefined
      ? { maxFloor: amount(step.maxFloor) }
      : {}),
  };
}

function requestOf(step: PlaceStep, plain: PlainOrder): Commands['orders.place']['data'] {
  const { kind, side, profile: owner, stp, postOnly, clientId: name, lifetime } = plain;
  return {
    profile: owner,
    product: id,
    side,
    surface: 'test',
    stp,
    postOnly,
    clientId: name,
    type: kind === 'tpsl' ? 'stop' : kind,
    price: plain.price === undefined ? undefined : textOf(step.price),
    size: plain.size === undefined ? undefined : textOf(step.size),
    funds: plain.funds === undefined ? undefined : String(step.size * 8),
    timeInForce: lifetime === 'none' ? undefined : lifetime,
    cancelAfter: lifetime === 'GTT' ? 'min' : undefined,
    stop: kind === 'stop' ? plain.direction : undefined,
    stopPrice: plain.stopPrice === undefined ? undefined : textOf(step.stopPrice),
    stopLimitPrice: plain.stopLimitPrice === undefined ? undefined : textOf(step.stopLimitPrice),
    maxFloor: plain.maxFloor === undefined ? undefined : textOf(step.maxFloor),
  };
}
