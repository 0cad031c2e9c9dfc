import { StoreError } from '../core/error.js';

/** Maximum number of calls that share a statement. */
const maxBatch = 500;

interface Queued<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a function whose concurrent calls share a statement, and so one wait for the disk: calls that are made while a statement
 * runs are executed by the next one. If a statement rejects, each call is executed by itself, so that it alone reports its error.
 *
 * @param execute executes calls. Resolves to their results, in the same order.
 */
export function batched<Input, Output>(
  execute: (inputs: readonly Input[]) => Promise<readonly Output[]>,
): (input: Input) => Promise<Output> {
  let queue: Queued<Input, Output>[] = [];
  let isRunning = false;
  const flush = async (batch: readonly Queued<Input, Output>[]): Promise<void> => {
    try {
      const outputs = await execute(batch.map(({ input }) => input));
      for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Output);
    } catch (error) {
      if (batch.length === 1 || error instanceof StoreError)
        for (const { reject } of batch) reject(error);
      else for (const queued of batch) await flush([queued]);
    }
  };
  const drain = async (): Promise<void> => {
    isRunning = true;
    // Calls of the same turn are together.
    await Promise.resolve();
    while (queue.length > 0) {
      const batch = queue.slice(0, maxBatch);
      queue = queue.slice(maxBatch);
      await flush(batch);
    }
    isRunning = false;
  };
  return (input) =>
    new Promise((resolve, reject) => {
      queue.push({ input, resolve, reject });
      if (!isRunning) void drain();
    });
}
