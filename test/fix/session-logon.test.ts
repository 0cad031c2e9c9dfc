import { describe, expect, test } from 'vitest';
import {
  createSessionFixture,
  openSessionFixture,
  type SessionFixture,
} from './session-fixture.js';
import { wire } from './wire.js';

function waiting(...parts: Parameters<typeof createSessionFixture>): SessionFixture {
  const fixture = createSessionFixture(...parts);
  fixture.run(fixture.session.connected(fixture.now()));
  return fixture;
}

const ended = (fixture: SessionFixture): unknown =>
  fixture.effects.find(({ kind }) => kind === 'disconnect') ?? fixture.session.phase;

describe('acceptor session', () => {
  test('answers a Logon with its HeartBtInt', () => {
    const fixture = waiting();
    expect(fixture.peer('A', 1, '98=0|108=17|')).toEqual(['35=A|34=1|98=0|108=17']);
    expect(fixture.effects).toContainEqual({ kind: 'logon', heartBtInt: 17 });
    expect(fixture.session.phase).toBe('open');
  });

  test('answers a Logon with a high MsgSeqNum, and requests missing messages', () => {
    const fixture = waiting();
    expect(fixture.peer('A', 5, '98=0|108=30|')).toEqual([
      '35=A|34=1|98=0|108=30',
      '35=2|34=2|7=1|16=0',
    ]);
    // All of it is passed over: the next one is 6, for the Logon itself was number 5.
    expect(
      fixture.peer(
        '4',
        1,
        '36=5|123=Y|',
        `43=Y|49=THEM|52=${fixture.time()}|56=US|122=${fixture.time()}|`,
      ),
    ).toEqual([]);
    expect(fixture.session.nextIncoming).toBe(6);
  });

  test('rejects a Logon with a low MsgSeqNum, and reports the expected one', () => {
    const fixture = waiting();
    fixture.peer('A', 1, '98=0|108=30|');
    fixture.peer('0', 2);
    fixture.run(fixture.session.disconnected(fixture.now()));
    fixture.run(fixture.session.connected(fixture.now()));
    expect(fixture.peer('A', 2, '98=0|108=30|')).toEqual([
      '35=5|34=2|58=MsgSeqNum too low, expecting 3 but received 2',
    ]);
    expect(fixture.session.phase).toBe('ended');
  });

  test.each<[string, (fixture: SessionFixture) => Uint8Array]>([
    ['another message', ({ time }) => wire(`35=0|34=1|49=THEM|52=${time()}|56=US|`)],
    ['another sender', ({ time }) => wire(`35=A|34=1|49=WHO|52=${time()}|56=US|98=0|108=30|`)],
    ['another target', ({ time }) => wire(`35=A|34=1|49=THEM|52=${time()}|56=WHO|98=0|108=30|`)],
    [
      'another version',
      ({ time }) => wire(`35=A|34=1|49=THEM|52=${time()}|56=US|98=0|108=30|`, 'FIX.4.4'),
    ],
    [
      'an old SendingTime',
      ({ time }) => wire(`35=A|34=1|49=THEM|52=${time(-121)}|56=US|98=0|108=30|`),
    ],
    ['no HeartBtInt', ({ time }) => wire(`35=A|34=1|49=THEM|52=${time()}|56=US|98=0|`)],
    ['no MsgSeqNum', ({ time }) => wire(`35=A|49=THEM|52=${time()}|56=US|98=0|108=30|`)],
    [
      'a wrong CheckSum',
      ({ time }) => {
        const bytes = wire(`35=A|34=1|49=THEM|52=${time()}|56=US|98=0|108=30|`);
        bytes[bytes.length - 2] = bytes[bytes.length - 2] === 48 ? 49 : 48;
        return bytes;
      },
    ],
  ])('drops a connection that starts with %s', (_, bytes) => {
    const fixture = waiting();
    expect(fixture.raw(bytes(fixture))).toEqual([]);
    expect(ended(fixture)).toMatchObject({ reason: 'logon-refused' });
    expect(fixture.session.nextIncoming).toBe(1);
  });

  test('drops a connection without a Logon after a time limit', () => {
    const fixture = waiting({}, { logonTimeout: 5 });
    expect(fixture.pass(4999)).toEqual([]);
    expect(fixture.session.phase).toBe('waiting');
    fixture.pass(1);
    expect(ended(fixture)).toMatchObject({ reason: 'logon-timeout' });
  });

  test('queues messages until the Logon is authorised', () => {
    const fixture = waiting({}, { judges: true });
    expect(fixture.peer('A', 1, '98=0|108=30|554=secret|')).toEqual([]);
    expect(fixture.peer('1', 2, '112=X|')).toEqual([]);
    const judge = fixture.effects.find(({ kind }) => kind === 'judge');
    expect(judge).toBeDefined();
    expect(judge?.kind === 'judge' && [judge.field(554), judge.field(34), judge.field(1)]).toEqual([
      'secret',
      '1',
      undefined,
    ]);
    expect(fixture.run(fixture.session.judged(undefined, fixture.now()))).toEqual([
      '35=A|34=1|98=0|108=30',
      '35=0|34=2|112=X',
    ]);
  });

  test('reports why a Logon was refused, and keeps its sequence numbers', () => {
    const fixture = waiting({ resetOnLogon: true }, { judges: true });
    fixture.run(fixture.session.disconnected(fixture.now()));
    fixture.run(fixture.session.connected(fixture.now()));
    fixture.peer('A', 1, '98=0|108=30|141=Y|');
    expect(fixture.run(fixture.session.judged('Go away', fixture.now()))).toEqual([
      '35=5|34=1|58=Go away',
    ]);
    expect([fixture.session.nextIncoming, fixture.session.nextOutgoing]).toEqual([1, 1]);
  });

  test('limits the bytes queued before the Logon is authorised', () => {
    const fixture = waiting({ maxMessageLength: 1000 }, { judges: true });
    fixture.peer('A', 1, '98=0|108=30|');
    for (let sent = 0; sent < 20; sent++) fixture.peer('0', 2 + sent);
    expect(ended(fixture)).toMatchObject({ reason: 'protocol' });
  });
});

