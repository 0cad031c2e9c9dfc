import { limits, type Quote } from '@platform/exchange-fix-5.0';
import type { Entry } from '../../domain/engine.js';
import type { OrderRequest } from '../../domain/orders/request.js';
import { findOrder, type OrderName } from '../../domain/orders/queries.js';
import type { OrderRow } from '../../domain/orders/state.js';
import type { Refusals } from '../../domain/refusals.js';
import type { SessionRow } from '../../domain/sessions/state.js';
import type { Core, SandboxLoop } from '../../server/core.js';
import type { CommandOrigin } from '../../server/loop.js';
import { readFixTime } from '../fix/times.js';
import type { OrderChange, ReportedStatus } from './changes.js';
import type { QuoteRefusal } from './say-quotes.js';
import type { OrderRefusal } from './say.js';
import type { CancelMessage, OrderMessage, ReplaceMessage, StatusMessage } from './version.js';

/** Outcome of a message: the entry of its effect, unless it has none, or the reason why it has none. */
export type MessageOutcome<Refusal> =
  | { readonly ok: true; readonly entry?: Entry }
  | { readonly ok: false; readonly refusal: Refusal | SurfaceRefusal };

/** Outcome of a message about an order. */
export type OrderOutcome = MessageOutcome<OrderRefusal>;

/** Why a message is refused before it is decided. */
type SurfaceRefusal =
  | { readonly code: 'forbidden'; readonly data: Refusals['forbidden'] }
  | { readonly code: 'too-many'; readonly data: Refusals['too-many'] };

/** Turns messages of all gateways into commands. */
export class OrderCommands {
  readonly #loop: SandboxLoop;
  /** Number of messages whose effects are not yet durable, by user and product; all gateways share it (fix-14). */
  readonly #waiting = new Map<string, number>();

  constructor({ loop }: Core) {
    this.#loop = loop;
  }

  place(session: SessionRow, message: OrderMessage): OrderOutcome {
    const { symbol } = message;
    const request = orderRequest(session, message);
    if ('refusal' in request) return { ok: false, refusal: request.refusal };
    return this.#execute(session, symbol, (origin) =>
      this.#loop.execute('orders.place', request, origin),
    );
  }

  replace(session: SessionRow, message: ReplaceMessage): OrderOutcome {
    const { clOrdId, symbol, orderQty, price } = message;
    const name = nameOf(message);
    const { profile } = session;
    return this.#execute(session, symbol, (origin) =>
      this.#loop.execute(
        'orders.modify',
        { ...name, profile, product: symbol, newClientId: clOrdId, size: orderQty, price },
        origin,
      ),
    );
  }

  cancel(session: SessionRow, message: CancelMessage): OrderOutcome {
    const { symbol } = message;
    const { profile } = session;
    const data = { ...nameOf(message), profile, product: symbol };
    return this.#execute(session, symbol, (origin) =>
      this.#loop.execute('orders.cancel', data, origin),
    );
  }

  /** Cancels the open orders of a session. The outcome has no entry if there are none. */
  cancelSession(session: SessionRow): OrderOutcome {
    const { profile, id } = session;
    return this.#permitted(session, (origin) =>
      this.#loop.execute('orders.cancel-all', { profile, session: id }, origin),
    );
  }

  /** Registers a session as a maker. */
  registerMaker({ id, ...session }: SessionRow, reference: string): MessageOutcome<QuoteRefusal> {
    const data = { session: id, profile: session.profile, reference };
    return this.#permitted<QuoteRefusal>(session, (origin) =>
      this.#loop.execute('quotes.register', data, origin),
    );
  }

  quote({ id, ...session }: SessionRow, message: Quote): MessageOutcome<QuoteRefusal> {
    const { quoteReqId: request, quoteId, symbol: product } = message;
    const data = {
      session: id,
      profile: session.profile,
      request,
      product,
      quoteId,
      bid: message.bidPx,
      bidSize: message.bidSize,
      offer: message.offerPx,
      offerSize: message.offerSize,
    };
    return this.#execute<QuoteRefusal>(session, product, (origin) =>
      this.#loop.execute('quotes.quote', data, origin),
    );
  }

  /** The status of an order of the session's profile; `undefined` if there is none of this name and product (fix-5, fix-6). */
  status(session: SessionRow, message: StatusMessage, execId: string): OrderChange | undefined {
    const { clOrdId, orderId, symbol } = message;
    const { orders } = this.#loop.state;
    const name = nameOf({ orderId, origClOrdId: clOrdId });
    const order = findOrder(orders, session.profile, name);
    if (order?.product !== symbol) return undefined;
    const { sequence } = orders.markets.get(symbol) ?? {};
    return {
      order,
      happening: { kind: 'status', status: statusOf(order) },
      execId,
      at: order.doneAt ?? order.createdAt,
      sequence,
    };
  }

  /** Executes a command about a product, if its key may trade and not too much waits. */
  #execute<Refusal = OrderRefusal>(
    session: Omit<SessionRow, 'id'>,
    product: string,
    execute: (origin: CommandOrigin) => MessageOutcome<Refusal>,
  ): MessageOutcome<Refusal> {
    const user = this.#loop.state.users.profiles.get(session.profile)?.user ?? '';
    const place = `${user} ${product}`;
    const waiting = this.#waiting.get(place) ?? 0;
    const { maxQueuedMessages: limit } = limits;
    if (waiting >= limit)
      return { ok: false, refusal: { code: 'too-many', data: { what: 'waiting', limit } } };
    const outcome = this.#permitted(session, execute);
    if (outcome.ok) {
      this.#waiting.set(place, waiting + 1);
      const done = (): void => this.#take(place);
      this.#loop.settled().then(done, done);
    }
    return outcome;
  }

  #permitted<Refusal = OrderRefusal>(
    { gateway, key }: Omit<SessionRow, 'id'>,
    execute: (origin: CommandOrigin) => MessageOutcome<Refusal>,
  ): MessageOutcome<Refusal> {
    const { keys, profiles } = this.#loop.state.users;
    const row = keys.get(key);
    const isActive = profiles.get(row?.profile ?? '')?.isActive === true;
    if (!isActive || row?.permissions.includes('trade') !== true) return forbidden;
    return execute({ surface: gateway, caller: key });
  }

  #take(place: string): void {
    const waiting = (this.#waiting.get(place) ?? 0) - 1;
    if (waiting > 0) this.#waiting.set(place, waiting);
    else this.#waiting.delete(place);
  }
}

