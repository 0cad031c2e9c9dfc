import { ignoreErrors } from '../core/ignore-errors.js';
import type { BrokerEvent } from './broker.js';

/** Listeners to the events of a broker's connection. */
export class BrokerEvents {
  readonly #listeners = new Set<(event: BrokerEvent) => void>();

  /** Adds a listener. Returns a function that removes it. */
  readonly on = (listener: (event: BrokerEvent) => void): (() => void) => {
    const own = (event: BrokerEvent): void => listener(event);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  };

  emit(event: BrokerEvent): void {
    for (const listener of this.#listeners) ignoreErrors(() => listener(event));
  }
}
