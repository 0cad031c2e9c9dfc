import { type TransactionFields, viem } from './independent.js';

/** An unsigned transaction, written by an independent library. */
export function unsigned(changes: Partial<TransactionFields> = {}): string {
  return viem.serializeTransaction({
    type: 'eip1559',
    chainId: 84532,
    nonce: 0,
    maxPriorityFeePerGas: 1_000_000n,
    maxFeePerGas: 1_000_000n,
    gas: 21_000n,
    to: destination,
    value: 1n,
    ...changes,
  });
}

/** Destinations of transactions. */
export const destination = '0x742d35cc6634c0532925a3b844bc454e4438f44e';
export const elsewhere = '0x1111111111111111111111111111111111111111';
