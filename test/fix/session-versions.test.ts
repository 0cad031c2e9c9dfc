import { defaultFixPolicy, type FixPolicy } from '@tallystick/runtime/fix';
import { describe, expect, test } from 'vitest';
import { createSessionFixture, logon, openSessionFixture } from './session-fixture.js';

const newOrder = '11=A|54=1|55=TEA|';

describe('FIXT.1.1', () => {
  const policy = defaultFixPolicy('FIXT.1.1', { applVerId: '9' });

  test('sends and requires DefaultApplVerID in a Logon', () => {
    const fixture = createSessionFixture(policy);
    fixture.run(fixture.session.connected(fixture.now()));
    expect(fixture.peer('A', 1, '98=0|108=30|1137=9|')).toEqual(['35=A|34=1|98=0|108=30|1137=9']);
    const silent = createSessionFixture(policy);
    silent.run(silent.session.connected(silent.now()));
    expect(silent.peer('A', 1, '98=0|108=30|')).toEqual([]);
    expect(silent.session.phase).toBe('ended');
  });

  test('has a SessionRejectReason for every rejection', () => {
    const fixture = openSessionFixture(policy);
    expect(fixture.peer('D', 2, `${newOrder}55=TEA|`)).toEqual([
      '35=3|34=2|45=2|58=Tag appears more than once|371=55|372=D|373=13',
    ]);
    expect(openSessionFixture().peer('D', 2, `${newOrder}55=TEA|`)).toEqual([
      '35=3|34=2|45=2|58=Tag appears more than once|371=55|372=D',
    ]);
  });

  test('resets sequence numbers in an open session', () => {
    const fixture = openSessionFixture(policy);
    fixture.peer('0', 2);
    expect(fixture.peer('A', 1, '98=0|108=30|141=Y|1137=9|')).toEqual([
      '35=A|34=1|98=0|108=30|141=Y|1137=9',
    ]);
  });
});

test('in FIX 4.0, uses 999999 in a ResendRequest and shorter texts in a Reject', () => {
  const fixture = openSessionFixture({ beginString: 'FIX.4.0' });
  expect(fixture.peer('0', 4)).toEqual(['35=2|34=2|7=2|16=999999']);
  fixture.peer(
    '4',
    2,
    '36=5|123=Y|',
    `43=Y|49=THEM|52=${fixture.time()}|56=US|122=${fixture.time()}|`,
  );
  expect(fixture.peer('D', 5, '11=A|54=1|')).toEqual([
    '35=3|34=3|45=5|58=Required tag missing (55)',
  ]);
  expect(fixture.peer('*', 6)).toEqual(['35=3|34=4|45=6|58=Invalid MsgType']);
});

describe('rejected application message', () => {
  const refusal = { refMsgType: 'D', refSeqNum: 2, reason: 3 };
  const refuse = (policy: Partial<FixPolicy>): readonly string[] => {
    const fixture = openSessionFixture(policy);
    fixture.peer('D', 2, newOrder);
    return fixture.run(fixture.session.refuse(refusal, fixture.now()));
  };

  test.each(['FIX.4.0', 'FIX.4.1'])('is answered with a Reject in %s', (version) => {
    expect(refuse({ beginString: version })).toEqual([
      '35=3|34=2|45=2|58=Unsupported message type',
    ]);
  });

  test('is answered with the ApplVerID that the policy selects', () => {
    const of = (policy: Partial<FixPolicy>): readonly string[] =>
      refuse({ beginString: 'FIXT.1.1', applVerId: '9', ...policy });
    const words = '45=2|58=Unsupported Message Type|372=D|380=3';
    expect(of({})).toEqual([`35=j|34=2|${words}`]);
    expect(of({ businessRejectVersion: 'none' })).toEqual([`35=j|34=2|${words}`]);
    expect(of({ businessRejectVersion: 'DefaultApplVerID' })).toEqual([
      `35=j|34=2|${words}|1137=9`,
    ]);
    expect(of({ businessRejectVersion: 'ApplVerID' })).toEqual([`35=j|34=2|1128=9|${words}`]);
    const plain = { beginString: 'FIX.4.4', businessRejectVersion: 'DefaultApplVerID' } as const;
    expect(refuse(plain)).toEqual([`35=j|34=2|${words}`]);
  });
});

