import { systemTimers } from '../../core/clock.js';
import { quietly } from '../../core/quietly.js';
import { randomFraction, systemRandom } from '../../core/random.js';
import type { FixCodec, FixMessage } from '../message/codec.js';
import { createFixSession } from '../session/machine.js';
import type { FixFieldOf } from '../session/session.js';
import { usualFixStore } from '../store/usual.js';
import type { FixConnection } from './connection.js';
import type { FixHandledMessage } from './delivery.js';
import {
  type FixDescriptor,
  type FixMessageOf,
  type FixReplyOf,
  type FixTypes,
  requestsFrom,
} from './descriptor.js';
import { FixError } from './errors.js';
import type { FixEvent } from './events.js';
import { createFace } from './face.js';
import type {
  FixInitiator,
  FixInitiatorHandler,
  FixInitiatorOptions,
  FixReconnect,
} from './initiator-options.js';
import { createLink, type Link, type LinkEnd } from './link.js';
import type { FixRequestOptions } from './requests.js';

/** Milliseconds that a session must last for the next wait to be a short one: a server that lets in and cuts at once is not stormed. */
const lasting = 10_000;

/** Makes the client's end of a session, and connects. */
export function createFixInitiator<Types extends FixTypes>(
  descriptor: FixDescriptor<Types>,
  options: FixInitiatorOptions<Types>,
): FixInitiator<Types> {
  const { policy } = descriptor;
  const codec = descriptor.codec as FixCodec<FixMessageOf<Types>>;
  const { timers = systemTimers, random = systemRandom, sign } = options;
  const targetCompId = options.targetCompId ?? policy.compIds.server;
  if (targetCompId === undefined) throw new FixError('usage', 'There is no targetCompId');
  const listeners = new Set(options.onEvent === undefined ? [] : [options.onEvent]);
  const tell = (event: FixEvent): void => {
    for (const listener of listeners) quietly(() => listener(event));
  };
  const store = options.store ?? usualFixStore(descriptor.policy);
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
  const face = createFace<Types['toClient'], Types['toServer']>({
    session,
    timers,
    msgTypeOf: (message) => codec.msgTypeOf(message),
    inbound: new Set(descriptor.toClient),
    requests: requestsFrom('client', descriptor),
    requestTimeout: options.requestTimeout ?? 30_000,
    handlerOf: (message) => handlerFor(options, message, initiator),
    tell,
  });
  const abortion = new AbortController();
  /** Since it was last logged on. */
  let attempts = 0;
  /** Since a session lasted. */
  let failures = 0;
  let openedAt: number | undefined;
  let retry: unknown;
  let isClosed = false;
  let closing: Promise<void> | undefined;
  let end: FixError | undefined;
  let waiters: { resolve: () => void; reject: (error: FixError) => void }[] = [];

  const connect = async (): Promise<void> => {
    attempts++;
    tell({ kind: 'connecting', attempt: attempts });
    let attached: FixConnection;
    const early: Uint8Array[] = [];
    const held: { link?: Link<FixMessageOf<Types>> } = {};
    try {
      await session.load();
    } catch (error) {
      tell({ kind: 'error', error });
      if (!isClosed) lost({ reason: 'broken', text: undefined, error });
      return;
    }
    if (isClosed) return;
    try {
      attached = await options.open(
        options.address,
        {
          bytes: (bytes) => {
            if (held.link === undefined) early.push(bytes);
            else held.link.events.bytes(bytes);
          },
          drained: () => held.link?.events.drained(),
          closed: (error) => held.link?.events.closed(error),
        },
        abortion.signal,
      );
    } catch (error) {
      if (!isClosed) lost({ reason: 'unreachable', text: undefined, error });
      return;
    }
    if (isClosed) return attached.destroy();
    const link = createLink<FixMessageOf<Types>>(session, attached, timers, {
      effect(effect) {
        if (effect.kind === 'sign') return signLogon(effect.field);
        if (effect.kind === 'logon') opened();
        face.effect(effect);
      },
      gone(end) {
        face.detach(end);
        lost(end);
      },
      failed: (error) => tell({ kind: 'error', error }),
    });
    held.link = link;
    const signLogon = (field: FixFieldOf): void => {
      Promise.resolve(field)
        .then(sign)
        .then(
          (fields = []) => link.run(() => session.signed(fields, timers.now())),
          (error: unknown) => {
            tell({ kind: 'error', error });
            link.cut();
          },
        );
    };
    face.attach(link);
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
  }: Omit<LinkEnd, 'reason'> & { readonly reason: LinkEnd['reason'] | 'unreachable' }): void => {
    const { reconnect = {} } = options;
    const again = !isClosed && reconnect !== false;
    if (openedAt !== undefined && timers.now() - openedAt >= lasting) failures = 0;
    openedAt = undefined;
    const retryIn = again ? pause(reconnect) : undefined;
    failures++;
    const about = { kind: 'disconnected', reason, text, retryIn } as const;
    tell(error === undefined ? about : { ...about, error });
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
    face.end(error);
  };

  const initiator: FixInitiator<Types> = {
    get isOpen() {
      return face.isOpen;
    },
    opened() {
      if (face.isOpen) return Promise.resolve();
      if (isClosed) {
        return Promise.reject(end ?? new FixError('closed', 'The session was closed'));
      }
      return new Promise((resolve, reject) => waiters.push({ resolve, reject }));
    },
    send: (message, header) => face.send(message, header),
    request: <Message extends Types['toServer']>(
      message: Message,
      requestOptions?: FixRequestOptions,
    ) => face.request(message, requestOptions) as Promise<FixReplyOf<Types, Message> & FixMessage>,
    messages: (readOptions) => face.messages(readOptions),
    refuse: (inbound, reason, text, refId) => face.refuse(inbound, reason, text, refId),
    reset: () => face.reset(),
    on(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: (text) => (closing ??= leave(text)),
  };
  const leave = async (text: string | undefined): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    timers.clearTimeout(retry);
    abortion.abort();
    await face.logout(text);
    finish(new FixError('closed', 'The session was closed'));
  };
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
