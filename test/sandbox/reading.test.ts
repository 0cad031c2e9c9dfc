import { expect, test } from 'vitest';
import type { Journal } from '../../sandbox/journal/journal.js';
import { memoryJournal } from '../../sandbox/journal/memory.js';
import { policiesOf, testProject, testSandbox } from './sandbox.js';

const rules = [
  {
    action: 'accept',
    operation: 'signEvmTransaction',
    criteria: [{ type: 'ethValue', ethValue: '1', operator: '<=' }],
  },
] as const;

/** Resolves when a method of a journal is called next. */
function called(journal: Journal, name: 'append' | 'remember'): Promise<void> {
  const method = journal[name].bind(journal) as (...values: readonly unknown[]) => unknown;
  return new Promise((resolve) => {
    Object.assign(journal, {
      [name](...values: readonly unknown[]) {
        resolve();
        return method(...values);
      },
    });
  });
}

test('engine-6, journal-3: a query sees the latest entry, and waits until that is durable', async () => {
  const journal = memoryJournal();
  const sandbox = await testSandbox({ journal });
  const { platform } = await testProject(sandbox);
  const events: string[] = [];
  const append = journal.append.bind(journal);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  journal.append = async (entries) => {
    await released;
    events.push('durable');
    await append(entries);
  };
  const isStoring = called(journal, 'append');
  const created = platform.policies.create({ scope: 'account', rules });
  await isStoring;
  const isAuthenticated = called(journal, 'remember');
  const listed = policiesOf(platform).then((policies) => {
    events.push('listed');
    return policies;
  });
  await isAuthenticated;
  // By the end of the next turn the query has been answered from memory.
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  release();
  expect(await listed).toEqual([await created]);
  expect(events.slice(0, 2)).toEqual(['durable', 'listed']);
  await sandbox.close();
});

test('pages-3: a read that begins after a response sees its effect, on every surface', async () => {
  const sandbox = await testSandbox();
  const { platform } = await testProject(sandbox);
  for (let count = 1; count <= 20; count += 1) {
    const { id } = await platform.policies.create({ scope: 'account', rules });
    const [listed, one, state] = await Promise.all([
      policiesOf(platform),
      platform.policies.get(id),
      sandbox.control.state.get(),
    ]);
    expect(listed).toHaveLength(count);
    expect(listed[0]).toEqual(one);
    const [entry] = await sandbox.control.state.readJournal({ from: state.number, limit: 1 });
    expect(entry?.number).toBe(state.number);
  }
  await sandbox.close();
});
