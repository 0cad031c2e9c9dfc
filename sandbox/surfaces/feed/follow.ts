import type { RfqMatchMessage } from '@platform/exchange/types';
import type { Entry, StoredEvent } from '../../domain/engine.js';
import type { LedgerEvents } from '../../domain/ledger/events.js';
import type { OrderReference, OrdersEvents } from '../../domain/orders/events.js';
import type { TradeRow } from '../../domain/orders/state.js';
import type { ProductsEvents } from '../../domain/products/events.js';
import type { DomainState } from '../../domain/subjects.js';
import { type Instant, printInstant } from '../../domain/time.js';
import { printDecimal } from '../../domain/numbers.js';
import type { Committed, CommittedMarket } from './committed.js';
import type { KnownProfiles } from './known-profiles.js';
import {
  type About,
  activated,
  changed,
  done,
  type FeedEvent,
  matched,
  opened,
  quoteMatch,
  received,
} from './messages.js';
import { ownerOf } from './owners.js';

/** Where the messages go. */
export interface FeedOutlet {
  /** True if somebody is connected. */
  readonly isHeard: boolean;
  publish(event: FeedEvent): void;
  publishStatus(): void;
  publishQuoteMatch(message: RfqMatchMessage): void;
}

/** What the follower uses. */
export interface FollowParts {
  readonly committed: Committed;
  readonly outlet: FeedOutlet;
  readonly known: KnownProfiles;
  /** Only what never changes is read from it: owners of profiles. */
  readonly state: DomainState;
}

/** Follows committed entries: keeps what the feed shows, and sends what they have changed (feed-1). */
export class Follower {
  readonly #committed: Committed;
  readonly #outlet: FeedOutlet;
  readonly #known: KnownProfiles;
  readonly #state: DomainState;

  constructor({ committed, outlet, known, state }: FollowParts) {
    this.#committed = committed;
    this.#outlet = outlet;
    this.#known = known;
    this.#state = state;
  }

