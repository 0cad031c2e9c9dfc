/** Runs tasks one after the other where they share a key, and side by side otherwise. */
export class KeyQueues {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Number of keys with unfinished tasks. */
  get size(): number {
    return this.#tails.size;
  }

  /** Runs a task after all earlier ones with the same key. Without a key, it runs at once. */
  run<Result>(key: string | undefined, task: () => Promise<Result>): Promise<Result> {
    if (key === undefined) return task();
    const before = this.#tails.get(key);
    const result = before === undefined ? task() : before.then(task, task);
    const tail: Promise<void> = result.then(
      () => this.#end(key, tail),
      () => this.#end(key, tail),
    );
    this.#tails.set(key, tail);
    return result;
  }

  #end(key: string, tail: Promise<unknown>): void {
    if (this.#tails.get(key) === tail) this.#tails.delete(key);
  }
}
