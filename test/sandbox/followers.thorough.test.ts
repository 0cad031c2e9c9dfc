import { randomUUID } from 'node:crypto';
import { limits } from '@platform/exchange';
import type { Policy } from '@platform/platform';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSandboxIfStale } from '../../scripts/build-sandbox.js';
import { type SandboxProcess, startProcess, token } from './built.js';
import { clientOf, Cluster, createProject, tryCreate } from './cluster.js';
import { missingPostgres, Schemas } from './postgres.js';
import { controlOf, policiesOf } from './sandbox.js';
import { freePort } from '../free-port.js';

const schemas = new Schemas();
beforeAll(() => buildSandboxIfStale());
afterAll(() => (missingPostgres === undefined ? schemas.remove() : undefined));

describe.skipIf(missingPostgres !== undefined)(
  'processes that other machines reach',
  { timeout: 60_000 },
  () => {
    test('control-1, page-1: a follower serves the page, and forwards its commands to the leader', async () => {
      const journal = schemas.next();
      const start = async (): Promise<SandboxProcess> => {
        const port = String(await freePort());
        const shared = ['--journal', journal, '--seed', 'page', '--host', '0.0.0.0'];
        const ports = ['--port', port, '--control-port', '0'];
        return startProcess(...shared, ...ports, '--advertise', `http://127.0.0.1:${port}`);
      };
      const leader = await start();
      const follower = await start();
      expect(follower.output).toContain('follows');
      const page = await fetch(`${follower.url}/`);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(token)]);
      const { id } = await controlOf(follower).tenancy.createOrganization({ name: 'By the page' });
      expect(await controlOf(leader).tenancy.listOrganizations()).toContainEqual(
        expect.objectContaining({ id }),
      );
      const [, reached = ''] = /Platform REST API +(\S+)\/platform\//.exec(leader.output) ?? [];
      const headers = { authorization: `Bearer ${token}` };
      for (const path of ['/', '/sandbox/clock'])
        expect((await fetch(reached + path, { headers })).status).toBe(404);
      expect(await Promise.all([leader.stop(), follower.stop()])).toEqual([0, 0]);
    });
  },
);

describe.skipIf(missingPostgres !== undefined)('processes with one journal', () => {
  test('limits-4: each process counts the requests that it serves', async () => {
    const cluster = new Cluster(schemas, '--time', 'manual');
    await cluster.start(2);
    const { burst } = limits.publicRateLimit;
    for (const { url } of cluster.processes) {
      for (let count = 0; count < burst; count += 1)
        expect((await fetch(`${url}/time`)).status).toBe(200);
      expect((await fetch(`${url}/time`)).status).toBe(429);
    }
    await cluster.stop();
  });

  test('journal-11: after the leader was replaced, the other follower forwards to the new one', async () => {
    const cluster = new Cluster(schemas);
    await cluster.start(3);
    const leader = await cluster.leader();
    const credentials = await createProject(leader);
    const followers = await cluster.followers();
    const created: unknown[] = [];
    for (const follower of followers) {
      const policy = await tryCreate(follower, credentials, randomUUID());
      created.push(policy);
      expect(policy).toBeDefined();
    }
    await leader.kill();
    await expect.poll(() => cluster.leader()).not.toBe(leader);
    const next = await cluster.leader();
    const other = followers.find((each) => each !== next);
    if (other === undefined) throw new Error('no follower');
    const key = randomUUID();
    let policy: Policy | undefined;
    // Until the new leader has read the journal, a command is refused with 503.
    await expect
      .poll(async () => (policy = await tryCreate(other, credentials, key)))
      .toBeDefined();
    expect(await tryCreate(next, credentials, key)).toEqual(policy);
    for (const process of followers)
      expect(await policiesOf(clientOf(process.url, credentials))).toEqual([
        policy,
        ...created.toReversed(),
      ]);
    expect(await Promise.all(followers.map((each) => each.stop()))).toEqual([0, 0]);
  });

  test('control-3, journal-12: with --time manual a follower has the clock of the leader, and goes on with it', async () => {
    const cluster = new Cluster(schemas, '--time', 'manual');
    await cluster.start(2);
    const leader = await cluster.leader();
    const [follower] = await cluster.followers();
    if (follower === undefined) throw new Error('no follower');
    const frozen = await controlOf(leader).clock.get();
    expect(frozen.mode).toBe('frozen');
    expect(await controlOf(follower).clock.get()).toEqual(frozen);
    // A command of the control plane, which the follower forwards.
    const hour = 3_600_000;
    const stepped = await controlOf(follower).clock.step({ milliseconds: hour });
    expect(Date.parse(stepped.now) - Date.parse(frozen.now)).toBe(hour);
    expect((await controlOf(leader).clock.get()).now).toBe(stepped.now);
    expect((await controlOf(follower).clock.get()).now).toBe(stepped.now);
    await leader.kill();
    await expect.poll(() => cluster.leader()).toBe(follower);
    await expect
      .poll(async () => (await controlOf(follower).clock.get.result()).kind)
      .toBe('success');
    expect((await controlOf(follower).clock.get()).now).toBe(stepped.now);
    await expect
      .poll(async () => (await controlOf(follower).clock.step.result({ milliseconds: 1 })).kind)
      .toBe('success');
    const { now } = await controlOf(follower).clock.get();
    expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.parse(stepped.now) + 1);
    expect(Date.parse(now)).toBeLessThan(Date.parse(stepped.now) + 60_000);
    expect(await follower.stop()).toBe(0);
  });
});
