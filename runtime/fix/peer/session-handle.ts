import type { Timers } from '../../core/clock.js';
import type { FixMessage } from '../message/codec.js';
import type { FixHeaderFields } from '../message/header.js';
import type { FixEffect, FixPrepared, FixSession } from '../session/session.js';
import {
  createInboundQueue,
  type FixHandledMessage,
  type FixInbound,
  type QueuedMessage,
} from './inbound-queue.js';
import type { FixRequestDescriptor } from './descriptor.js';
import { FixError } from './errors.js';
import type { FixEvent } from './events.js';
import { type Handling, uncommittedHandling, runHandler } from './handling.js';
import { createAsyncQueue, type AsyncQueue } from './async-queue.js';
import type { ConnectionDriver, ConnectionEnd, ProgramEffect } from './connection-driver.js';
import { commitOf } from './output.js';
import { createRequests, type FixRequestOptions } from './requests.js';

/** Options of reading messages. */
export interface FixMessagesOptions {
  /** Maximum number of messages that wait for the reader before the peer has to wait. Default: 256. */
  readonly capacity?: number;
}

/** Operations of a program on a session, on either side. */
export interface SessionHandle<In extends FixMessage, Out extends FixMessage> {
  readonly isOpen: boolean;
  /** Numbers a message, stores it and writes it. Waits while the peer reads slowly. */
  send(message: Out, header?: FixHeaderFields): Promise<void>;
  /** Sends a message and waits for its first reply. */
  request(message: Out, options?: FixRequestOptions): Promise<FixMessage>;
  /** Rejects a message of the peer with a BusinessMessageReject (j). */
  refuse(inbound: FixInbound<In>, reason: number, text: string, refId?: string): void;
  messages(options?: FixMessagesOptions): AsyncIterableIterator<FixInbound<In>>;
  /** Resets both sequence numbers to 1. */
  reset(): void;
  logout(text?: string): Promise<void>;
  /** Reports a new connection. */
  attach(connection: ConnectionDriver<In | Out>): void;
  /** Handles an effect that both sides treat alike. */
  effect(effect: ProgramEffect<In | Out>): void;
  /** Reports that the connection has ended. */
  detach(end: ConnectionEnd): void;
  /** Reports that the session will never be open again. */
  end(error: FixError): void;
}

/** Dependencies of a session handle. */
export interface SessionHandleParts<In extends FixMessage, Out extends FixMessage> {
  readonly session: FixSession<In | Out>;
  readonly timers: Timers;
  readonly msgTypeOf: (message: In | Out) => string;
  /** Names of the messages that the peer may send. */
  readonly inbound: ReadonlySet<string>;
  readonly requests: Readonly<Record<string, FixRequestDescriptor>>;
  readonly requestTimeout: number;
  /** Returns the program's handler of a message, if there is one. */
  readonly handlerOf: (
    message: In,
  ) => ((inbound: FixHandledMessage<In>) => void | Promise<void>) | undefined;
  readonly emit: (event: FixEvent) => void;
}

/** Maximum number of messages that wait for a handler before the peer has to wait. */
const capacity = 256;
/** BusinessRejectReason (380): unsupported message type, and application not available. */
const unsupported = 3;
const notAvailable = 4;

