import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSandboxIfStale } from '../../../scripts/build-sandbox.js';
import { randomFrom, rounds, seed } from '../../rounds.js';
import type { SandboxProcess } from '../built.js';
import { Cluster } from '../cluster.js';
import { missingPostgres, Schemas } from '../postgres.js';
import { controlOf, type TestSandbox } from '../sandbox.js';
import {
  booksOf,
  DropCopy,
  FixSender,
  RestSender,
  type Sender,
  Watcher,
} from './failover-clients.js';
import { fixPortOf } from './process-clients.js';
import { RawFix } from './raw-fix.js';
import { exchangeOf, newKey, rich, testTrader, type Trader } from './traders.js';

const schemas = new Schemas();
beforeAll(() => buildSandboxIfStale());
afterAll(() => (missingPostgres === undefined ? schemas.remove() : undefined));

/** Longest time without a leader, in milliseconds (journal-12). */
const longestGap = 5000;

/** Milliseconds after which a test says what it has waited for in vain. */
const longestWait = 60_000;

/** Waits for something, and says what it was if it does not come. */
function waitFor(what: string, isThere: () => boolean): Promise<void> {
  const message = `waited for ${what}`;
  return expect
    .poll(() => (isThere() ? 'there' : 'missing'), { message, interval: 20, timeout: longestWait })
    .toBe('there');
}

/** Waits until each of the senders has a number of orders acknowledged that it sends from now on. */
function ordersMore(when: string, senders: readonly Sender[], count: number): Promise<void> {
  const now = performance.now();
  const counts = (): readonly number[] => senders.map((each) => each.countSince(now));
  return waitFor(`${count} orders of each client ${when}`, () =>
    counts().every((each) => each >= count),
  );
}

/** Identifiers of all orders of a profile, by those of the client. */
async function ordersOf({ url }: SandboxProcess, { key }: Trader): Promise<Map<string, string>> {
  const placed: [string, string][] = [];
  const { orders } = exchangeOf(url, key);
  for await (const { client_oid = '', id } of orders.list({ status: ['all'] }))
    placed.push([client_oid, id]);
  const byClientId = new Map(placed);
  expect(byClientId.size).toBe(placed.length);
  return byClientId;
}

/** What tests create users and keys with, at a process. */
function placeOf(process: SandboxProcess): Pick<TestSandbox, 'url' | 'control'> {
  return { url: process.url, control: controlOf(process) };
}

/** Sends a Logon with 34=1 to the process that leads. Returns the reply. */
async function logOnTo(leader: SandboxProcess, profileId: string): Promise<string> {
  const key = await newKey(placeOf(leader), profileId);
  const port = fixPortOf(leader, 'orders') ?? 0;
  const session = await RawFix.open(port, 'FIXT.1.1', key.name, () => Date.now());
  session.logOn(key, { sequence: 1 });
  const reply = await session.next('A');
  session.close();
  return reply;
}

describe.skipIf(missingPostgres !== undefined)(
  `PostgreSQL (${missingPostgres ?? 'responds'})`,
  () => {
    test('journal-10, journal-12, fix-12, P13: the leader is killed under load over REST and FIX, no order is lost or doubled, and all processes have one book', async ({
      annotate,
      onTestFinished,
    }) => {
      const cluster = new Cluster(schemas);
      onTestFinished(() => cluster.kill());
      await cluster.start(3);
      const place = placeOf(await cluster.leader());
      const trader = (): Promise<Trader> => testTrader(place, { funds: rich });
      const watched = await trader();
      const copied = new FixSender(cluster, await trader(), randomFrom(seed));
      const fixSenders = [copied, new FixSender(cluster, await trader(), randomFrom(seed + 1))];
      const senders: readonly Sender[] = [
        ...fixSenders,
        new RestSender(cluster, await trader(), randomFrom(seed + 2)),
        new RestSender(cluster, await trader(), randomFrom(seed + 3)),
      ];
      const copy = new DropCopy(cluster, await newKey(place, copied.trader.profileId));
      await copy.opened();
      const watchers = new Map<SandboxProcess, Watcher>();
      const watch = async (process: SandboxProcess): Promise<void> => {
        const key = await newKey(placeOf(process), watched.profileId);
        watchers.set(process, await Watcher.open(process, key));
      };
      for (const follower of await cluster.followers()) await watch(follower);
      for (const sender of senders) sender.start();
      await ordersMore('before the kill', senders, 20);

      const gaps: number[] = [];
      for (let kills = 1; kills <= rounds(10, 2); kills += 1) {
        const killed = await cluster.killLeader();
        const killedAt = performance.now();
        await waitFor('an order after the kill', () =>
          senders.some((each) => each.countSince(killedAt) > 0),
        );
        gaps.push(Math.round(performance.now() - killedAt));
        await watchers.get(killed)?.close();
        watchers.delete(killed);
        await ordersMore('after the kill', senders, 10);
        for (const session of [copy, ...fixSenders])
          await waitFor('Logons after the kill', () => session.logons > kills);
        const leader = await cluster.leader();
        expect(await logOnTo(leader, watched.profileId)).toContain('|34=1|');
        await cluster.replace(killed);
        for (const process of cluster.processes) if (!watchers.has(process)) await watch(process);
        await ordersMore('when the third process is back', senders, 5);
      }
      await Promise.all(senders.map((sender) => sender.stop()));

      for (const process of cluster.processes)
        for (const sender of senders)
          expect(await ordersOf(process, sender.trader)).toEqual(sender.ids());
      const books = await booksOf(await cluster.leader());
      expect(books.orders.length).toBeGreaterThan(0);
      for (const [process, watcher] of watchers) {
        expect(await booksOf(process)).toEqual(books);
        const message = `waited for the books of ${process.url}`;
        await expect.poll(() => watcher.books, { message, timeout: longestWait }).toEqual(books);
        expect(watcher.faults).toEqual([]);
      }
      // What was sent since the drop copy is open again is in it, under the same identifiers.
      const since = copied.ids(copy.openSince);
      await waitFor('the drop copy', () => [...since.keys()].every((id) => copy.reported.has(id)));
      for (const [clientId, id] of since)
        expect(copy.reported.get(clientId)).toEqual(new Set([id]));
      const states = cluster.processes.map((each) => controlOf(each).state.get());
      expect(new Set((await Promise.all(states)).map(({ digest }) => digest)).size).toBe(1);

      const total = senders.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
      const asked = senders.reduce((sum, { recovered }) => sum + recovered, 0);
      await annotate(
        `${total} orders, ${asked} asked about; one ${gaps.join(' and ')} ms after each kill`,
      );
      // A machine that is busy with other things can only be slower.
      expect(Math.min(...gaps)).toBeLessThan(longestGap);
      await copy.close();
      await Promise.all([...watchers.values()].map((watcher) => watcher.close()));
      await cluster.stop();
    }, 900_000);
  },
);
