import { expect, test } from 'vitest';
import { randomFrom, rounds, seed } from '../rounds.js';
import { sendRandomRequests } from './random-requests.js';

test('P10 and P11: whatever is requested in whatever order, every response is one that the operation declares', async () => {
  const { faults, statuses } = await sendRandomRequests({
    count: rounds(5_000),
    random: randomFrom(seed),
    restartAfter: 400,
  });
  expect(faults).toEqual([]);
  expect(statuses.size).toBeGreaterThan(3);
});
