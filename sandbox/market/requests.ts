import { headerValue, type WireRequest } from '@tallystick/runtime';

/** Knows the requests of the bots, which neither hit the faults that a user injects nor are shown among the user's. */
export class BotRequests {
  readonly #keys = new Set<string>();

  /** Adds a key of the bots. */
  add(key: string): void {
    this.#keys.add(key);
  }

  has({ headers }: WireRequest): boolean {
    return this.#keys.size > 0 && this.#keys.has(headerValue(headers, 'cb-access-key') ?? '');
  }
}
