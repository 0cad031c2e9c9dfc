import { Correlation } from '../../core/server/correlation.js';
import type { FixMessage } from '../message/codec.js';
import {
  applicationNotAvailable,
  type BusinessRejectFields,
  businessReject,
  unsupportedMessageType,
} from './business-reject.js';
import type { FixRequestDescriptor } from './descriptor.js';
import { type CommitParts, commitEarly } from './early-commit.js';
import { FixError } from './errors.js';
import type { FixEvent } from './events.js';
import { type Handling, runHandler, uncommittedHandling } from './handling.js';
import {
  createInboundQueue,
  type FixHandledMessage,
  type FixInbound,
  type QueuedMessage,
} from './inbound-queue.js';
import type { MessageReaders } from './message-readers.js';
import type { Requests } from './requests.js';

/**
 * Processes the application messages of the peer, one after another: passes each to the request that it answers, to its
 * handler and to the readers, then commits its number and sends the replies of its handler.
 */
export interface MessageProcessor<In extends FixMessage, Out extends FixMessage> {
  /** True if too many messages are waiting. */
  readonly isCrowded: boolean;
  push(queued: QueuedMessage<In | Out>): void;
  /** Rejects a message with a BusinessMessageReject (j). Within a handler, it is one of the replies. */
  refuse(inbound: FixInbound<In | Out>, fields: BusinessRejectFields): void;
  /** Reports that the session will never be open again. */
  end(): void;
}

/** Dependencies of a processor. */
export interface MessageProcessorParts<
  In extends FixMessage,
  Out extends FixMessage,
> extends CommitParts<In | Out> {
  readonly msgTypeOf: (message: In | Out) => string;
  /** Names of the messages that the peer may send. */
  readonly inbound: ReadonlySet<string>;
  readonly readers: MessageReaders<In>;
  readonly requests: Requests;
  readonly requestDescriptors: Readonly<Record<string, FixRequestDescriptor>>;
  /** Returns the program's handler of a message, if there is one. */
  readonly handlerOf: (
    message: In,
  ) => ((inbound: FixHandledMessage<In>) => void | Promise<void>) | undefined;
  /** True if middleware undoes the effects of a handler that fails. Its replies are then dropped. */
  readonly isTransactional?: boolean;
  readonly emit: (event: FixEvent) => void;
}

/** Maximum number of messages that wait for a handler before the peer has to wait. */
export const inboundCapacity = 256;

/** Creates the processor of a session's messages. */
export function createMessageProcessor<In extends FixMessage, Out extends FixMessage>(
  parts: MessageProcessorParts<In, Out>,
): MessageProcessor<In, Out> {
  const { session, connection, timers, inbound, readers, requests, handlerOf, emit } = parts;
  const replyNames = new Set(
    Object.values(parts.requestDescriptors).flatMap(({ replies }) => Object.keys(replies)),
  );
  /** The message that the program is processing. */
  let current: Handling = { session, replies: [], correlation: new Correlation(), state: 'done' };
  let isEnded = false;

  const queue = createInboundQueue<In | Out>({
    capacity: inboundCapacity,
    take: processMessage,
    done: finishMessage,
    crowded(isCrowded) {
      if (!isCrowded) return connection.release('crowded');
      connection.hold('crowded');
      const text = `${inboundCapacity} messages are waiting for the program; reading is paused`;
      emit({ kind: 'notice', code: 'crowded', text });
    },
  });

  function processMessage(queued: QueuedMessage<In | Out>): void | Promise<void> {
    const correlation = new Correlation();
    const handling: Handling = { session, replies: [], correlation, state: 'held' };
    current = handling;
    // Its number could not be committed, so the message will be received again.
    if (session.isLost(queued.receipt)) return undefined;
    if (!isInbound<In, Out>(queued, inbound)) return rejectUnsupported(queued, handling);
    requests.take(queued.message);
    const handler = handlerOf(queued.message);
    if (handler === undefined && readers.isEmpty && !isReply(queued.message)) {
      return rejectUnsupported(queued, handling);
    }
    const readersWait = readers.push(queued);
    if (handler === undefined) return readersWait;
    const { message, header } = queued;
    const commit = (transaction?: unknown) => commitHandled(queued, handling, transaction);
    const handled = runHandler(handling, () =>
      handler({
        message,
        header,
        get correlationId() {
          return correlation.id;
        },
        commit,
      }),
    );
    if (readersWait === undefined) return handled;
    return Promise.all([handled, readersWait]).then(() => undefined);
  }

  /** Completes the processing of a message: commits its number and sends the messages of its handler. */
  function finishMessage(
    queued: QueuedMessage<In | Out>,
    failure: { readonly error: unknown } | undefined,
  ): void | Promise<void> {
    const { replies, state, correlation } = current;
    current.state = 'done';
    // The store may be closed by now. Messages that were not processed in time are received again.
    if (isEnded) return undefined;
    if (state === 'open') return session.settled(failure);
    if (failure !== undefined) {
      const { id: correlationId } = correlation;
      emit({ kind: 'error', error: failure.error, correlationId });
      const text = `The message could not be processed (${correlationId})`;
      // The transaction that these replies report was rolled back.
      if (parts.isTransactional === true) replies.length = 0;
      const fields = { reason: applicationNotAvailable, text };
      if (state === 'committed') return refuse(queued, fields);
      const rejection = rejectionOf(queued, fields);
      if (rejection !== undefined) replies.push(rejection);
    }
    if (state === 'committed') return undefined;
    const { receipt } = queued;
    const committed = connection.perform(() => session.delivered(receipt, timers.now(), replies));
    if (committed === undefined || session.isKeptOnReturn) return undefined;
    return committed.catch(() => undefined);
  }

  function commitHandled(
    { receipt }: QueuedMessage<In | Out>,
    handling: Handling,
    transaction: unknown,
  ): void | Promise<void> {
    if (handling.state === 'held' && (isEnded || session.isLost(receipt))) {
      throw new FixError('closed', 'The session has ended; the message will be received again');
    }
    return commitEarly(parts, receipt, handling, transaction);
  }

  /** True for a message that is only a reply, and therefore needs no handler. */
  function isReply(message: In): boolean {
    return message.type === 'BusinessMessageReject' || replyNames.has(message.type);
  }

  function refuse(rejected: FixInbound<In | Out>, fields: BusinessRejectFields): void {
    const rejection = rejectionOf(rejected, fields);
    if (rejection === undefined) return;
    const handling = uncommittedHandling(session);
    if (handling !== undefined) handling.replies.push(rejection);
    else connection.run(() => session.refuse(rejection.refusal, timers.now()));
  }

  function rejectUnsupported(rejected: FixInbound<In | Out>, { replies }: Handling): void {
    const rejection = rejectionOf(rejected, { reason: unsupportedMessageType });
    if (rejection !== undefined) replies.push(rejection);
  }

  const rejectionOf = (rejected: FixInbound<In | Out>, fields: BusinessRejectFields) =>
    businessReject(session, parts.msgTypeOf(rejected.message), rejected, fields);

  return {
    get isCrowded() {
      return queue.isCrowded;
    },
    push: (queued) => queue.push(queued),
    refuse,
    end() {
      isEnded = true;
    },
  };
}

function isInbound<In extends FixMessage, Out extends FixMessage>(
  queued: QueuedMessage<In | Out>,
  inbound: ReadonlySet<string>,
): queued is QueuedMessage<In> {
  return inbound.has(queued.message.type);
}
