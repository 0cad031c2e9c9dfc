import { afterAll, describe, expect, test } from 'vitest';
import { firstDigest } from '../../sandbox/journal/digest.js';
import type { SharedJournal } from '../../sandbox/journal/journal.js';
import { openPostgresJournal } from '../../sandbox/journal/postgres.js';
import { addEntries, counters, readAll, testJournal } from './journal-conformance.js';
import { missingPostgres, Schemas } from './postgres.js';

const schemas = new Schemas();
afterAll(() => (missingPostgres === undefined ? schemas.remove() : undefined));

const address = 'http://127.0.0.1:1';
const ignore = (): undefined => undefined;

/** Opens a journal, and becomes its leader. */
async function openAsLeader(url: string): Promise<SharedJournal> {
  const journal = await openPostgresJournal(url);
  expect(await journal.elect(address, ignore)).toBe(true);
  return journal;
}

describe.skipIf(missingPostgres !== undefined)(
  `PostgreSQL (${missingPostgres ?? 'responds'})`,
  () => {
    let last = '';
    testJournal('on PostgreSQL', {
      open: () => openAsLeader((last = schemas.next())),
      reopen: () => openAsLeader(last),
    });

    test('journal-9: one process is the leader, and only the leader can append', async () => {
      const url = schemas.next();
      const [first, second] = await Promise.all([
        openPostgresJournal(url),
        openPostgresJournal(url),
      ]);
      const entries = addEntries(counters(), 2, firstDigest);
      await expect(first.append(entries)).rejects.toMatchObject({ code: 'lost' });
      expect(await first.elect('http://first', ignore)).toBe(true);
      expect(await second.elect('http://second', ignore)).toBe(false);
      expect(await second.leader()).toEqual({ epoch: 1, address: 'http://first' });
      await expect(second.append(entries)).rejects.toMatchObject({ code: 'lost' });
      await expect(second.confirm()).rejects.toMatchObject({ code: 'lost' });
      await first.append(entries.slice(0, 1));
      await first.confirm();
      await first.close();
      expect(await second.leader()).toEqual({ epoch: 1 });
      expect(await second.elect('http://second', ignore)).toBe(true);
      await second.append(entries.slice(1));
      expect(await readAll(second)).toEqual(entries);
      await second.close();
    });

    test('journal-9: a leader with an earlier epoch cannot commit', async () => {
      const url = schemas.next();
      const journal = await openAsLeader(url);
      const entries = addEntries(counters(), 2, firstDigest);
      await journal.append(entries.slice(0, 1));
      await schemas.query(url, 'update $s.leader set epoch = epoch + 1');
      await expect(journal.append(entries.slice(1))).rejects.toMatchObject({ code: 'lost' });
      await expect(journal.confirm()).rejects.toMatchObject({ code: 'lost' });
      expect(await readAll(journal)).toEqual(entries.slice(0, 1));
      await journal.close();
    });

    test('journal-9: the end of the leader’s session is reported', async () => {
      const url = schemas.next();
      const journal = await openPostgresJournal(url);
      const ended = new Promise((resolve) => {
        void journal.elect(address, resolve);
      });
      await expect.poll(async () => (await journal.leader()).address).toBe(address);
      await schemas.query(url, 'select pg_terminate_backend(pid) from $s.leader');
      expect(await ended).toMatchObject({ code: 'lost' });
      await journal.close();
    });

    test('journal-12: the session of a leader that does not renew its lease is ended', async () => {
      const url = schemas.next();
      const journal = await openPostgresJournal(url);
      const ended = new Promise((resolve) => {
        void journal.elect(address, resolve);
      });
      const other = await openPostgresJournal(url);
      await expect.poll(async () => (await other.leader()).address).toBe(address);
      await schemas.query(url, "update $s.leader set renewed = clock_timestamp() - interval '4 s'");
      await expect.poll(() => other.elect('http://other', ignore)).toBe(true);
      expect(await ended).toMatchObject({ code: 'lost' });
      expect(await other.leader()).toEqual({ epoch: 2, address: 'http://other' });
      await Promise.all([journal.close(), other.close()]);
    });

    test('journal-10: a follower sees entries of another process, also without notifications', async () => {
      const url = schemas.next();
      const leader = await openAsLeader(url);
      const follower = await openPostgresJournal(url);
      const entries = addEntries(counters(), 3, firstDigest);
      const seen: number[] = [];
      const following = follower.follow(1, ({ number }) => void seen.push(number));
      await leader.append(entries.slice(0, 2));
      await expect.poll(() => seen).toEqual([1, 2]);
      expect(await follower.lastNumber()).toBe(2);
      const { number, text, digest } = entries[2] ?? { number: 0, text: '', digest: '' };
      await schemas.query(url, `insert into $s.entries values (${number}, '${text}', '${digest}')`);
      await expect.poll(() => seen, { timeout: 5000 }).toEqual([1, 2, 3]);
      await following.close();
      await Promise.all([leader.close(), follower.close()]);
    });

    test('journal-10: a follower continues after its connections were ended', async () => {
      const url = schemas.next();
      const leader = await openAsLeader(url);
      const follower = await openPostgresJournal(url);
      const entries = addEntries(counters(), 2, firstDigest);
      const seen: number[] = [];
      const following = follower.follow(1, ({ number }) => void seen.push(number));
      await leader.append(entries.slice(0, 1));
      await expect.poll(() => seen).toEqual([1]);
      await schemas.query(
        url,
        `select pg_terminate_backend(pid) from pg_stat_activity
        where query like '%"$s"%' and pid <> pg_backend_pid() and pid <> (select pid from $s.leader)`,
      );
      await leader.append(entries.slice(1));
      await expect.poll(() => seen, { timeout: 5000 }).toEqual([1, 2]);
      await following.close();
      await Promise.all([leader.close(), follower.close()]);
    });

    test('journal-13: of several processes that remember a value, one is first', async () => {
      const url = schemas.next();
      const journals = await Promise.all([1, 2, 3].map(() => openPostgresJournal(url)));
      for (let round = 0; round < 20; round += 1) {
        const results = await Promise.all(
          journals.map((journal) => journal.remember('key', `nonce:${round}`, 100, 10)),
        );
        expect(results.filter((result) => result === 'new')).toHaveLength(1);
      }
      expect(await journals[0]?.remember('key', 'nonce:1', 300, 200)).toBe('new');
      await Promise.all(journals.map((journal) => journal.close()));
    });

    test('journal-6: tables of another release are refused', async () => {
      const url = schemas.next();
      await (await openPostgresJournal(url)).close();
      await schemas.query(url, 'update $s.meta set value = 99');
      await expect(openPostgresJournal(url)).rejects.toMatchObject({
        code: 'version',
        message: expect.stringContaining(
          'has version 99 of the journal; this release reads version 1',
        ),
      });
    });

    test.each([
      ['a server that does not respond', 'postgres://postgres@127.0.0.1:1/test', 'unreachable'],
      ['a user that does not exist', 'postgres://nobody-at-all@127.0.0.1/test', 'credentials'],
      ['a database that does not exist', 'postgres://postgres@127.0.0.1/nowhere', 'failed'],
      ['a schema that no identifier is', 'postgres://postgres@127.0.0.1/test?schema=A"b', 'failed'],
    ])('journal-9: %s is one clear error', async (_, url, code) => {
      await expect(openPostgresJournal(url)).rejects.toMatchObject({ name: 'JournalError', code });
    });
  },
);
