import { connect } from 'node:net';
import { connect as connectTls, getCiphers } from 'node:tls';
import { exchangeFix50OrderEntryPolicy, limits, logonKey } from '@platform/exchange-fix-5.0';
import { openFix } from '@tallystick/runtime/fix/node';
import { afterEach, expect, test } from 'vitest';
import type { Journal } from '../../../sandbox/journal/journal.js';
import { memoryJournal } from '../../../sandbox/journal/memory.js';
import { settings } from '../../../sandbox/settings.js';
import { Output } from '../../../sandbox/surfaces/fix/output.js';
import { makeCertificate } from '../../certificate.js';
import { type FixWorld, limitOrder, openFixWorld, product, uuid } from './fix-world.js';

const worlds: FixWorld[] = [];
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.close()));
});

async function open(options: Parameters<typeof openFixWorld>[0] = {}): Promise<FixWorld> {
  const world = await openFixWorld(options);
  worlds.push(world);
  return world;
}

test('fix-1: a Logon needs the signature, the passphrase and an address of its key', async () => {
  const world = await open();
  const [ada, bob] = [world.owner(), world.owner()];
  const refused = { message: expect.stringContaining('Logon refused') };
  const forged = logonKey({ key: ada.key, ...world.secrets(bob) });
  const sign = (field: (tag: number) => string | undefined) => forged.sign(field);
  await expect(world.join50(ada, { sign })).rejects.toMatchObject(refused);
  const careless = logonKey({ key: ada.key, ...world.secrets(ada), passphrase: 'other' });
  await expect(world.join42(ada, { sign: (field) => careless.sign(field) })).rejects.toMatchObject(
    refused,
  );
  const remote = world.anotherKey(ada, { addresses: ['192.0.2.0/24'] });
  await expect(world.joinSnapshots(remote)).rejects.toMatchObject(refused);
  const local = world.anotherKey(ada, { addresses: ['127.0.0.1'] });
  expect((await world.joinSnapshots(local)).fix.isOpen).toBe(true);
  expect((await world.join50(ada)).fix.isOpen).toBe(true);
});

test('fix-1: a Logon begins at 1 within five minutes, and a wrong checksum is rejected', async () => {
  const world = await open();
  const ada = world.owner();
  const second = await world.raw('orders-4.2', ada);
  second.logOn(world.secrets(ada), { sequence: 2 });
  expect(await second.next('5')).toContain('|58=');
  await second.ended();
  const before = world.core.timers.now();
  world.step(limits.sendingTimeTolerance * 1000 + 1);
  const late = await world.raw('orders-4.2', ada);
  late.logOn(world.secrets(ada), { at: before });
  await late.ended();
  expect(late.received).toEqual([]);
  const wrong = await world.raw('orders-4.2', ada);
  wrong.logOn(world.secrets(ada), { at: before + 1 });
  await wrong.next('A');
  wrong.sendWithWrongChecksum('0', 2, '');
  expect(await wrong.next('3')).toContain('|45=2|');
  wrong.close();
});

test('fix-1: TLS has the suites and the curve of the specification', async () => {
  const certificate = makeCertificate();
  const world = await open({ fix: { certificate } });
  const ada = world.owner();
  const { tls } = exchangeFix50OrderEntryPolicy;
  if (tls === undefined) throw new Error('The description has TLS.');
  const desk = await world.join50(ada, {
    open: openFix({ tls, ca: certificate.cert, serverName: 'localhost' }),
  });
  expect(desk.fix.isOpen).toBe(true);
  const port = world.servers.ports['orders-4.2'] ?? 0;
  const handshake = (options: object): Promise<string> =>
    new Promise((resolve) => {
      const socket = connectTls(
        { host: '127.0.0.1', port, ca: certificate.cert, servername: 'localhost', ...options },
        () => {
          resolve(socket.getCipher().name);
          socket.destroy();
        },
      );
      socket.on('error', () => resolve('refused'));
    });
  // Of what both have, the server's preference counts.
  const all = getCiphers().join(':').toUpperCase();
  expect(await handshake({ maxVersion: 'TLSv1.2', ciphers: all })).toBe(tls.suites?.[0]);
  for (const suite of tls.suites ?? [])
    expect(await handshake({ maxVersion: 'TLSv1.2', ciphers: suite })).toBe(suite);
  expect(await handshake({ minVersion: 'TLSv1.3' })).toBe('refused');
  expect(await handshake({ maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA' })).toBe('refused');
  expect(await handshake({ maxVersion: 'TLSv1.2', ecdhCurve: 'P-384' })).toBe('refused');
});

test('fix-16: without a certificate, gateways are reached from this machine alone', async () => {
  const world = await open({ host: '0.0.0.0' });
  const port = world.servers.ports['orders-5.0'] ?? 0;
  expect(await reaches('127.0.0.1', port)).toBe(true);
  // Every address of the machine would be reached, such as this one.
  expect(await reaches('127.0.0.2', port)).toBe(false);
});

/** True if a port accepts connections at an address. */
function reaches(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => {
      resolve(true);
      socket.destroy();
    });
    socket.on('error', () => resolve(false));
  });
}

