import { canDeliveryStatusTransition, limits } from '@platform/platform';
import {
  createPlatformWebhookReceiver,
  deliverySignatureVerifier,
} from '@platform/platform/webhook-receiver';
import hook0 from 'hook0-client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { memoryJournal } from '../../sandbox/journal/memory.js';
import { deliverySecretOf } from '../../sandbox/surfaces/deliveries/sender.js';
import { listen } from '../wire/loopback.js';
import {
  closeAfterwards,
  closeAll,
  isFinished,
  onlyDelivery,
  reaches,
  receiver,
  startSender,
  toNextAttempt,
} from './delivery-fixture.js';
import { startReceiver, type Received } from './receiver.js';
import {
  addressOf,
  credit,
  deliveriesOf,
  openWorld,
  owner,
  reopen,
  subscribe,
  type World,
} from './running-world.js';

const ada = addressOf(0xada);
const bob = addressOf(0xb0b);

afterEach(closeAll);

/** Every status that a delivery had, in order, from its events in the journal. */
async function statusesOf(world: World): Promise<readonly string[]> {
  const statuses: string[] = ['pending'];
  for await (const { text } of world.journal.read(1)) {
    const { events } = JSON.parse(text) as {
      readonly events: readonly {
        readonly type: string;
        readonly data: { readonly status: string };
      }[];
    };
    for (const { type, data } of events) {
      if (type === 'webhooks.attempt-started') statuses.push('processing');
      if (type === 'webhooks.attempt-ended') statuses.push(data.status);
      if (type === 'webhooks.delivery-abandoned') statuses.push('failed');
    }
  }
  return statuses;
}

function isVerified({ headers, body }: Received, secret: string, world: World): unknown {
  return hook0.verifyWebhookSignatureWithCurrentTime(
    String(headers['x-hook0-signature']),
    Buffer.from(body),
    new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    secret,
    300,
    new Date(world.timers.now()),
  );
}

