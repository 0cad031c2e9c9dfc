import { describe, expect, test } from 'vitest';
import { settled } from '../runtime/http-client-fixture.js';
import { createPair, order, settle } from './pair.js';
import { createRawFixture } from './raw-fixture.js';

describe('handler', () => {
  test.each([
    ['a number', 5],
    ['null', null],
    ['a thenable', { then: (resolve: () => void) => resolve() }],
  ])('counts as done if it returns %s', async (_, answer) => {
    const { peer } = await createRawFixture({}, Object({ NewOrderSingle: () => answer }));
    peer.send('D', 2, '11=A|54=1|55=TEA|');
    peer.send('1', 3, '112=X|');
    await settled();
    expect(peer.got.at(-1)).toBe('35=0|34=2|112=X');
  });

  test('may log out its own session', async () => {
    const { peer, events } = await createRawFixture(
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

  test('that never ends does not keep a session from closing', async () => {
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

describe('initiator', () => {
  test('rejects a late call of opened() with the reason', async () => {
    const { initiator } = createPair({
      acceptor: { expects: () => false },
      initiator: { reconnect: false },
    });
    await settle();
    await settle();
    await expect(initiator.opened()).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('waits for its Logout in both of two calls of close()', async () => {
    const { initiator, acceptor } = createPair();
    await initiator.opened();
    await Promise.all([initiator.close(), initiator.close()]);
    await settle();
    expect(acceptor.clients().map(({ isOpen }) => isOpen)).toEqual([false]);
  });

  test('waits longer and longer if it is logged out repeatedly', async () => {
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
