import type {
  CancelAfter,
  OrderSide,
  SelfTradePrevention,
  StopDirection,
  TimeInForce,
} from '@platform/exchange';
import { type Decimal, parseDecimal } from '../numbers.js';
import type { Refusal } from '../refusals.js';
import { day, hour, type Instant, minute } from '../time.js';
import type { Lifetime, OrderKind, OrderTerms } from './state.js';

/** A new order, in the terms that all surfaces share. Amounts are the texts of the request. */
export interface OrderRequest {
  readonly profile: string;
  readonly product: string;
  readonly side: OrderSide;
  /** A limit order with a stop price is a stop order; a stop order with a stop limit price is a TPSL. */
  readonly type: 'limit' | 'market' | 'stop';
  readonly clientId?: string | undefined;
  readonly price?: string | undefined;
  readonly size?: string | undefined;
  readonly funds?: string | undefined;
  /** Default: GTC. `GTD` has `expireAt`. */
  readonly timeInForce?: TimeInForce | 'GTD' | undefined;
  readonly cancelAfter?: CancelAfter | undefined;
  readonly expireAt?: Instant | undefined;
  readonly postOnly?: boolean | undefined;
  /** Default: `dc`. */
  readonly stp?: SelfTradePrevention | undefined;
  readonly stop?: StopDirection | undefined;
  readonly stopPrice?: string | undefined;
  readonly stopLimitPrice?: string | undefined;
  readonly maxFloor?: string | undefined;
  /** Surface of the request. */
  readonly surface: string;
  /** The FIX session, from its Logon on. */
  readonly session?: string | undefined;
}

/** What a form says. */
export type ReadOrder = Omit<OrderTerms, 'id' | 'rate'>;

type FormRefusal = Refusal<'form'>;

/** Members with amounts. */
const amounts = ['price', 'size', 'funds', 'stopPrice', 'stopLimitPrice', 'maxFloor'] as const;

type Amounts = { [Name in (typeof amounts)[number]]?: Decimal };

const periods: Readonly<Record<CancelAfter, Instant>> = { min: minute, hour, day };

/** Reads a request: its form, and which members may be together (orders-1, orders-2). */
export function readOrder(
  request: OrderRequest,
  now: Instant,
): { readonly order: ReadOrder } | { readonly refusal: FormRefusal } {
  const read: Amounts = {};
  for (const member of amounts) {
    const text = request[member];
    if (text === undefined) continue;
    const value = parseDecimal(text);
    if (value === undefined)
      return malformed(member, 'must be a decimal without leading zeros, of at most 18 decimals');
    if (value <= 0n) return malformed(member, 'must be above zero');
    read[member] = value;
  }
  const kind = kindOf(request);
  const problem = amountProblem(kind, read) ?? termProblem(kind, request, now);
  if (problem !== undefined) return { refusal: problem };
  const { profile, product, side, clientId, surface, session } = request;
  const lifetime: Lifetime | undefined =
    kind === 'market' ? undefined : (request.timeInForce ?? 'GTC');
  const stop = request.stop ?? (side === 'sell' ? 'loss' : 'entry');
  const order = {
    profile,
    product,
    side,
    clientId,
    kind,
    price: read.price,
    size: read.size,
    funds: read.funds,
    stopPrice: read.stopPrice,
    stopLimitPrice: read.stopLimitPrice,
    maxFloor: read.maxFloor,
    lifetime,
    expireAt:
      request.cancelAfter === undefined ? request.expireAt : now + periods[request.cancelAfter],
    postOnly: request.postOnly ?? false,
    stp: request.stp ?? 'dc',
    stop: kind === 'stop' || kind === 'tpsl' ? stop : undefined,
    surface,
    session,
  };
  return { order };
}

function kindOf({ type, stopPrice, stopLimitPrice }: OrderRequest): OrderKind {
  if (type === 'market') return 'market';
  if (stopLimitPrice !== undefined) return 'tpsl';
  return type === 'stop' || stopPrice !== undefined ? 'stop' : 'limit';
}

function malformed(member: string, problem: string): { readonly refusal: FormRefusal } {
  return { refusal: { code: 'form', data: { member, problem } } };
}

/** Which amounts each kind of order must and must not have. */
function amountProblem(kind: OrderKind, read: Amounts): FormRefusal | undefined {
  const requires = (member: keyof Amounts): FormRefusal | undefined =>
    read[member] === undefined ? malformed(member, 'is required').refusal : undefined;
  const forbids = (member: keyof Amounts, what: string): FormRefusal | undefined =>
    read[member] === undefined ? undefined : malformed(member, `is not for ${what}`).refusal;
  if (read.size !== undefined && read.funds !== undefined)
    return malformed('funds', 'must not be given with a size').refusal;
  switch (kind) {
    case 'market':
      return (
        (read.funds === undefined ? requires('size') : undefined) ??
        forbids('price', 'market orders') ??
        forbids('stopPrice', 'market orders') ??
        forbids('stopLimitPrice', 'market orders') ??
        forbids('maxFloor', 'market orders')
      );
    case 'limit':
      return (
        requires('price') ??
        (read.funds === undefined ? requires('size') : undefined) ??
        (read.funds === undefined ? undefined : forbids('maxFloor', 'orders by funds'))
      );
    case 'stop':
    case 'tpsl':
      return (
        requires('price') ??
        requires('stopPrice') ??
        forbids('funds', 'orders with a stop price') ??
        requires('size') ??
        forbids('maxFloor', 'orders with a stop price')
      );
  }
}

/** Which instructions each kind of order can have. */
function termProblem(
  kind: OrderKind,
  { timeInForce, cancelAfter, expireAt, postOnly, stop, stopPrice }: OrderRequest,
  now: Instant,
): FormRefusal | undefined {
  const say = (member: string, problem: string): FormRefusal => malformed(member, problem).refusal;
  if (kind === 'market') {
    if (timeInForce !== undefined) return say('timeInForce', 'is not for market orders');
    if (postOnly === true) return say('postOnly', 'is not for market orders');
  }
  if ((cancelAfter !== undefined) !== (timeInForce === 'GTT'))
    return say('cancelAfter', 'is for orders with GTT, and required for them');
  if ((expireAt !== undefined) !== (timeInForce === 'GTD'))
    return say('expireAt', 'is for orders with GTD, and required for them');
  if (expireAt !== undefined && expireAt <= now) return say('expireAt', 'must be in the future');
  const isImmediate = timeInForce === 'IOC' || timeInForce === 'FOK';
  if (postOnly === true && isImmediate) return say('postOnly', 'is not for IOC and FOK');
  if (stop !== undefined && stopPrice === undefined) return say('stop', 'needs a stop price');
  if (kind !== 'tpsl') return undefined;
  if (isImmediate) return say('timeInForce', 'must be GTC, GTT or GTD');
  if (postOnly === true) return say('postOnly', 'is not for take-profit and stop-loss orders');
  return stop === undefined
    ? undefined
    : say('stop', 'is not for take-profit and stop-loss orders');
}
