/** What a medium does for a group of writes. */
export interface SyncedMedium {
  /** Remembers what was written so far; the answer is called when the medium has all of it. */
  readonly mark: () => () => void;
  /** Waits until the medium has what was written. */
  readonly sync: (done: (error: Error | null) => void) => void;
  /** The medium has failed: what was written since the last sync that went well may be there or not. */
  readonly failed: (error: Error) => void;
}

/**
 * Lets writes share the wait for a medium. What is written in one turn of the event loop, or within so many milliseconds, waits together;
 * what is written while the medium is busy makes up the next group.
 */
export class GroupSync {
  readonly #medium: SyncedMedium;
  readonly #delay: number;
  /** Writes that wait for the next turn. */
  #next: Group | undefined;
  /** Writes that the medium is busy with. */
  #current: Group | undefined;

  constructor(medium: SyncedMedium, delay: number) {
    this.#medium = medium;
    this.#delay = delay;
  }

  /** Kept when the medium has what was written before the call. */
  wait(): Promise<void> {
    if (this.#next !== undefined) return this.#next.promise;
    const group = createGroup();
    this.#next = group;
    if (this.#current === undefined) {
      const start = (): void => {
        // It may have been started by the end of the group before, or for the end of the store.
        if (this.#next === group && this.#current === undefined) this.#start(group);
      };
      if (this.#delay > 0) setTimeout(start, this.#delay);
      else setImmediate(start);
    }
    return group.promise;
  }

  /** Waits for nothing any more. Kept when everything that was written has its answer; nothing where nothing waits. */
  finish(): Promise<void> | undefined {
    const { promise } = this.#next ?? this.#current ?? {};
    if (this.#next !== undefined && this.#current === undefined) this.#start(this.#next);
    return promise;
  }

  #start(group: Group): void {
    this.#next = undefined;
    this.#current = group;
    const kept = this.#medium.mark();
    this.#medium.sync((error) => {
      this.#current = undefined;
      const next = this.#next;
      if (error === null) {
        kept();
        if (next !== undefined) this.#start(next);
        return group.resolve();
      }
      // What was written behind it depends on it.
      this.#next = undefined;
      this.#medium.failed(error);
      group.reject(error);
      next?.reject(error);
    });
  }
}

interface Group {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

function createGroup(): Group {
  let resolve = (): void => undefined;
  let reject = (_error: Error): void => undefined;
  const promise = new Promise<void>((keep, fail) => {
    resolve = keep;
    reject = fail;
  });
  return { promise, resolve, reject };
}
