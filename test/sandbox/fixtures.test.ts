import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { Engine } from '../../sandbox/domain/engine.js';
import { subjects } from '../../sandbox/domain/subjects.js';
import { decodeCanonical, encodeCanonical } from '../../sandbox/domain/value.js';
import type { StoredEntry } from '../../sandbox/journal/journal.js';
import { loadJournal } from '../../sandbox/journal/load.js';
import { memoryJournal } from '../../sandbox/journal/memory.js';
import { counter } from './counter.js';
import { readAll } from './journal-conformance.js';
import { testProject, testSandbox } from './sandbox.js';
import { elsewhere, unsigned } from './transactions.js';

const folder = 'test/sandbox/fixtures';

/** The journal of a release, and the state that it gives. */
interface Fixture {
  readonly entries: readonly StoredEntry[];
  readonly state: FixtureState;
}

/** Parts of the state that the release knew, and the digest of all of them. */
interface FixtureState {
  readonly parts: readonly string[];
  readonly digest: string;
}

function readFixture(name: string): Fixture {
  const text = readFileSync(`${folder}/${name}.json`, 'utf8');
  return JSON.parse(text) as Fixture;
}

function writeFixture(name: string, fixture: Fixture): void {
  writeFileSync(`${folder}/${name}.json`, `${JSON.stringify(fixture, undefined, 2)}\n`);
}

/** Loads entries into an engine, and returns the parts of the encoded state by name. */
async function partsOf(
  entries: readonly StoredEntry[],
  engine: Pick<Engine<Record<string, never>>, 'number' | 'apply' | 'load' | 'encode'>,
): Promise<ReadonlyMap<string, unknown>> {
  const journal = memoryJournal();
  await journal.append(entries);
  await loadJournal(journal, engine);
  const { subjects: own, ...rest } = decodeCanonical(engine.encode()) as {
    readonly subjects: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  const members = Object.entries(own).flatMap(([subject, parts]) =>
    Object.entries(parts).map(([member, part]) => [`${subject}.${member}`, part] as const),
  );
  return new Map<string, unknown>([...Object.entries(rest), ...members]);
}

function digestOf(parts: ReadonlyMap<string, unknown>, names: readonly string[]): string {
  const text = encodeCanonical(names.map((name) => [name, parts.get(name) ?? null]));
  return createHash('sha256').update(text).digest('base64url');
}

/** A journal of this release with events of all subjects. */
async function writeJournal(): Promise<readonly StoredEntry[]> {
  const journal = memoryJournal();
  const sandbox = await testSandbox({ journal, time: 'manual' });
  const { control } = sandbox;
  const { platform, organizationId, projectId } = await testProject(sandbox);
  await control.tenancy.createClientApiKey(projectId, { label: 'client' });
  const criteria = [{ type: 'ethValue', ethValue: '9', operator: '<=' }] as const;
  const rules = [{ action: 'accept', operation: 'signEvmTransaction', criteria }] as const;
  const once = { idempotencyKey: '8f9a4a53-5f0d-4a6e-9a38-0b8a1f9c2d3e' };
  const policy = await platform.policies.create({ scope: 'account', rules }, once);
  await platform.policies.update(policy.id, { description: 'changed', rules });
  const evm = await platform.evmAccounts.create({ name: 'main', accountPolicy: policy.id });
  await platform.evmAccounts.signEvmTransaction(evm.address, { transaction: unsigned() });
  await platform.evmAccounts.create({ name: 'other' });
  await platform.solanaAccounts.create({ name: 'main' });
  await control.userOperations.setMode({ mode: 'manual' });
  const smart = await platform.evmSmartAccounts.create({ owners: [evm.address] });
  await platform.evmSmartAccounts.prepareUserOperation(smart.address, {
    network: 'base',
    calls: [{ to: elsewhere, value: '1', data: '0x' }],
  });
  await platform.webhooks.create({
    network_id: 'base',
    event_type: 'erc20_transfer',
    notification_uri: 'https://receiver.example/',
  });
  await control.chain.createWallet(organizationId, {
    name: 'treasury',
    addresses: [elsewhere],
  });
  await control.chain.registerAsset({ network: 'base', id: 'tea', type: 'erc20' });
  await control.chain.makeBlock('base', {});
  await control.faults.inject({ kind: 'delay', method: 'PUT', times: 1 });
  const number = await control.state.takeSnapshot();
  await control.clock.step({ milliseconds: 5000 });
  await control.state.restore(number);
  await platform.policies.create({ scope: 'project', rules });
  await sandbox.close();
  return readAll(journal);
}

const key = new Uint8Array(32);
const written = process.env['JOURNAL_FIXTURE'];

beforeAll(async () => {
  if (written === undefined) return;
  const entries = await writeJournal();
  const parts = await partsOf(entries, new Engine(subjects, key));
  const names = [...parts.keys()];
  writeFixture(`release-${written}`, {
    entries,
    state: { parts: names, digest: digestOf(parts, names) },
  });
});

const releases = readdirSync(folder)
  .filter((name) => name.startsWith('release-'))
  .map((name) => name.replace(/\.json$/, ''));

test.each(releases)('journal-4: the journal of %s gives the same state', async (name) => {
  const { entries, state } = readFixture(name);
  const parts = await partsOf(entries, new Engine(subjects, key));
  expect(digestOf(parts, state.parts)).toBe(state.digest);
});

test('journal-4: a journal with an earlier version of an event gives the state of the present one', async () => {
  const { entries, state } = readFixture('counter-1');
  expect(entries[0]?.text).not.toContain('"version"');
  const engine = new Engine({ counter }, key);
  const parts = await partsOf(entries, engine);
  expect(engine.state.counter.counters.get('a')).toEqual({ value: 41n, lastId: '' });
  expect(digestOf(parts, state.parts)).toBe(state.digest);
});
