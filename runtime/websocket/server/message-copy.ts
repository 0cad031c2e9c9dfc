import { frameOf, type WriteJson } from '../frame.js';
import type { SharedFrame } from '../socket.js';

/** A copy of a message for several channels. It is encoded once, when the first connection receives it. */
export class MessageCopy {
  readonly value: unknown;
  readonly #writeJson: WriteJson;
  #shared: SharedFrame | undefined;

  constructor(value: unknown, writeJson: WriteJson) {
    this.value = value;
    this.#writeJson = writeJson;
  }

  get shared(): SharedFrame {
    this.#shared ??= { frame: frameOf(this.value, this.#writeJson) };
    return this.#shared;
  }
}