  /** Follows the next entry. */
  follow({ at, events }: Entry): void {
    let hasStatusChanged = false;
    for (const { type, data } of events) {
      if (type.startsWith('orders.')) this.#order({ type, data }, at);
      else if (type === 'ledger.posted') this.#balances(data as LedgerEvents[typeof type], at);
      else if (type === 'products.changed') {
        const { product } = data as ProductsEvents[typeof type];
        this.#committed.products.set(product.id, product);
        hasStatusChanged = true;
      } else if (type === 'products.currency-changed') {
        const { currency } = data as ProductsEvents[typeof type];
        this.#committed.currencies.set(currency.id, currency);
        hasStatusChanged = true;
      }
    }
    if (hasStatusChanged && this.#outlet.isHeard) this.#outlet.publishStatus();
  }

  /** The data of an event has the type that its subject declares. */
  #order({ type, data }: Pick<StoredEvent, 'type' | 'data'>, at: Instant): void {
    switch (type) {
      case 'orders.received': {
        const { order, sequence } = data as OrdersEvents[typeof type];
        this.#received({ ...order, sequence }, order, at);
        break;
      }
      case 'orders.triggered': {
        const order = data as OrdersEvents[typeof type];
        this.#received(order, order, at);
        break;
      }
      case 'orders.activated':
        this.#activated(data as OrdersEvents[typeof type], at);
        break;
      case 'orders.opened':
        this.#opened(data as OrdersEvents[typeof type], at);
        break;
      case 'orders.matched':
        this.#matched(data as OrdersEvents[typeof type], at);
        break;
      case 'orders.changed':
        this.#changed(data as OrdersEvents[typeof type], at);
        break;
      case 'orders.done':
        this.#done(data as OrdersEvents[typeof type], at);
        break;
      case 'orders.quote-traded':
        if (this.#outlet.isHeard)
          this.#outlet.publishQuoteMatch(quoteMatch(data as OrdersEvents[typeof type], at));
        break;
    }
  }

  #received(reference: OrderReference, order: Parameters<typeof received>[1], at: Instant): void {
    this.#advance(reference);
    if (!this.#outlet.isHeard) return;
    this.#outlet.publish({
      event: 'received',
      messages: received(aboutOf(reference, at), order),
      owners: ownerOf(this.#known, reference.profile, () => ({
        received: this.#ownerMembers(reference),
      })),
    });
  }

  #activated({ order }: OrdersEvents['orders.activated'], at: Instant): void {
    if (!this.#outlet.isHeard) return;
    const { profile } = order;
    const owners = ownerOf(this.#known, profile, () => activated(order, this.#userOf(profile), at));
    if (owners.length > 0) this.#outlet.publish({ event: 'activate', owners });
  }

  #opened(data: OrdersEvents['orders.opened'], at: Instant): void {
    const { id, side, price, progress, profile } = data;
    const shown = { id, side, price, size: progress.shown };
    const levels = this.#advance(data).book.open(shown);
    if (!this.#outlet.isHeard) return;
    this.#outlet.publish({
      event: 'open',
      messages: opened(aboutOf(data, at), shown, levels),
      owners: ownerOf(this.#known, profile, () => ({ open: this.#ownerMembers(data) })),
    });
  }

  #matched(data: OrdersEvents['orders.matched'], at: Instant): void {
    const { product, sequence, trade: number, price, size, side, maker, taker } = data;
    const market = this.#advance(data);
    const totalSize = (market.lastTrade?.totalSize ?? 0n) + size;
    const trade: TradeRow = {
      product,
      trade: number,
      sequence,
      price,
      size,
      side,
      maker: maker.id,
      taker: taker.id,
      at,
      totalSize,
    };
    market.lastTrade = trade;
    market.extremes.add(trade);
    const levels = market.book.match(maker.id, size);
    if (!this.#outlet.isHeard) return;
    const owners = [
      ...ownerOf(this.#known, maker.profile, () => {
        const members = this.#profileMembers(maker.profile);
        const { user_id: user, profile_id: profile } = members;
        const own = { maker_user_id: user, maker_profile_id: profile };
        return { match: { ...members, ...own, maker_fee_rate: printDecimal(maker.rate) } };
      }),
      ...ownerOf(this.#known, taker.profile, () => {
        const members = this.#profileMembers(taker.profile);
        const { user_id: user, profile_id: profile } = members;
        const own = { taker_user_id: user, taker_profile_id: profile };
        return { match: { ...members, ...own, taker_fee_rate: printDecimal(taker.rate) } };
      }),
    ];
    const messages = matched(aboutOf(data, at), trade, this.#committed, levels);
    this.#outlet.publish({ event: 'match', messages, owners });
  }

  #changed(data: OrdersEvents['orders.changed'], at: Instant): void {
    const { book } = this.#advance(data);
    const { id, newPrice, progress, profile, reason } = data;
    const before = book.order(id);
    const shown = before && { price: newPrice ?? before.price, size: progress.shown };
    const levels = shown === undefined ? [] : book.change(id, shown.size, shown.price);
    if (!this.#outlet.isHeard) return;
    this.#outlet.publish({
      event: 'change',
      messages: changed(aboutOf(data, at), data, shown, levels),
      owners: ownerOf(this.#known, profile, () => ({
        change: { ...this.#ownerMembers(data), reason },
      })),
    });
  }

  #done(data: OrdersEvents['orders.done'], at: Instant): void {
    const levels = this.#advance(data).book.done(data.id);
    if (!this.#outlet.isHeard) return;
    const { profile, cancelReason } = data;
    this.#outlet.publish({
      event: 'done',
      messages: done(aboutOf(data, at), data, levels),
      owners: ownerOf(this.#known, profile, () => ({
        done: {
          ...this.#ownerMembers(data),
          ...(cancelReason === undefined ? {} : { cancel_reason: cancelReason }),
        },
      })),
    });
  }

  #balances({ accounts }: LedgerEvents['ledger.posted'], at: Instant): void {
    if (!this.#outlet.isHeard) return;
    const time = printInstant(at);
    for (const { id, profile, currency, balance, hold } of accounts) {
      const owners = ownerOf(this.#known, profile, () => ({
        balance: {
          type: 'balance' as const,
          account_id: id,
          currency,
          holds: printDecimal(hold),
          available: printDecimal(balance - hold),
          updated: time,
          timestamp: time,
        },
      }));
      if (owners.length > 0) this.#outlet.publish({ event: 'balance', owners });
    }
  }

  #advance({ product, sequence }: { product: string; sequence: number }): CommittedMarket {
    const market = this.#committed.market(product);
    market.sequence = sequence;
    return market;
  }

  #ownerMembers({ profile, clientId }: Pick<OrderReference, 'profile' | 'clientId'>): {
    readonly user_id: string;
    readonly profile_id: string;
    readonly client_oid?: string;
  } {
    const members = this.#profileMembers(profile);
    return clientId === undefined ? members : { ...members, client_oid: clientId };
  }

  #profileMembers(profile: string): { readonly user_id: string; readonly profile_id: string } {
    return { user_id: this.#userOf(profile), profile_id: profile };
  }

  #userOf(profile: string): string {
    return this.#state.users.profiles.get(profile)?.user ?? '';
  }
}

function aboutOf({ product, sequence }: Omit<About, 'time'>, at: Instant): About {
  return { product, sequence, time: printInstant(at) };
}
