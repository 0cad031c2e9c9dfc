import { test } from 'vitest';
import type { Stores } from '../../../stores/core/stores.js';

/** Empty stores to be tested. */
export interface StoresFixture<Transaction> {
  readonly stores: Stores<Transaction>;
  /** Stores of another process on the same database. */
  readonly others: Stores<Transaction>;
  /** Runs a transaction, which commits if `run` resolves and is rolled back if it throws; none where there are no transactions. */
  readonly transaction?: (
    run: (transaction: Transaction) => Promise<void>,
    commits?: () => boolean,
  ) => Promise<void>;
  close?(): Promise<void>;
}

/** Defines a test with empty stores. */
export type Testing<Transaction> = (
  title: string,
  body: (fixture: Required<StoresFixture<Transaction>>) => Promise<void>,
) => void;

/** How the tests of one kind of store are defined. */
export interface Suite<Transaction> {
  /** Name of the stores, for titles. */
  readonly name: string;
  readonly testing: Testing<Transaction>;
  /** The same, only where there are transactions. */
  readonly within: Testing<Transaction>;
}

/** Creates a suite. `make` creates empty stores for each test. */
export function createSuite<Transaction>(
  name: string,
  make: () => StoresFixture<Transaction> | Promise<StoresFixture<Transaction>>,
  transactions: 'with transactions' | 'without transactions',
): Suite<Transaction> {
  const testing: Testing<Transaction> = (title, body) =>
    void test(`${title}`, async () => {
      const fixture = await make();
      const transaction = fixture.transaction ?? (() => Promise.reject(new Error('unsupported')));
      try {
        await body({ close: async () => undefined, ...fixture, transaction });
      } finally {
        await fixture.close?.();
      }
    });
  return {
    name,
    testing,
    within: (title, body) => {
      if (transactions === 'with transactions') testing(title, body);
    },
  };
}

/** Time at which the tests begin. */
export const start: number = Date.UTC(2026, 0, 1);
export const minute = 60_000;
export const day = 86_400_000;
