import { expect, test } from 'vitest';
import type { Journal, StoredEntry } from '../../sandbox/journal/journal.js';
import { memoryJournal } from '../../sandbox/journal/memory.js';
import { type Core, openCore } from '../../sandbox/server/core.js';
import { testSandbox } from './sandbox.js';

const origin = { surface: 'test', caller: '' };

interface Opened {
  readonly core: Core;
  readonly failures: unknown[];
}

/** Opens a core that checks two of the entries that the snapshot reflects before anything is served. */
async function open(journal: Journal): Promise<Opened> {
  const failures: unknown[] = [];
  const core = await openCore({
    journal,
    seed: Buffer.from('test'),
    time: 'real',
    checkedFirst: 2,
    onFailure: (error) => failures.push(error),
  });
  await core.lead();
  return { core, failures };
}

/** A journal of many entries with a snapshot, one of which was changed. */
async function journalWith(
  change: (entry: StoredEntry) => StoredEntry = (entry) => entry,
): Promise<Journal> {
  const journal = memoryJournal();
  const { core } = await open(journal);
  for (let count = 0; count < 1200; count += 1)
    core.loop.execute('clock.set', { mode: 'running', offset: count }, origin);
  await core.loop.snapshot();
  const copy = memoryJournal();
  for await (const entry of journal.read(1)) await copy.append([change(entry)]);
  const snapshot = await journal.newestSnapshot();
  if (snapshot !== undefined) await copy.saveSnapshot(snapshot);
  return copy;
}

test('journal-4: entries long before the snapshot are checked while the sandbox runs', async () => {
  const { core, failures } = await open(await journalWith());
  core.checkHistory();
  await core.historyChecked();
  await core.loop.settled();
  expect(failures).toEqual([]);
  await core.close();
});

test('journal-4: one that was altered ends the sandbox, and is checked before it starts again', async () => {
  const torn = ({ text }: StoredEntry): string => text.slice(0, -1);
  const journal = await journalWith((entry) =>
    entry.number === 700 ? { ...entry, text: torn(entry) } : entry,
  );
  const { core, failures } = await open(journal);
  core.checkHistory();
  await core.historyChecked();
  const damage = {
    code: 'altered',
    number: 700,
    message: 'Entry 700 of the journal was altered, or is incomplete.',
  };
  expect(failures).toEqual([expect.objectContaining(damage)]);
  await expect(core.loop.settled()).rejects.toMatchObject(damage);
  expect(() => core.loop.execute('clock.set', { mode: 'running', offset: 0 }, origin)).toThrow(
    damage.message,
  );
  await expect(open(journal)).rejects.toMatchObject(damage);
});

test('journal-4: the newest entries before the snapshot are checked first', async () => {
  const journal = await journalWith((entry) =>
    entry.number === 1201 ? { ...entry, text: '{}' } : entry,
  );
  await expect(open(journal)).rejects.toMatchObject({ code: 'altered', number: 1201 });
});

test('journal-4: a sandbox that stops does not wait for the check', async () => {
  const journal = await journalWith();
  let checks = 0;
  const findDamage = journal.findDamage.bind(journal);
  journal.findDamage = (from, to) => {
    checks += 1;
    return findDamage(from, to);
  };
  const { core } = await open(journal);
  checks = 0;
  core.checkHistory();
  await core.close();
  expect(checks).toBe(1);
});

test('journal-4: no damaged entry is shown', async () => {
  const journal = memoryJournal();
  const failures: unknown[] = [];
  const sandbox = await testSandbox({ journal, onFailure: (error) => failures.push(error) });
  await sandbox.control.tenancy.createOrganization({ name: 'Acme' });
  const entries = await sandbox.control.state.readJournal({ from: 1, limit: 5 });
  expect(entries.map(({ number }) => number)).toEqual([1, 2]);
  Object.assign(journal, {
    findDamage: (from: number, to: number) =>
      Promise.resolve(to >= 2 ? { code: 'altered', number: Math.max(2, from) } : undefined),
  });
  await expect(sandbox.control.state.readJournal({ from: 1, limit: 5 })).rejects.toThrow();
  expect(failures).toEqual([expect.objectContaining({ code: 'altered', number: 2 })]);
  await sandbox.close();
});
