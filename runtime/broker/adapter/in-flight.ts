import type { Delivery, Settlement } from '../broker.js';
import type { Lifecycle } from './lifecycle.js';

/** Handles deliveries, up to a maximum at a time. */
export class InFlight {
  readonly #maximum: number;
  readonly #handler: (delivery: Delivery) => Promise<Settlement>;
  readonly #lifecycle: Lifecycle;
  #count = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #idle: (() => void)[] = [];

  constructor(
    maximum: number,
    handler: (delivery: Delivery) => Promise<Settlement>,
    lifecycle: Lifecycle,
  ) {
    if (!Number.isSafeInteger(maximum) || maximum < 1)
      throw new RangeError(`maxInFlight must be a whole number of 1 or more, not ${maximum}`);
    this.#maximum = maximum;
    this.#handler = handler;
    this.#lifecycle = lifecycle;
  }

  /** How many more deliveries may be handled now. */
  get free(): number {
    return this.#maximum - this.#count;
  }

  /** Waits for a place and takes it. Places are given in the order of the calls. Each is to be followed by `handle` or `leave`. */
  async enter(): Promise<void> {
    if (this.free > 0) this.#count++;
    // The one that leaves passes its place on.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Gives a place back. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next !== undefined) return next();
    this.#count--;
    for (const resume of this.#idle.splice(0)) resume();
  }

  /** Waits until a place is free, without taking it. */
  async available(): Promise<void> {
    while (this.free <= 0) await this.#change();
  }

  /** Waits until all deliveries are settled. */
  async settled(): Promise<void> {
    while (this.#count > 0) await this.#change();
  }

  /**
   * Handles a delivery, passes the result on, and leaves. Never rejects; a handler that throws, and a settlement that fails, are reported as
   * errors.
   */
  async handle(delivery: Delivery, settle: (settlement: Settlement) => unknown): Promise<void> {
    try {
      let settlement: Settlement;
      try {
        settlement = await this.#handler(delivery);
      } catch (error) {
        this.#lifecycle.fail(
          `The handler of ${JSON.stringify(delivery.address)} failed`,
          error,
          'invalid-message',
        );
        settlement = 'retry';
      }
      const settled = settle(settlement);
      if (settled instanceof Promise) await settled;
    } catch (error) {
      this.#lifecycle.fail(
        `A message from ${JSON.stringify(delivery.address)} was not settled and may be delivered again`,
        error,
      );
    } finally {
      this.leave();
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#idle.push(resolve));
  }
}