test.each([
  // Clocks there are put back on 1 November 2026 and forward on 8 March.
  ['2026-10-29T17:59:59Z', '2026-10-29T18:00:00Z'],
  ['2026-10-29T18:00:01Z', '2026-11-02T19:00:00Z'],
  ['2026-03-05T19:00:01Z', '2026-03-09T18:00:00Z'],
])('fix-1: sessions of %s end with a Logout at %s', async (from, until) => {
  const world = await open({ now: Date.parse(from) });
  const ada = world.owner();
  const forever = { session: { heartBtInt: 0 } };
  const desks = [
    await world.join50(ada, forever),
    await world.join42(ada, forever),
    await world.joinSnapshots(ada, forever),
    await world.joinIncrements(ada, forever),
  ];
  world.step(Date.parse(until) - 1 - world.core.timers.now());
  expect(desks.map(({ fix }) => fix.isOpen)).toEqual([true, true, true, true]);
  const ends = desks.map(async ({ fix }) => {
    for await (const _ of fix.messages());
  });
  world.step(1);
  await Promise.all(ends);
  expect(desks.map(({ fix }) => fix.isOpen)).toEqual([false, false, false, false]);
  expect((await world.join50(ada)).fix.isOpen).toBe(true);
});

test('fix-2: a profile has seven connections, over all gateways together', async () => {
  const world = await open();
  const ada = world.owner();
  const keys = Array.from({ length: 4 }, () => world.anotherKey(ada));
  const [first = ada, second = ada, third = ada, fourth = ada] = keys;
  for (const key of keys) await world.join50(key);
  const desk = await world.join42(first);
  await world.joinSnapshots(second);
  await world.joinIncrements(third);
  await expect(world.join42(fourth)).rejects.toThrow('Too many connections');
  expect((await world.join42(world.sibling(ada))).fix.isOpen).toBe(true);
  await desk.fix.close();
  expect((await world.join42(fourth)).fix.isOpen).toBe(true);
});

test('fix-2: of two connections with one key at one gateway, the first stays', async () => {
  const world = await open();
  const ada = world.owner();
  const first = await world.join50(ada, { session: { heartBtInt: 0 } });
  const second = await world.raw('orders-5.0', ada);
  second.logOn(world.secrets(ada));
  // The Logon waits two seconds for the end of the first, in case its peer has lost it.
  let isEnded = false;
  void second.ended().then(() => {
    isEnded = true;
  });
  await until(() => {
    world.step(100);
    return isEnded;
  });
  expect(second.received).toEqual([]);
  expect(await first.fix.request(limitOrder(2))).toMatchObject({ execType: '0' });
});

test('fix-11: a disconnect cancels the orders of the session, of the profile, or none', async () => {
  const world = await open();
  const ada = world.owner();
  const copy = await world.join42(world.anotherKey(ada), { logonFields: [[9406, 'Y']] });
  const others = world.place(ada, { price: '90', size: '1' });
  const openOrders = (): readonly string[] =>
    world.core.loop.state.orders.openByProfile.rows(ada.profile).map(({ id }) => id);

  const kept = await world.join50(ada);
  const { orderId } = await kept.fix.request(limitOrder(1));
  await kept.fix.close();
  expect(openOrders()).toEqual([others.id, orderId]);

  const own = await world.join50(ada, { logonFields: [[8013, 'S']] });
  await own.fix.request(limitOrder(2));
  await copy.inbox.take(3);
  await own.fix.close();
  expect(await copy.inbox.take(1)).toMatchObject([{ execType: '4', clOrdId: uuid(2) }]);
  expect(openOrders()).toEqual([others.id, orderId]);

  // Two Logons of a key in a second are allowed.
  world.step(1000);
  const all = await world.join50(ada, { logonFields: [[8013, 'Y']] });
  await all.fix.close();
  expect(await copy.inbox.take(2)).toMatchObject([{ execType: '4' }, { execType: '4' }]);
  expect(openOrders()).toEqual([]);
});

