import { BrokerError, type BrokerEvent, type BrokerSubscription } from '../broker.js';
import { BrokerEvents } from '../events.js';
import { brokerError } from '../client-errors.js';
import { Deadlines } from './deadlines.js';

/** Milliseconds to wait for the broker. Some libraries keep what is sent while there is no connection, for as long as that takes. */
const patience = 30_000;

/** What all adapters do alike: events, messages that are being sent, subscriptions, and how they end. */
export class Lifecycle {
  readonly #name: string;
  readonly #events = new BrokerEvents();
  #sending = 0;
  readonly #idle: (() => void)[] = [];
  readonly #subscriptions = new Set<BrokerSubscription>();
  readonly #closing = new AbortController();
  readonly #deadlines = new Deadlines(patience);
  #isClosed = false;
  #closed: Promise<void> | undefined;

  /** @param name of the broker in messages, such as `NATS` */
  constructor(name: string) {
    this.#name = name;
  }

  /** True from the call of `close`. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Is aborted when `close` has ended the subscriptions and waited for what is being sent. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  on(listener: (event: BrokerEvent) => void): () => void {
    return this.#events.on(listener);
  }

  emit(event: BrokerEvent): void {
    this.#events.emit(event);
  }

  /** Reports an error that no promise of the program rejects with. */
  fail(
    message: string,
    cause?: unknown,
    code: 'not-connected' | 'not-sent' | 'not-subscribed' | 'invalid-message' = 'not-connected',
  ): void {
    this.emit({ kind: 'error', error: brokerError(code, message, cause) });
  }

  /**
   * Sends a message, unless the broker is closed. Errors become `not-sent`, as does a confirmation that does not arrive in time; those of
   * `signal` are thrown as they are.
   */
  send(
    address: string,
    signal: AbortSignal | undefined,
    work: () => Promise<unknown>,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#refuseIfClosed();
      signal?.throwIfAborted();
      this.#sending++;
      const end = (): void => {
        if (--this.#sending === 0) for (const resume of this.#idle.splice(0)) resume();
      };
      const sent = (): void => {
        end();
        resolve();
      };
      const failed = (error: unknown): void => {
        end();
        reject(
          signal?.aborted
            ? signal.reason
            : brokerError(
                'not-sent',
                `${this.#name} did not confirm the message to ${JSON.stringify(address)}`,
                error,
              ),
        );
      };
      this.#inTime(work, signal, sent, failed);
    });
  }

  /** Subscribes, unless the broker is closed. Errors become `not-subscribed`. */
  async subscribe(
    pattern: string,
    work: () => Promise<() => Promise<void>>,
  ): Promise<BrokerSubscription> {
    this.#refuseIfClosed();
    let close: () => Promise<void>;
    try {
      close = await new Promise((resolve, reject) =>
        this.#inTime(work, undefined, resolve, reject),
      );
    } catch (error) {
      throw brokerError(
        'not-subscribed',
        `${this.#name} refused to subscribe to ${JSON.stringify(pattern)}`,
        error,
      );
    }
    let closed: Promise<void> | undefined;
    const subscription: BrokerSubscription = {
      close: () =>
        (closed ??= close()
          .catch((error: unknown) =>
            this.fail(`The subscription to ${JSON.stringify(pattern)} did not end properly`, error),
          )
          .finally(() => this.#subscriptions.delete(subscription))),
    };
    this.#subscriptions.add(subscription);
    // `close` may have been called meanwhile.
    if (this.isClosed) {
      await subscription.close();
      this.#refuseIfClosed();
    }
    return subscription;
  }

  /** Ends the subscriptions, waits for the messages that are being sent, and calls `finish`. The second call waits for the first. */
  close(finish: () => Promise<unknown>): Promise<void> {
    this.#isClosed = true;
    return (this.#closed ??= this.#close(finish));
  }

  async #close(finish: () => Promise<unknown>): Promise<void> {
    await Promise.all([...this.#subscriptions].map((each) => each.close()));
    if (this.#sending > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    this.#closing.abort();
    try {
      await finish();
    } catch (error) {
      this.fail(`The connection to ${this.#name} did not end properly`, error);
    }
    this.emit({ kind: 'closed' });
  }

  /** Fails if the work takes longer than `patience`, or the signal is aborted. */
  #inTime<Value>(
    work: () => Promise<Value>,
    signal: AbortSignal | undefined,
    succeeded: (value: Value) => void,
    failed: (error: unknown) => void,
  ): void {
    let isOver = false;
    const over = (): boolean => {
      if (isOver) return false;
      isOver = true;
      this.#deadlines.delete(deadline);
      signal?.removeEventListener('abort', abort);
      return true;
    };
    const succeed = (value: Value): void => {
      if (over()) succeeded(value);
    };
    const fail = (error: unknown): void => {
      if (over()) failed(error);
    };
    const abort = (): void => fail(signal?.reason);
    const deadline = this.#deadlines.add(() =>
      fail(new Error(`there was no answer within ${patience / 1_000} seconds`)),
    );
    signal?.addEventListener('abort', abort, { once: true });
    work().then(succeed, fail);
  }

  #refuseIfClosed(): void {
    if (this.isClosed)
      throw new BrokerError('closed', `The connection to ${this.#name} has been closed`);
  }
}
