import type { FixMessage } from '../message/codec.js';
import { FixFramer } from '../message/framer.js';
import { FixView } from '../message/view.js';
import type { FixEffect, FixFlow, FixSession, FixStoredPart } from './session.js';

/** Identity in a Logon (A), by which an acceptor finds the session. */
export interface FixIdentity {
  readonly beginString: string;
  /** SenderCompID (49). */
  readonly senderCompId: string;
  /** TargetCompID (56). */
  readonly targetCompId: string;
}

/** A connection to an acceptor, whose session is initially unknown. */
export interface FixIncomingConnection<Message extends FixMessage = FixMessage> {
  /** The session that the first message identified, once it has arrived. */
  readonly session: FixSession<Message> | undefined;
  receive(bytes: Uint8Array, now: number): readonly FixEffect<Message>[];
  flow(flow: FixFlow, now: number): readonly FixEffect<Message>[];
  tick(now: number): readonly FixEffect<Message>[];
  disconnected(now: number): readonly FixEffect<Message>[];
  stored(part: FixStoredPart, now: number): readonly FixEffect<Message>[];
  /**
   * Tries again to enter the requested session, which may have lost
   * its previous connection. Has no effect unless it is waiting.
   */
  retry(now: number): readonly FixEffect<Message>[];
}

/** Options of receiving connections. */
export interface FixReceptionOptions<Message extends FixMessage = FixMessage> {
  /** Returns the session of an identity, or `undefined` if there is none. It must stay the same while it has a connection. */
  readonly sessionOf: (identity: FixIdentity) => FixSession<Message> | undefined;
  /** Data fields by the tag of their length field, because a Logon (A) may contain arbitrary bytes. */
  readonly dataFields?: ReadonlyMap<number, number>;
  /** Seconds until a connection without a first message is closed. Default: 10. */
  readonly logonTimeout?: number;
  /** Maximum size of the first message in bytes. Default: 65,536. */
  readonly maxLogonLength?: number;
  /**
   * Seconds that a connection waits if its session has another one. Default: 2.
   *
   * After a restart of the peer's process, the end of the previous connection may not have been read yet.
   */
  readonly patience?: number;
}

/**
 * Receives a connection, whose first message identifies its session.
 *
 * A connection that cannot be served is closed without a response. So
 * is a second connection of a session whose first one is still open.
 */
export function receiveConnection<Message extends FixMessage>(
  {
    sessionOf,
    dataFields,
    logonTimeout = 10,
    maxLogonLength = 65_536,
    patience = 2,
  }: FixReceptionOptions<Message>,
  now: number,
): {
  readonly incoming: FixIncomingConnection<Message>;
  readonly effects: readonly FixEffect<Message>[];
} {
  let deadline = now + logonTimeout * 1000;
  const framer = new FixFramer(maxLogonLength);
  let chunks: Uint8Array[] = [];
  let waiting = 0;
  let session: FixSession<Message> | undefined;
  /** Identity whose session has another connection. */
  let waitingFor: FixIdentity | undefined;
  let isEnded = false;
  const refuse = (text: string): readonly FixEffect<Message>[] => {
    isEnded = true;
    waitingFor = undefined;
    chunks = [];
    return [
      { kind: 'timer', at: undefined },
      { kind: 'notice', code: 'refused', text },
      { kind: 'disconnect', reason: 'logon-refused', text },
    ];
  };
  const enterSession = (identity: FixIdentity, at: number): readonly FixEffect<Message>[] => {
    const found = sessionOf(identity);
    if (found === undefined) return refuse('There is no session with these CompIDs');
    if (found.phase !== 'closed') {
      if (waitingFor !== undefined && at >= deadline)
        return refuse('The session already has a connection');
      const wait = at + patience * 1000;
      deadline = waitingFor === undefined ? wait : Math.min(deadline, wait);
      waitingFor = identity;
      return [{ kind: 'timer', at: deadline }];
    }
    waitingFor = undefined;
    session = found;
    const received = chunks;
    chunks = [];
    return [found.connected(at), ...received.map((chunk) => found.receive(chunk, at))].flat();
  };
  const incoming: FixIncomingConnection<Message> = {
    get session() {
      return session;
    },
    receive(bytes, at) {
      if (isEnded) return [];
      if (session !== undefined) return session.receive(bytes, at);
      chunks.push(bytes);
      waiting += bytes.length;
      if (waitingFor !== undefined) {
        return waiting <= maxLogonLength
          ? []
          : refuse('Too much data arrived before the session was free');
      }
      framer.push(bytes);
      const found = framer.next();
      if (found === undefined && waiting <= maxLogonLength) return [];
      const identity = found === 'message' ? identityOf(framer, dataFields) : undefined;
      return identity === undefined
        ? refuse('The first message is not a Logon')
        : enterSession(identity, at);
    },
    flow: (flow, at) => session?.flow(flow, at) ?? [],
    tick(at) {
      if (session !== undefined) return session.tick(at);
      if (waitingFor !== undefined) return enterSession(waitingFor, at);
      if (isEnded) return [];
      if (at >= deadline) return refuse('The peer did not log on in time');
      // The clock was set back, or the timer fired early.
      deadline = Math.min(deadline, at + logonTimeout * 1000);
      return [{ kind: 'timer', at: deadline }];
    },
    stored: (part, at) => session?.stored(part, at) ?? [],
    retry: (at) => (waitingFor === undefined ? [] : enterSession(waitingFor, at)),
    disconnected(at) {
      isEnded = true;
      waitingFor = undefined;
      return session?.disconnected(at) ?? [];
    },
  };
  return { incoming, effects: [{ kind: 'timer', at: deadline }] };
}

function identityOf(
  { bytes, start, end }: FixFramer,
  dataFields: ReadonlyMap<number, number> | undefined,
): FixIdentity | undefined {
  const view = new FixView(dataFields);
  if (view.read(bytes, start, end) !== undefined || view.msgType !== 'A') return undefined;
  const senderCompId = view.text(49);
  const targetCompId = view.text(56);
  if (senderCompId === undefined || targetCompId === undefined) return undefined;
  return { beginString: view.textAt(0), senderCompId, targetCompId };
}
