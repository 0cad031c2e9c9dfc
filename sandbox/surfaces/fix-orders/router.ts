import type { Entry } from '../../domain/engine.js';
import { sessionKey, type SessionRow } from '../../domain/sessions/state.js';
import { userOfProfile } from '../../domain/users/queries.js';
import type { Core } from '../../server/core.js';
import type { OrderChange } from './changes.js';
import { Projection } from './projection.js';

/** An open session for orders. */
export interface OpenSession {
  readonly row: SessionRow;
  readonly user: string;
  /** Sends the reports of a change. */
  tell(change: OrderChange): void;
}

/**
 * Sends each committed change of an order to the sessions that it concerns: that of the key that placed it, on the same gateway, and those
 * of the user that have a drop copy (fix-13).
 */
export class Router {
  readonly #core: Core;
  readonly #projection: Projection;
  readonly #open = new Set<OpenSession>();
  /** What precedes the reports of an entry, by the number of the entry. */
  readonly #before = new Map<number, () => void>();
  /** ClOrdID of the cancellation that an entry executes, by the number of the entry. */
  readonly #requests = new Map<number, string>();

  constructor(core: Core) {
    this.#core = core;
    this.#projection = new Projection(core.loop.state);
  }

  /** Begins again with the state: it was replaced. */
  reload(): void {
    this.#projection.reload(this.#core.loop.state);
  }

  add(session: OpenSession): void {
    this.#open.add(session);
  }

  remove(session: OpenSession): void {
    this.#open.delete(session);
  }

  /** Acts before the reports of an entry. */
  precede({ number }: Entry, act: () => void): void {
    this.#before.set(number, act);
  }

  /** Names the request that an entry executes. */
  request({ number }: Entry, clOrdId: string): void {
    this.#requests.set(number, clOrdId);
  }

  /** Sends the changes of a committed entry. */
  follow(entry: Entry): void {
    const { number } = entry;
    this.#before.get(number)?.();
    this.#before.delete(number);
    const request = this.#requests.get(number);
    this.#requests.delete(number);
    for (const change of this.#projection.changesOf(entry)) {
      const requested = request === undefined ? change : { ...change, request };
      for (const session of this.#sessionsOf(change)) session.tell(requested);
    }
  }

  #sessionsOf({ order }: OrderChange): readonly OpenSession[] {
    const { profile, surface, session } = order;
    const key = session === undefined ? undefined : sessionKey(session);
    const user = userOfProfile(this.#core.loop.state.users, profile)?.id;
    return [...this.#open].filter(
      ({ row, user: own }) =>
        (row.gateway === surface && row.key === key) || (row.dropCopy && own === user),
    );
  }
}
