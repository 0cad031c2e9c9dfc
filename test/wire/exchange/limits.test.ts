import { limits } from '@platform/exchange';
import { expect, test } from 'vitest';
import { type Connected, inMemory } from './connection.js';
import { describedAs } from './described.js';
import { exchangeRaw, messageIn } from './raw.js';

/** An exchange whose keys are all of one profile, and whose requests all come from one address. */
function limited(): Connected {
  return inMemory({
    rateLimits: { keys: { profile: () => 'profile', ip: () => 'address' } },
  });
}

/** Number of consecutive requests until one is rejected. */
async function takenInARow(connected: Connected, id: string): Promise<number> {
  const { method, path } = describedAs(id);
  for (let taken = 0; taken < 100; taken++) {
    const response = await exchangeRaw(connected, { method, target: path });
    if (response.status === 200) continue;
    expect(response.status).toBe(429);
    expect(messageIn(response)).not.toBe('');
    return taken;
  }
  throw new Error('there was to be an end');
}

test.each([
  ['listAccounts', 30],
  ['listFills', 20],
  ['listLoans', 10],
  ['listProducts', 15],
])('accepts of %s a burst of %d requests', async (id, burst) => {
  expect(await takenInARow(limited(), id)).toBe(burst);
});

test('shares limits within a bucket only', async () => {
  const connected = limited();
  await takenInARow(connected, 'listLoans');
  expect(await takenInARow(connected, 'getLendingOverview')).toBe(0);
  expect(await takenInARow(connected, 'getProductTicker')).toBe(15);
  expect(await takenInARow(connected, 'getTime')).toBe(0);
  expect(await takenInARow(connected, 'listReports')).toBe(30);
});

test('refills buckets over time', async () => {
  const connected = limited();
  await takenInARow(connected, 'listFills');
  await connected.testServer.time.advance(500);
  expect(await takenInARow(connected, 'listFills')).toBe(5);
});

test('exports limits as constants', () => {
  const { pageSize, maxOpenOrders, maxProfiles, maxApiKeys, ledgerDefaultDays } = limits;
  expect({ pageSize, maxOpenOrders, maxProfiles, maxApiKeys, ledgerDefaultDays }).toEqual({
    pageSize: 1000,
    maxOpenOrders: 500,
    maxProfiles: 25,
    maxApiKeys: 200,
    ledgerDefaultDays: 1,
  });
});
