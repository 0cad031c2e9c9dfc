import type {
  MarketDataRequest,
  MarketDataRequestReject,
  MarketDataIncrementalRefresh,
  MarketDataSnapshotFullRefresh,
  SecurityList,
  SecurityListRequest,
  SecurityStatus,
} from '@platform/exchange-fix-market-data';
import { MDReqRejReason, SubscriptionRequestType } from '@platform/exchange-fix-market-data';
import type { SandboxLoop } from '../../server/core.js';
import { bookOf, listedProducts, type MarketEvent } from './market.js';
import {
  fullRefresh,
  incrementalRefresh,
  requestReject,
  securityList,
  securityStatus,
} from './messages.js';

/** What a gateway of market data sends. Those without snapshots never send the full refresh. */
export type MarketMessage =
  | MarketDataIncrementalRefresh
  | MarketDataSnapshotFullRefresh
  | MarketDataRequestReject
  | SecurityList
  | SecurityStatus;

/** A session as subscriptions see it. */
export interface MarketSession {
  /** Sends a message, unless the session has ended. */
  tell(message: MarketMessage): void;
  /** Sends nothing more. */
  end(): void;
  /** True if its key may read. */
  readonly mayView: boolean;
}

/** The subscription to one product. */
interface Subscription {
  readonly session: MarketSession;
  readonly id: string;
  readonly product: string;
  /** Number of the last entry that the snapshot reflects. */
  readonly from: number;
  /** Messages that wait for the snapshot. */
  held: MarketMessage[] | undefined;
}

/** Number of subscriptions of a session to the same product, at most. */
const perProduct = 10;

/** The subscriptions of a gateway of market data. What is sent was committed before (journal-3). */
export class Subscriptions {
  readonly #loop: SandboxLoop;
  readonly #hasSnapshots: boolean;
  readonly #byProduct = new Map<string, Set<Subscription>>();
  /** By session, and by the identifier of the request. */
  readonly #bySession = new Map<MarketSession, Map<string, readonly Subscription[]>>();
  #responses = 0;

  constructor(loop: SandboxLoop, { hasSnapshots }: { readonly hasSnapshots: boolean }) {
    this.#loop = loop;
    this.#hasSnapshots = hasSnapshots;
  }

  /** V: begins or ends a subscription (market-data-1). */
  request(session: MarketSession, message: MarketDataRequest): void {
    const { mdReqId, subscriptionRequestType } = message;
    const refusal =
      subscriptionRequestType === SubscriptionRequestType.Unsubscribe
        ? this.#unsubscribe(session, mdReqId)
        : this.#subscribe(session, message);
    if (refusal === undefined) return;
    const { reason, text } = refusal;
    this.#afterCommit(() => session.tell(requestReject(mdReqId, reason, text)));
  }

  /** x: lists all products (market-data-3). */
  list(session: MarketSession, { securityReqId }: SecurityListRequest): void {
    this.#responses += 1;
    const response = `${this.#loop.number}-${this.#responses}`;
    const messages = securityList(securityReqId, response, listedProducts(this.#loop.state));
    this.#afterCommit(() => {
      for (const message of messages) session.tell(message);
    });
  }

  /** Products to which a session is subscribed. */
  productsOf(session: MarketSession): readonly string[] {
    const subscriptions = [...(this.#bySession.get(session)?.values() ?? [])].flat();
    return [...new Set(subscriptions.map(({ product }) => product))];
  }

  /** Ends all subscriptions of a session. */
  end(session: MarketSession): void {
    for (const subscriptions of this.#bySession.get(session)?.values() ?? [])
      for (const subscription of subscriptions) this.#remove(subscription);
    this.#bySession.delete(session);
  }

  /** Sends what an entry has changed to those who subscribed before it. */
  follow(entry: number, events: readonly MarketEvent[]): void {
    for (const event of events) {
      for (const subscription of this.#byProduct.get(event.product) ?? []) {
        if (entry <= subscription.from) continue;
        const { id, session, held } = subscription;
        const message =
          event.kind === 'status'
            ? securityStatus(id, event.number, event.listed)
            : incrementalRefresh(id, event.change);
        if (held === undefined) session.tell(message);
        else held.push(message);
      }
    }
  }

  #subscribe(session: MarketSession, message: MarketDataRequest): RequestRefusal | undefined {
    const { mdReqId: id, relatedSym } = message;
    const own = this.#bySession.get(session);
    if (!session.mayView) return { reason: MDReqRejReason.Other, text: 'Forbidden' };
    if (own?.has(id) === true)
      return { reason: MDReqRejReason.DuplicateMdReqId, text: `${id} is in use` };
    const { state, number } = this.#loop;
    const products = [...new Set(relatedSym.map(({ symbol }) => symbol))];
    const unknown = products.find((product) => !state.products.products.has(product));
    if (unknown !== undefined)
      return { reason: MDReqRejReason.UnknownSymbol, text: `Product not found: ${unknown}` };
    const crowded = products.find((product) => this.#count(session, product) >= perProduct);
    if (crowded !== undefined)
      return { reason: MDReqRejReason.Other, text: `Too many subscriptions to ${crowded}` };
    const subscriptions = products.map((product): Subscription => {
      return { session, id, product, from: number, held: [] };
    });
    this.#bySession.set(session, (own ?? new Map()).set(id, subscriptions));
    for (const subscription of subscriptions) this.#begin(subscription);
    return undefined;
  }

  #begin(subscription: Subscription): void {
    const { session, id, product } = subscription;
    const subscribers = this.#byProduct.get(product);
    if (subscribers === undefined) this.#byProduct.set(product, new Set([subscription]));
    else subscribers.add(subscription);
    const snapshot = this.#hasSnapshots ? fullRefresh(id, bookOf(this.#loop.state, product)) : [];
    this.#afterCommit(() => {
      for (const message of [...snapshot, ...(subscription.held ?? [])]) session.tell(message);
      subscription.held = undefined;
    });
  }

  #unsubscribe(session: MarketSession, id: string): RequestRefusal | undefined {
    const own = this.#bySession.get(session);
    const subscriptions = own?.get(id);
    if (subscriptions === undefined)
      return { reason: MDReqRejReason.Other, text: `There is no subscription ${id}` };
    own?.delete(id);
    for (const subscription of subscriptions) this.#remove(subscription);
    return undefined;
  }

  #remove(subscription: Subscription): void {
    const subscribers = this.#byProduct.get(subscription.product);
    subscribers?.delete(subscription);
    if (subscribers?.size === 0) this.#byProduct.delete(subscription.product);
  }

  #count(session: MarketSession, product: string): number {
    const subscribers = this.#byProduct.get(product) ?? [];
    return [...subscribers].filter((each) => each.session === session).length;
  }

  /** Acts when everything that was decided until now is durable. If that fails, the process ends. */
  #afterCommit(act: () => void): void {
    this.#loop.settled().then(act, () => undefined);
  }
}

/** Why a request is refused. */
interface RequestRefusal {
  readonly reason: MDReqRejReason;
  readonly text: string;
}
