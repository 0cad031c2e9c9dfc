import type { Timers } from '../core/clock.js';
import { randomUuid, type RandomSource } from '../core/random.js';
import { fullJitter } from '../core/back-off.js';
import type { AddressParameters, BrokerAddress } from './address.js';
import {
  BrokerError,
  type Broker,
  type Delivery,
  type OutgoingMessage,
  type Settlement,
} from './broker.js';
import type { DecodedMessage, MessageCodec } from './codec.js';
import { publishDeadLetter, type DeadLetterReason } from './dead-letter.js';
import type { ClaimMessage } from './deduplication.js';
import { intercept, type MessageContext } from './interceptors.js';
import type { KeyQueues } from './key-queues.js';
import { findDisagreement, type LocatedParameter } from './located-parameters.js';
import type { UnreadableMessage } from './payload-forms.js';
import type { ReplyRoute } from './requester.js';
import type { ReceivedMessage, SubscriberEvent, SubscriberOptions } from './subscriber-options.js';

/** What the handling of an operation's messages needs. */
export interface Consumer {
  readonly operation: string;
  readonly context: MessageContext;
  readonly broker: Broker;
  readonly options: SubscriberOptions;
  readonly address: BrokerAddress;
  readonly located: readonly LocatedParameter[];
  readonly codec: MessageCodec;
  /** Absent if the operation has no reply. */
  readonly replies?: ReplyRoute;
  readonly queues: KeyQueues;
  readonly claim?: ClaimMessage;
  /** The message as it arrived, where interceptors may have changed it. */
  readonly original?: Delivery;
  /** Aborted when the subscription closes. */
  readonly signal: AbortSignal;
  readonly timers: Timers;
  readonly random: RandomSource;
  readonly report: (event: SubscriberEvent) => void;
  /** Calls the program's handler. */
  readonly handle: (message: ReceivedMessage) => Promise<Handled>;
}

/** Result of a handler. */
interface Handled {
  readonly settlement: Settlement;
  /** Payload of the reply, for a request. */
  readonly reply?: unknown;
}

/** A message that has been read, on its way to its handler. */
interface Received extends DecodedMessage {
  readonly delivery: Delivery;
  readonly parameters: AddressParameters;
}

/**
 * Creates the handler of a subscription: passes a message through the interceptors, reads and validates it, keeps the order of its key, handles it once
 * if asked to, retries a failed handler, and sets aside what cannot be handled. It never rejects, and settles a message only when nothing of it can be
 * lost.
 */
export function createConsumer(consumer: Consumer): (delivery: Delivery) => Promise<Settlement> {
  const { context, operation, options, report } = consumer;
  const { interceptors = [] } = options;
  if (interceptors.length === 0) return createReader(consumer);
  return async (delivery) => {
    const events: SubscriberEvent[] = [];
    const observed: Consumer = {
      ...consumer,
      original: delivery,
      report: (event) => {
        events.push(event);
        report(event);
      },
    };
    const read = createReader(observed);
    const { attempts = defaultAttempts } = options.retries ?? {};
    // A message that other consumers could not handle is read all the same: it may have been handled once.
    const first = Math.min(delivery.redeliveries + 1, attempts);
    return await retry(observed, delivery, first, async () => {
      const handled: Promise<Settlement>[] = [];
      const pass = intercept(interceptors, { ...context, events }, (message: Delivery) => {
        const settlement = read(message);
        handled.push(settlement);
        return settlement;
      });
      try {
        return await pass(delivery);
      } catch (error) {
        const settlement = handled.at(-1);
        if (settlement === undefined) return await refused(observed, delivery, error);
        observed.report({ kind: 'error', operation, delivery, error });
        return await settlement;
      }
    });
  };
}

/** Sets a message aside that an interceptor could not read. Other errors may pass. */
async function refused(
  consumer: Consumer,
  delivery: Delivery,
  error: unknown,
): Promise<Settlement> {
  if (error instanceof BrokerError && error.code === 'invalid-message')
    return await setAside(consumer, delivery, 'malformed', error.message, 0);
  throw error;
}

