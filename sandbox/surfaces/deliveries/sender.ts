import type { Timers } from '@tallystick/runtime';
import { type NodeTransport, isPublicAddress, nodeTransport } from '@tallystick/runtime/http/node';
import type { Delivered, Delivery, DeliveryRetry } from '@tallystick/runtime/webhooks';
import { limits } from '@platform/platform';
import { deliverySecret, PlatformWebhooks } from '@platform/platform/webhooks';
import type { StoredEvent } from '../../domain/engine.js';
import { millisecond } from '../../domain/time.js';
import type { Commands, DomainState } from '../../domain/subjects.js';
import type { WebhooksEvents } from '../../domain/webhooks/events.js';
import { isLocal } from '../../domain/webhooks/rules.js';
import { interruptedDeliveries, readyDeliveries } from '../../domain/webhooks/queries.js';
import type { AttemptResult, DeliveryRow } from '../../domain/webhooks/state.js';
import type { Loop } from '../../server/loop.js';
import { settings } from '../../settings.js';

/** The part of the running sandbox that the sender uses. */
export interface DeliveriesCore {
  readonly loop: Loop<DomainState, Commands>;
  /** Clock of signatures and of attempts. */
  readonly timers: Timers;
  /** A secret text for one purpose, the same in every process of the deployment. */
  secret(purpose: string): string;
}

/** Options of {@link startDeliveries}. */
export interface DeliveriesOptions {
  /** True if targets on this machine are allowed (webhooks-11). */
  readonly allowsLocal: boolean;
  /** Called if the sender has to stop, because something could not be stored. */
  readonly onFailure: (error: unknown) => void;
}

/** The running sender. */
export interface Deliveries {
  /**
   * Ends the sender. Attempts in progress are aborted, and made again after the next start, with the same identifier.
   */
  close(): Promise<void>;
}

/** The secret with which an organisation's deliveries are signed, and which its receivers need (webhooks-7). */
export function deliverySecretOf(
  core: Pick<DeliveriesCore, 'secret'>,
  organization: string,
): string {
  return core.secret(`deliveries of ${organization}`);
}

/** Origin of the sender's commands. */
const origin = { surface: 'deliveries', caller: '' };

/**
 * Sends the deliveries of webhooks. It begins with those that a previous process did not finish, then follows the journal: whatever becomes
 * ready is started by a command, and sent as soon as that is durable; the result of each attempt is a command, too (webhooks-9).
 */
export function startDeliveries(core: DeliveriesCore, options: DeliveriesOptions): Deliveries {
  const sender = new Sender(core, options);
  sender.start();
  return { close: () => sender.close() };
}

class Sender {
  readonly #core: DeliveriesCore;
  readonly #options: DeliveriesOptions;
  readonly #transport: NodeTransport;
  readonly #webhooks: PlatformWebhooks;
  readonly #stopping = new AbortController();
  /** Running attempts by delivery. */
  readonly #running = new Map<string, Promise<void>>();
  readonly #runningByWebhook = new Map<string, number>();
  /** Deliveries whose next attempt may begin, by webhook, oldest first. */
  readonly #ready = new Map<string, string[]>();
  #stopFollowing: () => void = () => undefined;

