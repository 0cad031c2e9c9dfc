import { fileFixStore } from '@tallystick/runtime/fix/node';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settled } from '../runtime/http-client-fixture.js';
import { report } from './pair.js';
import { logon, createRawFixture, start } from './raw-fixture.js';
import { openSessionFixture } from './session-fixture.js';
import { wire } from './wire.js';

const mebibyte = 1 << 20;

describe('peer that does not read', () => {
  test('is paused, and disconnected after a time limit', async () => {
    const { timers, peer, events } = await createRawFixture();
    peer.stall();
    const storm = Buffer.concat(
      Array.from({ length: 200 }, (_, index) =>
        peer.bytes('1', 2 + index, `112=${'x'.repeat(900)}|`),
      ),
    );
    peer.raw(storm);
    for (let index = 0; index < 50_000 && !peer.isPaused; index++) {
      peer.send('1', 202 + index, `112=${'x'.repeat(900)}|`);
    }
    expect(peer.isPaused).toBe(true);
    expect(peer.unread).toBeLessThan(2 * mebibyte);
    await timers.advance(72_000);
    expect(events.at(-1)).toMatchObject({ kind: 'disconnected', reason: 'silence' });
    expect(timers.pending).toBe(0);
  });

  test('uses no more memory for repeated resend requests', async () => {
    const { timers, peer } = await createRawFixture(
      {},
      { NewOrderSingle: ({ clOrdId = '' }, client) => void client.send(report(clOrdId)) },
    );
    for (let number = 2; number < 4002; number++) {
      peer.send('D', number, `11=${number}|54=1|55=${'T'.repeat(500)}|`);
    }
    peer.stall();
    for (let number = 4002; number < 6000 && !peer.isPaused; number++) {
      peer.send('2', number, '7=1|16=0|');
    }
    await timers.advance(1000);
    expect(peer.unread).toBeLessThan(2 * mebibyte);
    peer.read();
    await timers.advance(1000);
    // The last request is answered to its end.
    expect(peer.got.at(-1)).toMatch(/^35=8\|34=4001\|43=Y/);
  });
});

test('does not answer every resend request of a batch in full', () => {
  const { session, peer, raw, now } = openSessionFixture();
  for (let number = 0; number < 2000; number++) {
    session.send({ type: 'NewOrderSingle', fields: [[11, String(number)]] }, now());
  }
  expect(peer('2', 2, '7=1|16=0|').length).toBeLessThanOrEqual(501);
  const one = (number: number): Uint8Array =>
    wire(`35=2|34=${number}|49=THEM|52=20261121-12:00:00.000|56=US|7=1|16=0|`);
  const storm = Buffer.concat(Array.from({ length: 300 }, (_, index) => one(3 + index)));
  expect(raw(storm).length).toBeLessThanOrEqual(501);
});

describe('slow program', () => {
  test.each([30, 0])(
    'is reported, and its peer is disconnected after %i s between heartbeats without it',
    async (heartBtInt) => {
      const fixture = await createRawFixture(
        {},
        { NewOrderSingle: () => new Promise(() => undefined) },
      );
      const peer = fixture.join('STUCK');
      peer.send('A', 1, `98=0|108=${heartBtInt}|`);
      await settled();
      for (let number = 2; number < 302; number++) {
        peer.send('D', number, `11=${number}|54=1|55=TEA|`);
      }
      expect(peer.isPaused).toBe(true);
      expect(
        fixture.events.filter((event) => event.kind === 'notice' && event.code === 'crowded'),
      ).toEqual([
        {
          kind: 'notice',
          code: 'crowded',
          text: '256 messages are waiting for the program; reading is paused',
        },
      ]);
      const closed = fixture.acceptor.close();
      await settled();
      await fixture.timers.advance(60_000);
      await closed;
      expect(peer.isClosed).toBe(true);
      expect(fixture.timers.pending).toBe(0);
    },
  );

  test('does not make its peer appear silent', async () => {
    let finish = (): void => undefined;
    const { timers, peer, events } = await createRawFixture(
      {},
      {
        NewOrderSingle: () =>
          new Promise<void>((resolve) => {
            finish = resolve;
          }),
      },
    );
    for (let number = 2; number < 302; number++) peer.send('D', number, '11=A|54=1|55=TEA|');
    await settled();
    expect(peer.isPaused).toBe(true);
    // Its heartbeats arrive, but are not read.
    for (let beat = 0; beat < 10; beat++) {
      peer.send('0', 302 + beat);
      await timers.advance(30_000);
    }
    expect(events.map(({ kind }) => kind)).not.toContain('disconnected');
    expect(peer.got.filter((message) => message.startsWith('35=0'))).toHaveLength(10);
    for (let number = 2; number < 302; number++) {
      finish();
      await settled();
    }
    expect(peer.isPaused).toBe(false);
    expect(events.map(({ kind }) => kind)).not.toContain('disconnected');
  });

  test('sends a TestRequest first after a pause of an hour', async () => {
    const { session, run, pass, effects } = openSessionFixture();
    pass(20_000);
    const late = start + 3_600_000;
    expect(run(session.tick(late)).at(-1)).toBe('35=1|34=2|112=TEST');
    expect(session.phase).toBe('open');
    run(session.tick(late + 36_000));
    expect(effects.at(-1)).toMatchObject({ kind: 'disconnect', reason: 'silence' });
  });
});

