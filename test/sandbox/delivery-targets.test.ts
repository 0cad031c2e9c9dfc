import type dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { settings } from '../../sandbox/settings.js';
import {
  closeAfterwards,
  closeAll,
  isFinished,
  onlyDelivery,
  reaches,
  receiver,
  startSender,
  stop,
  toNextAttempt,
} from './delivery-fixture.js';
import {
  addressOf,
  credit,
  deliveriesOf,
  openWorld,
  owner,
  reopen,
  subscribe,
} from './running-world.js';

const ada = addressOf(0xada);
const bob = addressOf(0xb0b);

/** Addresses of names, by turns: a name may resolve to another address each time. */
const names = new Map<string, string[]>();
vi.mock('node:dns', async (load) => {
  const real = await load<{ readonly lookup: typeof dns.lookup }>();
  const lookup = (name: string, options: never, callback: (...values: unknown[]) => void): void => {
    const address = names.get(name)?.shift();
    if (address === undefined) real.lookup(name, options, callback);
    else queueMicrotask(() => callback(null, [{ address, family: 4 }]));
  };
  return { ...real, default: { ...real, lookup }, lookup };
});

afterEach(closeAll);

describe('targets of deliveries', () => {
  test.each(['inactive', 'deleted'] as const)(
    'webhooks-10: %s between match and attempt, it is not sent',
    async (change) => {
      const world = await openWorld();
      const { url, received } = await receiver([204]);
      const { id } = subscribe(world, { notificationUri: url });
      credit(world, ada, 5n);
      stop(world, id, change);
      startSender(world);
      expect(await reaches(world, 'failed')).toMatchObject({ isAbandoned: true, attempts: [] });
      expect(received).toEqual([]);
    },
  );

  test.each(['inactive', 'deleted'] as const)(
    'webhooks-10: %s between two attempts, the second is not made',
    async (change) => {
      const world = await openWorld();
      const { url, received } = await receiver([500]);
      const { id } = subscribe(world, { notificationUri: url });
      startSender(world);
      credit(world, ada, 5n);
      await reaches(world, 'retrying');
      stop(world, id, change);
      await toNextAttempt(world);
      expect(await reaches(world, 'failed')).toMatchObject({ isAbandoned: true });
      expect(received).toHaveLength(1);
    },
  );

  test('webhooks-10: the result of an attempt in progress is kept', async () => {
    const world = await openWorld();
    const held: { end(): void }[] = [];
    const { url, arrived } = await receiver((response) => void held.push(response));
    const { id } = subscribe(world, { notificationUri: url });
    startSender(world);
    credit(world, ada, 5n);
    await arrived(1);
    stop(world, id, 'deleted');
    held[0]?.end();
    expect(await reaches(world, 'succeeded')).toMatchObject({ attempts: [{ status: 200 }] });
  });

  test('webhooks-10: interrupted, and inactive at the restart, it is not sent again', async () => {
    const world = await openWorld();
    const { url, received, arrived } = await receiver(() => undefined);
    const { id } = subscribe(world, { notificationUri: url });
    const first = startSender(world);
    credit(world, ada, 5n);
    await arrived(1);
    await first.close();
    stop(world, id, 'inactive');
    await world.loop.settled();
    const again = await reopen(world);
    startSender(again);
    expect(await reaches(again, 'failed')).toMatchObject({ isAbandoned: true });
    expect(received).toHaveLength(1);
  });

  test('webhooks-11: a target on this machine is refused unless the deployment allows it', async () => {
    const world = await openWorld();
    const { url, received } = await receiver([204]);
    subscribe(world, { notificationUri: url });
    startSender(world, { allowsLocal: false });
    credit(world, ada, 5n);
    expect(await reaches(world, 'failed')).toMatchObject({ attempts: [{ ended: 'refused' }] });
    expect(received).toEqual([]);
  });

  test.each(['https://10.0.0.1/', 'https://169.254.169.254/', 'https://[fc00::1]/'])(
    'webhooks-11: %s is never called',
    async (notificationUri) => {
      const world = await openWorld();
      subscribe(world, { notificationUri });
      startSender(world);
      credit(world, ada, 5n);
      expect(await reaches(world, 'failed')).toMatchObject({ attempts: [{ ended: 'refused' }] });
    },
  );

  test('webhooks-11: a name is resolved for every attempt, and may not move to a private address', async () => {
    const world = await openWorld();
    const server = createServer((socket) => socket.destroy());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closeAfterwards({ close: () => void server.close() });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    names.set('rebinding.example', ['127.0.0.1', '10.0.0.1']);
    subscribe(world, { notificationUri: `https://rebinding.example:${port}/` });
    startSender(world);
    credit(world, ada, 5n);
    await toNextAttempt(world);
    expect((await reaches(world, 'failed')).attempts.map(({ ended }) => ended)).toEqual([
      'network',
      'refused',
    ]);
    expect(names.get('rebinding.example')).toEqual([]);
  });

  test('webhooks-11: redirects are not followed', async () => {
    const world = await openWorld();
    const target = await receiver([204]);
    const { url } = await receiver((response) =>
      response.writeHead(307, { Location: target.url }).end(),
    );
    subscribe(world, { notificationUri: url });
    startSender(world);
    credit(world, ada, 5n);
    expect(await reaches(world, 'retrying')).toMatchObject({ attempts: [{ status: 307 }] });
    expect(target.received).toEqual([]);
  });

  test('a restored state continues the deliveries that it has in progress', async () => {
    const world = await openWorld();
    const held: { end(): void }[] = [];
    const { url, received, arrived } = await receiver((response) => void held.push(response));
    subscribe(world, { notificationUri: url });
    startSender(world);
    credit(world, ada, 5n);
    await arrived(1);
    const state = world.loop.encode();
    held[0]?.end();
    await reaches(world, 'succeeded');
    world.accept('deployment.restore', { state });
    await arrived(2);
    held[1]?.end();
    expect(await reaches(world, 'succeeded')).toMatchObject({ attempts: [{ number: 1 }] });
    expect(new Set(received.map(({ headers }) => headers['x-event-id'])).size).toBe(1);
  });

  test('a restored state makes an attempt that it has not begun, after the one that is running', async () => {
    const world = await openWorld();
    const held: { end(): void }[] = [];
    const { url, received, arrived } = await receiver((response) => void held.push(response));
    subscribe(world, { notificationUri: url });
    credit(world, ada, 5n);
    const state = world.loop.encode();
    startSender(world);
    await arrived(1);
    world.accept('deployment.restore', { state });
    await world.loop.settled();
    expect(onlyDelivery(world).status).toBe('pending');
    held[0]?.end();
    await arrived(2);
    held[1]?.end();
    expect(await reaches(world, 'succeeded')).toMatchObject({ attempts: [{ number: 1 }] });
    expect(received).toHaveLength(2);
  });

  test('a failed delivery can be made again, as another delivery of the same event', async () => {
    const world = await openWorld();
    const { url, received } = await receiver([410, 204]);
    const { id } = subscribe(world, { notificationUri: url });
    startSender(world);
    credit(world, ada, 5n);
    const failed = await reaches(world, 'failed');
    const { project } = owner;
    const again = world.accept('webhooks.redeliver', { project, id: failed.id });
    await world.until(() => deliveriesOf(world).every(isFinished));
    expect(world.loop.state.webhooks.deliveries.get(again)).toMatchObject({
      status: 'succeeded',
      eventId: failed.eventId,
    });
    expect(new Set(received.map(({ headers }) => headers['x-event-id'])).size).toBe(1);
    expect(world.refused('webhooks.redeliver', { project, id: again })).toMatchObject({
      code: 'state',
    });
    expect(world.refused('webhooks.redeliver', { project: 'x', id: failed.id })).toMatchObject({
      code: 'not-found',
    });
    stop(world, id, 'inactive');
    expect(world.refused('webhooks.redeliver', { project, id: failed.id })).toMatchObject({
      code: 'state',
    });
  });

  test('webhooks-12: a finished delivery is kept for a week, also over a restart, and then forgotten', async () => {
    const world = await openWorld();
    const { url } = await receiver([204, 400]);
    const { retention } = settings['webhooks-12'];
    subscribe(world, { notificationUri: url });
    startSender(world);
    credit(world, ada, 5n);
    await reaches(world, 'succeeded');
    await world.timers.advance(1000);
    credit(world, bob, 5n);
    await world.until(() => deliveriesOf(world).every(isFinished));
    const [succeeded, failed] = deliveriesOf(world);
    if (succeeded === undefined || failed === undefined) throw new Error('two deliveries');
    const restarted = await reopen(world);
    const step = (to: number): Promise<void> =>
      restarted.timers.advance(Math.ceil((to - restarted.loop.now) / 1000));
    await step((succeeded.attempts[0]?.endedAt ?? 0) + retention - 1000);
    expect(deliveriesOf(restarted)).toHaveLength(2);
    await step((succeeded.attempts[0]?.endedAt ?? 0) + retention);
    expect(deliveriesOf(restarted)).toMatchObject([{ id: failed.id, status: 'failed' }]);
    await step((failed.attempts[0]?.endedAt ?? 0) + retention);
    expect(deliveriesOf(restarted)).toEqual([]);
    const { project } = owner;
    expect(restarted.refused('webhooks.redeliver', { project, id: failed.id })).toMatchObject({
      code: 'not-found',
    });
  });

  test('webhooks-12: what waits for its next attempt is not forgotten, and what is given up is', async () => {
    const world = await openWorld();
    const { url } = await receiver([500]);
    const { id } = subscribe(world, { notificationUri: url });
    startSender(world);
    credit(world, ada, 5n);
    await reaches(world, 'retrying');
    stop(world, id, 'inactive');
    await toNextAttempt(world);
    const { isAbandoned } = await reaches(world, 'failed');
    expect(isAbandoned).toBe(true);
    await world.timers.advance(settings['webhooks-12'].retention / 1000 + 1);
    expect(deliveriesOf(world)).toEqual([]);
  });
});
