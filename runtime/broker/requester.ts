import type { Timers } from '../core/clock.js';
import {
  BrokerError,
  type Broker,
  type BrokerSubscription,
  type Delivery,
  type OutgoingMessage,
  type Settlement,
} from './broker.js';
import type { MessageCodec } from './codec.js';
import type { BrokerReplyDescriptor } from './descriptor.js';
import type { MessageContext, ReplyInterceptor } from './interceptors.js';

/** Sends requests, and finds their replies. */
export interface Requester {
  request(
    reply: ReplyRoute | undefined,
    message: Correlated<OutgoingMessage>,
    options: { readonly timeout?: number },
    send: (message: OutgoingMessage) => Promise<void>,
  ): Promise<unknown>;
}

type Correlated<Message> = Message & { readonly correlationId: string };

/** How the replies of an operation arrive. */
export interface ReplyRoute {
  readonly descriptor: BrokerReplyDescriptor;
  readonly codec: MessageCodec;
  readonly context: MessageContext;
}

interface RequesterContext {
  readonly broker: Broker;
  readonly timers: Timers;
  readonly interceptors: readonly ReplyInterceptor[];
}

/** A request whose reply has not arrived. */
interface PendingRequest {
  readonly route: ReplyRoute;
  readonly settle: (delivery: Delivery) => Promise<void>;
  readonly fail: (error: unknown) => void;
}

const defaultTimeout = 30_000;
const maxRepliesInFlight = 1000;

/** Creates a requester. It subscribes to an address for replies when it is first used. */
export function createRequester({ broker, timers, interceptors }: RequesterContext): Requester {
  const pending = new Map<string, PendingRequest>();
  const inboxes = new Map<string, Promise<BrokerSubscription>>();

  /** The request of a reply: by the correlation id of the protocol, or else by the one in the message. */
  const requestOf = async (delivery: Delivery): Promise<PendingRequest | undefined> => {
    const { correlationId } = delivery;
    const known = correlationId === undefined ? undefined : pending.get(correlationId);
    if (known !== undefined) return known;
    const routes = new Set([...pending.values()].map(({ route }) => route));
    for (const route of routes) {
      const id = await correlationIn(route, delivery);
      const found = id === undefined ? undefined : pending.get(id);
      if (found?.route === route) return found;
    }
    return undefined;
  };
  const correlationIn = async (
    route: ReplyRoute,
    delivery: Delivery,
  ): Promise<string | undefined> => {
    try {
      const decoded = await read(route, delivery);
      return 'reason' in decoded ? undefined : decoded.correlationId;
    } catch {
      return undefined;
    }
  };
  const read = async (
    { codec, context }: ReplyRoute,
    delivery: Delivery,
  ): Promise<ReturnType<MessageCodec['decode']>> => {
    const reply = interceptors.reduce((each, pass) => pass(each, context), delivery);
    return (await codec.prepareToDecode?.(reply)) ?? codec.decode(reply);
  };
  const settle = async (delivery: Delivery): Promise<void> => {
    const request = await requestOf(delivery);
    await request?.settle(delivery).catch(request.fail);
  };
  const receive = (delivery: Delivery): Promise<Settlement> => {
    void settle(delivery);
    return Promise.resolve('ack');
  };
  const listen = async (address: string): Promise<void> => {
    const opening =
      inboxes.get(address) ??
      broker.subscribe(address, { maxInFlight: maxRepliesInFlight }, receive);
    inboxes.set(address, opening);
    try {
      await opening;
    } catch (error) {
      inboxes.delete(address);
      throw error;
    }
  };
  let ownInbox: string | undefined;

  return {
    async request(reply, message, { timeout = defaultTimeout }, send) {
      if (reply === undefined || !('replies' in broker.abilities) || broker.inbox === undefined)
        throw new BrokerError('unsupported', `Requests over ${broker.protocol} have no replies`);
      ownInbox ??= broker.inbox();
      const replyTo = reply.descriptor.address ?? ownInbox;
      await listen(replyTo);
      const { signal, correlationId } = message;
      if (pending.has(correlationId))
        throw new BrokerError(
          'invalid-message',
          'A request with the same correlation id waits for its reply',
        );
      return await new Promise<unknown>((resolve, reject) => {
        const end = (): void => {
          pending.delete(correlationId);
          timers.clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
        };
        const fail = (error: unknown): void => {
          end();
          reject(error instanceof Error ? error : new BrokerError('not-sent', String(error)));
        };
        const abort = (): void => fail(signal?.reason);
        const timer = timers.setTimeout(
          () => fail(new BrokerError('no-reply', `No reply arrived within ${timeout} ms`)),
          timeout,
        );
        if (signal?.aborted === true) return abort();
        signal?.addEventListener('abort', abort);
        pending.set(correlationId, {
          route: reply,
          fail,
          async settle(delivery) {
            const decoded = await read(reply, delivery);
            if ('reason' in decoded) {
              const { detail, violations } = decoded;
              fail(
                new BrokerError('invalid-message', `The reply is invalid: ${detail}`, {
                  violations,
                }),
              );
            } else {
              end();
              resolve(decoded.payload);
            }
          },
        });
        send({ ...message, replyTo }).catch(fail);
      });
    },
  };
}
