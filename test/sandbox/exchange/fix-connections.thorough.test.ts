import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSandboxIfStale } from '../../../scripts/build-sandbox.js';
import type { SandboxProcess } from '../built.js';
import { Cluster } from '../cluster.js';
import { missingPostgres, Schemas } from '../postgres.js';
import { controlOf } from '../sandbox.js';
import { marketDataSession, orderSession, type OrderSession } from './process-clients.js';
import { newKey, rich, type TestKey, testTrader } from './traders.js';

const schemas = new Schemas();
beforeAll(() => buildSandboxIfStale());
afterAll(() => (missingPostgres === undefined ? schemas.remove() : undefined));

/** Milliseconds after which a test says what it has waited for in vain. */
const longestWait = 60_000;

/** An open session for orders. */
async function ordersAt(process: SandboxProcess, key: TestKey): Promise<OrderSession> {
  const session = orderSession(() => process, key, { reconnect: false });
  await session.opened();
  return session;
}

/** What becomes of a Logon: `accepted`, or the text of the refusal. */
async function logOn(opening: Promise<unknown>): Promise<string> {
  try {
    await opening;
    return 'accepted';
  } catch (error) {
    return String(error);
  }
}

/** Waits until a Logon is accepted. It is tried no more often than the exchange allows. */
function isAccepted(what: string, open: () => Promise<unknown>): Promise<void> {
  const message = `waited for ${what}`;
  return expect
    .poll(() => logOn(open()), { message, interval: 1000, timeout: longestWait })
    .toBe('accepted');
}

describe.skipIf(missingPostgres !== undefined)(
  `PostgreSQL (${missingPostgres ?? 'responds'})`,
  () => {
    test('fix-2: a profile has seven connections at all processes together, and those of a killed one end', async ({
      onTestFinished,
    }) => {
      const cluster = new Cluster(schemas);
      onTestFinished(() => cluster.kill());
      await cluster.start(2);
      const first = await cluster.leader();
      const [second] = await cluster.followers();
      if (second === undefined) throw new Error('no follower');
      const place = { url: first.url, control: controlOf(first) };
      const { profileId } = await testTrader(place, { funds: rich });
      const keys: TestKey[] = [];
      for (let count = 0; count < 8; count += 1) keys.push(await newKey(place, profileId));
      const eighth = await newKey(place, profileId);
      for (const key of keys.slice(0, 4)) await ordersAt(first, key);
      const followed = keys.slice(4, 7);
      for (const key of followed) await marketDataSession(second, key);
      expect(await logOn(ordersAt(first, eighth))).toContain('Too many connections');
      expect(await logOn(marketDataSession(second, eighth))).toContain('Too many connections');

      // The follower leads. It has its three connections still, and those of the former leader have ended.
      await cluster.killLeader();
      await expect
        .poll(() => cluster.leader(), { message: 'waited for a leader', timeout: longestWait })
        .toBe(second);
      const [last, ...others] = keys.slice(0, 4) as [TestKey, ...TestKey[]];
      for (const key of others)
        await isAccepted('a connection to the new leader', () => ordersAt(second, key));
      const session = await ordersAt(second, last);
      expect(await logOn(ordersAt(second, eighth))).toContain('Too many connections');

      // Another follower reserves at the new leader, until it is killed, too.
      await cluster.replace(first);
      const [third] = await cluster.followers();
      if (third === undefined) throw new Error('no follower');
      expect(await logOn(marketDataSession(third, eighth))).toContain('Too many connections');
      await session.close();
      await isAccepted('a connection to the new follower', () => marketDataSession(third, eighth));
      expect(await logOn(ordersAt(second, last))).toContain('Too many connections');
      await third.kill();
      await isAccepted('the end of the lease', () => ordersAt(second, last));
    }, 300_000);
  },
);