test('before FIX 4.2, uses SendingTime without milliseconds', () => {
  const [sent] = openSessionFixture({ beginString: 'FIX.4.1' }).peer('1', 2, '112=X|');
  expect(sent).toBe('35=0|34=2|112=X');
  const { sendingTime } = defaultFixPolicy('FIX.4.1');
  expect(sendingTime).toEqual({ tolerance: 120, fractionDigits: [0], send: 0 });
  expect(defaultFixPolicy('FIX.4.2').sendingTime.send).toBe(3);
  const fixture = openSessionFixture({ beginString: 'FIX.4.1' });
  expect(fixture.peer('1', 2, '112=X|', `49=THEM|52=${fixture.time(0, 3)}|56=US|`)).toEqual([
    '35=3|34=2|45=2|58=SendingTime (52) has the wrong number of fraction digits (52)',
  ]);
});

describe('LastMsgSeqNumProcessed', () => {
  test('is in every message, with the number of the answered one', () => {
    const fixture = openSessionFixture({ lastMsgSeqNumProcessed: true });
    expect(fixture.peer('1', 2, '112=X|')).toEqual(['35=0|34=2|369=2|112=X']);
    expect(fixture.peer('1', 5, '112=Y|')).toEqual(['35=2|34=3|369=2|7=3|16=0']);
    expect(fixture.peer('2', 3, '7=1|16=0|')).toEqual(['35=4|34=1|43=Y|122|369=3|36=4|123=Y']);
  });
});

describe('NextExpectedMsgSeqNum', () => {
  const policy = { nextExpectedMsgSeqNum: true };

  test('is in both Logons', () => {
    expect(logon(policy, '108=30|789=1|')[0]).toEqual(['35=A|34=1|98=0|108=30|789=2']);
    const fixture = createSessionFixture(policy, { side: 'initiator' });
    expect(fixture.run(fixture.session.connected(fixture.now()))).toEqual([
      '35=A|34=1|98=0|108=30|789=1',
    ]);
  });

  test('of the peer causes a resend without a request', () => {
    const fixture = openSessionFixture(policy);
    fixture.peer('1', 2, '112=X|');
    fixture.run(
      fixture.session.send({ type: 'NewOrderSingle', fields: [[11, 'A']] }, fixture.now()),
    );
    fixture.run(fixture.session.disconnected(fixture.now()));
    fixture.run(fixture.session.connected(fixture.now()));
    expect(fixture.peer('A', 3, '98=0|108=30|789=2|')).toEqual([
      '35=A|34=4|98=0|108=30|789=4',
      '35=4|34=2|43=Y|122|36=3|123=Y',
      '35=D|34=3|43=Y|122|11=A',
    ]);
  });

  test('in a Logon replaces a ResendRequest', () => {
    const fixture = createSessionFixture(policy);
    fixture.run(fixture.session.connected(fixture.now()));
    expect(fixture.peer('A', 4, '98=0|108=30|789=1|')).toEqual(['35=A|34=1|98=0|108=30|789=1']);
    fixture.peer(
      '4',
      1,
      '36=4|123=Y|',
      `43=Y|49=THEM|52=${fixture.time()}|56=US|122=${fixture.time()}|`,
    );
    expect(fixture.session.nextIncoming).toBe(5);
  });

  test('that is too high ends the connection', () => {
    expect(logon(policy, '108=30|789=2|')).toEqual([
      ['35=5|34=1|58=NextExpectedMsgSeqNum (789) is too high, expecting at most 1'],
      false,
    ]);
  });
});
