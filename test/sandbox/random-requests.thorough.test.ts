import { expect, test } from 'vitest';
import { randomFrom, rounds, seed } from '../rounds.js';
import { sendRandomRequests } from './random-requests.js';

test('P10 and P11: of a hundred thousand random requests with kills in between, every response is declared', async ({
  annotate,
}) => {
  const count = rounds(100_000);
  const { faults, statuses } = await sendRandomRequests({
    count,
    random: randomFrom(seed + 1),
    restartAfter: 5_000,
  });
  await annotate(`${count} requests: ${JSON.stringify([...statuses])}`);
  expect(faults).toEqual([]);
  expect(statuses.size).toBeGreaterThan(3);
}, 3_600_000);
