import {
  type FixChange,
  type FixStore,
  FixStoreError,
  type FixStoredMessage,
} from '../store/store.js';

/**
 * What a session has decided and its store does not have yet. The session reads and changes numbers here; each of its calls ends with one
 * commit of all that has changed.
 */
export class Journal {
  nextOutgoing = 1;
  nextIncoming = 1;
  /** Whether the numbers are those of the store. */
  isLoaded = false;
  readonly #store: FixStore;
  #messages: FixStoredMessage[] = [];
  #isReset = false;
  #isChanged = false;
  /** A transaction of the program that is still open: nothing else is committed before it has ended. */
  #open: OpenTransaction | undefined;

  constructor(store: FixStore) {
    this.#store = store;
  }

  /** Whether something waits for its commit. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Whether what was committed survives the end of the process though its promise is still to be kept. */
  get isKeptOnReturn(): boolean {
    return this.#store.isKeptOnReturn === true;
  }

  /** Asks the store for its numbers, unless they are known. */
  load(): void | Promise<void> {
    if (this.isLoaded) return undefined;
    const loading = this.#store.load();
    if (loading === undefined) return this.#takeNumbers();
    return loading.then(() => this.#takeNumbers());
  }

  /** Takes the next number. Messages of the application come with their bytes, which never change afterwards. */
  append(sequence: number, message: Uint8Array | undefined): void {
    this.nextOutgoing = sequence + 1;
    if (message !== undefined) this.#messages.push([sequence, message]);
    this.#isChanged = true;
  }

  /** Expects this number of the peer from now on. */
  expect(sequence: number): void {
    if (sequence === this.nextIncoming) return;
    this.nextIncoming = sequence;
    this.#isChanged = true;
  }

  /** Both numbers are 1 again, and nothing that was sent is known any more. */
  reset(): void {
    this.nextOutgoing = 1;
    this.nextIncoming = 1;
    this.#messages = [];
    this.#isReset = true;
    this.#isChanged = true;
  }

  /** Commits what has changed. A promise where bytes have to wait for it. */
  flush(): Promise<void> | undefined {
    if (this.#open !== undefined) return this.#isChanged ? this.#open.after : undefined;
    if (!this.#isChanged) return undefined;
    return this.#store.commit(this.#takeChange()) ?? undefined;
  }

  /**
   * Writes what has changed within a transaction of the program, which stays open until {@link settle}. `written` is kept when it was
   * written, `after` when the transaction has ended well.
   */
  flushWithin(transaction: unknown): {
    readonly written: Promise<void> | undefined;
    readonly after: Promise<void>;
  } {
    const change = this.#takeChange();
    const open = openTransaction(change.messages);
    const written = this.#store.commit(change, transaction) ?? undefined;
    this.#open = open;
    return { written, after: open.after };
  }

  /**
   * The program's transaction has ended: what was decided in the meantime is committed, or lost with it. Answers with the failure where all of
   * it is lost.
   */
  settle(
    failure: { readonly error: unknown } | undefined,
  ): { readonly error: unknown } | undefined {
    const open = this.#open;
    if (open === undefined) return undefined;
    this.#open = undefined;
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

  /** What was sent under these numbers, with what this call of the session has sent. */
  read(
    from: number,
    to: number,
    limit: number,
  ): readonly FixStoredMessage[] | Promise<readonly FixStoredMessage[]> {
    const inMemory =
      this.#open === undefined ? this.#messages : [...this.#open.messages, ...this.#messages];
    const pending = inMemory.filter(([sequence]) => sequence >= from && sequence <= to);
    if (this.#isReset) return pending.slice(0, limit);
    const found = this.#store.read(from, to, limit);
    if (pending.length === 0) return found;
    const all = (kept: readonly FixStoredMessage[]): readonly FixStoredMessage[] =>
      [...kept, ...pending].slice(0, limit);
    return 'then' in found ? found.then(all) : all(found);
  }

  /** Forgets what was not committed; the numbers have to be loaded again. */
  discard(error: unknown): void {
    this.isLoaded = false;
    this.#messages = [];
    this.#isReset = false;
    this.#isChanged = false;
    this.#open?.fail(error);
    this.#open = undefined;
  }

  #takeNumbers(): void {
    this.nextOutgoing = this.#store.nextOutgoing;
    this.nextIncoming = this.#store.nextIncoming;
    this.isLoaded = true;
  }

  /** @throws {FixStoreError} `lost` after a failure, before the numbers were loaded again */
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

/** A transaction of the program that has the session's change in it. */
interface OpenTransaction {
  /** What it has, and readers outside of it do not see. */
  readonly messages: readonly FixStoredMessage[];
  /** Kept when the transaction has ended well, and what was decided meanwhile is kept, too. */
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
  // Whoever waits for it hears of it; where nobody does, the session has ended already.
  after.catch(() => undefined);
  return { messages, after, done, fail };
}