  constructor(core: DeliveriesCore, options: DeliveriesOptions) {
    const { allowsLocal } = options;
    this.#core = core;
    this.#options = options;
    this.#transport = nodeTransport({
      admits: (address) => isPublicAddress(address) || (allowsLocal && isLocal(address)),
    });
    this.#webhooks = new PlatformWebhooks({
      transport: this.#transport,
      timers: core.timers,
      retry: retry(),
      admit: ({ protocol, hostname }) =>
        protocol === 'https:' || (allowsLocal && isLocal(hostname)),
    });
  }

  start(): void {
    this.#stopFollowing = this.#core.loop.onCommitted((entries) => {
      for (const { events } of entries) for (const event of events) this.#follow(event);
      this.#fill();
    });
    this.#load();
    this.#fill();
  }

  async close(): Promise<void> {
    this.#stopFollowing();
    this.#stopping.abort();
    await Promise.all(this.#running.values());
    this.#transport.close();
  }

  get #isClosed(): boolean {
    return this.#stopping.signal.aborted;
  }

  #follow({ type, data }: StoredEvent): void {
    // The data of an event has the type that its subject declares.
    switch (type) {
      case 'webhooks.deliveries-created':
        for (const delivery of (data as WebhooksEvents[typeof type]).deliveries)
          this.#enqueue(delivery);
        break;
      case 'webhooks.delivery-ready': {
        const { id } = data as WebhooksEvents[typeof type];
        const delivery = this.#core.loop.state.webhooks.deliveries.get(id);
        if (delivery !== undefined) this.#enqueue(delivery);
        break;
      }
      case 'deployment.restored':
        this.#load();
        break;
    }
  }

  /** Continues attempts that another process did not finish, or that a restored state has in progress, and finds what is ready. */
  #load(): void {
    const { loop } = this.#core;
    this.#ready.clear();
    for (const delivery of readyDeliveries(loop.state.webhooks)) this.#enqueue(delivery);
    for (const delivery of interruptedDeliveries(loop.state.webhooks)) {
      const { id } = delivery;
      if (this.#running.has(id)) continue;
      const outcome = loop.execute('webhooks.resume', { id }, origin);
      if (outcome.ok && outcome.result === 'send') this.#run(delivery);
    }
  }

  #enqueue({ id, webhook }: Pick<DeliveryRow, 'id' | 'webhook'>): void {
    const queue = this.#ready.get(webhook);
    if (queue === undefined) this.#ready.set(webhook, [id]);
    else queue.push(id);
  }

  /** Starts what is ready, as far as the limits allow, a webhook after the other. */
  #fill(): void {
    const { concurrency, perWebhook } = settings['webhooks-8'];
    let hasStarted = true;
    while (hasStarted) {
      hasStarted = false;
      for (const [webhook, queue] of this.#ready) {
        if (this.#isClosed || this.#running.size >= concurrency) return;
        if ((this.#runningByWebhook.get(webhook) ?? 0) >= perWebhook) continue;
        const id = queue.shift();
        if (id === undefined) this.#ready.delete(webhook);
        else {
          this.#begin(id);
          hasStarted = true;
        }
      }
    }
  }

  /** Begins an attempt, unless the delivery is given up or was begun already. */
  #begin(id: string): void {
    const { loop } = this.#core;
    const running = this.#running.get(id);
    if (running !== undefined) {
      // A restored state has not begun the attempt that is still running.
      void running.then(() => this.#resumeQueue(id));
      return;
    }
    const outcome = loop.execute('webhooks.start', { id }, origin);
    const started = loop.state.webhooks.deliveries.get(id);
    if (outcome.ok && outcome.result === 'send' && started !== undefined) this.#run(started);
  }

  #resumeQueue(id: string): void {
    const delivery = this.#core.loop.state.webhooks.deliveries.get(id);
    if (this.#isClosed || delivery === undefined) return;
    this.#enqueue(delivery);
    this.#fill();
  }

  #run(delivery: DeliveryRow): void {
    const { id, webhook } = delivery;
    this.#count(webhook, 1);
    const run = this.#attempt(delivery)
      .finally(() => this.#ended(delivery))
      .then(() => this.#fill())
      .catch((error: unknown) => {
        this.#stopFollowing();
        this.#stopping.abort();
        this.#options.onFailure(error);
      });
    this.#running.set(id, run);
  }

  #ended({ id, webhook }: DeliveryRow): void {
    this.#running.delete(id);
    this.#count(webhook, -1);
  }

  #count(webhook: string, change: 1 | -1): void {
    const count = (this.#runningByWebhook.get(webhook) ?? 0) + change;
    if (count === 0) this.#runningByWebhook.delete(webhook);
    else this.#runningByWebhook.set(webhook, count);
  }

  /** Makes one attempt and reports it. Nothing is sent before the beginning of the attempt is durable. */
  async #attempt(delivery: DeliveryRow): Promise<void> {
    const { loop } = this.#core;
    await loop.settled();
    if (this.#isClosed) return;
    const { result, pause } = await this.#send(delivery);
    if (this.#isClosed) return;
    loop.execute('webhooks.report', { id: delivery.id, result, pause }, origin);
  }

  async #send(
    delivery: DeliveryRow,
  ): Promise<{ readonly result: AttemptResult; readonly pause: number | null }> {
    const { timers } = this.#core;
    const secret = deliverySecretOf(this.#core, delivery.organization);
    const deliverySignature = deliverySecret({ secret }, { clock: timers });
    try {
      const attempted = await this.#webhooks.attempt(storedDelivery(delivery), {
        credentials: { deliverySignature },
        signal: this.#stopping.signal,
      });
      return { result: resultOf(attempted), pause: pauseOf(attempted, timers) };
    } catch {
      // The message cannot be sent at all: its header text is not one that HTTP can carry.
      return { result: { ended: 'invalid-request' }, pause: null };
    }
  }
}

/** Attempts and pauses (webhooks-8), in the runtime's terms. */
function retry(): DeliveryRetry {
  const { delay, maxDelay, maxRetryAfter, attemptTimeout } = settings['webhooks-8'];
  return { attempts: limits.maxDeliveryAttempts, delay, maxDelay, maxRetryAfter, attemptTimeout };
}

/** A delivery in the form that the runtime's sender continues. */
function storedDelivery(row: DeliveryRow): Delivery {
  const { eventId, kind, target, body, signatureHeader, createdAt, attempts } = row;
  const headers = {
    'X-Event-Id': eventId,
    ...(signatureHeader === undefined ? {} : { 'X-Webhook-Signature': signatureHeader }),
  };
  return {
    id: row.id,
    webhook: kind,
    url: target,
    content: { input: JSON.parse(body), headers },
    createdAt: Math.floor(createdAt / millisecond),
    state: attempts.length === 0 ? 'pending' : 'retrying',
    // The number of attempts decides how long the next pause may be.
    attempts: attempts.map(({ number, startedAt, endedAt }) => ({
      number,
      startedAt: Math.floor(startedAt / millisecond),
      endedAt: Math.floor(endedAt / millisecond),
      ended: 'failure',
    })),
  };
}

function resultOf({ attempts }: Delivered<unknown>): AttemptResult {
  const { ended = 'failure', status, code } = attempts.at(-1) ?? {};
  return { ended, status, code };
}

/** Microseconds until the next attempt; `null` if there should be none. */
function pauseOf({ state, nextAttemptAt }: Delivered<unknown>, timers: Timers): number | null {
  if (state !== 'retrying' || nextAttemptAt === undefined) return null;
  return Math.max(0, Math.ceil((nextAttemptAt - timers.now()) * millisecond));
}
