import { BodyTooLargeError, concatBytes, plainBytes } from '../core/body.js';
import type { StreamBody } from '../core/wire.js';
import type { UndiciController } from './undici.js';

/** Number of bytes to buffer before the consumer reads them. */
const maxUnread = 65_536;

/**
 * Response body that is still arriving. It can be collected or read piece by piece, with backpressure.
 *
 * A class rather than an object literal, because every response creates one: literals with methods are the most
 * expensive part otherwise.
 */
export class ArrivingBody implements StreamBody, AsyncIterableIterator<Uint8Array, undefined> {
  declare readonly length?: number;
  readonly #controller: UndiciController;
  readonly #pieces: Uint8Array[] = [];
  #unread = 0;
  #limit = maxUnread;
  #isCollecting = false;
  #isDone = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  /** Starts the body of a response whose head has arrived. `declared` is its length in bytes, if known. */
  constructor(controller: UndiciController, declared: number | undefined) {
    this.#controller = controller;
    if (declared !== undefined) this.length = declared;
  }

  get stream(): this {
    return this;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async bytes(limit: number): Promise<Uint8Array> {
    this.#isCollecting = true;
    this.#limit = limit;
    if (this.#unread > limit) this.#abandon(new BodyTooLargeError(limit));
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
    if (!this.#isDone) this.#abandon(new Error('The response was not read.'));
    this.#settle();
    return { done: true, value: undefined };
  }

  /** Adds a piece that has arrived. */
  push(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#unread += piece.length;
    const isTooMuch = this.#unread > this.#limit;
    if (!this.#isCollecting) {
      if (isTooMuch) this.#controller.pause();
      this.#settle();
    } else if (isTooMuch) {
      this.#abandon(new BodyTooLargeError(this.#limit));
      this.#settle();
    }
  }

  /** Marks the body as complete. */
  end(): void {
    this.#isDone = true;
    this.#settle();
  }

  /** Marks the body as broken: no more pieces will arrive. */
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

  #abandon(error: Error): void {
    this.#failure ??= error;
    this.#isDone = true;
    this.#controller.abort(error);
  }
}
