import { defaultFixPolicy, memoryFixStore } from '@tallystick/runtime/fix';
import { describe, expect, test } from 'vitest';
import { settled } from '../runtime/http-client-fixture.js';
import { createPair, order, report, settle, smallDescriptor } from './pair.js';
import { logon, createRawFixture } from './raw-fixture.js';

describe('authorisation of a Logon', () => {
  test('is decided by the verifier, with the text of the description', async () => {
    const { initiator, events, serverEvents, acceptor } = createPair({
      acceptor: { verify: () => ({ ok: false, reason: 'unknown-key' }) },
      initiator: { reconnect: false },
    });
    await expect(initiator.opened()).rejects.toThrow('Logon refused');
    const refusal = serverEvents.find(
      (event) => event.kind === 'notice' && event.text === 'unknown-key',
    );
    const { correlationId } = refusal as { readonly correlationId: string };
    expect(refusal).toMatchObject({
      code: 'refused',
      correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(events).toContainEqual({ kind: 'logout', text: `Logon refused (${correlationId})` });
    expect(acceptor.clients()).toEqual([]);
  });

  test('verifies the fields that the initiator signed', async () => {
    const shown: (string | undefined)[] = [];
    const { initiator, acceptor } = createPair({
      acceptor: {
        verify({ field }) {
          shown.push(field(96), field(95), field(554), field(49));
          return { ok: true, principal: 'trader', caller: 'desk' };
        },
      },
      initiator: {
        logonFields: [[554, 'secret']],
        sign: async (field) => [[96, `signed ${field(34)} ${field(49)} ${field(554)}`]],
      },
    });
    await initiator.opened();
    expect(shown).toEqual(['signed 1 TRADER secret', '22', 'secret', 'TRADER']);
    expect(acceptor.clients()[0]?.principal).toBe('trader');
  });

  test('refuses a Logon if the verifier fails', async () => {
    const { initiator, serverEvents } = createPair({
      acceptor: { verify: () => Promise.reject(new Error('down')) },
      initiator: { reconnect: false },
    });
    await expect(initiator.opened()).rejects.toThrow('Logon refused');
    expect(serverEvents).toContainEqual({ kind: 'error', error: new Error('down') });
  });

  test('opens no store for a refused Logon', async () => {
    let opened = 0;
    const { initiator } = createPair({
      acceptor: {
        verify: () => ({ ok: false, reason: 'no' }),
        store() {
          opened++;
          return memoryFixStore();
        },
      },
      initiator: { reconnect: false },
    });
    await expect(initiator.opened()).rejects.toThrow();
    expect(opened).toBe(0);
  });

  test('limits the connections of a profile', async () => {
    const policy = defaultFixPolicy('FIX.4.2', {
      compIds: { server: 'VENUE' },
      maxConnections: 2,
      per: 'profile',
      texts: { connections: 'No more than two' },
    });
    const fixture = createPair({
      descriptor: smallDescriptor(policy),
      acceptor: {
        verify: ({ identity }) => ({
          ok: true,
          principal: identity.senderCompId.startsWith('A') ? 'a' : 'b',
        }),
        groupOf: (profile) => profile,
      },
      initiator: { senderCompId: 'A1' },
    });
    await fixture.initiator.opened();
    const another = (senderCompId: string): ReturnType<typeof fixture.join> =>
      fixture.join(senderCompId);
    await another('A2').opened();
    await another('B1').opened();
    await expect(another('A3').opened()).rejects.toThrow('No more than two');
    await fixture.initiator.close();
    await settle();
    await another('A3').opened();
  });

  test('drops a second connection for an open session', async () => {
    const fixture = createPair();
    await fixture.initiator.opened();
    const another = fixture.join('TRADER').opened();
    await Promise.all([
      expect(another).rejects.toMatchObject({ code: 'unreachable' }),
      settle().then(() => fixture.timers.advance(2000)),
    ]);
    expect(fixture.initiator.isOpen).toBe(true);
    expect(await fixture.initiator.request(order('A'))).toEqual(report('A'));
  });

  test('drops a Logon with an unexpected CompID', async () => {
    const fixture = createPair({
      acceptor: { expects: ({ senderCompId }) => senderCompId === 'TRADER' },
    });
    await fixture.initiator.opened();
    await expect(fixture.join('STRANGER').opened()).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('does not count Logons of strangers against the limit of a session', async () => {
    const policy = defaultFixPolicy('FIX.4.2', {
      compIds: { server: 'VENUE' },
      rate: { logons: { perSecond: 2 } },
    });
    const looked: (string | undefined)[] = [];
    const fixture = await createRawFixture(
      {
        verify({ field, peer }) {
          looked.push(peer?.address);
          return field(96) === 'signed'
            ? { ok: true, principal: 'trader' }
            : { ok: false, reason: 'signature-wrong', message: 'No' };
        },
      },
      undefined,
      policy,
    );
    for (let attempt = 0; attempt < 20; attempt++) {
      fixture.join('TRADER', 'stranger').send('A', 1, logon);
      await settled();
    }
    // Two are looked at in a second, and cost the owner nothing.
    expect(looked.filter((address) => address === 'stranger')).toHaveLength(2);
    const owner = fixture.join('TRADER', 'owner');
    owner.send('A', 1, `${logon}95=6|96=signed|`);
    await settled();
    expect(owner.got[0]).toMatch(/^35=A/);
  });

  test('limits the Logons of a valid key over all connections', async () => {
    const policy = defaultFixPolicy('FIX.4.2', {
      compIds: { server: 'VENUE' },
      rate: { logons: { perSecond: 2 } },
    });
    const fixture = await createRawFixture(
      { verify: () => ({ ok: true, principal: 'trader' }) },
      undefined,
      policy,
    );
    const answers: string[] = [];
    for (const [index, address] of ['a', 'b', 'c'].entries()) {
      const peer = fixture.join('DESK', address);
      peer.send('A', 1 + 2 * index, logon);
      await settled();
      answers.push(peer.got[0] ?? '');
      peer.send('5', 2 + 2 * index);
      await settled();
    }
    expect(answers.map((answer) => /35=\w|58=.*/.exec(answer)?.[0])).toEqual([
      '35=A',
      '35=A',
      '35=5',
    ]);
    expect(answers[2]).toContain('58=Too many messages');
  });
});