test('fix-11: a process that starts ends the sessions that a killed one has left open', async () => {
  const world = await open();
  const ada = world.owner();
  const desk = await world.join50(ada, { logonFields: [[8013, 'S']] });
  await desk.fix.request(limitOrder(1));
  const others = world.place(ada, { price: '90', size: '1' });
  await world.core.loop.settled();
  const next = await world.reopen();
  worlds.push(next);
  const { sessions, orders } = next.core.loop.state;
  expect(sessions.sessions.size).toBe(0);
  expect(orders.openByProfile.rows(ada.profile).map(({ id }) => id)).toEqual([others.id]);
});

test('fix-12: after a kill, a client logs on with 34=1 and learns from H what was accepted', async () => {
  const gate = gatedJournal();
  const world = await open({ journal: gate.journal });
  const ada = world.owner();
  const desk = await world.join50(ada);
  expect(await desk.fix.request(limitOrder(1))).toMatchObject({ execType: '0' });
  gate.close();
  await desk.fix.send(limitOrder(2));
  const { openByProfile } = world.core.loop.state.orders;
  await until(() => openByProfile.count(ada.profile) === 2);
  const next = await world.reopen();
  worlds.push(next);
  gate.open();
  const again = await next.join50(ada);
  const ask = (number: number) =>
    again.fix.request({ type: 'OrderStatusRequest', clOrdId: uuid(number), symbol: product });
  expect(await ask(1)).toMatchObject({ execType: 'I', ordStatus: '0' });
  expect(await ask(2)).toMatchObject({ execType: '8', ordRejReason: 5, clOrdId: uuid(2) });
  expect(await again.fix.request(limitOrder(2))).toMatchObject({ execType: '0' });
});

test('fix-14: fifty messages of a user and product wait, and the next is refused', async () => {
  const gate = gatedJournal();
  const world = await open({ journal: gate.journal });
  const ada = world.owner();
  const desks = [await world.join50(ada), await world.join50(world.anotherKey(ada))];
  gate.close();
  const { maxQueuedMessages } = limits;
  for (let number = 0; number <= maxQueuedMessages; number += 1)
    await desks[number % 2]?.fix.send(limitOrder(number));
  const other = limitOrder(1000, { symbol: 'ETH-USD' });
  await desks[1]?.fix.send(other);
  await until(() => world.core.loop.state.orders.openByProfile.count(ada.profile) === 51);
  gate.open();
  const reports = [
    ...((await desks[0]?.inbox.first(26)) ?? []),
    ...((await desks[1]?.inbox.first(26)) ?? []),
  ];
  const refused = reports.filter((report) => 'execType' in report && report.execType === '8');
  expect(refused).toMatchObject([{ text: 'too many waiting', symbol: product }]);
  expect(await desks[0]?.fix.request(limitOrder(2000))).toMatchObject({ execType: '0' });
});

test('fix-15: a session whose peer takes nothing is ended, and sent nothing more', () => {
  const texts: (string | undefined)[] = [];
  let sent = 0;
  const output = new Output({
    isOpen: true,
    logout(text) {
      texts.push(text);
      return Promise.resolve();
    },
  });
  const send = (): Promise<void> => {
    sent += 1;
    return new Promise(() => undefined);
  };
  const { maxWaiting } = settings['fix-15'];
  for (let number = 0; number < maxWaiting; number += 1) output.send(send);
  expect(texts).toEqual([]);
  output.send(send);
  output.send(send);
  expect(texts).toEqual(['Messages are not taken quickly enough']);
  expect(sent).toBe(maxWaiting + 1);
});

/** Resolves as soon as a condition holds; messages arrive in the meantime. */
async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; !holds(); turn += 1) {
    if (turn === 50_000) throw new Error('The condition does not hold.');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A journal in memory whose entries are durable only while it is open. */
function gatedJournal(): {
  readonly journal: Journal;
  open(): void;
  close(): void;
} {
  const journal = memoryJournal();
  let opened = Promise.resolve();
  let open: () => void = () => undefined;
  const append = journal.append.bind(journal);
  journal.append = async (entries) => {
    await opened;
    await append(entries);
  };
  return {
    journal,
    open: () => open(),
    close() {
      opened = new Promise((resolve) => {
        open = resolve;
      });
    },
  };
}
