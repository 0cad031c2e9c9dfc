import { deriveKey } from './random.js';

/**
 * Private keys, derived from the seed (secrets-1). The state contains the numbers of keys, never the keys: whoever has the journal without
 * the seed cannot sign.
 */
export class Keys {
  readonly #key: Uint8Array;

  /** @param key result of {@link deriveKey} */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /**
   * A key of 32 bytes for one purpose, the same in every entry.
   *
   * @example keys.derive(`evm account ${number}`)
   */
  derive(purpose: string): Uint8Array {
    return deriveKey(this.#key, purpose);
  }
}
