import type { Timers } from '../../core/clock.js';
import type { FixMessage } from '../message/codec.js';
import type { FixHeaderFields } from '../message/header.js';
import type { FixSession } from '../session/session.js';
import type { ConnectionDriver, ConnectionEnd, ProgramEffect } from './connection-driver.js';
import type { FixRequestDescriptor } from './descriptor.js';
import type { FixError } from './errors.js';
import type { FixEvent } from './events.js';
import { uncommittedHandling } from './inbound/handling.js';
import type { FixHandledMessage, FixInbound } from './inbound/inbound-queue.js';
import { createMessageProcessor, inboundCapacity } from './inbound/message-processor.js';
import { createMessageReaders } from './inbound/message-readers.js';
import { createRequests, type FixRequestOptions } from './inbound/requests.js';
import { createSessionConnection } from './session-connection.js';

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
  /** True if middleware undoes the effects of a handler that fails. Its replies are then dropped. */
  readonly isTransactional?: boolean;
  /** Creates the identifiers of messages. */
  readonly correlationId?: (() => string) | undefined;
  /** True if rejections are reported, and their texts end with the identifier of the message. */
  readonly identifiesRejections?: boolean;
  readonly emit: (event: FixEvent) => void;
}

/** Connects a session with a program. */
export function createSessionHandle<In extends FixMessage, Out extends FixMessage>(
  parts: SessionHandleParts<In, Out>,
): SessionHandle<In, Out> {
  const { session, timers, emit } = parts;
  const connection = createSessionConnection(session, timers, emit);
  const readers = createMessageReaders<In>();
  const requests = createRequests(parts.requests, timers, parts.requestTimeout, emit);
  const processor = createMessageProcessor<In, Out>({
    ...parts,
    connection,
    readers,
    requests,
    requestDescriptors: parts.requests,
  });

  async function sendNow(message: Out, header?: FixHeaderFields): Promise<void> {
    const open = connection.requireOpen();
    const committed = connection.runNumbered((now) => session.send(message, now, header));
    if (committed !== undefined) await committed;
    if (!open.isFree) await open.free();
  }

  return {
    get isOpen() {
      return session.phase === 'open';
    },
    async send(message, header) {
      const handling = uncommittedHandling(session);
      // Without a connection, the message is stored, and the peer requests it when it reconnects.
      if (handling === undefined) await sendNow(message, header);
      else handling.replies.push(session.prepare(message, timers.now(), header));
    },
    async request(message, options = {}) {
      connection.requireOpen();
      const { answer, cancel } = requests.wait(message, session.nextOutgoing, options);
      // The caller receives whichever error occurs first; the other one is ignored.
      answer.catch(() => undefined);
      await sendNow(message).catch(cancel);
      return answer;
    },
    refuse: (inbound, reason, text, refId) => processor.refuse(inbound, { reason, text, refId }),
    messages: ({ capacity = inboundCapacity } = {}) => readers.add(capacity),
    reset() {
      void connection.runNumbered((now) => session.reset(now));
    },
    logout: (text) => connection.logout(text),
    attach: (next) => connection.attach(next),
    effect(effect) {
      switch (effect.kind) {
        case 'message':
          return processor.push(effect);
        case 'rejected':
          emit(effect);
          return requests.reject(effect.rejection);
        case 'logon':
          requests.restart(session.nextOutgoing);
          // The program may still be processing messages of the previous connection.
          if (processor.isCrowded) connection.hold('crowded');
          return emit(effect);
        case 'notice':
          // The numbers of pending requests may be reassigned.
          if (effect.code === 'reset') requests.renumber(session.nextOutgoing);
          return emit(effect);
        case 'logout':
          return emit(effect);
      }
    },
    detach: () => connection.detach(),
    end(error) {
      processor.end();
      requests.end(error);
      readers.end();
    },
  };
}