test('does not keep a session for a connection closed during authorisation', async () => {
  let verdict = (): void => undefined;
  let isSlow = false;
  const { join, peer, acceptor } = await createRawFixture(
    {
      verify: () =>
        isSlow
          ? new Promise((resolve) => {
              verdict = () => resolve({ ok: true, principal: 'late', caller: 'desk' });
            })
          : { ok: true, principal: 'desk', caller: 'desk' },
    },
    {},
    { maxConnections: 1, per: 'profile' },
  );
  peer.drop();
  await settled();
  isSlow = true;
  const second = join();
  second.send('A', 2, logon);
  await settled();
  second.drop();
  await settled();
  verdict();
  await settled();
  expect(acceptor.clients()[0]?.principal).toBe('desk');
  isSlow = false;
  const other = join('OTHER');
  other.send('A', 1, logon);
  await settled();
  expect(other.got[0]).toMatch(/^35=A/);
});

test('does not exceed a rate limit when the clock is set back', () => {
  const { session, peer, run, effects, now } = openSessionFixture({ rate: { disconnectAbove: 3 } });
  peer('0', 2);
  peer('0', 3);
  const before = now() - 50_000;
  for (let number = 4; number < 10; number++) {
    run(
      session.receive(
        wire(`35=0|34=${number}|49=THEM|52=20261121-12:00:00.000|56=US|`),
        before + number * 400,
      ),
    );
  }
  expect(effects.some(({ kind }) => kind === 'disconnect')).toBe(false);
});

describe('connection without a Logon', () => {
  test('has a time limit for the whole Logon', async () => {
    const { timers, join } = await createRawFixture();
    const slow = join('SLOW');
    const bytes = slow.bytes('A', 1, logon);
    for (let at = 0; at < bytes.length - 1 && !slow.isClosed; at++) {
      slow.raw(bytes.subarray(at, at + 1));
      await timers.advance(500);
    }
    expect(slow.isClosed).toBe(true);
    expect(timers.now() - start).toBeLessThan(11_000);
  });

  test('has a size limit for the Logon and its BodyLength', async () => {
    const { join } = await createRawFixture();
    const talker = join('TALKER');
    for (let kib = 0; kib < 65 && !talker.isClosed; kib++) talker.raw(Buffer.alloc(1024, 'x'));
    await settled();
    expect(talker.isClosed).toBe(true);
    const invalid = join('LIAR');
    invalid.raw(Buffer.from('8=FIX.4.2\u00019=999999999\u000135=A\u0001'));
    await settled();
    expect(invalid.isClosed).toBe(true);
  });

  test('may send any bytes in data fields of the Logon', async () => {
    const { join, acceptor } = await createRawFixture();
    const binary = join('BINARY');
    binary.send('A', 1, `${logon}95=5|96=\u0001=\u000199|`);
    await settled();
    expect(binary.got).toEqual(['35=A|34=1|98=0|108=30']);
    expect(acceptor.clients().map(({ identity }) => identity.senderCompId)).toContain('BINARY');
  });
});

test('frees the session of a vanished peer after a time limit', async () => {
  const { timers, join } = await createRawFixture();
  const next = join();
  next.send('A', 2, logon);
  await timers.advance(2000);
  expect(next.isClosed).toBe(true);
  await timers.advance(72_000);
  const last = join();
  last.send('A', 2, logon);
  await settled();
  expect(last.got[0]).toMatch(/^35=A/);
});

describe('sequence numbers', () => {
  test('that are too high are rejected, and the store stays valid', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallystick-hostile-'));
    const store = fileFixStore(join(folder, 'x.fix'));
    const { peer } = await createRawFixture({ store: () => store });
    peer.send('4', 2, '36=9007199254740991|');
    await settled();
    expect(peer.isClosed).toBe(false);
    expect(peer.got.at(-1)).toMatch(/^35=3.*373=5$/);
    peer.send('D', 9007199254740991, '11=A|54=1|55=TEA|');
    peer.send('1', 2, '112=X|');
    await settled();
    expect(peer.got.at(-1)).toBe('35=0|34=4|112=X');
    store.close();
    rmSync(folder, { recursive: true });
  });

  test('of thousands of early messages take constant time each', () => {
    const filled: number[] = [];
    const calm: number[] = [];
    // The least of several, because other tests run beside this one in the same process.
    for (let round = 0; round < 3; round++) {
      filled.push(fillGaps(5000));
      calm.push(fillGaps(0));
    }
    expect(Math.min(...filled)).toBeLessThan(5 * Math.min(...calm));
  });
});

/** Time in microseconds to fill a gap with five thousand messages while others are queued. */
function fillGaps(waiting: number): number {
  const { peer, session, time } = openSessionFixture();
  for (let number = 0; number < waiting; number++) peer('D', 5002 + number, '11=A|54=1|55=TEA|');
  const began = process.cpuUsage().user;
  for (let number = 2; number < 5002; number++) {
    const header = `43=Y|49=THEM|52=${time()}|56=US|122=${time()}|`;
    peer('4', number, `36=${number + 1}|123=Y|`, header);
  }
  const took = process.cpuUsage().user - began;
  expect(session.nextIncoming).toBe(5002 + waiting);
  return took;
}
