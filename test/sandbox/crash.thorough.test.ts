import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlatformClient, Policy } from '@platform/platform';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSandboxIfStale } from '../../scripts/build-sandbox.js';
import { randomFrom, rounds, seed } from '../rounds.js';
import {
  missingSqlite,
  openDatabase,
  type SandboxProcess,
  startLimitedProcess,
  startProcess,
} from './built.js';
import { missingPostgres, Schemas } from './postgres.js';
import { controlOf, platformOf, policiesOf } from './sandbox.js';

const schemas = new Schemas();
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-crash-'));
  await buildSandboxIfStale();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  if (missingPostgres === undefined) await schemas.remove();
});

const rule = {
  action: 'accept',
  operation: 'signEvmTransaction',
  criteria: [{ type: 'ethValue', ethValue: '1', operator: '<=' }],
} as const;

/** Number of clients that send requests at the same time. */
const clients = 4;

/** The sample project's client. Its credentials are printed by the first process on PostgreSQL. */
function clientOf({ url }: SandboxProcess, { output }: SandboxProcess): PlatformClient {
  const variable = (name: string): string => new RegExp(`${name}='(.*)'`).exec(output)?.[1] ?? '';
  return platformOf(
    url,
    variable('BEARER_KEY_NAME'),
    variable('BEARER_KEY_SECRET'),
    variable('WALLET_AUTH_SECRET'),
  );
}

/** Creates a policy whose description is its idempotency key. Returns `undefined` if there was no response, or no leader yet. */
async function create(client: PlatformClient, key: string): Promise<Policy | undefined> {
  const request = { scope: 'account', description: key, rules: [rule] } as const;
  const options = { idempotencyKey: key, retry: false } as const;
  const outcome = await client.policies.create.result(request, options);
  if (outcome.kind === 'success') return outcome.value;
  if (outcome.kind === 'failure') expect(outcome.status).toBe(503);
  else expect(outcome).toMatchObject({ kind: 'network' });
  return undefined;
}

/** Policies by idempotency key: those that were acknowledged, and keys of requests without a response. */
interface Sent {
  readonly acknowledged: Map<string, Policy>;
  readonly unknown: Set<string>;
}

/** Several clients create policies until the process has ended; it is killed after a number of responses, if one is given. */
async function sendUntilEnd(
  client: PlatformClient,
  running: SandboxProcess,
  killAfter = Number.POSITIVE_INFINITY,
): Promise<Sent> {
  const sent: Sent = { acknowledged: new Map(), unknown: new Set() };
  const state = { hasEnded: false };
  const ended = running.ended.then(() => {
    state.hasEnded = true;
  });
  const send = async (): Promise<void> => {
    while (!state.hasEnded) {
      const key = randomUUID();
      const policy = await create(client, key);
      if (policy === undefined) {
        sent.unknown.add(key);
        await Promise.race([ended, new Promise(setImmediate)]);
      } else sent.acknowledged.set(key, policy);
      if (sent.acknowledged.size >= killAfter) await running.kill();
    }
  };
  await Promise.all(Array.from({ length: clients }, send));
  return sent;
}

/** Checks that repeated requests have the same responses. Returns the policies of all keys, those without a first response too. */
async function repeat(
  client: PlatformClient,
  { acknowledged, unknown }: Sent,
): Promise<Map<string, Policy>> {
  const repeated = new Map<string, Policy>();
  const again = async (key: string): Promise<void> => {
    let policy: Policy | undefined;
    while (policy === undefined) policy = await create(client, key);
    repeated.set(key, policy);
  };
  const keys = [...acknowledged.keys(), ...unknown];
  const next = async (): Promise<void> => {
    for (let key = keys.pop(); key !== undefined; key = keys.pop()) await again(key);
  };
  await Promise.all(Array.from({ length: clients }, next));
  for (const [key, policy] of acknowledged) expect(repeated.get(key)).toEqual(policy);
  return repeated;
}

/** Checks that the policies are there, once each. */
function expectOnce(listed: readonly Policy[], policies: ReadonlyMap<string, Policy>): void {
  expect(new Map(listed.map((policy) => [policy.description, policy]))).toEqual(policies);
  expect(listed).toHaveLength(policies.size);
}

