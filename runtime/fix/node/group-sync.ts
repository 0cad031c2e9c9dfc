/** A medium that can sync groups of writes. */
export interface SyncedMedium {
  /** Marks the writes so far. The returned function is called when the medium has stored all of them. */
  readonly mark: () => () => void;
  /** Waits until the medium has stored all writes. */
  readonly sync: (done: (error: Error | null) => void) => void;
  /** Called when a sync has failed: the writes since the last successful sync may or may not be stored. */
  readonly onFailure: (error: Error) => void;
}

/**
 * Lets writes share the sync of a medium. Writes in one turn of the event loop, or within the given delay, form a
 * group. Writes during a sync form the next group.
 */
export class GroupSync {
  readonly #medium: SyncedMedium;
  readonly #delay: number;
  /** Group that waits for the next sync. */
  #next: Group | undefined;
  /** Group that is being synced. */
  #current: Group | undefined;

  constructor(medium: SyncedMedium, delay: number) {
    this.#medium = medium;
    this.#delay = delay;
  }

  /** Resolves when the medium has stored everything written before the call. */
  wait(): Promise<void> {
    if (this.#next !== undefined) return this.#next.promise;
    const group = createGroup();
    this.#next = group;
    if (this.#current === undefined) {
      const start = (): void => {
        // The group may already have been started by the end of the previous one, or by `finish`.
        if (this.#next === group && this.#current === undefined) this.#start(group);
      };
      if (this.#delay > 0) setTimeout(start, this.#delay);
      else setImmediate(start);
    }
    return group.promise;
  }

  /**
   * Starts the last sync without delay. Resolves when all writes are settled; returns `undefined` if none is pending.
   */
  finish(): Promise<void> | undefined {
    const { promise } = this.#next ?? this.#current ?? {};
    if (this.#next !== undefined && this.#current === undefined) this.#start(this.#next);
    return promise;
  }

  #start(group: Group): void {
    this.#next = undefined;
    this.#current = group;
    const markSynced = this.#medium.mark();
    this.#medium.sync((error) => {
      this.#current = undefined;
      const next = this.#next;
      if (error === null) {
        markSynced();
        if (next !== undefined) this.#start(next);
        return group.resolve();
      }
      // Later writes depend on this one.
      this.#next = undefined;
      this.#medium.onFailure(error);
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
  const promise = new Promise<void>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise;
    reject = rejectPromise;
  });
  return { promise, resolve, reject };
}
