import type { HttpHandler } from '@tallystick/runtime';
import { systemTimers } from '@tallystick/runtime';
import {
  type ConnectionLease,
  type ConnectionLimit,
  type ConnectionStore,
  memoryConnectionStore,
} from '@tallystick/runtime/http/server';
import { type Forwarder, NoLeaderError, wholeBody } from './forward.js';
import { nothingHere } from './listen.js';
import type { Replica } from './replica.js';

/** Path at which the process that decides counts connections of the others. */
export const reservationsPath = '/connections-of-processes';

/** Size of the longest body: the identifiers of all connections of a process. */
const longestBody = 16_777_216;

/** A connection with the keys under which it counts. A limit of `null` is none: the connection exists already. */
interface Reservation {
  readonly id: string;
  readonly limits: readonly { readonly key: string; readonly limit: number | null }[];
}

/** A request to count connections. Times are milliseconds. */
type Reserving =
  | { readonly does: 'open'; readonly connections: readonly Reservation[]; readonly lease: number }
  | { readonly does: 'renew'; readonly ids: readonly string[]; readonly lease: number }
  | { readonly does: 'close'; readonly id: string };

/** Sends a request to the process that decides. Resolves to the ids for which it was not done. Rejects if there is no such process. */
export type SendReserving = (body: string) => Promise<readonly string[]>;

/** Options of {@link Reservations}. */
export interface ReservationsOptions {
  /** True if this process decides. */
  readonly isLeading: () => boolean;
  readonly send: SendReserving;
  /** Time in milliseconds. Default: that of the system, because leases are about processes and not about the sandbox. */
  readonly now?: () => number;
}

/**
 * Counts connections of all processes with one journal: they are reserved at the process that decides, for as long as each process renews its
 * lease (fix-2). When another process begins to decide, all of them reserve there what is open.
 */
export class Reservations implements ConnectionStore {
  readonly #options: ReservationsOptions;
  readonly #now: () => number;
  /** What this process counts while it decides. */
  readonly #counted = memoryConnectionStore();
  /** The connections of this process that are open. */
  readonly #open = new Map<string, Reservation>();
  /** The request that is sent now. They are sent one by one, so that the end of a connection precedes the beginning of the next one. */
  #sending: Promise<unknown> = Promise.resolve();
  #lease = 0;

  constructor(options: ReservationsOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => systemTimers.now());
  }

  async open(
    id: string,
    limits: readonly ConnectionLimit[],
    { now, leaseUntil }: ConnectionLease,
  ): Promise<boolean> {
    this.#lease = leaseUntil - now;
    const existing = limits.map(({ key }) => ({ key, limit: null }));
    const wanted = limits.map(({ key, limit }) => ({ key, limit: finite(limit) }));
    // From now on: another process may begin to decide before the answer arrives.
    this.#open.set(id, { id, limits: existing });
    try {
      const connections = [{ id, limits: wanted }];
      const refused = await this.#ask({ does: 'open', connections, lease: this.#lease });
      if (refused.length > 0) this.#open.delete(id);
      return refused.length === 0;
    } catch (error) {
      this.#open.delete(id);
      throw error;
    }
  }

  renew(ids: readonly string[], { now, leaseUntil }: ConnectionLease): Promise<readonly string[]> {
    this.#lease = leaseUntil - now;
    return this.#ask({ does: 'renew', ids, lease: this.#lease });
  }

  async close(id: string): Promise<void> {
    this.#open.delete(id);
    await this.#ask({ does: 'close', id });
  }

  /** Number of connections that this process counts under a key: of all processes if it decides, otherwise none. */
  count(key: string, now: number): ReturnType<ConnectionStore['count']> {
    return this.#counted.count(key, now);
  }

  /** Reserves the open connections at the process that decides now, which may not know them. */
  async restore(): Promise<void> {
    if (this.#open.size === 0) return;
    await this.#ask({ does: 'open', connections: [...this.#open.values()], lease: this.#lease });
  }

  /** Does what another process asks for in the body of a request. Resolves to the body of the response. */
  async answer(body: string): Promise<string> {
    // It comes from a process that has proved to have the same seed, and is of the same release.
    return JSON.stringify(await this.#count(JSON.parse(body) as Reserving));
  }

  #ask(request: Reserving): Promise<readonly string[]> {
    const asked = this.#sending.then(() =>
      this.#options.isLeading()
        ? this.#count(request)
        : this.#options.send(JSON.stringify(request)),
    );
    this.#sending = asked.catch(() => undefined);
    return asked;
  }

  async #count(request: Reserving): Promise<readonly string[]> {
    const now = this.#now();
    if (request.does === 'close') {
      await this.#counted.close(request.id);
      return [];
    }
    const lease = { now, leaseUntil: now + request.lease };
    if (request.does === 'renew') return this.#counted.renew(request.ids, lease);
    const refused: string[] = [];
    for (const { id, limits } of request.connections)
      if (!(await this.#counted.open(id, limits.map(limitOf), lease))) refused.push(id);
    return refused;
  }
}

function finite(limit: number): number | null {
  return Number.isFinite(limit) ? limit : null;
}

function limitOf({ key, limit }: Reservation['limits'][number]): ConnectionLimit {
  return { key, limit: limit ?? Infinity };
}

/** Sends requests to count connections to the process that decides, as {@link reservationsHandler} expects them. */
export function sendReserving(
  forwarder: Pick<Forwarder, 'send'>,
  replicaOf: () => Pick<Replica, 'leader'> | undefined,
): SendReserving {
  return async (body) => {
    const leader = replicaOf()?.leader;
    if (leader?.address === undefined) throw new NoLeaderError();
    const { host } = new URL(leader.address);
    const headers = ['Host', host, 'Content-Type', 'application/json'];
    const request = { method: 'POST', scheme: 'http', target: reservationsPath, body } as const;
    const response = await forwarder.send({ ...request, authority: host, headers }, leader);
    const text = (await wholeBody(response.body, longestBody)).toString();
    if (response.status !== 200) throw new NoLeaderError();
    return JSON.parse(text) as readonly string[];
  };
}

/** Serves what {@link sendReserving} sends, and nothing to anybody else. */
export function reservationsHandler(
  reservations: Pick<Reservations, 'answer'>,
  forwarder: Pick<Forwarder, 'accept'>,
  isLeading: () => boolean,
): HttpHandler {
  return async (received) => {
    const request = forwarder.accept(received);
    if (request === undefined) return nothingHere;
    const bytes = await wholeBody(request.body, longestBody);
    if (!isLeading()) return { status: 503, headers: [], body: undefined };
    const headers = ['Content-Type', 'application/json'];
    return { status: 200, headers, body: await reservations.answer(bytes.toString()) };
  };
}
