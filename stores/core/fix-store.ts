import {
  type FixChange,
  type FixStore,
  FixStoreError,
  type FixStoredMessage,
} from '@tallystick/runtime/fix';

/** Storage of one session, for {@link queuedFixStore}. */
export interface FixSessionStorage<Transaction = unknown> {
  /** Reads the numbers. Throws a {@link FixStoreError} `lost` if another owner has opened the session. */
  load(): Promise<FixNumbers>;
  /**
   * Writes a change completely or not at all. Throws `lost` if another owner has opened the session. Unless it is a reset, numbers
   * that are greater than those of the change remain: a transaction of the program may have written the change already.
   */
  write(change: FixChange, transaction?: Transaction): Promise<void>;
  read(from: number, to: number, limit: number): Promise<readonly FixStoredMessage[]>;
  /** Extends the lease of the session. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

/** Both sequence numbers of a session. */
export type FixNumbers = Pick<FixChange, 'nextOutgoing' | 'nextIncoming'>;

/** Settings of {@link queuedFixStore}. */
export interface FixStoreSettings {
  /** Lease of the session in milliseconds. It is renewed three times in this time. */
  readonly lease: number;
  readonly onError: (error: unknown) => void;
}

/**
 * Creates a store whose changes are written in order. Changes that wait for an earlier one are written together. Messages of
 * changes that are being written are read from memory. A transaction of the program also contains the changes that have not been
 * written before it, because these may have to wait for its end; they are written once more, in case it is rolled back.
 */
export function queuedFixStore<Transaction>(
  storage: FixSessionStorage<Transaction>,
  { lease, onError }: FixStoreSettings,
): FixStore {
  let numbers: FixNumbers = { nextOutgoing: 1, nextIncoming: 1 };
  let waiting: FixChange | undefined;
  let inProgress: readonly FixChange[] = [];
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;
  let isClosed = false;
  const renewal = setInterval(() => {
    storage.renew().catch(onError);
  }, lease / 3);
  renewal.unref();

  const write = async (change: FixChange, transaction?: Transaction): Promise<void> => {
    inProgress = [...inProgress, change];
    try {
      if (failure !== undefined) throw failure.error;
      await storage.write(change, transaction);
    } catch (error) {
      failure ??= { error };
      throw error;
    } finally {
      inProgress = inProgress.filter((each) => each !== change);
    }
  };
  const flush = (): void => {
    next ??= last
      .catch(() => undefined)
      .then(() => {
        const change = waiting;
        waiting = undefined;
        next = undefined;
        if (change === undefined) return undefined;
        last = write(change);
        return last;
      });
  };
  return {
    get nextOutgoing() {
      return numbers.nextOutgoing;
    },
    get nextIncoming() {
      return numbers.nextIncoming;
    },
    async load() {
      requireOpen(isClosed);
      await (next ?? last).catch(() => undefined);
      numbers = await storage.load();
      failure = undefined;
    },
    commit(change, transaction) {
      requireOpen(isClosed);
      if (failure !== undefined) return Promise.reject(failure.error as Error);
      const { nextOutgoing, nextIncoming } = change;
      numbers = { nextOutgoing, nextIncoming };
      if (transaction !== undefined) {
        const earlier = [...inProgress, ...(waiting === undefined ? [] : [waiting])];
        if (earlier.some(({ isReset }) => isReset)) return Promise.reject(wasReset());
        // Earlier changes may have to wait for the end of the program's transaction, which must not wait for them.
        const written = write([...earlier, change].reduce(merged), transaction as Transaction);
        last = Promise.allSettled([last, written]).then(() => written);
        last.catch(() => undefined);
        return written;
      }
      waiting = waiting === undefined ? change : merged(waiting, change);
      flush();
      return next;
    },
    async read(from, to, limit) {
      const pending = [...inProgress, ...(waiting === undefined ? [] : [waiting])];
      const reset = pending.findLastIndex(({ isReset }) => isReset);
      const visible = reset < 0 ? pending : pending.slice(reset);
      const stored = reset < 0 ? await storage.read(from, to, limit) : [];
      const messages = new Map(stored);
      for (const { messages: added } of visible)
        for (const [sequence, bytes] of added)
          if (sequence >= from && sequence <= to) messages.set(sequence, bytes);
      return [...messages].sort(([left], [right]) => left - right).slice(0, limit);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(renewal);
      await (next ?? last).catch(() => undefined);
      await storage.release();
    },
  };
}

/** One change with the effect of two. */
function merged(first: FixChange, second: FixChange): FixChange {
  if (second.isReset) return second;
  return { ...second, isReset: first.isReset, messages: [...first.messages, ...second.messages] };
}

function wasReset(): FixStoreError {
  return new FixStoreError('lost', 'The session was reset while the transaction was open');
}

function requireOpen(isClosed: boolean): void {
  if (isClosed) throw new FixStoreError('closed', 'The FIX store was closed');
}
