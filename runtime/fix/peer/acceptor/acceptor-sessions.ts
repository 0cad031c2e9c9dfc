import type { FixPolicy } from '../../policy.js';
import type { FixIdentity } from '../../session/incoming-connection.js';
import { textOf } from '../../session/texts.js';
import type { AcceptorSession } from './acceptor-session.js';
import type { LogonDecision } from './authorize-logon.js';
import type { FixClient } from '../client.js';
import type { ConnectionEnd } from '../connection-driver.js';
import type { FixTypes } from '../descriptor.js';
import { FixError } from '../errors.js';
import type { FixEvent } from '../events.js';

/** Sessions of an acceptor by SenderCompID (49) of the peer, each with at most one connection. */
export interface AcceptorSessions<Types extends FixTypes, Principal> {
  /** True if the acceptor accepts no more connections. */
  readonly isClosed: boolean;
  /** Sessions that have been open at least once. */
  known(): readonly AcceptorSession<Types, Principal>[];
  /** Finds the session of a peer, or creates it for an expected one. */
  find(identity: FixIdentity): AcceptorSession<Types, Principal> | undefined;
  /**
   * Carries out the decision about a Logon (A), within the limit of connections. Returns the text of the Logout (5) if
   * the peer may not log on. `correlationId` identifies the refusal.
   */
  admit(
    acceptorSession: AcceptorSession<Types, Principal>,
    decision: LogonDecision<Principal>,
    correlationId: string | undefined,
  ): string | undefined;
  /** Reports the end of a session's connection. A session that was never open is removed. */
  disconnected(acceptorSession: AcceptorSession<Types, Principal>, end: ConnectionEnd): void;
  /** Sends a Logout (5) on all sessions, waits for the responses, and accepts no more connections. */
  logout(text: string | undefined): Promise<void>;
  /** Ends all sessions and closes their stores. */
  close(): Promise<void>;
}

/** Dependencies of an acceptor's sessions. */
export interface AcceptorSessionsParts<Types extends FixTypes, Principal> {
  readonly policy: FixPolicy;
  /** True if this side expects a connection from the peer. */
  readonly isExpected: (identity: FixIdentity) => boolean;
  /** True if the peer addresses this side. */
  readonly isAddressed: (identity: FixIdentity) => boolean;
  readonly create: (identity: FixIdentity) => AcceptorSession<Types, Principal>;
  readonly emit: (event: FixEvent, client: FixClient<Types, Principal>) => void;
}

/** Creates the table of an acceptor's sessions. A session is added when its peer sends its first Logon (A). */
export function createAcceptorSessions<Types extends FixTypes, Principal>(
  parts: AcceptorSessionsParts<Types, Principal>,
): AcceptorSessions<Types, Principal> {
  const { policy, emit } = parts;
  const sessions = new Map<string, AcceptorSession<Types, Principal>>();
  let isClosed = false;

  /** Closes a store. An error does not prevent other stores from being closed. */
  async function closeStore({ store, client }: AcceptorSession<Types, Principal>): Promise<void> {
    try {
      await store.close();
    } catch (error) {
      emit({ kind: 'error', error }, client);
    }
  }

  return {
    get isClosed() {
      return isClosed;
    },
    known: () => [...sessions.values()].filter(({ isKnown }) => isKnown),
    find(identity) {
      const { senderCompId } = identity;
      if (isClosed || !parts.isAddressed(identity)) return undefined;
      const existing = sessions.get(senderCompId);
      if (existing !== undefined) return existing;
      if (!parts.isExpected(identity)) return undefined;
      const acceptorSession = parts.create(identity);
      sessions.set(senderCompId, acceptorSession);
      return acceptorSession;
    },
    admit(acceptorSession, decision, correlationId) {
      if (decision.refusal !== undefined) {
        const { refusal, reason } = decision;
        const identified = correlationId === undefined ? {} : { correlationId };
        const event = { kind: 'notice', code: 'refused', ...identified } as const;
        if (reason !== undefined) emit({ ...event, text: reason }, acceptorSession.client);
        return refusal;
      }
      const { group, principal } = decision;
      const others = [...sessions.values()].filter(
        (other) => other !== acceptorSession && other.group === group,
      );
      if (policy.per !== 'session' && others.length >= policy.maxConnections) {
        return textOf(policy, 'connections');
      }
      acceptorSession.group = group;
      acceptorSession.principal = principal;
      return undefined;
    },
    disconnected(acceptorSession, end) {
      acceptorSession.connection = undefined;
      acceptorSession.group = undefined;
      acceptorSession.counted?.close();
      acceptorSession.counted = undefined;
      acceptorSession.handle.detach(end);
      // Deferred until the end of this connection has been reported.
      for (const retry of acceptorSession.waiting) queueMicrotask(retry);
      acceptorSession.waiting.clear();
      if (acceptorSession.isKnown) return;
      sessions.delete(acceptorSession.client.identity.senderCompId);
      void closeStore(acceptorSession);
    },
    async logout(text) {
      isClosed = true;
      await Promise.all([...sessions.values()].map(({ handle }) => handle.logout(text)));
    },
    async close() {
      const error = new FixError('closed', 'The acceptor was closed');
      for (const { handle } of sessions.values()) handle.end(error);
      await Promise.all([...sessions.values()].map(closeStore));
    },
  };
}
