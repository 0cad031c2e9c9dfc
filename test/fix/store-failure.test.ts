import { type FixStore, memoryFixStore } from '@tallystick/runtime/fix';
import { describe, expect, test } from 'vitest';
import { settled } from '../runtime/http-client-fixture.js';
import { commit } from './commit.js';
import { createPair, order, report } from './pair.js';
import { logon, createRawFixture } from './raw-fixture.js';

/** A store on a disk that has no room from time to time. */
function fillingStore(): { readonly store: FixStore; readonly disk: { isFull: boolean } } {
  const disk = { isFull: false };
  const kept = memoryFixStore();
  const write = (): void => {
    if (disk.isFull) throw new Error('ENOSPC: no space left on device, write');
  };
  return {
    disk,
    store: {
      get nextOutgoing() {
        return kept.nextOutgoing;
      },
      get nextIncoming() {
        return kept.nextIncoming;
      },
      load: () => kept.load(),
      read: (from, to, limit) => kept.read(from, to, limit),
      commit(change) {
        write();
        return kept.commit(change);
      },
      close: write,
    },
  };
}

describe('acceptor with a full disk', () => {
  test('disconnects, and accepts the uncommitted message again later', async () => {
    const { store, disk } = fillingStore();
    const orders: string[] = [];
    const { peer, join, events } = await createRawFixture(
      { store: () => store },
      { NewOrderSingle: ({ clOrdId = '' }) => void orders.push(clOrdId) },
    );
    peer.send('D', 2, '11=A|54=1|55=TEA|');
    await settled();
    disk.isFull = true;
    peer.send('D', 3, '11=B|54=1|55=TEA|');
    await settled();
    expect(peer.isClosed).toBe(true);
    expect(events.map(({ kind }) => kind)).toContain('error');
    expect(orders).toEqual(['A', 'B']);
    disk.isFull = false;
    const again = join();
    again.send('A', 4, logon);
    await settled();
    expect(again.got.at(-1)).toMatch(/^35=2\|34=\d\|7=3\|16=0/);
    again.raw(again.bytes('D', 3, '43=Y|122=20261121-12:00:00|11=B|54=1|55=TEA|'));
    await settled();
    // Its number could not be kept, so it has come again, and says so.
    expect(orders).toEqual(['A', 'B', 'B']);
  });

  test('refuses connections, and can be closed', async () => {
    const { store, disk } = fillingStore();
    const { peer, join, events, acceptor, timers } = await createRawFixture({ store: () => store });
    disk.isFull = true;
    const other = join('OTHER');
    other.send('A', 1, logon);
    await settled();
    expect(other.isClosed).toBe(true);
    const closed = acceptor.close();
    await timers.advance(2000);
    await closed;
    expect(peer.isClosed).toBe(true);
    expect(events.filter(({ kind }) => kind === 'error').length).toBeGreaterThan(1);
    expect(timers.pending).toBe(0);
  });

  test('continues a session whose store could not be opened at first', async () => {
    const kept = memoryFixStore();
    void commit(kept, { sent: { 1: undefined }, expected: 7 });
    let isThere = false;
    const { events, join } = await createRawFixture({
      store: () => {
        if (!isThere) throw new Error('EACCES: permission denied, open');
        return kept;
      },
    });
    expect(events.map(({ kind }) => kind)).toEqual(['error', 'disconnected']);
    isThere = true;
    const again = join();
    again.send('A', 7, logon);
    await settled();
    expect(again.got).toEqual(['35=A|34=2|98=0|108=30']);
  });
});

describe('initiator with a full disk', () => {
  test('rejects send(), and continues when there is space', async () => {
    const { store, disk } = fillingStore();
    const { initiator, events, pass } = createPair({ initiator: { store } });
    await initiator.opened();
    disk.isFull = true;
    await expect(initiator.send(order('A'))).rejects.toThrow('ENOSPC');
    expect(initiator.isOpen).toBe(false);
    expect(events.map(({ kind }) => kind)).toContain('error');
    disk.isFull = false;
    await pass(2000);
    // Uncommitted messages were not sent, and may be sent again.
    expect(await initiator.request(order('A'))).toEqual(report('A'));
    expect(await initiator.request(order('B'))).toEqual(report('B'));
  });

  test('can be closed', async () => {
    const { store, disk } = fillingStore();
    const { initiator, pass } = createPair({ initiator: { store } });
    await initiator.opened();
    disk.isFull = true;
    await Promise.all([initiator.close(), initiator.close()]);
    expect(initiator.isOpen).toBe(false);
    await pass(2000);
    await expect(initiator.opened()).rejects.toMatchObject({ code: 'closed' });
  });
});
