import { Correlation } from '../../../core/server/correlation.js';
import type { FixMessage } from '../../message/codec.js';
import type { FixRequestDescriptor } from '../descriptor.js';
import {
  type CommitParts,
  commitEarly,
  type Handling,
  runHandler,
  uncommittedHandling,
} from './handling.js';
import { FixError } from '../errors.js';
import type { FixEvent } from '../events.js';
import {
  createInboundQueue,
  type FixHandledMessage,
  type FixInbound,
  type QueuedMessage,
} from './inbound-queue.js';
import type { MessageReaders } from './message-readers.js';
import type { Requests } from './requests.js';
import type { FixPrepared, FixSession } from '../../session/session.js';

/**
 * Processes the application messages of the peer, one after another: passes each to the request that it answers, to its
 * handler and to the readers, then commits its number and sends the replies of its handler.
 */
interface MessageProcessor<In extends FixMessage, Out extends FixMessage> {
  /** True if too many messages are waiting. */
  readonly isCrowded: boolean;
  push(queued: QueuedMessage<In | Out>): void;
  /** Rejects a message with a BusinessMessageReject (j). Within a handler, it is one of the replies. */
  refuse(inbound: FixInbound<In | Out>, fields: BusinessRejectFields): void;
  /** Reports that the session will never be open again. */
  end(): void;
}

/** Dependencies of a processor. */
interface MessageProcessorParts<In extends FixMessage, Out extends FixMessage> extends CommitParts<
  In | Out
> {
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
  /** Creates the identifiers of messages. */
  readonly correlationId?: (() => string) | undefined;
  /** True if rejections are reported, and their texts end with the identifier of the message. */
  readonly identifiesRejections?: boolean;
  readonly emit: (event: FixEvent) => void;
}

/** Maximum number of messages that wait for a handler before the peer has to wait. */
export const inboundCapacity = 256;

/** Creates the processor of a session's messages. */
export function createMessageProcessor<In extends FixMessage, Out extends FixMessage>(
  parts: MessageProcessorParts<In, Out>,
): MessageProcessor<In, Out> {
  const { session, connection, timers, inbound, readers, requests, handlerOf, emit } = parts;
  const isReply = replyTest(parts.requestDescriptors);
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
    const correlation = new Correlation(parts.correlationId);
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
      const text = 'The message could not be processed';
      // The transaction that these replies report was rolled back.
      if (parts.isTransactional === true) replies.length = 0;
      const fields = { reason: applicationNotAvailable, text, correlationId };
      if (state === 'committed') return sendRejection(businessRejectOf(queued, fields));
      const rejection = businessRejectOf(queued, fields);
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

  function refuse(rejected: FixInbound<In | Out>, fields: BusinessRejectFields): void {
    const handling = uncommittedHandling(session);
    const correlation = handling?.correlation ?? new Correlation(parts.correlationId);
    const rejection = rejectionOf(rejected, fields, correlation);
    if (rejection === undefined) return;
    if (handling !== undefined) handling.replies.push(rejection);
    else sendRejection(rejection);
  }

  function sendRejection(rejection: Rejection | undefined): void {
    if (rejection === undefined) return;
    connection.run(() => session.refuse(rejection.refusal, timers.now()));
  }

  function rejectUnsupported(
    rejected: FixInbound<In | Out>,
    { replies, correlation }: Handling,
  ): void {
    const rejection = rejectionOf(rejected, { reason: unsupportedMessageType }, correlation);
    if (rejection !== undefined) replies.push(rejection);
  }

  /** Prepares a rejection and reports it, with the identifier of the message. */
  function rejectionOf(
    rejected: FixInbound<In | Out>,
    fields: BusinessRejectFields,
    correlation: Correlation,
  ): Rejection | undefined {
    if (parts.identifiesRejections !== true) return businessRejectOf(rejected, fields);
    const { id: correlationId } = correlation;
    const rejection = businessRejectOf(rejected, { ...fields, correlationId });
    const { text = 'Unsupported message type' } = fields;
    const entry = `${parts.msgTypeOf(rejected.message)}: ${text}`;
    if (rejection !== undefined)
      emit({ kind: 'notice', code: 'rejected', text: entry, correlationId });
    return rejection;
  }

  const businessRejectOf = (rejected: FixInbound<In | Out>, fields: BusinessRejectFields) =>
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

type Rejection = NonNullable<ReturnType<typeof businessReject>>;

/** Returns a test for messages that are only replies, and therefore need no handler. */
function replyTest(
  requests: Readonly<Record<string, FixRequestDescriptor>>,
): (message: FixMessage) => boolean {
  const names = new Set(Object.values(requests).flatMap(({ replies }) => Object.keys(replies)));
  return ({ type }) => type === 'BusinessMessageReject' || names.has(type);
}

function isInbound<In extends FixMessage, Out extends FixMessage>(
  queued: QueuedMessage<In | Out>,
  inbound: ReadonlySet<string>,
): queued is QueuedMessage<In> {
  return inbound.has(queued.message.type);
}

/** BusinessRejectReason (380): unsupported message type, and application not available. */
const unsupportedMessageType = 3;
const applicationNotAvailable = 4;

/** Reason and texts of a BusinessMessageReject (j). */
interface BusinessRejectFields {
  /** BusinessRejectReason (380). */
  readonly reason: number;
  /** Text (58). */
  readonly text?: string | undefined;
  /** BusinessRejectRefID (379). */
  readonly refId?: string | undefined;
  /** Identifier at the end of the text. */
  readonly correlationId?: string | undefined;
}

/**
 * Prepares a BusinessMessageReject (j) of a received message. Returns `undefined` if the session is not open, or the
 * message is a BusinessMessageReject (j) itself, because the peers could reject one another's rejections for ever.
 */
function businessReject<Message extends FixMessage>(
  { phase }: Pick<FixSession<Message>, 'phase'>,
  refMsgType: string,
  { header }: FixInbound<Message>,
  { reason, text, refId, correlationId }: BusinessRejectFields,
): (FixPrepared & { readonly kind: 'refusal' }) | undefined {
  if (refMsgType === 'j' || phase !== 'open') return undefined;
  const refusal = {
    refMsgType,
    refSeqNum: header.msgSeqNum,
    reason,
    ...(text === undefined ? {} : { text }),
    ...(refId === undefined ? {} : { refId }),
    ...(correlationId === undefined ? {} : { correlationId }),
  };
  return { kind: 'refusal', refusal };
}
