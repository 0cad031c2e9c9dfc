/** Values for one reader, in order; who adds waits when there are too many. */
export interface Inbox<Value> extends AsyncIterableIterator<Value> {
  /** Adds a value. A promise where it should not be followed by another one until that is kept. */
  push(value: Value): Promise<void> | undefined;
  /** No more values come; those that are there are still read. */
  end(error?: unknown): void;
}

/** Makes an inbox of that many places. `onDone` is called once, when the reader has gone or has read everything. */
export function createInbox<Value>(capacity: number, onDone: () => void): Inbox<Value> {
  const values: Value[] = [];
  let reader: Waiting<Value> | undefined;
  let room: { promise: Promise<void>; resolve: () => void } | undefined;
  let isEnded = false;
  let failure: { readonly error: unknown } | undefined;
  const makeRoom = (): void => {
    room?.resolve();
    room = undefined;
  };
  const finish = (): void => {
    isEnded = true;
    makeRoom();
    onDone();
  };
  return {
    push(value) {
      if (isEnded) return undefined;
      if (reader !== undefined) {
        const { resolve } = reader;
        reader = undefined;
        resolve({ value, done: false });
        return undefined;
      }
      values.push(value);
      if (values.length < capacity) return undefined;
      room ??= waitingRoom();
      return room.promise;
    },
    end(error) {
      if (isEnded) return;
      if (error !== undefined) failure = { error };
      finish();
      if (reader === undefined) return;
      if (failure === undefined) reader.resolve({ value: undefined, done: true });
      else reader.reject(failure.error);
      reader = undefined;
    },
    next() {
      if (values.length > 0) {
        const value = values.shift() as Value;
        if (values.length < capacity) makeRoom();
        return Promise.resolve({ value, done: false });
      }
      if (failure !== undefined) {
        const { error } = failure;
        failure = undefined;
        return Promise.reject(error);
      }
      if (isEnded) return Promise.resolve({ value: undefined, done: true });
      return new Promise((resolve, reject) => {
        reader = { resolve, reject };
      });
    },
    return() {
      values.length = 0;
      if (!isEnded) finish();
      return Promise.resolve({ value: undefined, done: true });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

interface Waiting<Value> {
  readonly resolve: (result: IteratorResult<Value>) => void;
  readonly reject: (error: unknown) => void;
}

function waitingRoom(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
