import {
  createFixSession,
  type FixCodec,
  type FixEffect,
  type FixMessage,
  type FixPolicy,
  type FixSession,
  memoryFixStore,
  nextDisconnect,
} from '@tallystick/runtime/fix';
import {
  exchangeFix42Codec,
  exchangeFix42OrderEntryPolicy as orderEntry42,
} from '../../generated/exchange-fix-4.2/src/index.js';
import {
  exchangeFix50Codec,
  exchangeFix50OrderEntryPolicy as orderEntry50,
} from '../../generated/exchange-fix-5.0/src/index.js';
import {
  exchangeFixMarketDataCodec,
  exchangeFixMarketDataIncrementsPolicy,
  exchangeFixMarketDataSnapshotsPolicy,
} from '../../generated/exchange-fix-market-data/src/index.js';
import { describe, expect, test } from 'vitest';
import { tlsSettings } from '../../runtime/fix/node/tls-settings.js';
import { wire } from './wire.js';

const start = Date.UTC(2026, 10, 18, 12);
const id = '3d5b8f86-0a3c-4d0e-9a3e-0b6f8a6f6f10';
const key = '0123456789abcdef0123456789abcdef';

/** The platform's end of one session, and a clock. */
interface Venue {
  readonly session: FixSession<FixMessage>;
  readonly effects: FixEffect<FixMessage>[];
  readonly send: (
    msgType: string,
    sequence: number | string,
    body: string,
    how?: Spoiled,
  ) => readonly string[];
  readonly pass: (milliseconds: number) => readonly string[];
}

/** Differences of a message from a valid one. */
interface Spoiled {
  readonly time?: string;
  readonly checksum?: boolean;
}

function time(shift = 0, digits = 3): string {
  const [date = '', clock = ''] = new Date(start + shift * 1000).toISOString().split('T');
  const fraction = digits === 0 ? '' : `.${clock.slice(9, 12).padEnd(digits, '0')}`;
  return `${date.replaceAll('-', '')}-${clock.slice(0, 8)}${fraction}`;
}

function venue(codec: FixCodec<FixMessage>, policy: FixPolicy): Venue {
  const session = createFixSession<FixMessage>({
    side: 'acceptor',
    codec,
    policy,
    store: memoryFixStore(),
    senderCompId: policy.compIds.server ?? '',
    targetCompId: key,
  });
  const collected: FixEffect<FixMessage>[] = [];
  let now = start;
  let timer: number | undefined;
  const run = (effects: readonly FixEffect<FixMessage>[]): readonly string[] =>
    effects.flatMap((effect) => {
      if (effect.kind === 'timer') timer = effect.at;
      else if (effect.kind !== 'write') collected.push(effect);
      if (effect.kind !== 'write') return [];
      const fields = Buffer.from(effect.bytes).toString('latin1').split('\u0001').slice(0, -1);
      return [fields.filter((field) => !/^(8|9|10|34|49|52|56)=/.test(field)).join('|')];
    });
  run(session.connected(now));
  return {
    session,
    effects: collected,
    send(msgType, sequence, body, { time: sendingTime = time(), checksum = true } = {}) {
      const head = `35=${msgType}|34=${sequence}|49=${key}|52=${sendingTime}|56=${policy.compIds.server}|`;
      const bytes = wire(`${head}${body}`, codec.beginString);
      if (!checksum) bytes[bytes.length - 2] = bytes[bytes.length - 2] === 48 ? 49 : 48;
      return run(session.receive(bytes, now));
    },
    pass(milliseconds) {
      const end = now + milliseconds;
      const sent: string[] = [];
      while (timer !== undefined && timer <= end) {
        now = timer;
        timer = undefined;
        sent.push(...run(session.tick(now)));
      }
      now = end;
      return sent;
    },
  };
}

const versions = [
  ['4.2', exchangeFix42Codec, orderEntry42, '', '21=1|'],
  ['5.0 SP2', exchangeFix50Codec, orderEntry50, '1137=9|', ''],
] as const;

