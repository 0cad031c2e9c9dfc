import { describe, expect, test } from 'vitest';
import { settled } from '../runtime/http-client-fixture.js';
import { logon, createRawFixture } from './raw-fixture.js';

describe('peer that reconnects', () => {
  test('waits until its previous connection is closed, and is then accepted', async () => {
    const { peer, join, events } = await createRawFixture();
    const next = join();
    // The number of the Logon counts the order that is still on its way.
    next.send('A', 3, logon);
    next.send('1', 4, '112=X|');
    await settled();
    expect(next.got).toEqual([]);
    peer.send('D', 2, '11=LAST|54=1|55=TEA|');
    peer.drop();
    await settled();
    expect(next.got).toEqual(['35=A|34=3|98=0|108=30', '35=0|34=4|112=X']);
    expect(events.map(({ kind }) => kind)).toEqual(['logon', 'disconnected', 'logon']);
  });

  test('may disconnect while it waits', async () => {
    const { peer, join, timers } = await createRawFixture();
    const next = join();
    next.send('A', 2, logon);
    await settled();
    next.drop();
    await settled();
    peer.drop();
    await settled();
    expect(timers.pending).toBe(0);
    const last = join();
    last.send('A', 2, logon);
    await settled();
    expect(last.got).toEqual(['35=A|34=2|98=0|108=30']);
  });

  test('many times at once is accepted once, and the other connections time out', async () => {
    const { peer, join, timers } = await createRawFixture();
    const storm = Array.from({ length: 500 }, () => join());
    for (const each of storm) each.send('A', 2, logon);
    await settled();
    peer.drop();
    await settled();
    expect(storm.filter(({ got }) => got.length > 0)).toEqual([storm[0]]);
    await timers.advance(2000);
    expect(storm.filter(({ isClosed }) => !isClosed)).toEqual([storm[0]]);
    storm[0]?.send('1', 3, '112=X|');
    expect(storm[0]?.got.at(-1)).toBe('35=0|34=3|112=X');
  });

  test('may send no more than a Logon while it waits', async () => {
    const { join } = await createRawFixture();
    const next = join();
    next.send('A', 2, logon);
    for (let kib = 0; kib < 65; kib++) next.raw(Buffer.alloc(1024, 'x'));
    await settled();
    expect(next.isClosed).toBe(true);
  });

  test('is not read before the handlers of its previous messages have finished', async () => {
    const finish: (() => void)[] = [];
    const { peer, join } = await createRawFixture(
      {},
      { NewOrderSingle: () => new Promise<void>((resolve) => finish.push(resolve)) },
    );
    for (let number = 2; number < 302; number++) peer.send('D', number, '11=A|54=1|55=TEA|');
    await settled();
    expect(peer.isPaused).toBe(true);
    peer.drop();
    await settled();
    const next = join();
    next.send('A', 302, logon);
    await settled();
    expect(next.got[0]).toMatch(/^35=A/);
    expect(next.isPaused).toBe(true);
    for (let done = 0; done < 299; done++) {
      finish.shift()?.();
      await settled();
    }
    expect(next.isPaused).toBe(false);
  });
});