const forbidden: MessageOutcome<never> = { ok: false, refusal: { code: 'forbidden', data: {} } };

/** Which order a message is about. */
function nameOf({
  orderId,
  origClOrdId,
}: {
  readonly orderId?: string | undefined;
  readonly origClOrdId?: string | undefined;
}): OrderName {
  return orderId === undefined ? { clientId: origClOrdId ?? '' } : { id: orderId };
}

/** A message as the request that all surfaces share. */
function orderRequest(
  { profile, gateway, id }: SessionRow,
  message: OrderMessage,
): OrderRequest | { readonly refusal: OrderRefusal } {
  const { timeInForce, expireTime, execInst, selfTradeType, triggerPriceDirection } = message;
  const expireAt = expireTime === undefined ? undefined : readFixTime(expireTime);
  if (expireTime !== undefined && expireAt === undefined)
    return { refusal: { code: 'form', data: { member: 'expireAt', problem: 'must be a time' } } };
  return {
    profile,
    product: message.symbol,
    side: message.side === '1' ? 'buy' : 'sell',
    type: types[message.ordType],
    clientId: message.clOrdId,
    price: message.price,
    size: message.orderQty,
    funds: message.cashOrderQty,
    timeInForce: timeInForce === undefined ? undefined : timesInForce[timeInForce],
    expireAt,
    postOnly: timeInForce === 'P' || execInst?.includes('A') === true,
    stp: selfTradeType === undefined ? undefined : selfTrades[selfTradeType],
    stop:
      triggerPriceDirection === undefined
        ? undefined
        : triggerPriceDirection === 'U'
          ? 'entry'
          : 'loss',
    stopPrice: message.stopPx,
    stopLimitPrice: message.stopLimitPx,
    maxFloor: message.displayQty ?? message.maxFloor,
    surface: gateway,
    session: id,
  };
}

const types = { 1: 'market', 2: 'limit', 4: 'stop', O: 'stop' } as const;
const timesInForce = { 1: 'GTC', 3: 'IOC', 4: 'FOK', 6: 'GTD', P: 'GTC' } as const;
const selfTrades = { D: 'dc', O: 'co', N: 'cn', B: 'cb' } as const;

function statusOf(order: OrderRow): ReportedStatus {
  const { status, doneReason, cancelReason, lifetime, filled } = order;
  if (status === 'rejected') return 'rejected';
  if (doneReason === 'filled') return 'filled';
  if (doneReason === 'canceled')
    return cancelReason !== undefined && (lifetime === 'GTT' || lifetime === 'GTD')
      ? 'expired'
      : 'canceled';
  return filled > 0n ? 'partial' : 'new';
}
