import { closable } from '../../core/closable.js';
import { systemTimers } from '../../core/clock.js';
import { ignoreErrors } from '../../core/ignore-errors.js';
import { randomFraction, systemRandom } from '../../core/random.js';
import type { FixCodec, FixMessage } from '../message/codec.js';
import { createFixSession } from '../session/machine.js';
import type { FixFieldOf } from '../session/session.js';
import { defaultFixStore } from '../store/default-store.js';
import type { FixConnection } from './connection.js';
import type { FixHandledMessage } from './inbound-queue.js';
import {
  type FixDescriptor,
  type FixMessageOf,
  type FixReplyOf,
  type FixTypes,
  requestsFrom,
} from './descriptor.js';
import { FixError } from './errors.js';
import type { FixEvent } from './events.js';
import { createSessionHandle } from './session-handle.js';
import type {
  FixInitiator,
  FixInitiatorHandler,
  FixInitiatorOptions,
  FixReconnect,
} from './initiator-options.js';
import {
  createConnectionDriver,
  type ConnectionDriver,
  type ConnectionEnd,
} from './connection-driver.js';
import type { FixRequestOptions } from './requests.js';

/**
 * Minimum duration of a session in milliseconds after which delays restart. It protects a server that disconnects
 * immediately after each Logon (A).
 */
const minLasting = 10_000;

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
  const abortion = new AbortController();
  /** Number of attempts since the last Logon (A). */
  let attempts = 0;
  /** Number of failures since the last session of sufficient duration. */
  let failures = 0;
  let openedAt: number | undefined;
  let retry: unknown;
  let isClosed = false;
  let closing: Promise<void> | undefined;
  let end: FixError | undefined;
  let waiters: { resolve: () => void; reject: (error: FixError) => void }[] = [];

  const connect = async (): Promise<void> => {
    attempts++;
    emit({ kind: 'connecting', attempt: attempts });
    let attached: FixConnection;
    const early: Uint8Array[] = [];
    const current: { link?: ConnectionDriver<FixMessageOf<Types>> } = {};
    try {
      await session.load();
    } catch (error) {
      emit({ kind: 'error', error });
      if (!isClosed) lost({ reason: 'broken', text: undefined, error });
      return;
    }
    if (isClosed) return;
    try {
      attached = await options.open(
        options.address,
        {
          bytes: (bytes) => {
            if (current.link === undefined) early.push(bytes);
            else current.link.events.bytes(bytes);
          },
          drained: () => current.link?.events.drained(),
          closed: (error) => current.link?.events.closed(error),
        },
        abortion.signal,
      );
    } catch (error) {
      if (!isClosed) lost({ reason: 'unreachable', text: undefined, error });
      return;
    }
    if (isClosed) return attached.destroy();
    const link = createConnectionDriver<FixMessageOf<Types>>(session, attached, timers, {
      effect(effect) {
        if (effect.kind === 'sign') return signLogon(effect.field);
        if (effect.kind === 'logon') opened();
        handle.effect(effect);
      },
      ended(end) {
        handle.detach(end);
        lost(end);
      },
      failed: (error) => emit({ kind: 'error', error }),
    });
    current.link = link;
    const signLogon = (field: FixFieldOf): void => {
      Promise.resolve(field)
        .then(sign)
        .then(
          (fields = []) => link.run(() => session.signed(fields, timers.now())),
          (error: unknown) => {
            emit({ kind: 'error', error });
            link.cut();
          },
        );
    };
    handle.attach(link);
    link.run(() => session.connected(timers.now()));
    for (const bytes of early) link.events.bytes(bytes);
  };

  const opened = (): void => {
    attempts = 0;
    openedAt = timers.now();
    for (const { resolve } of waiters) resolve();
    waiters = [];
  };

  const lost = ({
    reason,
    text,
    error,
  }: Omit<ConnectionEnd, 'reason'> & {
    readonly reason: ConnectionEnd['reason'] | 'unreachable';
  }): void => {
    const { reconnect = {} } = options;
    const mayRetry = !isClosed && reconnect !== false;
    if (openedAt !== undefined && timers.now() - openedAt >= minLasting) failures = 0;
    openedAt = undefined;
    const retryIn = mayRetry ? pause(reconnect) : undefined;
    failures++;
    const event = { kind: 'disconnected', reason, text, retryIn } as const;
    emit(error === undefined ? event : { ...event, error });
    if (retryIn !== undefined) {
      retry = timers.setTimeout(() => void connect(), retryIn);
      return;
    }
    const cause = text === undefined ? '' : `: ${text}`;
    finish(new FixError(isClosed ? 'closed' : 'unreachable', `The session has ended${cause}`));
  };

  const pause = ({ initial = 1000, longest = 30_000 }: FixReconnect): number =>
    Math.round(Math.min(longest, initial * 2 ** Math.min(failures, 30)) * randomFraction(random));

  const finish = (error: FixError): void => {
    isClosed = true;
    end = error;
    for (const { reject } of waiters) reject(error);
    waiters = [];
    handle.end(error);
  };

  const close = (text?: string): Promise<void> => (closing ??= logOut(text));
  const members: Omit<FixInitiator<Types>, typeof Symbol.asyncDispose> = {
    get isOpen() {
      return handle.isOpen;
    },
    opened() {
      if (handle.isOpen) return Promise.resolve();
      if (isClosed) {
        return Promise.reject(end ?? new FixError('closed', 'The session was closed'));
      }
      return new Promise((resolve, reject) => waiters.push({ resolve, reject }));
    },
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
    close,
  };
  const logOut = async (text: string | undefined): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    timers.clearTimeout(retry);
    abortion.abort();
    await handle.logout(text);
    finish(new FixError('closed', 'The session was closed'));
  };
  const initiator: FixInitiator<Types> = closable(members, () => close());
  void connect();
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
