import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Policy } from '@platform/platform';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSandboxIfStale } from '../../scripts/build-sandbox.js';
import { randomFrom, rounds, seed } from '../rounds.js';
import { runProcess, startProcess } from './built.js';
import { clientOf, Cluster, createProject, type Credentials, rule, tryCreate } from './cluster.js';
import { missingPostgres, Schemas } from './postgres.js';
import { controlOf, policiesOf } from './sandbox.js';

const schemas = new Schemas();
beforeAll(() => buildSandboxIfStale());
afterAll(() => (missingPostgres === undefined ? schemas.remove() : undefined));

/** Longest time without a leader, in milliseconds (journal-12). */
const longestGap = 5000;

/** Clients that create policies until they are told to stop, each with any of the processes, and repeat what has no response. */
class Load {
  readonly created = new Map<string, Policy>();
  readonly #cluster: Cluster;
  readonly #credentials: Credentials;
  readonly #random: () => number;
  readonly #clients: readonly Promise<void>[];
  #isStopping = false;
  #onCreated: () => void = () => undefined;

  constructor(cluster: Cluster, credentials: Credentials, random: () => number, clients: number) {
    this.#cluster = cluster;
    this.#credentials = credentials;
    this.#random = random;
    this.#clients = Array.from({ length: clients }, () => this.#send());
  }

