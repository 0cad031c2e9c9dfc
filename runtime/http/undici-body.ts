import { BodyTooLargeError, concatBytes, plainBytes } from '../core/body.js';
import type { StreamBody } from '../core/wire.js';
import type { UndiciController } from './undici.js';

/** Bytes that may come before anybody reads them. */
const mostUnread = 65_536;

/**
 * The body of an answer while it comes: read whole or piece by piece, no faster than it is wanted. A class, since every answer has one,
 * and literals with methods cost more than all else about it.
 */
export class ArrivingBody implements StreamBody, AsyncIterableIterator<Uint8Array, undefined> {
  declare readonly length?: number;
  readonly #controller: UndiciController;
  readonly #pieces: Uint8Array[] = [];
  #unread = 0;
  #limit = mostUnread;
  #isWhole = false;
  #isDone = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  /** Starts the body of an answer whose head has come. `said` is its length, where it is known. */
  constructor(controller: UndiciController, said: number | undefined) {
    this.#controller = controller;
    if (said !== undefined) this.length = said;
  }

  get stream(): this {
    return this;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async bytes(most: number): Promise<Uint8Array> {
    this.#isWhole = true;
    this.#limit = most;
    if (this.#unread > most) this.#leave(new BodyTooLargeError(most));
    this.#controller.resume();
    if (!this.#isDone) await this.#next();
    if (this.#failure !== undefined) throw this.#failure;
    const [only] = this.#pieces;
    return this.#pieces.length === 1 && only !== undefined
      ? plainBytes(only)
      : concatBytes(this.#pieces);
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece !== undefined) {
        this.#unread -= piece.length;
        this.#controller.resume();
        return { done: false, value: piece };
      }
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#isDone) return { done: true, value: undefined };
      await this.#next();
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!this.#isDone) this.#leave(new Error('The answer was left unread.'));
    this.#settle();
    return { done: true, value: undefined };
  }

  /** A piece has come. */
  take(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#unread += piece.length;
    const isTooMuch = this.#unread > this.#limit;
    if (!this.#isWhole) {
      if (isTooMuch) this.#controller.pause();
      this.#settle();
    } else if (isTooMuch) {
      this.#leave(new BodyTooLargeError(this.#limit));
      this.#settle();
    }
  }

  /** All of it has come. */
  end(): void {
    this.#isDone = true;
    this.#settle();
  }

  /** No more of it will come. */
  fail(error: Error): void {
    this.#failure ??= error;
    this.end();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #settle(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }

  #leave(error: Error): void {
    this.#failure ??= error;
    this.#isDone = true;
    this.#controller.abort(error);
  }
}
