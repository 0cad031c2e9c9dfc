import { defaultFixPolicy } from '@tallystick/runtime/fix';
import { describe, expect, test } from 'vitest';
import { createPair, order, report, settle, smallDescriptor } from './pair.js';

describe('reset of sequence numbers', () => {
  test.each(['initiator', 'acceptor'] as const)(
    'by the %s loses no order in transit',
    async (side) => {
      const { initiator, acceptor, events, serverEvents } = createPair();
      await initiator.opened();
      const [client] = acceptor.clients();
      const answers: Promise<unknown>[] = [];
      for (let number = 0; number < 300; number++) {
        answers.push(initiator.request(order(`O${number}`)));
        if (number % 100 === 50) (side === 'initiator' ? initiator : client)?.reset();
        if (number % 7 === 0) await Promise.resolve();
        if (number % 100 === 99) await settle();
      }
      expect(await Promise.all(answers)).toEqual(answers.map((_, number) => report(`O${number}`)));
      const resets = [...events, ...serverEvents].filter(
        (event) => event.kind === 'notice' && event.code === 'reset',
      );
      expect(resets).toHaveLength(6);
      expect([...events, ...serverEvents].map(({ kind }) => kind)).not.toContain('disconnected');
      await initiator.close();
    },
  );

  test('assigns a Reject to the message sent since', async () => {
    const { initiator, pass } = createPair({
      handlers: {
        NewOrderSingle({ clOrdId = '' }, client, inbound) {
          if (clOrdId === 'LATER') client.refuse(inbound, 0, 'No');
        },
      },
    });
    await initiator.opened();
    const before = initiator.request(order('BEFORE'));
    const failed = expect(before).rejects.toMatchObject({ code: 'timeout' });
    await settle();
    initiator.reset();
    await settle();
    await expect(initiator.request(order('LATER'))).rejects.toMatchObject({ code: 'rejected' });
    await pass(30_000);
    await failed;
    await initiator.close();
  });

  test.each([
    ['FIX.4.0', 'accept'],
    ['FIX.4.2', 'refuse'],
  ] as const)('is rejected with %s and ResetSeqNumFlag "%s"', async (version, resetSeqNumFlag) => {
    const { initiator } = createPair({
      descriptor: smallDescriptor(
        defaultFixPolicy(version, { compIds: { server: 'VENUE' }, resetSeqNumFlag }),
      ),
    });
    await initiator.opened();
    expect(() => initiator.reset()).toThrow('cannot be reset');
    expect(initiator.isOpen).toBe(true);
    await initiator.close();
    expect(() => initiator.reset()).toThrow('not open');
  });
});
