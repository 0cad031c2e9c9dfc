import { describe, expect, test } from 'vitest';
import { settled } from '../runtime/http-client-fixture.js';
import { createPair, order, settle } from './pair.js';
import { rawScene } from './raw-scene.js';

describe('a handler', () => {
  test.each([
    ['a number', 5],
    ['nothing of its kind', null],
    ['something like a promise', { then: (resolve: () => void) => resolve() }],
  ])('that answers %s has dealt with its message', async (_, answer) => {
    const { peer } = await rawScene({}, Object({ NewOrderSingle: () => answer }));
    peer.send('D', 2, '11=A|54=1|55=TEA|');
    peer.send('1', 3, '112=X|');
    await settled();
    expect(peer.got.at(-1)).toBe('35=0|34=2|112=X');
  });

  test('that ends its own session is no riddle', async () => {
    const { peer, events } = await rawScene(
      {},
      { NewOrderSingle: (_, client) => client.logout('Enough') },
    );
    peer.send('D', 2, '11=A|54=1|55=TEA|');
    await settled();
    expect(peer.got.at(-1)).toBe('35=5|34=2|58=Enough');
    peer.send('5', 3);
    await settled();
    expect(events.at(-1)).toMatchObject({ kind: 'disconnected', reason: 'logout' });
  });

  test('that never comes back keeps neither side from ending', async () => {
    const { initiator, acceptor, timers } = createPair({
      handlers: { NewOrderSingle: () => new Promise<void>(() => undefined) },
    });
    await initiator.opened();
    for (let number = 0; number < 600; number++) void initiator.send(order(`O${number}`));
    await settle();
    const ended = Promise.all([acceptor.close(), initiator.close()]);
    await timers.advance(5000);
    await ended;
    expect(timers.pending).toBe(0);
  });
});

describe('an initiator', () => {
  test('that is asked late tells why it has ended', async () => {
    const { initiator } = createPair({
      acceptor: { expects: () => false },
      initiator: { reconnect: false },
    });
    await settle();
    await settle();
    await expect(initiator.opened()).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('that is closed twice is closed when it has left', async () => {
    const { initiator, acceptor } = createPair();
    await initiator.opened();
    await Promise.all([initiator.close(), initiator.close()]);
    await settle();
    expect(acceptor.clients().map(({ isOpen }) => isOpen)).toEqual([false]);
  });

  test('that is let in and sent away again and again comes less and less often', async () => {
    const { initiator, acceptor, events, timers } = createPair();
    await initiator.opened();
    const waits: (number | undefined)[] = [];
    for (let round = 0; round < 6; round++) {
      void acceptor.clients()[0]?.logout('Not now');
      await settle();
      const gone = events.findLast(({ kind }) => kind === 'disconnected');
      waits.push(gone?.kind === 'disconnected' ? gone.retryIn : undefined);
      await timers.advance(30_000 * (round === 4 ? 1 : 0) + (waits.at(-1) ?? 0));
      await initiator.opened();
    }
    expect(waits).toEqual(
      [500, 1000, 2000, 4000, 8000, 500].map((wait) => expect.closeTo(wait, -2)),
    );
    await initiator.close();
  });
});
