import {
  type FixChange,
  type FixStore,
  FixStoreError,
  type FixStoredMessage,
} from '../store/store.js';

/**
 * Changes that a session has decided and not committed. The session uses the numbers here. Each of its calls ends with
 * a single commit of all changes.
 */
export class Journal {
  nextOutgoing = 1;
  nextIncoming = 1;
  /** True if the numbers have been loaded from the store. */
  isLoaded = false;
  readonly #store: FixStore;
  #messages: FixStoredMessage[] = [];
  #isReset = false;
  #isChanged = false;
  /** Open transaction of the program. Nothing else is committed before it ends. */
  #openTransaction: OpenTransaction | undefined;

  constructor(store: FixStore) {
    this.#store = store;
  }

  /** True if there are uncommitted changes. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** True if a commit survives the end of the process before its promise resolves. */
  get isKeptOnReturn(): boolean {
    return this.#store.isKeptOnReturn === true;
  }

  /** Loads the numbers from the store, unless they are known. */
  load(): void | Promise<void> {
    if (this.isLoaded) return undefined;
    const loading = this.#store.load();
    if (loading === undefined) return this.#takeNumbers();
    return loading.then(() => this.#takeNumbers());
  }

  /** Uses the next number. For an application message, also stores its bytes, which must not change afterwards. */
  append(sequence: number, message: Uint8Array | undefined): void {
    this.nextOutgoing = sequence + 1;
    if (message !== undefined) this.#messages.push([sequence, message]);
    this.#isChanged = true;
  }

  /** Sets the number expected of the peer. */
  expect(sequence: number): void {
    if (sequence === this.nextIncoming) return;
    this.nextIncoming = sequence;
    this.#isChanged = true;
  }

  /** Resets both numbers to 1 and discards all sent messages. */
  reset(): void {
    this.nextOutgoing = 1;
    this.nextIncoming = 1;
    this.#messages = [];
    this.#isReset = true;
    this.#isChanged = true;
  }

  /** Commits all changes. Returns a promise if messages have to wait for the commit. */
  flush(): Promise<void> | undefined {
    if (this.#openTransaction !== undefined)
      return this.#isChanged ? this.#openTransaction.after : undefined;
    if (!this.#isChanged) return undefined;
    return this.#store.commit(this.#takeChange()) ?? undefined;
  }

  /**
   * Writes all changes within a transaction of the program, which stays open until {@link settle}. `written` resolves
   * when they have been written, `after` when the transaction has succeeded.
   */
  flushWithin(transaction: unknown): {
    readonly written: Promise<void> | undefined;
    readonly after: Promise<void>;
  } {
    const change = this.#takeChange();
    const transactionState = openTransaction(change.messages);
    const written = this.#store.commit(change, transaction) ?? undefined;
    this.#openTransaction = transactionState;
    return { written, after: transactionState.after };
  }

  /**
   * Ends the program's transaction. Changes made in the meantime are committed, or discarded with it. Returns the
   * failure if everything is discarded.
   */
  settle(
    failure: { readonly error: unknown } | undefined,
  ): { readonly error: unknown } | undefined {
    const open = this.#openTransaction;
    if (open === undefined) return undefined;
    this.#openTransaction = undefined;
    try {
      if (failure !== undefined) throw failure.error;
      const rest = this.flush();
      if (rest === undefined) open.done();
      else rest.then(open.done, open.fail);
      return undefined;
    } catch (error) {
      open.fail(error);
      return { error };
    }
  }

  /** Messages sent with these numbers, including those of the current call. */
  read(
    from: number,
    to: number,
    limit: number,
  ): readonly FixStoredMessage[] | Promise<readonly FixStoredMessage[]> {
    const inMemory =
      this.#openTransaction === undefined
        ? this.#messages
        : [...this.#openTransaction.messages, ...this.#messages];
    const pending = inMemory.filter(([sequence]) => sequence >= from && sequence <= to);
    if (this.#isReset) return pending.slice(0, limit);
    const storedMessages = this.#store.read(from, to, limit);
    if (pending.length === 0) return storedMessages;
    const withPending = (stored: readonly FixStoredMessage[]): readonly FixStoredMessage[] =>
      [...stored, ...pending].slice(0, limit);
    return 'then' in storedMessages
      ? storedMessages.then(withPending)
      : withPending(storedMessages);
  }

  /** Discards uncommitted changes. The numbers must be loaded again. */
  discard(error: unknown): void {
    this.isLoaded = false;
    this.#messages = [];
    this.#isReset = false;
    this.#isChanged = false;
    this.#openTransaction?.fail(error);
    this.#openTransaction = undefined;
  }

  #takeNumbers(): void {
    this.nextOutgoing = this.#store.nextOutgoing;
    this.nextIncoming = this.#store.nextIncoming;
    this.isLoaded = true;
  }

  /** @throws {FixStoreError} `lost` after a failure, until the numbers have been loaded again. */
  #takeChange(): FixChange {
    if (!this.isLoaded) throw new FixStoreError('lost', 'A commit of this session has failed');
    const { nextOutgoing, nextIncoming } = this;
    const change = { isReset: this.#isReset, nextOutgoing, nextIncoming, messages: this.#messages };
    this.#messages = [];
    this.#isReset = false;
    this.#isChanged = false;
    return change;
  }
}

/** An open transaction of the program that contains a change of the session. */
interface OpenTransaction {
  /** Messages in the transaction, which other readers of the database cannot see. */
  readonly messages: readonly FixStoredMessage[];
  /** Resolves when the transaction and the changes made in the meantime have been committed. */
  readonly after: Promise<void>;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}

function openTransaction(messages: readonly FixStoredMessage[]): OpenTransaction {
  let done = (): void => undefined;
  let fail = (_error: unknown): void => undefined;
  const after = new Promise<void>((resolve, reject) => {
    done = resolve;
    fail = reject;
  });
  // Callers that wait for the promise receive the error. If there are none, the session has already ended.
  after.catch(() => undefined);
  return { messages, after, done, fail };
}
