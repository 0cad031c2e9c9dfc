/** Ordered values for a single reader. A producer waits if there are too many. */
export interface AsyncQueue<Value> extends AsyncIterableIterator<Value> {
  /** Adds a value. Returns a promise if the producer should wait for it before adding another. */
  push(value: Value): Promise<void> | undefined;
  /** Ends the queue. Values in it can still be read. */
  end(error?: unknown): void;
}

/** Creates a queue with the given capacity. `onDone` is called once, when the reader stops or the queue ends. */
export function createAsyncQueue<Value>(capacity: number, onDone: () => void): AsyncQueue<Value> {
  const values: Value[] = [];
  let reader: PendingRead<Value> | undefined;
  let space: { promise: Promise<void>; resolve: () => void } | undefined;
  let isEnded = false;
  let failure: { readonly error: unknown } | undefined;
  const signalSpace = (): void => {
    space?.resolve();
    space = undefined;
  };
  const finish = (): void => {
    isEnded = true;
    signalSpace();
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
      space ??= createDeferred();
      return space.promise;
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
        if (values.length < capacity) signalSpace();
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

interface PendingRead<Value> {
  readonly resolve: (result: IteratorResult<Value>) => void;
  readonly reject: (error: unknown) => void;
}

function createDeferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