describe.each(versions)('platform over FIX %s', (_, codec, policy, applVerId, handling) => {
  const signature = '95=4|96=c2ln|';
  const logon = `98=0|108=10|553=${key}|554=pass|`.replace(
    codec.beginString === 'FIX.4.2' ? /553=[^|]*\|/ : /$^/,
    '',
  );
  const good = `${signature}${logon}${applVerId}`;
  const fresh = (): Venue => venue(codec, policy);
  const open = (): Venue => {
    const fixture = fresh();
    fixture.send('A', 1, good);
    expect(fixture.session.phase).toBe('open');
    return fixture;
  };
  const limit = `11=${id}|${handling}38=1.5|40=2|44=100.25|54=1|55=BTC-USD|59=1|`;
  const delivered = ({ effects }: Venue): number =>
    effects.filter(({ kind }) => kind === 'message').length;

  test.each([
    [1, true],
    [2, false],
    ['01', false],
  ])('accepts a Logon with MsgSeqNum %s: %j', (sequence, isTaken) => {
    const fixture = fresh();
    const [answer = ''] = fixture.send('A', sequence, good);
    expect(answer.startsWith(isTaken ? '35=A' : '35=5')).toBe(true);
    expect(fixture.session.phase).toBe(isTaken ? 'open' : 'ended');
  });

  test.each([
    [1, true],
    [30, true],
    [31, false],
    [300, false],
  ])('accepts a Logon with HeartBtInt %i: %j', (interval, isTaken) => {
    const fixture = fresh();
    fixture.send('A', 1, good.replace('108=10', `108=${interval}`));
    expect(fixture.session.phase).toBe(isTaken ? 'open' : 'ended');
  });

  test.each([
    [300, 3, true],
    [-300, 3, true],
    [301, 3, false],
    [-301, 3, false],
    [0, 0, false],
    [0, 6, false],
  ])('checks a SendingTime that is %i s off, with %i digits', (shift, digits, isTaken) => {
    const fixture = open();
    const sent = fixture.send('D', 2, limit, { time: time(shift, digits) });
    expect(sent[0]?.startsWith('35=3') ?? false).toBe(!isTaken);
    expect(delivered(fixture)).toBe(isTaken ? 1 : 0);
  });

  test('requires MsgSeqNum without leading zeros, and a valid CheckSum', () => {
    const fixture = open();
    expect(fixture.send('D', '02', limit)[0]).toMatch(/^35=3\|.*371=34/);
    expect(fixture.send('D', 3, limit, { checksum: false })[0]).toMatch(/^35=3\|.*371=10/);
    expect(fixture.send('D', 4, limit)).toEqual([]);
    expect(delivered(fixture)).toBe(1);
  });

  test.each([
    ['38=1.5', '38=1.5', undefined],
    ['38=1.5', '38=0.5', undefined],
    ['38=1.5', '38=01.5', 38],
    ['44=100.25', '44=0100.25', 44],
    ['44=100.25', '44=00.25', 44],
  ])('checks numbers: %s written as %s', (from, to, refTag) => {
    const fixture = open();
    const [sent = ''] = fixture.send('D', 2, limit.replace(from, to));
    expect(sent).toMatch(
      refTag === undefined ? /^$/ : new RegExp(`^35=3\\|.*371=${refTag}\\|372=D\\|373=6$`),
    );
  });

  test.each([
    ['38=1|', true],
    ['152=100|', true],
    ['38=1|152=100|', false],
  ])('checks a market order with %s', (quantity, isTaken) => {
    const fixture = open();
    const sent = fixture.send('D', 2, `11=${id}|${handling}${quantity}40=1|54=1|55=BTC-USD|`);
    expect([sent.length, delivered(fixture)]).toEqual(isTaken ? [0, 1] : [1, 0]);
  });

  test.each([
    ['F', `11=${id}|41=${id.replace('3', '4')}|`],
    ['H', `11=${id}|`],
  ])('requires Symbol in %s', (msgType, body) => {
    const fixture = open();
    expect(fixture.send(msgType, 2, body)[0]).toMatch(/^35=3\|.*58=Required tag missing\|371=55/);
    expect(fixture.send(msgType, 3, `${body}55=BTC-USD|`)).toEqual([]);
    expect(delivered(fixture)).toBe(1);
  });

  test.each([
    [15, true],
    [16, false],
  ])('checks batches of %i cancels and orders', (count, isTaken) => {
    const fixture = open();
    const nameOf = (index: number): string =>
      `11=${id.slice(0, -2)}${String(index).padStart(2, '0')}|`;
    const batch = (rest: string): string =>
      Array.from({ length: count }, (__, index) => `${nameOf(index)}${rest}`).join('');
    const cancels = `8014=b1|73=${count}|${batch(`41=${id}|55=BTC-USD|`)}`;
    const orders = `8014=b2|73=${count}|${batch('38=1|40=1|54=1|55=BTC-USD|')}`;
    const sent = [...fixture.send('U4', 2, cancels), ...fixture.send('U6', 3, orders)];
    expect([sent.length, delivered(fixture)]).toEqual(isTaken ? [0, 2] : [2, 0]);
  });

  test('sends a TestRequest after 1.5 intervals of silence, and disconnects after 2', () => {
    const fixture = open();
    expect(fixture.pass(14_999)).toEqual(['35=0']);
    expect(fixture.pass(1)).toEqual(['35=1|112=TEST']);
    fixture.pass(4999);
    expect(fixture.session.phase).toBe('open');
    fixture.pass(1);
    expect(fixture.effects.at(-1)).toMatchObject({ kind: 'disconnect', reason: 'silence' });
  });

  test('logs out on Mondays and Thursdays at 11:00 in Los Angeles', () => {
    const days = [start, Date.UTC(2026, 10, 19, 19), Date.UTC(2026, 6, 13, 17)];
    expect(
      days.map((now) => new Date(nextDisconnect(policy.disconnects, now)?.at ?? 0).toISOString()),
    ).toEqual(['2026-11-19T19:00:00.000Z', '2026-11-23T19:00:00.000Z', '2026-07-13T18:00:00.000Z']);
    expect(policy.disconnects[0]?.text).not.toBe('');
  });

  test('allows seven connections of a profile, and TLS 1.2 with four suites on P-256', () => {
    expect([policy.maxConnections, policy.per]).toEqual([7, 'profile']);
    expect(policy.tls === undefined ? undefined : tlsSettings(policy.tls)).toEqual({
      minVersion: 'TLSv1.2',
      maxVersion: 'TLSv1.2',
      ciphers:
        'ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-SHA256:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-SHA384',
      ecdhCurve: 'P-256',
      honorCipherOrder: true,
    });
  });
});

test.each([
  ['snapshots', exchangeFixMarketDataSnapshotsPolicy],
  ['increments', exchangeFixMarketDataIncrementsPolicy],
])('allows 300 seconds between heartbeats of the market data gateway with %s', (_, policy) => {
  const logon = `95=4|96=c2ln|98=0|108=300|553=${key}|554=pass|1137=9|`;
  for (const [body, phase] of [
    [logon, 'open'],
    [logon.replace('300', '301'), 'ended'],
  ] as const) {
    const fixture = venue(exchangeFixMarketDataCodec, policy);
    fixture.send('A', 1, body);
    expect(fixture.session.phase).toBe(phase);
  }
});
