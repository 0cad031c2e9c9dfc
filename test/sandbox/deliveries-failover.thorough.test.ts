import type { ServerResponse } from 'node:http';
import hook0 from 'hook0-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildSandboxIfStale } from '../../scripts/build-sandbox.js';
import { type SandboxProcess, startProcess } from './built.js';
import { missingPostgres, Schemas } from './postgres.js';
import { type Received, type Receiver, startReceiver } from './receiver.js';
import { controlOf, platformOf } from './sandbox.js';

const schemas = new Schemas();
beforeAll(() => buildSandboxIfStale());
afterAll(() => (missingPostgres === undefined ? schemas.remove() : undefined));

/** Number of deliveries, of failures of each, and the rounds in which the leader is killed during its attempts. */
const count = 6;
const failures = 59;
const kills = new Set([5, 25, 45]);
const hour = 3_600_000;

const processes: SandboxProcess[] = [];
let receiver: Receiver | undefined;
afterEach(async () => {
  await Promise.all(processes.splice(0).map((each) => each.kill()));
  await receiver?.close();
});

/** A receiver that refuses each event so often, and that can leave requests without a response. */
class Refusing {
  isHolding = false;
  readonly #seen = new Map<string, number>();
  readonly #held: ServerResponse[] = [];

  respond(response: ServerResponse, { headers }: Received): void {
    if (this.isHolding) {
      this.#held.push(response);
      return;
    }
    const event = String(headers['x-event-id']);
    const seen = (this.#seen.get(event) ?? 0) + 1;
    this.#seen.set(event, seen);
    response.writeHead(seen > failures ? 204 : 500).end();
  }

  /** Ends the connections whose requests have no response. */
  release(): void {
    this.isHolding = false;
    for (const response of this.#held.splice(0)) response.destroy();
  }
}

/** Verifies a delivery with a library that shares nothing with the sandbox, at the time that its signature names. */
function isVerified({ headers, body }: Received, secret: string): unknown {
  const signature = String(headers['x-hook0-signature']);
  const [, seconds = ''] = /t=(\d+)/.exec(signature) ?? [];
  return hook0.verifyWebhookSignatureWithCurrentTime(
    signature,
    Buffer.from(body),
    new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    secret,
    300,
    new Date(Number(seconds) * 1000),
  );
}

describe.skipIf(missingPostgres !== undefined)('deliveries of several processes', () => {
  test('webhooks-8, webhooks-9 and journal-12: 59 failures and senders killed during attempts lose no delivery', async () => {
    const journal = schemas.next();
    const start = async (): Promise<void> => {
      const words = ['--journal', journal, '--seed', 'deliveries', '--time', 'manual'];
      const process = await startProcess(...words);
      processes.push(process);
      // One that was too slow to stay the leader ends by itself.
      void process.ended.then(() => {
        const at = processes.indexOf(process);
        if (at >= 0) processes.splice(at, 1);
      });
    };
    for (let index = 0; index < 3; index += 1) await start();
    const refusing = new Refusing();
    const started = await startReceiver((response) => {
      const last = started.received.at(-1);
      if (last !== undefined) refusing.respond(response, last);
    });
    receiver = started;
    const { received, url: target } = started;

    const [first] = processes;
    if (first === undefined) throw new Error('no process');
    const { tenancy, deliveries, chain } = controlOf(first);
    const { id: organizationId } = await tenancy.createOrganization({ name: 'Acme' });
    const { id: project } = await tenancy.createProject({ organizationId, name: 'Shop' });
    const key = await tenancy.createSecretApiKey(project, { label: 'test' });
    const wallet = await tenancy.createWalletSecret(project);
    const { secret } = await deliveries.getSecret(organizationId);
    await platformOf(first.url, key.name, key.secret, wallet.secret).webhooks.create({
      network_id: 'base',
      event_type: 'erc20_transfer',
      notification_uri: target,
    });
    const from = `0x${'0'.repeat(40)}`;
    const to = `0x${'1'.repeat(40)}`;
    await chain.makeBlock('base', {
      transfers: Array.from({ length: count }, () => ({ asset: 'usdc', from, to, value: '1' })),
    });

    /** Any process that still runs. Whichever it is, the leader executes what it is asked. */
    const control = (): ReturnType<typeof controlOf> => {
      const [process] = processes;
      if (process === undefined) throw new Error('no process');
      return controlOf(process);
    };
    /** The statuses of all deliveries, once no attempt is left that could begin or end. */
    const settled = async (): Promise<readonly string[]> => {
      let statuses: readonly string[] = [];
      await expect
        .poll(
          async () => {
            const list = await control().deliveries.list(project);
            statuses = list.map(({ status }) => status);
            // One that is ready for its next attempt has no time of it any more.
            return list.filter(
              ({ status, nextAttemptAt }) =>
                status !== 'succeeded' && status !== 'failed' && nextAttemptAt === undefined,
            );
          },
          { timeout: 60_000 },
        )
        .toEqual([]);
      return statuses;
    };
    const killLeader = async (): Promise<void> => {
      const [row] = await schemas.query(journal, 'select address from $s.leader');
      const { address } = row as { readonly address: string };
      const leader = processes.find(({ url }) => url === address);
      if (leader === undefined) throw new Error(`No process has the address ${address}.`);
      processes.splice(processes.indexOf(leader), 1);
      await leader.kill();
      refusing.release();
      await start();
    };
    const step = async (): Promise<void> => {
      const stepped = (): Promise<unknown> => control().clock.step({ milliseconds: hour });
      await expect.poll(stepped, { timeout: 60_000 }).toBeDefined();
    };

    let statuses = await settled();
    for (let round = 1; statuses.includes('retrying'); round += 1) {
      if (round > 2 * failures) throw new Error(`still ${statuses.join(', ')}`);
      const before = received.length;
      refusing.isHolding = kills.has(round);
      await step();
      if (refusing.isHolding) {
        await started.arrived(before + 1);
        await killLeader();
      }
      statuses = await settled();
    }

    const list = await control().deliveries.list(project);
    expect(statuses).toEqual(Array.from({ length: count }, () => 'succeeded'));
    const events = new Set(list.map(({ eventId }) => eventId));
    expect(events.size).toBe(count);
    for (const { eventId, attempts } of list) {
      expect(attempts.length).toBeLessThanOrEqual(failures + 1);
      expect(attempts.slice(0, -1).every(({ status }) => status === 500)).toBe(true);
      expect(attempts.at(-1)).toMatchObject({ ended: 'success', status: 204 });
      const own = received.filter(({ headers }) => headers['x-event-id'] === eventId);
      // Every failure and the success, and an attempt more for a kill during it.
      expect(own.length).toBeGreaterThan(failures);
      expect(own.length).toBeLessThanOrEqual(failures + 1 + kills.size);
      expect(new Set(own.map(({ body }) => body)).size).toBe(1);
    }
    expect(received.every(({ headers }) => events.has(String(headers['x-event-id'])))).toBe(true);
    for (const each of received) expect(isVerified(each, secret)).toBe(true);
  }, 300_000);
});
