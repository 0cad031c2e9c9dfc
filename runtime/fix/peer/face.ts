import type { Timers } from '../../core/clock.js';
import type { FixMessage } from '../message/codec.js';
import type { FixHeaderFields } from '../message/header.js';
import type { FixEffect, FixSession } from '../session/session.js';
import { createDelivery, type FixInbound, type Parcel } from './delivery.js';
import type { FixRequestDescriptor } from './descriptor.js';
import { FixError } from './errors.js';
import type { FixEvent } from './events.js';
import { createInbox, type Inbox } from './inbox.js';
import type { Link, LinkEnd, ProgramEffect } from './link.js';
import { createRequests, type FixRequestOptions } from './requests.js';

/** How inbound messages are read. */
export interface FixMessagesOptions {
  /** Messages that may wait for the reader before the peer has to. Default 256. */
  readonly capacity?: number;
}

/** What a program does on one session, whichever side it is. */
export interface Face<In extends FixMessage, Out extends FixMessage> {
  readonly isOpen: boolean;
  /** Numbers a message, keeps it and writes it; waits while the peer is slow. */
  send(message: Out, header?: FixHeaderFields): Promise<void>;
  /** Sends a message and waits for its first answer. */
  request(message: Out, options?: FixRequestOptions): Promise<FixMessage>;
  /** Refuses a message of the peer (BusinessMessageReject). */
  refuse(inbound: FixInbound<In>, reason: number, text: string, refId?: string): void;
  messages(options?: FixMessagesOptions): AsyncIterableIterator<FixInbound<In>>;
  /** Begins both numbers at 1 again. */
  reset(): void;
  logout(text?: string): Promise<void>;
  /** A connection is there. */
  attach(link: Link<In | Out>): void;
  /** What the session tells, of those effects that both sides treat alike. */
  effect(effect: ProgramEffect<In | Out>): void;
  /** The connection is gone. */
  detach(end: LinkEnd): void;
  /** Nothing will ever come again. */
  end(error: FixError): void;
}

/** What a face is made of. */
export interface FaceParts<In extends FixMessage, Out extends FixMessage> {
  readonly session: FixSession<In | Out>;
  readonly timers: Timers;
  readonly msgTypeOf: (message: In | Out) => string;
  /** Names of the messages that the peer may send. */
  readonly inbound: ReadonlySet<string>;
  readonly requests: Readonly<Record<string, FixRequestDescriptor>>;
  readonly requestTimeout: number;
  /** The program's handler for a message; nothing where it has none. */
  readonly handlerOf: (
    message: In,
  ) => ((inbound: FixInbound<In>) => void | Promise<void>) | undefined;
  readonly tell: (event: FixEvent) => void;
}

/** Messages that may wait for a handler before the peer has to. */
const capacity = 256;
/** BusinessRejectReason (380). */
const unsupported = 3;
const notAvailable = 4;

