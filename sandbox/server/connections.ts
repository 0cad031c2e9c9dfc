import type { GatewayName } from '../fix-options.js';
import type { DisconnectScope } from '../domain/sessions/state.js';
import type { Instant } from '../domain/time.js';

/** A channel with the products or accounts that are subscribed to; none for the whole channel. */
export interface OpenSubscription {
  readonly channel: string;
  readonly keys: readonly string[];
}

/** Where a connection is open: the feed, the direct feed, or a gateway of FIX. */
export type ConnectionKind = 'feed' | 'direct' | GatewayName;

/** A connection of the feed or a FIX session, without what {@link Connections} adds. */
export interface NewConnection {
  readonly kind: ConnectionKind;
  readonly openedAt: Instant;
  /** Address of the peer, if it is known. */
  readonly address?: string | undefined;
  /** Profile and name of the key that was presented last. */
  readonly profile?: string | undefined;
  readonly keyName?: string | undefined;
  readonly dropCopy?: boolean | undefined;
  readonly cancels?: DisconnectScope | undefined;
  readonly subscriptions: readonly OpenSubscription[];
}

/** An open connection. */
export interface OpenConnection extends NewConnection {
  /** From 1 on, in the order in which they were opened. */
  readonly id: number;
}

/** Connections of the exchange that are open in this process (page-7). They are kept in memory, and are no part of the state. */
export class Connections {
  readonly #open = new Map<object, OpenConnection>();
  #last = 0;
  #changes = 0;
  #onChange: () => void = () => undefined;

  /** Number of changes since the start. */
  get changes(): number {
    return this.#changes;
  }

  /** Sets what is called after each change. */
  set onChange(listener: () => void) {
    this.#onChange = listener;
  }

  /** Reports a connection. `connection` identifies it. */
  opened(connection: object, row: NewConnection): void {
    this.#last += 1;
    this.#open.set(connection, { id: this.#last, ...row });
    this.#changed();
  }

  /** Reports a change of a connection, if it is still open. */
  changed(connection: object, changes: Partial<NewConnection>): void {
    const row = this.#open.get(connection);
    if (row === undefined) return;
    this.#open.set(connection, { ...row, ...changes });
    this.#changed();
  }

  /** Reports the end of a connection. */
  closed(connection: object): void {
    if (this.#open.delete(connection)) this.#changed();
  }

  /** The open connections, newest first. */
  list(limit: number): readonly OpenConnection[] {
    return [...this.#open.values()].slice(-limit).reverse();
  }

  #changed(): void {
    this.#changes += 1;
    this.#onChange();
  }
}
