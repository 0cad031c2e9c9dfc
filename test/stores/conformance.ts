import { expect, test } from 'vitest';
import { testBacklog } from './backlog.js';
import { testExpiringValues } from './conformance/expiring-values.js';
import { testFixSessions } from './conformance/fix-sessions.js';
import { testIdempotencyKeys } from './conformance/idempotency-keys.js';
import { testLimits } from './conformance/limits.js';
import { testOutbox } from './conformance/outbox.js';
import { createSuite, type StoresFixture } from './conformance/suite.js';
import { testReceivedDeliveryStore } from './received-deliveries.js';
import { testRevocationStore } from './revocations.js';

/** Tests that all stores have to pass. `make` creates empty ones for each test. */
export function testStores<Transaction>(
  name: string,
  make: () => StoresFixture<Transaction> | Promise<StoresFixture<Transaction>>,
  transactions: 'with transactions' | 'without transactions',
): void {
  const suite = createSuite(name, make, transactions);
  testIdempotencyKeys(suite);
  testLimits(suite);
  testExpiringValues(suite);
  testOutbox(suite);
  testBacklog(name, make);
  testFixSessions(suite);
  testRevocationStore(name, make);
  testReceivedDeliveryStore(
    name,
    async () => {
      const { stores, transaction, close } = await make();
      return {
        store: stores.received,
        transaction: transaction ?? (() => Promise.reject(new Error('unsupported'))),
        ...(close === undefined ? {} : { close }),
      };
    },
    transactions,
  );

  suite.within('rejects with the error of the program', async ({ transaction }) => {
    const message = 'Timeout: the account is not open, and its buffer is full or locked';
    const error = Object.assign(new Error(message), { code: 'ECONNREFUSED' });
    const failing = transaction(() => Promise.reject(error));
    await expect(failing).rejects.toBe(error);
  });

  test('reports its health, and can be migrated again', async () => {
    const fixture = await make();
    try {
      await Promise.all([fixture.stores.migrate(), fixture.others.migrate()]);
      expect(await fixture.stores.health()).toMatchObject({ ok: true });
      expect(await fixture.stores.prune()).toBeGreaterThanOrEqual(0);
    } finally {
      await fixture.close?.();
    }
  });
}
