import { closable } from '../../../core/closable.js';
import { systemTimers } from '../../../core/clock.js';
import { ignoreErrors } from '../../../core/ignore-errors.js';
import { systemRandom } from '../../../core/random.js';
import type { FixCodec, FixMessage } from '../../message/codec.js';
import { createFixSession } from '../../session/machine.js';
import { defaultFixStore } from '../../store/memory.js';
import type { FixHandledMessage } from '../inbound/inbound-queue.js';
import {
  type FixDescriptor,
  type FixMessageOf,
  type FixReplyOf,
  type FixTypes,
  requestsFrom,
} from '../descriptor.js';
import { FixError } from '../errors.js';
import type { FixEvent } from '../events.js';
import { createSessionHandle } from '../session-handle.js';
import type {
  FixInitiator,
  FixInitiatorHandler,
  FixInitiatorOptions,
} from './initiator-options.js';
import { createReconnectSchedule } from './reconnect-schedule.js';
import { createReconnectingSession } from './reconnecting-session.js';
import type { FixRequestOptions } from '../inbound/requests.js';

/**
 * Creates the client's side of a session, and connects.
 *
 * @throws {FixError} `usage` if neither the options nor the description specify a TargetCompID.
 */
export function createFixInitiator<Types extends FixTypes>(
  descriptor: FixDescriptor<Types>,
  options: FixInitiatorOptions<Types>,
): FixInitiator<Types> {
  const { policy } = descriptor;
  const codec = descriptor.codec as FixCodec<FixMessageOf<Types>>;
  const { timers = systemTimers, random = systemRandom, sign } = options;
  const targetCompId = options.targetCompId ?? policy.compIds.server;
  if (targetCompId === undefined)
    throw new FixError('usage', 'Neither the options nor the description contain a targetCompId');
  const listeners = new Set(options.onEvent === undefined ? [] : [options.onEvent]);
  const emit = (event: FixEvent): void => {
    for (const listener of listeners) ignoreErrors(() => listener(event));
  };
  const store = options.store ?? defaultFixStore(descriptor.policy);
  const session = createFixSession<FixMessageOf<Types>>({
    side: 'initiator',
    codec,
    policy,
    store,
    senderCompId: options.senderCompId,
    targetCompId,
    signs: sign !== undefined,
    ...(options.logonFields === undefined ? {} : { logonFields: options.logonFields }),
    ...options.session,
  });
  const handle = createSessionHandle<Types['toClient'], Types['toServer']>({
    session,
    timers,
    msgTypeOf: (message) => codec.msgTypeOf(message),
    inbound: new Set(descriptor.toClient),
    requests: requestsFrom('client', descriptor),
    requestTimeout: options.requestTimeout ?? 30_000,
    handlerOf: (message) => handlerFor(options, message, initiator),
    emit,
  });
  const reconnecting = createReconnectingSession({
    session,
    handle,
    schedule: createReconnectSchedule(options.reconnect ?? {}, timers, random),
    timers,
    open: (events, signal) => options.open(options.address, events, signal),
    sign,
    emit,
  });
  const members: Omit<FixInitiator<Types>, typeof Symbol.asyncDispose> = {
    get isOpen() {
      return handle.isOpen;
    },
    opened: () => reconnecting.opened(),
    send: (message, header) => handle.send(message, header),
    request: <Message extends Types['toServer']>(
      message: Message,
      requestOptions?: FixRequestOptions,
    ) =>
      handle.request(message, requestOptions) as Promise<FixReplyOf<Types, Message> & FixMessage>,
    messages: (readOptions) => handle.messages(readOptions),
    refuse: (inbound, reason, text, refId) => handle.refuse(inbound, reason, text, refId),
    reset: () => handle.reset(),
    on(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: (text) => reconnecting.close(text),
  };
  const initiator: FixInitiator<Types> = closable(members, () => members.close());
  reconnecting.start();
  return initiator;
}

function handlerFor<Types extends FixTypes>(
  { handlers, onMessage }: FixInitiatorOptions<Types>,
  { type }: Types['toClient'],
  initiator: FixInitiator<Types>,
): ((inbound: FixHandledMessage<Types['toClient']>) => void | Promise<void>) | undefined {
  const table: Readonly<Record<string, FixInitiatorHandler<Types, Types['toClient']> | undefined>> =
    handlers ?? {};
  const handler = Object.hasOwn(table, type) ? table[type] : undefined;
  return handler === undefined
    ? onMessage
    : (inbound) => handler(inbound.message, initiator, inbound);
}
