import type { Timers } from '../../core/clock.js';
import type { FixMessage } from '../message/codec.js';
import type { FixHeaderFields } from '../message/header.js';
import type { FixEffect, FixPrepared, FixSession } from '../session/session.js';
import {
  createDelivery,
  type FixHandledMessage,
  type FixInbound,
  type Parcel,
} from './delivery.js';
import type { FixRequestDescriptor } from './descriptor.js';
import { FixError } from './errors.js';
import type { FixEvent } from './events.js';
import { type Handling, heldBy, runHandler } from './handling.js';
import { createInbox, type Inbox } from './inbox.js';
import type { Link, LinkEnd, ProgramEffect } from './link.js';
import { commitOf } from './output.js';
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
  ) => ((inbound: FixHandledMessage<In>) => void | Promise<void>) | undefined;
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

  /** The message that the program has at present. */
  let current: Handling = { session, answers: [], state: 'done' };

  const delivery = createDelivery<In | Out>({
    capacity,
    take,
    done,
    crowded(isCrowded) {
      if (!isCrowded) return link?.release('crowded');
      link?.hold('crowded');
      const text = `${capacity} messages wait for the program, and nothing more is read`;
      tell({ kind: 'notice', code: 'crowded', text });
    },
  });

  function take(parcel: Parcel<In | Out>): void | Promise<void> {
    const handling: Handling = { session, answers: [], state: 'held' };
    current = handling;
    // Its number could not be kept: it comes again.
    if (session.isLost(parcel.receipt)) return undefined;
    if (!isInbound<In, Out>(parcel, inbound)) return refuseUnsupported(parcel, handling);
    requests.take(parcel.message);
    const handler = handlerOf(parcel.message);
    if (handler === undefined && readers.size === 0 && !isAnswered(parcel.message)) {
      return refuseUnsupported(parcel, handling);
    }
    const waits = [...readers].flatMap((reader) => reader.push(parcel) ?? []);
    if (handler === undefined) {
      return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
    }
    const { message, header } = parcel;
    const commit = (transaction?: unknown) => commitEarly(parcel, handling, transaction);
    const handled = runHandler(handling, () => handler({ message, header, commit }));
    if (waits.length === 0) return handled;
    return Promise.all([handled, ...waits]).then(() => undefined);
  }

  /** The program is through with a message: its number is committed, and what was sent meanwhile leaves. */
  function done(
    parcel: Parcel<In | Out>,
    failure: { readonly error: unknown } | undefined,
  ): void | Promise<void> {
    const { answers, state } = current;
    current.state = 'done';
    // The store may be closed by now; what was not dealt with in time comes again.
    if (isEnded) return undefined;
    if (state === 'open') return session.settled(failure);
    if (failure !== undefined) {
      tell({ kind: 'error', error: failure.error });
      const text = 'The message could not be dealt with';
      const refusal = refusalOf(parcel, notAvailable, text);
      if (state === 'committed') return refuse(parcel, notAvailable, text);
      if (refusal !== undefined) answers.push(refusal);
    }
    if (state === 'committed') return undefined;
    const kept = perform(() => session.delivered(parcel.receipt, timers.now(), answers));
    if (kept === undefined || session.isKeptOnReturn) return undefined;
    return kept.catch(() => undefined);
  }

  function commitEarly(
    { receipt }: Parcel<In | Out>,
    handling: Handling,
    transaction: unknown,
  ): void | Promise<void> {
    if (handling.state !== 'held') {
      throw new FixError('usage', 'This message was committed before, or its handler is done');
    }
    if (isEnded || session.isLost(receipt)) {
      throw new FixError('closed', 'The session has ended, and the message comes again');
    }
    const { answers } = handling;
    const now = timers.now();
    if (transaction === undefined) {
      handling.state = 'committed';
      return perform(() => session.delivered(receipt, now, answers));
    }
    handling.state = 'open';
    let written: Promise<void> | undefined;
    const kept = { isWritten: false, error: undefined as unknown };
    perform(() => {
      try {
        const within = session.deliveredWithin(receipt, now, answers, transaction);
        ({ written } = within);
        kept.isWritten = true;
        return within.effects;
      } catch (error) {
        kept.error = error;
        throw error;
      }
    });
    if (!kept.isWritten) throw kept.error;
    return written;
  }

  /** Carries out what the session wants, on its connection if it has one. The promise of what it commits, if there is one. */
  function perform(call: () => readonly FixEffect<In | Out>[]): Promise<void> | undefined {
    let effects: readonly FixEffect<In | Out>[];
    try {
      effects = call();
    } catch (error) {
      if (link === undefined) tell({ kind: 'error', error });
      else link.fail(error);
      return undefined;
    }
    const kept = commitOf(effects);
    if (link !== undefined) link.run(() => effects);
    else kept?.catch((error: unknown) => tell({ kind: 'error', error }));
    return kept;
  }

  /** Whether a message is one that only answers; nobody has to listen for those. */
  function isAnswered(message: In): boolean {
    return message.type === 'BusinessMessageReject' || answerNames.has(message.type);
  }
  const answerNames = new Set(
    Object.values(parts.requests).flatMap(({ replies }) => Object.keys(replies)),
  );

  function refuse(
    parcel: FixInbound<In | Out>,
    reason: number,
    text?: string,
    refId?: string,
  ): void {
    const prepared = refusalOf(parcel, reason, text, refId);
    if (prepared === undefined) return;
    const held = heldBy(session);
    if (held === undefined) link?.run(() => session.refuse(prepared.refusal, timers.now()));
    else held.answers.push(prepared);
  }

  function refuseUnsupported(parcel: FixInbound<In | Out>, { answers }: Handling): void {
    const refusal = refusalOf(parcel, unsupported);
    if (refusal !== undefined) answers.push(refusal);
  }

  function refusalOf(
    { message, header }: FixInbound<In | Out>,
    reason: number,
    text?: string,
    refId?: string,
  ): (FixPrepared & { readonly kind: 'refusal' }) | undefined {
    // A refusal of a refusal would go on for ever.
    const refMsgType = msgTypeOf(message);
    if (refMsgType === 'j' || session.phase !== 'open') return undefined;
    const refusal = {
      refMsgType,
      refSeqNum: header.msgSeqNum,
      reason,
      ...(text === undefined ? {} : { text }),
      ...(refId === undefined ? {} : { refId }),
    };
    return { kind: 'refusal', refusal };
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
  ): Promise<void> | undefined {
    let effects: readonly FixEffect<In | Out>[];
    try {
      effects = call(timers.now());
    } catch (error) {
      if (!session.isLoaded) open.fail(error);
      throw error;
    }
    open.run(() => effects);
    return commitOf(effects);
  }

  async function send(message: Out, header?: FixHeaderFields): Promise<void> {
    const held = heldBy(session);
    // Without a connection it is kept all the same, and the peer asks for it when it is there again.
    if (held === undefined) await sendNow(demandOpen(), message, header);
    else held.answers.push(session.prepare(message, timers.now(), header));
  }

  async function sendNow(
    open: Link<In | Out>,
    message: Out,
    header?: FixHeaderFields,
  ): Promise<void> {
    const kept = runNumbered(open, (now) => session.send(message, now, header));
    if (kept !== undefined) await kept;
    if (!open.isFree) await open.free();
  }

  return {
    get isOpen() {
      return session.phase === 'open';
    },
    send,
    async request(message, options = {}) {
      const open = demandOpen();
      const { answer, cancel } = requests.wait(message, session.nextOutgoing, options);
      // Whichever fails first is what the caller is told, and nothing is left unheard.
      answer.catch(() => undefined);
      await sendNow(open, message).catch(cancel);
      return answer;
    },
    refuse: (message, reason, text, refId) => refuse(message, reason, text, refId),
    messages({ capacity: places = capacity } = {}) {
      const reader: Inbox<FixInbound<In>> = createInbox(places, () => readers.delete(reader));
      readers.add(reader);
      return reader;
    },
    reset() {
      void runNumbered(demandOpen(), (now) => session.reset(now));
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