/** Connects a session with a program. */
export function createSessionHandle<In extends FixMessage, Out extends FixMessage>(
  parts: SessionHandleParts<In, Out>,
): SessionHandle<In, Out> {
  const { session, timers, emit, msgTypeOf, inbound, handlerOf } = parts;
  const requests = createRequests(parts.requests, timers, parts.requestTimeout, emit);
  const readers = new Set<AsyncQueue<FixInbound<In>>>();
  let link: ConnectionDriver<In | Out> | undefined;
  let leaving: (() => void)[] = [];
  let isEnded = false;

  /** The message that the program is processing. */
  let current: Handling = { session, replies: [], state: 'done' };

  const delivery = createInboundQueue<In | Out>({
    capacity,
    take: handleMessage,
    done: finishMessage,
    crowded(isCrowded) {
      if (!isCrowded) return link?.release('crowded');
      link?.hold('crowded');
      const text = `${capacity} messages are waiting for the program; reading is paused`;
      emit({ kind: 'notice', code: 'crowded', text });
    },
  });

  function handleMessage(queued: QueuedMessage<In | Out>): void | Promise<void> {
    const handling: Handling = { session, replies: [], state: 'held' };
    current = handling;
    // Its number could not be committed, so the message will be received again.
    if (session.isLost(queued.receipt)) return undefined;
    if (!isInbound<In, Out>(queued, inbound)) return refuseUnsupported(queued, handling);
    requests.take(queued.message);
    const handler = handlerOf(queued.message);
    if (handler === undefined && readers.size === 0 && !isReply(queued.message)) {
      return refuseUnsupported(queued, handling);
    }
    const readerWaits = [...readers].flatMap((reader) => reader.push(queued) ?? []);
    if (handler === undefined) {
      return readerWaits.length === 0 ? undefined : Promise.all(readerWaits).then(() => undefined);
    }
    const { message, header } = queued;
    const commit = (transaction?: unknown) => commitEarly(queued, handling, transaction);
    const handled = runHandler(handling, () => handler({ message, header, commit }));
    if (readerWaits.length === 0) return handled;
    return Promise.all([handled, ...readerWaits]).then(() => undefined);
  }

  /** Completes the processing of a message: commits its number and sends the messages of its handler. */
  function finishMessage(
    queued: QueuedMessage<In | Out>,
    failure: { readonly error: unknown } | undefined,
  ): void | Promise<void> {
    const { replies, state } = current;
    current.state = 'done';
    // The store may be closed by now. Messages that were not processed in time are received again.
    if (isEnded) return undefined;
    if (state === 'open') return session.settled(failure);
    if (failure !== undefined) {
      emit({ kind: 'error', error: failure.error });
      const text = 'The message could not be processed';
      const refusal = refusalOf(queued, notAvailable, text);
      if (state === 'committed') return refuse(queued, notAvailable, text);
      if (refusal !== undefined) replies.push(refusal);
    }
    if (state === 'committed') return undefined;
    const committed = perform(() => session.delivered(queued.receipt, timers.now(), replies));
    if (committed === undefined || session.isKeptOnReturn) return undefined;
    return committed.catch(() => undefined);
  }

  function commitEarly(
    { receipt }: QueuedMessage<In | Out>,
    handling: Handling,
    transaction: unknown,
  ): void | Promise<void> {
    if (handling.state !== 'held') {
      throw new FixError(
        'usage',
        'This message has already been committed, or its handler has finished',
      );
    }
    if (isEnded || session.isLost(receipt)) {
      throw new FixError('closed', 'The session has ended; the message will be received again');
    }
    const { replies } = handling;
    const now = timers.now();
    if (transaction === undefined) {
      handling.state = 'committed';
      return perform(() => session.delivered(receipt, now, replies));
    }
    handling.state = 'open';
    let written: Promise<void> | undefined;
    const committed = { isWritten: false, error: undefined as unknown };
    perform(() => {
      try {
        const result = session.deliveredWithin(receipt, now, replies, transaction);
        ({ written } = result);
        committed.isWritten = true;
        return result.effects;
      } catch (error) {
        committed.error = error;
        throw error;
      }
    });
    if (!committed.isWritten) throw committed.error;
    return written;
  }

  /** Carries out the effects of a call on the session's connection, if there is one. Returns the promise of its commit, if any. */
  function perform(call: () => readonly FixEffect<In | Out>[]): Promise<void> | undefined {
    let effects: readonly FixEffect<In | Out>[];
    try {
      effects = call();
    } catch (error) {
      if (link === undefined) emit({ kind: 'error', error });
      else link.fail(error);
      return undefined;
    }
    const committed = commitOf(effects);
    if (link !== undefined) link.run(() => effects);
    else committed?.catch((error: unknown) => emit({ kind: 'error', error }));
    return committed;
  }

  /** True for a message that is only a reply, and therefore needs no handler. */
  function isReply(message: In): boolean {
    return message.type === 'BusinessMessageReject' || answerNames.has(message.type);
  }
  const answerNames = new Set(
    Object.values(parts.requests).flatMap(({ replies }) => Object.keys(replies)),
  );

  function refuse(
    queued: FixInbound<In | Out>,
    reason: number,
    text?: string,
    refId?: string,
  ): void {
    const prepared = refusalOf(queued, reason, text, refId);
    if (prepared === undefined) return;
    const handling = uncommittedHandling(session);
    if (handling === undefined) link?.run(() => session.refuse(prepared.refusal, timers.now()));
    else handling.replies.push(prepared);
  }

  function refuseUnsupported(queued: FixInbound<In | Out>, { replies }: Handling): void {
    const refusal = refusalOf(queued, unsupported);
    if (refusal !== undefined) replies.push(refusal);
  }

  function refusalOf(
    { message, header }: FixInbound<In | Out>,
    reason: number,
    text?: string,
    refId?: string,
  ): (FixPrepared & { readonly kind: 'refusal' }) | undefined {
    // Rejecting a BusinessMessageReject (j) could continue for ever.
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

  function requireOpen(): ConnectionDriver<In | Out> {
    if (link === undefined || session.phase !== 'open') {
      throw new FixError('not-logged-on', 'The session is not open');
    }
    return link;
  }

  /** Executes a call that numbers a message. An encoding error is the caller's; a failure of the store closes the connection. */
  function runNumbered(
    open: ConnectionDriver<In | Out>,
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
    const handling = uncommittedHandling(session);
    // Without a connection, the message is stored, and the peer requests it when it reconnects.
    if (handling === undefined) await sendNow(requireOpen(), message, header);
    else handling.replies.push(session.prepare(message, timers.now(), header));
  }

  async function sendNow(
    open: ConnectionDriver<In | Out>,
    message: Out,
    header?: FixHeaderFields,
  ): Promise<void> {
    const committed = runNumbered(open, (now) => session.send(message, now, header));
    if (committed !== undefined) await committed;
    if (!open.isFree) await open.free();
  }

  return {
    get isOpen() {
      return session.phase === 'open';
    },
    send,
    async request(message, options = {}) {
      const open = requireOpen();
      const { answer, cancel } = requests.wait(message, session.nextOutgoing, options);
      // The caller receives whichever error occurs first; the other one is ignored.
      answer.catch(() => undefined);
      await sendNow(open, message).catch(cancel);
      return answer;
    },
    refuse: (message, reason, text, refId) => refuse(message, reason, text, refId),
    messages({ capacity: readerCapacity = capacity } = {}) {
      const reader: AsyncQueue<FixInbound<In>> = createAsyncQueue(readerCapacity, () =>
        readers.delete(reader),
      );
      readers.add(reader);
      return reader;
    },
    reset() {
      void runNumbered(requireOpen(), (now) => session.reset(now));
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
          emit(effect);
          return requests.reject(effect.rejection);
        // The numbers may have been reset, so the numbers of pending requests may be reassigned.
        case 'logon':
          requests.renumber(session.nextOutgoing);
          // The program may still be processing messages of the previous connection.
          if (delivery.isCrowded) link?.hold('crowded');
          return emit(effect);
        case 'notice':
          if (effect.code === 'reset') requests.renumber(session.nextOutgoing);
          return emit(effect);
        case 'logout':
          return emit(effect);
      }
    },
    detach() {
      link = undefined;
      for (const resolve of leaving) resolve();
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
  queued: QueuedMessage<In | Out>,
  inbound: ReadonlySet<string>,
): queued is QueuedMessage<In> {
  return inbound.has(queued.message.type);
}
