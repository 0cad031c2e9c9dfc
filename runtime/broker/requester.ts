import type { Timers } from '../core/clock.js';
import { randomUuid, type RandomSource } from '../core/random.js';
import {
  BrokerError,
  type Broker,
  type BrokerSubscription,
  type Delivery,
  type OutgoingMessage,
  type Settlement,
} from './broker.js';
import type { MessageCodec } from './codec.js';
import type { BrokerOperationDescriptor, OperationMessageDescriptor } from './descriptor.js';

/** Sends requests, and finds their replies. */
export interface Requester {
  request(
    operation: BrokerOperationDescriptor,
    message: OutgoingMessage,
    options: { readonly timeout?: number },
    send: (message: OutgoingMessage) => Promise<void>,
  ): Promise<unknown>;
}

interface RequesterContext {
  readonly broker: Broker;
  readonly random: RandomSource;
  readonly timers: Timers;
  readonly codecOf: (messages: readonly OperationMessageDescriptor[]) => MessageCodec;
}

/** A request whose reply has not arrived. */
interface PendingRequest {
  readonly settle: (delivery: Delivery) => Promise<void>;
  readonly fail: (error: unknown) => void;
}

const defaultTimeout = 30_000;
const maxRepliesInFlight = 1000;

/** Creates a requester. It subscribes to an address for replies when it is first used. */
export function createRequester({ broker, random, timers, codecOf }: RequesterContext): Requester {
  const pending = new Map<string, PendingRequest>();
  const inboxes = new Map<string, Promise<BrokerSubscription>>();

  const receive = (delivery: Delivery): Promise<Settlement> => {
    const { correlationId } = delivery;
    const request = correlationId === undefined ? undefined : pending.get(correlationId);
    request?.settle(delivery).catch(request.fail);
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
    async request({ reply }, message, { timeout = defaultTimeout }, send) {
      if (reply === undefined || !('replies' in broker.abilities) || broker.inbox === undefined)
        throw new BrokerError('unsupported', `Requests over ${broker.protocol} have no replies`);
      ownInbox ??= broker.inbox();
      const replyTo = reply.address ?? ownInbox;
      await listen(replyTo);
      const correlationId = randomUuid(random);
      const { signal } = message;
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
          fail,
          async settle(delivery) {
            const codec = codecOf(reply.messages);
            const decoded = (await codec.prepareToDecode(delivery)) ?? codec.decode(delivery);
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
        send({ ...message, replyTo, correlationId }).catch(fail);
      });
    },
  };
}
