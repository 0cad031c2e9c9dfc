import { randomUuid, systemRandom } from '../random.js';

/**
 * Identifies one request in the server's log, in its errors and in the program. The identifier is created on first use, because most
 * requests succeed.
 */
export class Correlation {
  #id: string | undefined;
  readonly #create: () => string;

  constructor(create: () => string = newCorrelationId) {
    this.#create = create;
  }

  get id(): string {
    this.#id ??= this.#create();
    return this.#id;
  }
}

/** Creates a random UUID. */
export function newCorrelationId(): string {
  return randomUuid(systemRandom);
}
