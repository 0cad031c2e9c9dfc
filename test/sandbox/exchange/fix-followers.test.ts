import { systemTimers } from '@tallystick/runtime';
import type { ConnectionStore } from '@tallystick/runtime/http/server';
import { afterEach, expect, test } from 'vitest';
import { memoryJournal } from '../../../sandbox/journal/memory.js';
import { Connections } from '../../../sandbox/server/connections.js';
import { openCore } from '../../../sandbox/server/core.js';
import { Reservations } from '../../../sandbox/server/reservations.js';
import { FixServers } from '../../../sandbox/start-fix.js';
import { FixWorld, type FixWorldOptions, openFixWorld, product } from './fix-world.js';

const worlds: FixWorld[] = [];
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.close()));
});

async function openLeader(options: FixWorldOptions = {}): Promise<FixWorld> {
  const world = await openFixWorld(options);
  worlds.push(world);
  return world;
}

/** A process that follows another one, and has what that one has committed whenever it asks for it. */
async function follow(
  leader: FixWorld,
  options: { readonly connectionStore?: ConnectionStore } = {},
): Promise<FixWorld> {
  const core = await openCore({
    journal: memoryJournal(),
    seed: Buffer.from('test'),
    time: 'manual',
    timers: { ...systemTimers, now: () => leader.core.timers.now() },
    onFailure: () => undefined,
  });
  const caughtUp = async (): Promise<void> => {
    await leader.core.loop.settled();
    for await (const entry of leader.core.journal.read(core.loop.number + 1)) core.apply(entry);
  };
  const servers = new FixServers(
    core,
    { host: '127.0.0.1', caughtUp, ...options },
    new Connections(),
  );
  await servers.start();
  const world = new FixWorld(core, servers);
  worlds.push(world);
  return world;
}

test('journal-10: a follower accepts the key that was just created, and sends the book with the order that was just placed', async () => {
  const leader = await openLeader();
  const follower = await follow(leader);
  const ada = leader.owner();
  const { fix, inbox } = await follower.joinSnapshots(ada);
  const { id } = leader.place(ada, { price: '90', size: '1' });
  await fix.send({
    type: 'MarketDataRequest',
    mdReqId: 'a',
    subscriptionRequestType: '1',
    relatedSym: [{ symbol: product }],
  });
  expect(await inbox.take(1)).toMatchObject([
    { type: 'MarketDataSnapshotFullRefresh', mdEntries: [{ mdEntryId: id, mdEntryPx: '90' }] },
  ]);
});

/** Counts of connections in several processes, of which one decides. */
class Processes {
  /** Time of all of them. */
  now: number = 0;
  readonly #all: Reservations[] = [];
  #leader: Reservations | undefined;

  /** Another process. The first one decides. */
  add(): Reservations {
    const own: Reservations = new Reservations({
      isLeading: () => own === this.#leader,
      now: () => this.now,
      send: async (body) => {
        if (this.#leader === undefined) throw new Error('There is no leader.');
        return JSON.parse(await this.#leader.answer(body));
      },
    });
    this.#leader ??= own;
    this.#all.push(own);
    return own;
  }

  /** The process that decides is killed, and another one decides. */
  async replaceLeader(next: Reservations): Promise<void> {
    const left = this.#all.filter((each) => each !== this.#leader);
    this.#leader = next;
    for (const each of left) await each.restore();
  }

  /** Opens a connection of a profile that may have two. */
  open(process: Reservations, id: string): Promise<boolean> {
    const lease = { now: this.now, leaseUntil: this.now + 10 };
    return process.open(id, [{ key: 'profile', limit: 2 }], lease);
  }
}

test('fix-2: a profile has seven connections at all processes together', async () => {
  const processes = new Processes();
  const leader = await openLeader({ connectionStore: processes.add() });
  const follower = await follow(leader, { connectionStore: processes.add() });
  const ada = leader.owner();
  const keys = Array.from({ length: 8 }, () => leader.anotherKey(ada));
  const eighth = keys.at(-1) ?? ada;
  for (const key of keys.slice(0, 4)) await leader.join50(key);
  const desks = [];
  for (const key of keys.slice(4, 7)) desks.push(await follower.joinSnapshots(key));
  await expect(leader.join50(eighth)).rejects.toThrow('Too many connections');
  await expect(follower.joinIncrements(eighth)).rejects.toThrow('Too many connections');
  expect((await follower.joinSnapshots(leader.sibling(ada))).fix.isOpen).toBe(true);
  await desks[0]?.fix.close();
  expect((await leader.join42(eighth)).fix.isOpen).toBe(true);
});

test('fix-2: a process that is killed has no connections when its lease ends', async () => {
  const processes = new Processes();
  const [leader, killed] = [processes.add(), processes.add()];
  expect(await processes.open(killed, 'first')).toBe(true);
  expect(await processes.open(leader, 'second')).toBe(true);
  processes.now = 9;
  expect(await leader.renew(['second'], { now: 9, leaseUntil: 19 })).toEqual([]);
  expect(await processes.open(leader, 'third')).toBe(false);
  processes.now = 10;
  expect(await processes.open(leader, 'third')).toBe(true);
  expect(await processes.open(leader, 'fourth')).toBe(false);
});

test('fix-2: when another process decides, it counts the connections of those that are left', async () => {
  const processes = new Processes();
  const [killed, next, other] = [processes.add(), processes.add(), processes.add()];
  expect(await processes.open(killed, 'lost')).toBe(true);
  expect(await processes.open(other, 'first')).toBe(true);
  await processes.replaceLeader(next);
  expect(await processes.open(next, 'second')).toBe(true);
  expect(await processes.open(other, 'third')).toBe(false);
  await next.close('second');
  expect(await processes.open(other, 'third')).toBe(true);
});