/** Creates the function that reads and handles a message as the interceptors have left it. */
function createReader(consumer: Consumer): (delivery: Delivery) => Promise<Settlement> {
  const { address, located, codec, options, queues } = consumer;
  const lookUp = createLookups(consumer);
  return async (delivery) => {
    const parameters = address.read(delivery.address);
    if (parameters === undefined)
      return setAside(consumer, delivery, 'unknown', 'the address has another form', 0);
    const lookup = lookUp(delivery);
    const unreadable = lookup === undefined ? undefined : await lookup;
    if (unreadable === 'retry') return unreadable;
    const decoded = unreadable ?? codec.decode(delivery);
    if ('reason' in decoded) return setAside(consumer, delivery, decoded.reason, decoded.detail, 0);
    const other = findDisagreement(located, parameters, decoded);
    if (other !== undefined) {
      const { name, source, pointer } = other;
      const detail = `"${name}" of the address is another value than the ${source} has at "${pointer}"`;
      return setAside(consumer, delivery, 'invalid', detail, 0);
    }
    const received = { ...decoded, delivery, parameters };
    let { key } = delivery;
    try {
      if (options.orderBy !== undefined) key = options.orderBy(messageOf(consumer, received, 1));
    } catch (error) {
      return setAside(consumer, delivery, 'failed', textOf(error), 0);
    }
    return queues.run(key, () => handleOnce(consumer, received));
  };
}

/**
 * Creates the function that looks up what reading a message needs, one message after the other, so that they stay in order. It returns `undefined` if
 * there is nothing to wait for, and resolves to `retry` if the subscription has been closed meanwhile.
 */
function createLookups(
  consumer: Consumer,
): (delivery: Delivery) => Promise<UnreadableMessage | 'retry' | undefined> | undefined {
  let last: Promise<unknown> | undefined;
  return (delivery) => {
    const first = last === undefined ? consumer.codec.prepareToDecode?.(delivery) : undefined;
    if (last === undefined && first === undefined) return undefined;
    const own = last?.then(() => lookUp(consumer, delivery)) ?? lookUp(consumer, delivery, first);
    const settled = own.then(() => {
      if (last === settled) last = undefined;
    });
    last = settled;
    return own;
  };
}

/** Looks up what reading a message needs until it is known. No message is lost because its registry is down. */
async function lookUp(
  consumer: Consumer,
  delivery: Delivery,
  first?: Promise<UnreadableMessage | undefined>,
): Promise<UnreadableMessage | 'retry' | undefined> {
  const { codec, operation, options, random, report, signal } = consumer;
  const { delay = defaultDelay, maxDelay = defaultMaxDelay } = options.retries ?? {};
  for (let number = 1; ; number += 1) {
    try {
      return await (number === 1 && first !== undefined
        ? first
        : codec.prepareToDecode?.(delivery));
    } catch (error) {
      report({ kind: 'error', operation, delivery, error });
      await pause(consumer, fullJitter({ delay, maxDelay }, number, random));
      if (signal.aborted) return 'retry';
    }
  }
}

/** Handles a message unless its id has been handled, here or in another process. */
function handleOnce(consumer: Consumer, received: Received): Promise<Settlement> {
  const { claim, signal } = consumer;
  const { id } = received.delivery;
  if (signal.aborted) return Promise.resolve('retry');
  if (claim === undefined || id === undefined) return attempt(consumer, received);
  return handleClaimed(consumer, received, () => claim(id));
}

/** Handles a message if this process gets the claim of its id. */
async function handleClaimed(
  consumer: Consumer,
  received: Received,
  claim: () => ReturnType<ClaimMessage>,
): Promise<Settlement> {
  const { operation, report, signal } = consumer;
  const { delivery } = received;
  try {
    // The other process may crash. A message that goes back to the broker meanwhile would look like one that crashes its consumers.
    let claimed = await claim();
    while (claimed === 'running') {
      await pause(consumer, consumer.options.retries?.delay ?? defaultDelay);
      if (signal.aborted) return 'retry';
      claimed = await claim();
    }
    if (claimed === 'handled') {
      report({ kind: 'duplicate', operation, delivery });
      return 'ack';
    }
    const settlement = await attempt(consumer, received);
    await (settlement === 'retry' ? claimed.release() : claimed.complete());
    return settlement;
  } catch (error) {
    report({ kind: 'error', operation, delivery, error });
    await pause(consumer, defaultDelay);
    return 'retry';
  }
}

const defaultDelay = 200;
const defaultMaxDelay = 30_000;
const defaultAttempts = 5;