/** Puts a session and a program together. */
export function createFace<In extends FixMessage, Out extends FixMessage>(
  parts: FaceParts<In, Out>,
): Face<In, Out> {
  const { session, timers, tell, msgTypeOf, inbound, handlerOf } = parts;
  const requests = createRequests(parts.requests, timers, parts.requestTimeout, tell);
  const readers = new Set<Inbox<FixInbound<In>>>();
  let link: Link<In | Out> | undefined;
  let leaving: (() => void)[] = [];
  let isEnded = false;

  const delivery = createDelivery<In | Out>({
    capacity,
    take: (parcel) => take(parcel),
    done(parcel, failure) {
      // The store may be closed by now; what was not dealt with in time comes again.
      if (isEnded) return;
      try {
        session.delivered(parcel.receipt);
      } catch (error) {
        if (link === undefined) tell({ kind: 'error', error });
        else link.fail(error);
      }
      if (failure === undefined) return;
      tell({ kind: 'error', error: failure.error });
      refuse(parcel, notAvailable, 'The message could not be dealt with');
    },
    crowded(isCrowded) {
      if (!isCrowded) return link?.release('crowded');
      link?.hold('crowded');
      const text = `${capacity} messages wait for the program, and nothing more is read`;
      tell({ kind: 'notice', code: 'crowded', text });
    },
  });

  function take(parcel: Parcel<In | Out>): void | Promise<void> {
    if (!isInbound<In, Out>(parcel, inbound)) return refuse(parcel, unsupported);
    requests.take(parcel.message);
    const handler = handlerOf(parcel.message);
    if (handler === undefined && readers.size === 0 && !isAnswered(parcel.message)) {
      return refuse(parcel, unsupported);
    }
    const waits = [...readers].flatMap((reader) => reader.push(parcel) ?? []);
    const handled = handler?.(parcel);
    if (waits.length === 0) return handled;
    return Promise.all([handled, ...waits]).then(() => undefined);
  }

  /** Whether a message is one that only answers; nobody has to listen for those. */
  function isAnswered(message: In): boolean {
    return message.type === 'BusinessMessageReject' || answerNames.has(message.type);
  }
  const answerNames = new Set(
    Object.values(parts.requests).flatMap(({ replies }) => Object.keys(replies)),
  );

  function refuse(
    { message, header }: FixInbound<In | Out>,
    reason: number,
    text?: string,
    refId?: string,
  ): void {
    // A refusal of a refusal would go on for ever.
    const refMsgType = msgTypeOf(message);
    if (refMsgType === 'j' || session.phase !== 'open') return;
    const whole = {
      refMsgType,
      refSeqNum: header.msgSeqNum,
      reason,
      ...(text === undefined ? {} : { text }),
      ...(refId === undefined ? {} : { refId }),
    };
    link?.run(() => session.refuse(whole, timers.now()));
  }

  function demandOpen(): Link<In | Out> {
    if (link === undefined || session.phase !== 'open') {
      throw new FixError('not-logged-on', 'The session is not open');
    }
    return link;
  }

  /** A message that can not be written is its sender's mistake; a store that fails to keep it is the end of the connection. */
  function runNumbered(
    open: Link<In | Out>,
    call: (now: number) => readonly FixEffect<In | Out>[],
  ): void {
    const number = session.nextOutgoing;
    let effects: readonly FixEffect<In | Out>[];
    try {
      effects = call(timers.now());
    } catch (error) {
      if (session.nextOutgoing !== number) open.fail(error);
      throw error;
    }
    open.run(() => effects);
  }

  async function send(message: Out, header?: FixHeaderFields): Promise<void> {
    const open = demandOpen();
    runNumbered(open, (now) => session.send(message, now, header));
    if (!open.isFree) await open.free();
  }

  return {
    get isOpen() {
      return session.phase === 'open';
    },
    send,
    async request(message, options = {}) {
      demandOpen();
      const { answer, cancel } = requests.wait(message, session.nextOutgoing, options);
      // Whichever fails first is what the caller is told, and nothing is left unheard.
      answer.catch(() => undefined);
      await send(message).catch(cancel);
      return answer;
    },
    refuse: (message, reason, text, refId) => refuse(message, reason, text, refId),
    messages({ capacity: places = capacity } = {}) {
      const reader: Inbox<FixInbound<In>> = createInbox(places, () => readers.delete(reader));
      readers.add(reader);
      return reader;
    },
    reset() {
      runNumbered(demandOpen(), (now) => session.reset(now));
    },
    logout(text) {
      const open = link;
      if (open === undefined) return Promise.resolve();
      return new Promise((resolve) => {
        leaving.push(resolve);
        open.run(() => session.logout(text, timers.now()));
      });
    },
    attach(next) {
      link = next;
    },
    effect(effect) {
      switch (effect.kind) {
        case 'message':
          return delivery.push(effect);
        case 'rejected':
          tell(effect);
          return requests.reject(effect.rejection);
        // Numbers may have begun anew; those of requests that wait mean other messages then.
        case 'logon':
          requests.renumber(session.nextOutgoing);
          // The program may not be through with what came on the connection before.
          if (delivery.isCrowded) link?.hold('crowded');
          return tell(effect);
        case 'notice':
          if (effect.code === 'reset') requests.renumber(session.nextOutgoing);
          return tell(effect);
        case 'logout':
          return tell(effect);
      }
    },
    detach() {
      link = undefined;
      for (const left of leaving) left();
      leaving = [];
    },
    end(error) {
      isEnded = true;
      requests.end(error);
      for (const reader of readers) reader.end();
    },
  };
}

function isInbound<In extends FixMessage, Out extends FixMessage>(
  parcel: Parcel<In | Out>,
  inbound: ReadonlySet<string>,
): parcel is Parcel<In> {
  return inbound.has(parcel.message.type);
}