  /** Resolves when a number of policies more were created. */
  async more(count: number): Promise<void> {
    const goal = this.created.size + count;
    await new Promise<void>((resolve) => {
      this.#onCreated = () => {
        if (this.created.size >= goal) resolve();
      };
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#clients);
  }

  async #send(): Promise<void> {
    while (!this.#isStopping) {
      const key = randomUUID();
      let policy: Policy | undefined;
      for (let isFirst = true; policy === undefined; isFirst = false) {
        // As the client of a real program, which does not keep the machine busy with repetitions.
        if (!isFirst) await setTimeout(20);
        const { processes } = this.#cluster;
        const process = processes[Math.floor(this.#random() * processes.length)];
        if (process !== undefined) policy = await tryCreate(process, this.#credentials, key);
      }
      this.created.set(key, policy);
      this.#onCreated();
    }
  }
}

/** Checks that every process has each policy once, and returns the same responses to the same keys. */
async function verify(
  cluster: Cluster,
  credentials: Credentials,
  created: ReadonlyMap<string, Policy>,
): Promise<void> {
  for (const process of cluster.processes) {
    const listed = await policiesOf(clientOf(process.url, credentials));
    expect(listed).toHaveLength(created.size);
    expect(new Map(listed.map((policy) => [policy.description, policy]))).toEqual(created);
  }
  const sample = [...created].slice(-20);
  for (const [index, [key, policy]] of sample.entries()) {
    const process = cluster.processes[index % cluster.processes.length];
    if (process !== undefined) expect(await tryCreate(process, credentials, key)).toEqual(policy);
  }
  const digests = await Promise.all(
    cluster.processes.map(async (each) => (await controlOf(each).state.get()).digest),
  );
  expect(new Set(digests).size).toBe(1);
}

describe.skipIf(missingPostgres !== undefined)(
  `PostgreSQL (${missingPostgres ?? 'responds'})`,
  () => {
    test('journal-12, P13: a leader is killed under load, and each effect is there once', async ({
      annotate,
    }) => {
      const random = randomFrom(seed);
      const cluster = new Cluster(schemas);
      await cluster.start(3);
      const [first] = cluster.processes;
      if (first === undefined) throw new Error('no process');
      const credentials = await createProject(first);
      const load = new Load(cluster, credentials, random, 6);
      const gaps: number[] = [];
      for (let round = 0; round < rounds(40, 2); round += 1) {
        await load.more(1 + Math.floor(random() * 60));
        const leader = await cluster.leader();
        const killedAt = performance.now();
        await leader.kill();
        await expect.poll(() => cluster.leader(), { timeout: 20_000 }).not.toBe(leader);
        await load.more(1);
        gaps.push(Math.round(performance.now() - killedAt));
        await cluster.replace(leader);
      }
      await load.stop();
      await verify(cluster, credentials, load.created);
      await annotate(
        `${load.created.size} policies; a policy created after each kill, in ms: ${gaps.join(' ')}`,
      );
      expect(Math.max(...gaps)).toBeLessThan(longestGap);
      await cluster.stop();
    }, 1_800_000);

    test('journal-12, P13: a leader that is paused loses its session, and ends when it continues', async ({
      annotate,
    }) => {
      const random = randomFrom(seed + 1);
      const cluster = new Cluster(schemas);
      await cluster.start(3);
      const leader = await cluster.leader();
      const credentials = await createProject(leader);
      const load = new Load(cluster, credentials, random, 4);
      await load.more(20);
      const pausedAt = performance.now();
      leader.pause();
      await expect.poll(() => cluster.leader(), { timeout: 20_000 }).not.toBe(leader);
      const gap = performance.now() - pausedAt;
      leader.resume();
      expect(await leader.ended).toMatchObject({
        status: 1,
        output: expect.stringContaining('This process is no longer the leader'),
      });
      await cluster.replace(leader);
      await load.more(20);
      await load.stop();
      await verify(cluster, credentials, load.created);
      await annotate(`A follower led ${Math.round(gap)} ms after the leader was paused.`);
      expect(gap).toBeLessThan(longestGap);
      await cluster.stop();
    }, 120_000);

    test('journal-9, P13: the database ends the leader’s session', async () => {
      const cluster = new Cluster(schemas);
      await cluster.start(2);
      const leader = await cluster.leader();
      const credentials = await createProject(leader);
      const load = new Load(cluster, credentials, randomFrom(seed + 2), 4);
      await load.more(20);
      await cluster.query('select pg_terminate_backend(pid) from $s.leader');
      expect((await leader.ended).status).toBe(1);
      await cluster.replace(leader);
      await load.more(20);
      await load.stop();
      await verify(cluster, credentials, load.created);
      await cluster.stop();
    }, 120_000);

    test('journal-4, P13: damage that one process finds ends all of them, and nothing is served from the journal', async () => {
      const cluster = new Cluster(schemas);
      await cluster.start(2);
      await cluster.query("update $s.entries set text = text || ' ' where number = 2");
      await cluster.query("insert into $s.meta (name, value) values ('damaged', 2)");
      const ended = await Promise.all(cluster.processes.map((each) => each.ended));
      for (const each of ended)
        expect(each).toMatchObject({
          status: 1,
          output: expect.stringContaining('Entry 2 of the journal is damaged.\nNothing is served.'),
        });
      await expect(cluster.startProcess()).rejects.toThrow(
        'Entry 2 of the journal was altered, or is incomplete.\nNothing is served.',
      );
    });

    test('journal-10, pages-3: a read on a follower reflects everything that was committed before it', async () => {
      const cluster = new Cluster(schemas);
      await cluster.start(2);
      const [first] = cluster.processes;
      if (first === undefined) throw new Error('no process');
      const credentials = await createProject(first);
      const [follower] = await cluster.followers();
      if (follower === undefined) throw new Error('no follower');
      const leader = await cluster.leader();
      for (let count = 1; count <= 20; count += 1) {
        await tryCreate(leader, credentials, randomUUID());
        expect(await policiesOf(clientOf(follower.url, credentials))).toHaveLength(count);
      }
      await cluster.stop();
    });

    test('journal-11: commands that a follower receives are executed by the leader', async () => {
      const cluster = new Cluster(schemas);
      await cluster.start(2);
      const [follower] = await cluster.followers();
      if (follower === undefined) throw new Error('no follower');
      const credentials = await createProject(follower);
      expect(await tryCreate(follower, credentials, randomUUID())).toBeDefined();
      const { faults } = controlOf(follower);
      await faults.inject({ kind: 'unavailable', method: 'GET', times: 1 });
      const client = clientOf(follower.url, credentials);
      expect(await client.policies.list.result()).toMatchObject({ status: 503 });
      expect(await client.policies.list.result()).toMatchObject({ kind: 'success' });
      expect(await faults.list()).toEqual([]);
      await cluster.stop();
    });

    test('journal-11: without a leader a command is 503, and reads continue', async () => {
      const cluster = new Cluster(schemas);
      await cluster.start(2);
      const leader = await cluster.leader();
      const credentials = await createProject(leader);
      const [follower] = await cluster.followers();
      if (follower === undefined) throw new Error('no follower');
      // Another session waits for the lock, so that no follower gets it when the leader stops.
      const holder = new Schemas();
      const held = cluster.query(`select pg_advisory_lock(hashtextextended('"$s"', 0))`, holder);
      await expect
        .poll(() =>
          cluster.query("select 1 from pg_locks where locktype = 'advisory' and not granted"),
        )
        .toHaveLength(1);
      await leader.stop();
      await held;
      const client = clientOf(follower.url, credentials);
      const request = { scope: 'account', rules: [rule] } as const;
      const outcome = await client.policies.create.result(request);
      expect(outcome).toMatchObject({
        status: 503,
        value: { errorType: 'service_unavailable' },
        response: { headers: expect.arrayContaining(['retry-after', '1']) },
      });
      expect(await policiesOf(client)).toEqual([]);
      await holder.remove();
      await expect.poll(() => tryCreate(follower, credentials, randomUUID())).toBeDefined();
      await follower.stop();
    });

    test('secrets-1: PostgreSQL needs a seed, and another one is refused', async () => {
      const url = schemas.next();
      const without = await runProcess('--journal', url);
      expect([without.status, without.output]).toEqual([
        2,
        expect.stringContaining('needs --seed'),
      ]);
      const first = await startProcess('--journal', url, '--seed', 'a');
      const other = await runProcess('--journal', url, '--seed', 'b');
      expect([other.status, other.output.trim()]).toEqual([
        1,
        'The journal belongs to another seed.',
      ]);
      expect(await first.stop()).toBe(0);
    });
  },
);