/** Calls the handler until it succeeds, up to the number of attempts. */
function attempt(consumer: Consumer, received: Received): Promise<Settlement> {
  const { delivery } = received;
  // Deliveries to consumers that crashed were attempts too.
  const first = delivery.redeliveries + 1;
  return retry(consumer, delivery, first, async (number) => {
    const handled = await consumer.handle(messageOf(consumer, received, number));
    if (handled.settlement === 'reject')
      return await setAside(consumer, delivery, 'rejected', 'the handler rejected it', number);
    if (handled.settlement === 'ack') await sendReply(consumer, received, handled);
    return handled.settlement;
  });
}

/** Calls a function until it succeeds, from one attempt up to the last, after which the message is set aside. */
async function retry(
  consumer: Consumer,
  delivery: Delivery,
  first: number,
  run: (attempt: number) => Promise<Settlement>,
): Promise<Settlement> {
  const { operation, random, report, signal } = consumer;
  const {
    attempts = defaultAttempts,
    delay = defaultDelay,
    maxDelay = defaultMaxDelay,
  } = consumer.options.retries ?? {};
  let detail = 'its consumers ended before they had handled it';
  for (let number = first; number <= Math.max(attempts, 1); number += 1) {
    if (signal.aborted) return 'retry';
    try {
      return await run(number);
    } catch (error) {
      detail = textOf(error);
      const wait = fullJitter({ delay, maxDelay }, number, random);
      const isLast = number >= attempts;
      report({
        kind: 'failed',
        operation,
        delivery,
        attempt: number,
        error,
        ...(isLast ? {} : { delay: wait }),
      });
      if (!isLast) await pause(consumer, wait);
    }
  }
  return await setAside(consumer, delivery, 'failed', detail, Math.max(attempts, first - 1));
}

function messageOf(
  { signal }: Consumer,
  { message, payload, headers, parameters, delivery }: Received,
  attemptNumber: number,
): ReceivedMessage {
  const { address, id, key } = delivery;
  return {
    message,
    payload,
    headers,
    parameters,
    address,
    ...(id === undefined ? {} : { id }),
    ...(key === undefined ? {} : { key }),
    attempt: attemptNumber,
    signal,
  };
}

async function sendReply(
  { broker, context, options, random, replies }: Consumer,
  { delivery, correlationId: own }: Received,
  handled: Handled,
): Promise<void> {
  const to = delivery.replyTo ?? replies?.descriptor.address;
  if (!('reply' in handled) || replies === undefined || to === undefined) return;
  const { address: template } = replies.descriptor;
  const { operation, protocol, abilities } = context;
  const correlationId = delivery.correlationId ?? own ?? delivery.id;
  await replies.codec.prepareToEncode?.(handled.reply, to);
  const { payload, headers, contentType, bindings } = replies.codec.encode(handled.reply, {}, to, {
    correlationId,
  });
  const send = intercept(
    options.replyInterceptors ?? [],
    {
      operation,
      protocol,
      abilities,
      ...(template === undefined ? {} : { template }),
    },
    (message: OutgoingMessage) => broker.publish(message),
  );
  await send({
    address: to,
    payload,
    headers,
    contentType,
    ...(bindings === undefined ? {} : { bindings }),
    id: randomUuid(random),
    ...(correlationId === undefined ? {} : { correlationId }),
  });
}

/** Publishes a message as it arrived as a dead letter, or rejects it if there is no address for them. If that fails, the broker keeps the message. */
async function setAside(
  consumer: Consumer,
  received: Delivery,
  reason: DeadLetterReason,
  detail: string,
  attempts: number,
): Promise<Settlement> {
  const { broker, operation, options, original: delivery = received, report } = consumer;
  const { deadLetter } = options;
  if (deadLetter === false) {
    report({ kind: 'dead-letter', operation, delivery, reason, detail });
    return 'reject';
  }
  try {
    await publishDeadLetter(broker, deadLetter, delivery, { reason, detail, attempts });
    report({ kind: 'dead-letter', operation, delivery, reason, detail, address: deadLetter });
    return 'ack';
  } catch (error) {
    report({ kind: 'error', operation, delivery, error });
    await pause(consumer, options.retries?.delay ?? defaultDelay);
    return 'retry';
  }
}

/** Waits, but no longer than the subscription is open. */
function pause({ signal, timers }: Consumer, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      timers.clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = timers.setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