/** Checks that everything acknowledged is there once, with the same responses to its keys. */
async function verify(client: PlatformClient, sent: Sent): Promise<void> {
  const policies = await repeat(client, sent);
  expectOnce(await policiesOf(client), policies);
}

/** The newest policies: those that are not known yet. */
async function newest(
  client: PlatformClient,
  known: ReadonlyMap<string, Policy>,
): Promise<readonly Policy[]> {
  const policies: Policy[] = [];
  for await (const policy of client.policies.list()) {
    if (known.has(policy.description ?? '')) break;
    policies.push(policy);
  }
  return policies;
}

const onSqlite = (): readonly string[] => [
  '--journal',
  `sqlite:${join(folder, `${randomUUID()}.db`)}`,
];
const onPostgres = (): readonly string[] => ['--journal', schemas.next(), '--seed', 'crash'];

describe.each([
  ['SQLite', missingSqlite, onSqlite],
  ['PostgreSQL', missingPostgres, onPostgres],
] as const)('%s', (_, missing, journal) => {
  test('journal-15, P9: whatever was acknowledged is there after kill -9, once, and keys return the same responses', async (context) => {
    if (missing !== undefined) return context.skip(missing);
    const random = randomFrom(seed);
    const words = journal();
    const known = new Map<string, Policy>();
    const first = await startProcess(...words);
    let running = first;
    for (let round = 0; round < rounds(200, 3); round += 1) {
      const killAfter = 1 + Math.floor(random() * 20);
      const sent = await sendUntilEnd(clientOf(running, first), running, killAfter);
      // The process that shows what was kept is the one that is killed next.
      running = await startProcess(...words);
      const client = clientOf(running, first);
      const policies = await repeat(client, sent);
      expectOnce(await newest(client, known), policies);
      for (const [key, policy] of policies) known.set(key, policy);
    }
    expectOnce(await policiesOf(clientOf(running, first)), known);
    expect(await running.stop()).toBe(0);
  }, 3_600_000);
});

test('journal-7, journal-15: in memory, keys return the same responses after lost ones', async () => {
  const running = await startProcess('--journal', 'memory');
  expect(running.output).toContain('in memory: everything is lost when it stops');
  const client = clientOf(running, running);
  const count = rounds(200, 20);
  await controlOf(running).faults.inject({ kind: 'lost', method: 'POST', times: count });
  const sent: Sent = { acknowledged: new Map(), unknown: new Set() };
  const send = async (): Promise<void> => {
    while (sent.acknowledged.size < count) {
      const key = randomUUID();
      const policy = await create(client, key);
      if (policy === undefined) sent.unknown.add(key);
      else sent.acknowledged.set(key, policy);
    }
  };
  await Promise.all(Array.from({ length: clients }, send));
  expect(sent.unknown.size).toBe(count);
  await verify(client, sent);
  expect(await running.stop()).toBe(0);
}, 120_000);

describe.skipIf(missingSqlite !== undefined)(`SQLite (${missingSqlite ?? 'compiled'})`, () => {
  test('journal-5, journal-15: when the disk is full the process ends, and what was acknowledged is there', async () => {
    const words = onSqlite();
    const running = await startLimitedProcess(1024, ...words);
    const sent = await sendUntilEnd(clientOf(running, running), running);
    const { status, output } = await running.ended;
    expect([status, output]).toEqual([1, expect.stringContaining('The journal failed')]);
    const again = await startProcess(...words);
    await verify(clientOf(again, running), sent);
    expect(await again.stop()).toBe(0);
  }, 120_000);

  test('journal-6, journal-15: a snapshot that was torn while it was written is not used', async () => {
    const words = onSqlite();
    const first = await startProcess(...words);
    const { digest } = await controlOf(first).state.get();
    await first.stop();
    const database = openDatabase((words[1] ?? '').replace('sqlite:', ''));
    database.exec('update snapshots set text = substr(text, 1, length(text) / 2)');
    database.close();
    const second = await startProcess(...words);
    expect((await controlOf(second).state.get()).digest).toBe(digest);
    await second.stop();
  });
});
