import { systemTimers, type Timers } from '../../core/clock.js';
import { randomFraction, type RandomSource, systemRandom } from '../../core/random.js';
import type { FixCodec, FixMessage, FixOtherField } from '../message/codec.js';
import type { FixHeaderFields } from '../message/header.js';
import { createFixSession, type FixSessionOptions } from '../session/machine.js';
import type { FixFieldOf } from '../session/session.js';
import { memoryFixStore } from '../store/memory.js';
import type { FixStore } from '../store/store.js';
import type { FixAddress, FixConnection, OpenFixConnection } from './connection.js';
import type { FixInbound } from './delivery.js';
import type { FixDescriptor, FixMessageOf, FixReplyOf, FixTypes } from './descriptor.js';
import { FixError } from './errors.js';
import type { FixEvent } from './events.js';
import { createFace, type FixMessagesOptions } from './face.js';
import { createLink, type Link, type LinkEnd } from './link.js';
import type { FixRequestOptions } from './requests.js';

/** How an initiator connects, and what it does with what comes. */
export interface FixInitiatorOptions<Types extends FixTypes> {
  readonly open: OpenFixConnection;
  readonly address: FixAddress;
  readonly senderCompId: string;
  /** Default: the CompID of the server in the description. */
  readonly targetCompId?: string;
  /** Default: in memory, so that the process begins anew with 1. */
  readonly store?: FixStore;
  /** More fields of the Logon, such as Username (553). */
  readonly logonFields?: readonly FixOtherField[];
  /** Makes the fields that sign a Logon, each time anew. */
  readonly sign?: (
    field: FixFieldOf,
  ) => readonly FixOtherField[] | Promise<readonly FixOtherField[]>;
  /** Is called with every message of the peer, in order; the next one waits for the promise. */
  readonly onMessage?: (inbound: FixInbound<Types['toClient']>) => void | Promise<void>;
  readonly onEvent?: (event: FixEvent) => void;
  /** How it connects again; `false` for once only. */
  readonly reconnect?: FixReconnect | false;
  /** Milliseconds until a request fails for want of an answer. Default 30000. */
  readonly requestTimeout?: number;
  readonly timers?: Timers;
  readonly random?: RandomSource;
  /** Finer settings of the session. */
  readonly session?: Partial<
    Pick<
      FixSessionOptions,
      'heartBtInt' | 'resetOnLogon' | 'logonTimeout' | 'logoutTimeout' | 'replayBatch'
    >
  >;
}

/** Waits before connecting again: `initial` doubled each time up to `longest`, and of that a random part. In milliseconds. */
export interface FixReconnect {
  /** Default 1000. */
  readonly initial?: number;
  /** Default 30000. */
  readonly longest?: number;
}

/** The client's end of a session, which connects until it is closed. */
export interface FixInitiator<Types extends FixTypes> {
  readonly isOpen: boolean;
  /** Kept when the session is open. Rejected when this side is closed first, or can not connect again. */
  opened(): Promise<void>;
  /**
   * Numbers a message, keeps it in the store and writes it. Kept when that is done; waits while the peer is slow to read.
   *
   * @throws {FixError} `not-logged-on`
   * @throws {FixEncodeError} for a message that its description does not allow
   */
  send(message: Types['toServer'], header?: FixHeaderFields): Promise<void>;
  /**
   * Sends a message and gives its first answer.
   *
   * @throws {FixError} `rejected` where the peer refuses the message, `timeout`, `closed`, and all that `send` throws
   */
  request<Message extends Types['toServer']>(
    message: Message,
    options?: FixRequestOptions,
  ): Promise<FixReplyOf<Types, Message>>;
  /** Messages of the peer from now on. The peer waits when the reader is too slow. */
  messages(options?: FixMessagesOptions): AsyncIterableIterator<FixInbound<Types['toClient']>>;
  /** Refuses a message of the peer (BusinessMessageReject). */
  refuse(
    inbound: FixInbound<Types['toClient']>,
    reason: number,
    text: string,
    refId?: string,
  ): void;
  /** Tells of everything beside messages; the answer stops it. */
  on(listener: (event: FixEvent) => void): () => void;
  /** Says Logout, waits for the answer, and does not connect again. */
  close(text?: string): Promise<void>;
}

/** Makes the client's end of a session, and connects. */
export function createFixInitiator<Types extends FixTypes>(
  descriptor: FixDescriptor<Types>,
  options: FixInitiatorOptions<Types>,
): FixInitiator<Types> {
  const { policy } = descriptor;
  const codec = descriptor.codec as FixCodec<FixMessageOf<Types>>;
  const { timers = systemTimers, random = systemRandom, sign, onMessage } = options;
  const targetCompId = options.targetCompId ?? policy.compIds.server;
  if (targetCompId === undefined) throw new FixError('usage', 'There is no targetCompId');
  const listeners = new Set(options.onEvent === undefined ? [] : [options.onEvent]);
  const tell = (event: FixEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch {
        // A listener that fails must not stop the session.
      }
    }
  };
  const store = options.store ?? memoryFixStore();
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
    requests: descriptor.requests,
    requestTimeout: options.requestTimeout ?? 30_000,
    handlerOf: () => onMessage,
    tell,
  });
  const abortion = new AbortController();
  let attempts = 0;
  let retry: unknown;
  let isClosed = false;
  let waiters: { resolve: () => void; reject: (error: FixError) => void }[] = [];

  const connect = async (): Promise<void> => {
    attempts++;
    tell({ kind: 'connecting', attempt: attempts });
    let attached: FixConnection;
    const early: Uint8Array[] = [];
    const held: { link?: Link<FixMessageOf<Types>> } = {};
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
          (fields = []) => link.run(session.signed(fields, timers.now())),
          (error: unknown) => {
            tell({ kind: 'error', error });
            link.cut();
          },
        );
    };
    face.attach(link);
    link.run(session.connected(timers.now()));
    for (const bytes of early) link.events.bytes(bytes);
  };

  const opened = (): void => {
    attempts = 0;
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
    const retryIn = again ? pause(reconnect) : undefined;
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
    Math.round(Math.min(longest, initial * 2 ** Math.min(attempts, 30)) * randomFraction(random));

  const finish = (error: FixError): void => {
    isClosed = true;
    for (const { reject } of waiters) reject(error);
    waiters = [];
    face.end(error);
    store.flush();
  };

  void connect();
  return {
    get isOpen() {
      return face.isOpen;
    },
    opened() {
      if (face.isOpen) return Promise.resolve();
      if (isClosed) return Promise.reject(new FixError('closed', 'The session was closed'));
      return new Promise((resolve, reject) => waiters.push({ resolve, reject }));
    },
    send: (message, header) => face.send(message, header),
    request: <Message extends Types['toServer']>(
      message: Message,
      requestOptions?: FixRequestOptions,
    ) => face.request(message, requestOptions) as Promise<FixReplyOf<Types, Message> & FixMessage>,
    messages: (readOptions) => face.messages(readOptions),
    refuse: (inbound, reason, text, refId) => face.refuse(inbound, reason, text, refId),
    on(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    async close(text) {
      if (isClosed) return;
      isClosed = true;
      timers.clearTimeout(retry);
      abortion.abort();
      await face.logout(text);
      finish(new FixError('closed', 'The session was closed'));
    },
  };
}
