import { StoreError } from '../core/error.js';

/** @throws {StoreError} `unsupported` for a transaction: a program's transaction in Redis cannot be rolled back. */
export function refuseTransaction(transaction: unknown): void {
  if (transaction === undefined) return;
  throw new StoreError(
    'unsupported',
    'The stores on Redis cannot join transactions of the program',
  );
}
