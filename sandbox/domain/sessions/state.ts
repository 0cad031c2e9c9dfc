import { type Index, Table } from '../tables.js';
import type { Instant } from '../time.js';

/** Gateway for orders over FIX, by version. */
export type OrderGateway = 'fix-4.2' | 'fix-5.0';

/** Orders that are cancelled when a session ends: those placed since its Logon, or all of the profile (fix-11). */
export type DisconnectScope = 'session' | 'profile';

/** A FIX session for orders, from its Logon to its end. It does not outlive its connection. */
export interface SessionRow {
  /** See {@link sessionId}. */
  readonly id: string;
  readonly gateway: OrderGateway;
  /** Name of the exchange key, which identifies the peer. */
  readonly key: string;
  readonly profile: string;
  readonly cancels?: DisconnectScope | undefined;
  /** True if it receives the reports of all orders of the user (fix-9). */
  readonly dropCopy: boolean;
  readonly openedAt: Instant;
}

/** State of the subject `sessions`. */
export interface SessionsState {
  /** Open sessions, by id. */
  readonly sessions: Table<SessionRow>;
  readonly sessionsByProfile: Index<SessionRow>;
}

export function createSessions(): SessionsState {
  const sessions = new Table<SessionRow>();
  return { sessions, sessionsByProfile: sessions.index(({ profile }) => profile) };
}

/** Identifies a session: its key, and the number of the entry that opened it. */
export function sessionId(key: string, entry: number): string {
  return `${key}.${entry}`;
}

/** The key of a session. */
export function sessionKey(id: string): string {
  return id.slice(0, id.lastIndexOf('.'));
}
