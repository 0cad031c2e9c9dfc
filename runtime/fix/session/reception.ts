import type { FixMessage } from '../message/codec.js';
import { FixFramer } from '../message/framer.js';
import { FixView } from '../message/view.js';
import type { FixEffect, FixFlow, FixSession, FixStoredPart } from './session.js';

/** Who says Logon to whom, as its message has it: what an acceptor finds the session by. */
export interface FixIdentity {
  readonly beginString: string;
  /** SenderCompID (49). */
  readonly senderCompId: string;
  /** TargetCompID (56). */
  readonly targetCompId: string;
}

/** A connection to an acceptor, from before it is known whose it is. */
export interface FixGuest<Message extends FixMessage = FixMessage> {
  /** Of whom the first message spoke, once it has come. */
  readonly session: FixSession<Message> | undefined;
  receive(bytes: Uint8Array, now: number): readonly FixEffect<Message>[];
  flow(flow: FixFlow, now: number): readonly FixEffect<Message>[];
  tick(now: number): readonly FixEffect<Message>[];
  disconnected(now: number): readonly FixEffect<Message>[];
  stored(part: FixStoredPart, now: number): readonly FixEffect<Message>[];
  /** The session that it asks for may have lost its connection. Does no harm where it waits for nothing. */
  retry(now: number): readonly FixEffect<Message>[];
}

/** How connections are received. */
export interface FixReceptionOptions<Message extends FixMessage = FixMessage> {
  /** The session between these two; nothing where there is none. It stays the same as long as it has a connection. */
  readonly sessionOf: (identity: FixIdentity) => FixSession<Message> | undefined;
  /** Data fields by the length before them, for a Logon may hold any bytes. */
  readonly dataFields?: ReadonlyMap<number, number>;
  /** Seconds until a connection without a first message is closed. Default 10. */
  readonly logonTimeout?: number;
  /** Most bytes of that message. Default 65536. */
  readonly maxLogonLength?: number;
  /**
   * Seconds that a connection waits whose session has another one: where the peer's process has ended and comes again, the end of its former
   * connection may still lie behind what has to be read of it. Default 2.
   */
  readonly patience?: number;
}

/**
 * Receives one connection: its first message says whose it is. Who can not be served is sent away without a word, and so is who comes
 * a second time while the first connection lives: the one that is there stays.
 */
export function receiveGuest<Message extends FixMessage>(
  {
    sessionOf,
    dataFields,
    logonTimeout = 10,
    maxLogonLength = 65_536,
    patience = 2,
  }: FixReceptionOptions<Message>,
  now: number,
): { readonly guest: FixGuest<Message>; readonly effects: readonly FixEffect<Message>[] } {
  let deadline = now + logonTimeout * 1000;
  const framer = new FixFramer(maxLogonLength);
  let chunks: Uint8Array[] = [];
  let waiting = 0;
  let session: FixSession<Message> | undefined;
  /** Who waits for a session that has another connection. */
  let waits: FixIdentity | undefined;
  let isGone = false;
  const sendAway = (text: string): readonly FixEffect<Message>[] => {
    isGone = true;
    waits = undefined;
    chunks = [];
    return [
      { kind: 'timer', at: undefined },
      { kind: 'notice', code: 'refused', text },
      { kind: 'disconnect', reason: 'logon-refused', text },
    ];
  };
  const enter = (identity: FixIdentity, at: number): readonly FixEffect<Message>[] => {
    const known = sessionOf(identity);
    if (known === undefined) return sendAway('Nobody is expected by these CompIDs');
    if (known.phase !== 'closed') {
      if (waits !== undefined && at >= deadline) return sendAway('The session has a connection');
      const wait = at + patience * 1000;
      deadline = waits === undefined ? wait : Math.min(deadline, wait);
      waits = identity;
      return [{ kind: 'timer', at: deadline }];
    }
    waits = undefined;
    session = known;
    const held = chunks;
    chunks = [];
    return [known.connected(at), ...held.map((chunk) => known.receive(chunk, at))].flat();
  };
  const guest: FixGuest<Message> = {
    get session() {
      return session;
    },
    receive(bytes, at) {
      if (isGone) return [];
      if (session !== undefined) return session.receive(bytes, at);
      chunks.push(bytes);
      waiting += bytes.length;
      if (waits !== undefined) {
        return waiting <= maxLogonLength ? [] : sendAway('Too much was sent before its turn');
      }
      framer.push(bytes);
      const found = framer.next();
      if (found === undefined && waiting <= maxLogonLength) return [];
      const identity = found === 'message' ? identityOf(framer, dataFields) : undefined;
      return identity === undefined
        ? sendAway('The first message is not a Logon')
        : enter(identity, at);
    },
    flow: (flow, at) => session?.flow(flow, at) ?? [],
    tick(at) {
      if (session !== undefined) return session.tick(at);
      if (waits !== undefined) return enter(waits, at);
      if (isGone) return [];
      if (at >= deadline) return sendAway('Nobody has logged on in time');
      // The clock was put back, or timers are not as exact as it is.
      deadline = Math.min(deadline, at + logonTimeout * 1000);
      return [{ kind: 'timer', at: deadline }];
    },
    stored: (part, at) => session?.stored(part, at) ?? [],
    retry: (at) => (waits === undefined ? [] : enter(waits, at)),
    disconnected(at) {
      isGone = true;
      waits = undefined;
      return session?.disconnected(at) ?? [];
    },
  };
  return { guest, effects: [{ kind: 'timer', at: deadline }] };
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