describe('deliveries', () => {
  test('webhooks-7: an independent library verifies every attempt', async () => {
    const world = await openWorld();
    const { url, received } = await receiver([500, 500, 204]);
    subscribe(world, { notificationUri: url, signatureHeader: 'any text' });
    startSender(world);
    credit(world, ada, 5n);
    const secret = deliverySecretOf(world, owner.organization);
    for (let attempt = 1; attempt < 3; attempt += 1) {
      await world.until(() => onlyDelivery(world).attempts.length === attempt);
      expect(isVerified(received.at(-1) as Received, secret, world)).toBe(true);
      await world.timers.advance(5000);
    }
    await reaches(world, 'succeeded');
    expect(isVerified(received.at(-1) as Received, secret, world)).toBe(true);
    const other = deliverySecretOf(world, 'another');
    expect(() => isVerified(received.at(-1) as Received, other, world)).toThrow('signature');
    expect(received).toHaveLength(3);
    const of = (name: string): ReadonlySet<unknown> =>
      new Set(received.map(({ headers }) => headers[name]));
    expect([...of('x-event-id')]).toEqual([onlyDelivery(world).eventId]);
    expect([...of('x-webhook-signature')]).toEqual(['any text']);
    expect([...new Set(received.map(({ body }) => body))]).toHaveLength(1);
    // The time of each attempt is signed.
    expect(of('x-hook0-signature').size).toBe(3);
  });

  test('webhooks-7: without a header text there is no header', async () => {
    const world = await openWorld();
    const { url, received } = await receiver([204]);
    subscribe(world, { notificationUri: url });
    startSender(world);
    credit(world, ada, 5n);
    await reaches(world, 'succeeded');
    expect(received[0]?.headers).not.toHaveProperty('x-webhook-signature');
  });

  test('webhooks-7: a header text that HTTP cannot carry ends the delivery', async () => {
    const world = await openWorld();
    const { url, received } = await receiver([204]);
    subscribe(world, { notificationUri: url, signatureHeader: 'two\nlines' });
    startSender(world);
    credit(world, ada, 5n);
    expect(await reaches(world, 'failed')).toMatchObject({
      attempts: [{ ended: 'invalid-request' }],
    });
    expect(received).toEqual([]);
  });

  test('webhooks-6: a generated receiver accepts every type of event, and the envelope', async () => {
    const world = await openWorld();
    const secret = deliverySecretOf(world, owner.organization);
    const seen: unknown[] = [];
    const loopback = await listen(() =>
      createPlatformWebhookReceiver(
        {
          notification({ body }, respond) {
            seen.push(body.eventType);
            return respond.success(204);
          },
          event({ body }, respond) {
            seen.push(body);
            return respond.success(204);
          },
        },
        {
          security: {
            deliverySignature: deliverySignatureVerifier({ secrets: secret, clock: world.timers }),
          },
        },
      ),
    );
    closeAfterwards(loopback);
    const notificationUri = `${loopback.baseUrl}/`;
    const types = [
      'wallet_activity',
      'erc20_transfer',
      'smart_contract_event_activity',
      'erc721_transfer',
    ] as const;
    const webhooks = types.map((eventType) => subscribe(world, { eventType, notificationUri }));
    world.accept('assets.register', { network: 'base', id: 'art', type: 'erc721', decimals: 0 });
    startSender(world);
    const zero = addressOf(0);
    const transfers = [
      { asset: 'usdc', from: zero, to: ada, value: 5n },
      { asset: 'art', token: '4711', from: zero, to: ada, value: 1n },
    ];
    const transactions = [{ from: zero, to: bob, transfers }];
    world.accept('assets.make-block', { network: 'base', transactions });
    await world.until(() => deliveriesOf(world).every(isFinished));
    expect(deliveriesOf(world).map(({ status }) => status)).toEqual(
      Array.from({ length: 6 }, () => 'succeeded'),
    );
    expect([...new Set(seen)].sort()).toEqual([...types].sort());

    const id = world.accept('webhooks.send-event', {
      project: owner.project,
      id: webhooks[0]?.id ?? '',
      eventType: 'wallet.activity.detected',
      data: '{"amount":0.5}',
    });
    await world.until(() => deliveriesOf(world).every(isFinished));
    const sent = world.loop.state.webhooks.deliveries.get(id);
    expect(sent).toMatchObject({ status: 'succeeded' });
    expect(seen.at(-1)).toEqual({
      eventId: sent?.eventId,
      timestamp: expect.stringMatching(/^2025-03-25T12:00:/) as string,
      eventType: 'wallet.activity.detected',
      data: { amount: 0.5 },
    });
  });

  test('webhooks-8: 59 times 500, then 200', async () => {
    const world = await openWorld();
    const failures = limits.maxDeliveryAttempts - 1;
    const { url, received } = await receiver([...Array.from({ length: failures }, () => 500), 200]);
    subscribe(world, { notificationUri: url });
    startSender(world);
    credit(world, ada, 5n);
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= failures; attempt += 1) {
      const { nextAttemptAt, attempts } = await reaches(world, 'retrying');
      expect(attempts).toHaveLength(attempt);
      pauses.push((nextAttemptAt ?? 0) - (attempts.at(-1)?.endedAt ?? 0));
      await toNextAttempt(world);
      await world.until(() => onlyDelivery(world).attempts.length > attempt);
    }
    const delivery = await reaches(world, 'succeeded');
    expect(delivery.attempts.map(({ number }) => number)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
    expect(delivery.attempts.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 59 }, () => 500),
      200,
    ]);
    expect(new Set(received.map(({ headers }) => headers['x-event-id']))).toEqual(
      new Set([delivery.eventId]),
    );
    expect(received).toHaveLength(60);
    // Jitter shortens a pause at random; its limit doubles up to an hour.
    for (const [index, pause] of pauses.entries())
      expect(pause).toBeLessThanOrEqual(Math.min(3600, 2 ** index) * 1_000_000 + 1000);
    const statuses = await statusesOf(world);
    for (const [index, status] of statuses.entries())
      if (index > 0)
        expect(
          canDeliveryStatusTransition(statuses[index - 1] as 'pending', status as 'pending'),
        ).toBe(true);
  });

  test('webhooks-8: 60 attempts without success end a delivery', async () => {
    const world = await openWorld();
    const { url, received } = await receiver([503]);
    subscribe(world, { notificationUri: url });
    startSender(world);
    credit(world, ada, 5n);
    for (let attempt = 1; attempt < 60; attempt += 1) {
      await toNextAttempt(world);
      await world.until(() => onlyDelivery(world).attempts.length > attempt);
    }
    expect(await reaches(world, 'failed')).toMatchObject({ isAbandoned: false });
    expect(received).toHaveLength(60);
  });

  test.each([400, 410, 422])(
    'webhooks-8: %i means that the message will never be accepted',
    async (status) => {
      const world = await openWorld();
      const { url, received } = await receiver([status]);
      subscribe(world, { notificationUri: url });
      startSender(world);
      credit(world, ada, 5n);
      expect(await reaches(world, 'failed')).toMatchObject({ attempts: [{ status }] });
      expect(received).toHaveLength(1);
    },
  );

  test.each([
    [600, 600],
    [86_400, 3600],
  ])('webhooks-8: Retry-After of %i seconds is honoured for %i', async (asked, seconds) => {
    const world = await openWorld();
    const { url } = await receiver((response) =>
      response.writeHead(503, { 'Retry-After': String(asked) }).end(),
    );
    subscribe(world, { notificationUri: url });
    startSender(world);
    credit(world, ada, 5n);
    const { nextAttemptAt, attempts } = await reaches(world, 'retrying');
    const pause = (nextAttemptAt ?? 0) - (attempts[0]?.endedAt ?? 0);
    expect(Math.round(pause / 1_000_000)).toBe(seconds);
  });

  test('webhooks-8: a receiver that does not listen is tried again', async () => {
    const world = await openWorld();
    const closed = await startReceiver([204]);
    await closed.close();
    subscribe(world, { notificationUri: closed.url });
    startSender(world);
    credit(world, ada, 5n);
    expect(await reaches(world, 'retrying')).toMatchObject({
      attempts: [{ ended: 'network', code: 'ECONNREFUSED' }],
    });
  });

  test('webhooks-8: at most four attempts of a webhook run at the same time, and none waits for another', async () => {
    const world = await openWorld();
    const held: { end(): void }[] = [];
    const slow = await receiver((response) => void held.push(response));
    const fast = await receiver([204]);
    subscribe(world, { notificationUri: slow.url });
    const quick = subscribe(world, { notificationUri: fast.url });
    startSender(world);
    for (let one = 0; one < 10; one += 1) credit(world, ada, 1n);
    await fast.arrived(10);
    await slow.arrived(4);
    const { deliveriesByWebhook } = world.loop.state.webhooks;
    await world.until(() => deliveriesByWebhook.rows(quick.id).every(isFinished));
    expect(slow.received).toHaveLength(4);
    for (let released = 1; released <= 10; released += 1) {
      await slow.arrived(released);
      held[released - 1]?.end();
    }
    await world.until(() => deliveriesOf(world).every(isFinished));
    expect(slow.received).toHaveLength(10);
  });

  test('journal-3: nothing is sent before the beginning of the attempt is durable', async () => {
    const journal = memoryJournal();
    let isDurable = true;
    const held: (() => void)[] = [];
    const world = await openWorld({
      kind: journal.kind,
      isFlushed: true,
      append(entries) {
        if (isDurable) return journal.append(entries);
        return new Promise((resolve, reject) => {
          held.push(() => void journal.append(entries).then(resolve, reject));
        });
      },
      read: (from) => journal.read(from),
      follow: (from, listener) => journal.follow(from, listener),
      findDamage: (from, to) => journal.findDamage(from, to),
      markDamaged: (number) => journal.markDamaged(number),
      damagedEntry: () => journal.damagedEntry(),
      saveSnapshot: (snapshot) => journal.saveSnapshot(snapshot),
      newestSnapshot: (before) => journal.newestSnapshot(before),
      remember: (...values) => journal.remember(...values),
      backUp: (path) => journal.backUp(path),
      close: () => journal.close(),
    });
    const { url, received, arrived } = await receiver([204]);
    subscribe(world, { notificationUri: url });
    credit(world, ada, 5n);
    await world.loop.settled();
    isDurable = false;
    startSender(world);
    await vi.waitFor(() => expect(held).toHaveLength(1));
    expect(onlyDelivery(world).status).toBe('processing');
    // A message that had not waited would have arrived in this time of another one.
    const { url: other, arrived: first } = await receiver([204]);
    await fetch(other, { method: 'POST' });
    await first(1);
    expect(received).toEqual([]);
    isDurable = true;
    held[0]?.();
    await arrived(1);
    await reaches(world, 'succeeded');
  });

  test('webhooks-9: killed during an attempt, the same event is sent again, once', async () => {
    const world = await openWorld();
    const { url, received, arrived } = await receiver((response, count) => {
      if (count > 1) response.writeHead(204).end();
    });
    subscribe(world, { notificationUri: url });
    const first = startSender(world);
    credit(world, ada, 5n);
    await arrived(1);
    await first.close();
    expect(onlyDelivery(world).status).toBe('processing');

    const again = await reopen(world);
    startSender(again);
    const delivery = await reaches(again, 'succeeded');
    expect(delivery.attempts).toHaveLength(1);
    expect(received).toHaveLength(2);
    expect(received[1]?.headers['x-event-id']).toBe(received[0]?.headers['x-event-id']);
    expect(received[1]?.body).toBe(received[0]?.body);
  });

  test('webhooks-9, journal-14: a restart loses no delivery and no attempt', async () => {
    const world = await openWorld();
    const { url, received } = await receiver([500, 500, 204]);
    subscribe(world, { notificationUri: url });
    const first = startSender(world);
    credit(world, ada, 5n);
    const waiting = await reaches(world, 'retrying');
    await first.close();
    const again = await reopen(world);
    startSender(again);
    expect(onlyDelivery(again)).toEqual(waiting);
    expect(received).toHaveLength(1);
    await toNextAttempt(again);
    await again.until(() => onlyDelivery(again).attempts.length === 2);
    await toNextAttempt(again);
    expect((await reaches(again, 'succeeded')).attempts.map(({ number }) => number)).toEqual([
      1, 2, 3,
    ]);
  });

  test('webhooks-9: what was created before the sender started is sent', async () => {
    const world = await openWorld();
    const { url } = await receiver([204]);
    subscribe(world, { notificationUri: url });
    for (let one = 0; one < 100; one += 1) credit(world, ada, 1n);
    startSender(world);
    await world.until(() => deliveriesOf(world).every(({ status }) => status === 'succeeded'));
    expect(deliveriesOf(world)).toHaveLength(100);
  });
});