describe('initiator session', () => {
  const initiator = (
    ...[policy = {}, options = {}]: Parameters<typeof createSessionFixture>
  ): [SessionFixture, readonly string[]] => {
    const fixture = createSessionFixture(policy, { side: 'initiator', ...options });
    return [fixture, fixture.run(fixture.session.connected(fixture.now()))];
  };

  test('logs on with the HeartBtInt of the policy or its settings', () => {
    expect(initiator()[1]).toEqual(['35=A|34=1|98=0|108=30']);
    expect(
      initiator({ heartBtInt: { default: 10, testRequestAfter: 1.5, dropAfter: 2 } })[1],
    ).toEqual(['35=A|34=1|98=0|108=10']);
    expect(initiator({}, { heartBtInt: 5 })[1]).toEqual(['35=A|34=1|98=0|108=5']);
  });

  test('signs its Logon, with data lengths, and sends nothing before', () => {
    const [fixture, sent] = initiator({}, { signs: true, logonFields: [[554, 'pass']] });
    expect(sent).toEqual([]);
    const [sign] = fixture.effects;
    const fields = [34, 35, 49, 52, 56, 554, 98].map(
      (tag) => sign?.kind === 'sign' && sign.field(tag),
    );
    expect(fields).toEqual(['1', 'A', 'US', '20261121-12:00:00.000', 'THEM', 'pass', '0']);
    expect(fixture.run(fixture.session.signed([[96, 'sig|ned']], fixture.now()))).toEqual([
      '35=A|34=1|95=7|96=sig|ned|98=0|108=30|554=pass',
    ]);
  });

  test('requests a reset if the policy does, unless the flag is refused', () => {
    expect(initiator({ resetOnLogon: true })[1]).toEqual(['35=A|34=1|98=0|108=30|141=Y']);
    expect(initiator({ resetOnLogon: true, resetSeqNumFlag: 'refuse' })[1]).toEqual([
      '35=A|34=1|98=0|108=30',
    ]);
  });

  test('opens when its Logon is answered, and requests missing messages', () => {
    const [fixture] = initiator();
    expect(fixture.peer('A', 4, '98=0|108=30|')).toEqual(['35=2|34=2|7=1|16=0']);
    expect(fixture.effects).toContainEqual({ kind: 'logon', heartBtInt: 30 });
  });

  test('ends with the text of the peer if it is refused', () => {
    const [fixture] = initiator();
    expect(fixture.peer('5', 1, '58=Not today|')).toEqual([]);
    expect(fixture.effects).toContainEqual({ kind: 'logout', text: 'Not today' });
    expect(ended(fixture)).toMatchObject({ reason: 'logon-refused', text: 'Not today' });
  });

  test('ends after any other message, or after a time limit', () => {
    const [other] = initiator();
    other.peer('0', 1);
    expect(ended(other)).toMatchObject({ reason: 'protocol' });
    const [silent] = initiator();
    silent.pass(10_000);
    expect(ended(silent)).toMatchObject({ reason: 'logon-timeout' });
  });
});

describe('Logon with ResetSeqNumFlag', () => {
  test('resets both sequence numbers, also in an open session', () => {
    const fixture = openSessionFixture();
    fixture.peer('1', 2, '112=X|');
    expect(fixture.peer('A', 1, '98=0|108=20|141=Y|')).toEqual(['35=A|34=1|98=0|108=20|141=Y']);
    expect([fixture.session.nextIncoming, fixture.session.nextOutgoing]).toEqual([2, 2]);
    expect(fixture.peer('1', 2, '112=Y|')).toEqual(['35=0|34=2|112=Y']);
  });

  test('is sent by either side, and messages in transit keep their old numbers', () => {
    const fixture = openSessionFixture();
    fixture.peer('0', 2);
    expect(fixture.run(fixture.session.reset(fixture.now()))).toEqual([
      '35=A|34=1|98=0|108=30|141=Y',
    ]);
    expect(fixture.peer('0', 3)).toEqual([]);
    expect(fixture.peer('A', 1, '98=0|108=30|141=Y|')).toEqual([]);
    expect([fixture.session.nextIncoming, fixture.session.nextOutgoing]).toEqual([2, 2]);
  });

  test('requires MsgSeqNum 1, and a Logon without it is rejected in an open session', () => {
    const late = openSessionFixture();
    expect(late.peer('A', 7, '98=0|108=20|141=Y|')).toEqual([
      '35=5|34=2|58=MsgSeqNum (34) must be 1 with ResetSeqNumFlag (141)',
    ]);
    expect(ended(late)).toMatchObject({ reason: 'protocol' });
    const plain = openSessionFixture();
    expect(plain.peer('A', 2, '98=0|108=20|')).toEqual(['35=5|34=2|58=Already logged on']);
  });
});
