import { writeSendingTime } from '@tallystick/runtime/fix';
import { describe, expect, test } from 'vitest';
import {
  createSessionFixture,
  logon,
  openSessionFixture,
  type SessionFixture,
} from './session-fixture.js';
import { wire } from './wire.js';

const newOrder = '11=A|54=1|55=TEA|';
const refused = (tag: number, reason: number, text: string, sequence = 2): readonly string[] => [
  `35=3|34=2|45=${sequence}|58=${text}|371=${tag}|372=D|373=${reason}`,
];
describe('session policy', () => {
  test('can require MsgSeqNum 1 in a Logon', () => {
    const msgSeqNum = { logonMustBeOne: true, leadingZeros: 'accept' } as const;
    expect(logon({ msgSeqNum }, '108=30|')).toEqual([['35=A|34=1|98=0|108=30'], true]);
    expect(logon({ msgSeqNum, texts: { logonSeqNum: 'One, please' } }, '108=30|', 2)).toEqual([
      ['35=5|34=1|58=One, please'],
      false,
    ]);
    expect(logon({}, '108=30|', 2)[1]).toBe(true);
  });

  test('resets sequence numbers with every Logon if it requires MsgSeqNum 1', () => {
    const fixture = openSessionFixture({
      msgSeqNum: { logonMustBeOne: true, leadingZeros: 'accept' },
    });
    fixture.peer('0', 2);
    fixture.run(fixture.session.disconnected(fixture.now()));
    fixture.run(fixture.session.connected(fixture.now()));
    expect(fixture.peer('A', 1, '98=0|108=30|')).toEqual(['35=A|34=1|98=0|108=30']);
  });

  test.each([
    [0, true],
    [30, true],
    [31, false],
    [-1, false],
  ])('limits HeartBtInt to 30: %i', (interval, isTaken) => {
    const heartBtInt = { default: 10, max: 30, testRequestAfter: 1.5, dropAfter: 2 };
    expect(logon({ heartBtInt }, `108=${interval}|`)[1]).toBe(isTaken);
  });

  test.each([
    [120, 120, true],
    [120, 121, false],
    [300, 300, true],
    [300, 301, false],
  ])(
    'with a tolerance of %i s checks a SendingTime that is %i s off',
    (tolerance, off, isTaken) => {
      for (const seconds of [off, -off]) {
        const sendingTime = { tolerance, fractionDigits: [3], send: 3 };
        expect(logon({ sendingTime }, '108=30|', 1, ({ time }) => time(seconds))[1]).toBe(isTaken);
        const fixture = openSessionFixture({ sendingTime });
        const sent = fixture.peer('1', 2, '112=X|', `49=THEM|52=${fixture.time(seconds)}|56=US|`);
        expect(sent).toEqual(
          isTaken
            ? ['35=0|34=2|112=X']
            : ['35=3|34=2|45=2|58=SendingTime accuracy problem|372=1|373=10', '35=5|34=3'],
        );
      }
    },
  );

  test.each([
    [3, true],
    [0, false],
    [6, false],
    [9, false],
  ])('checks SendingTime with %i instead of 3 fraction digits', (digits, isTaken) => {
    const sendingTime = { tolerance: 120, fractionDigits: [3], send: 3 };
    const fixture = openSessionFixture({ sendingTime });
    const sent = fixture.peer('D', 2, newOrder, `49=THEM|52=${fixture.time(0, digits)}|56=US|`);
    const text = 'SendingTime (52) has the wrong number of fraction digits';
    expect(sent).toEqual(isTaken ? [] : refused(52, 6, text));
    expect(fixture.session.nextIncoming).toBe(3);
    expect(logon({ sendingTime }, '108=30|', 1, ({ time }) => time(0, digits))[1]).toBe(isTaken);
    expect(logon({}, '108=30|', 1, ({ time }) => time(0, digits))[1]).toBe(true);
  });

  test('sets the number of fraction digits in SendingTime', () => {
    const now = Date.UTC(2026, 10, 21, 12) + 7;
    expect([0, 3, 6, 9].map((digits) => writeSendingTime(now, digits))).toEqual([
      '20261121-12:00:00',
      '20261121-12:00:00.007',
      '20261121-12:00:00.007000',
      '20261121-12:00:00.007000000',
    ]);
  });

  test('can reject MsgSeqNum with leading zeros', () => {
    const msgSeqNum = { logonMustBeOne: false, leadingZeros: 'refuse' } as const;
    const strict = openSessionFixture({ msgSeqNum });
    expect(strict.peer('D', '02', newOrder)).toEqual(
      refused(34, 6, 'Incorrect data format for value'),
    );
    expect(strict.peer('1', 3, '112=X|')).toEqual(['35=0|34=3|112=X']);
    expect(openSessionFixture().peer('1', '0002', '112=X|')).toEqual(['35=0|34=2|112=X']);
    expect(logon({ msgSeqNum }, '108=30|', '01')[1]).toBe(false);
  });

  test('rejects a wrong CheckSum, or ignores the garbled message', () => {
    const broken = (fixture: SessionFixture): Uint8Array => {
      const bytes = wire(`35=D|34=2|49=THEM|52=${fixture.time()}|56=US|${newOrder}`);
      bytes[bytes.length - 2] = bytes[bytes.length - 2] === 48 ? 49 : 48;
      return bytes;
    };
    const strict = openSessionFixture({ checksum: 'reject' });
    expect(strict.raw(broken(strict))).toEqual(refused(10, 5, 'Invalid CheckSum'));
    expect(strict.peer('1', 3, '112=X|')).toEqual(['35=0|34=3|112=X']);
    const usual = openSessionFixture();
    expect(usual.raw(broken(usual))).toEqual([]);
    expect(usual.peer('1', 3, '112=X|')).toEqual(['35=2|34=2|7=2|16=0']);
  });

  test('can reject ResetSeqNumFlag', () => {
    expect(logon({ resetSeqNumFlag: 'refuse' }, '108=30|141=Y|')).toEqual([
      ['35=5|34=1|58=ResetSeqNumFlag (141) is not allowed'],
      false,
    ]);
    expect(logon({}, '108=30|141=Y|')[0]).toEqual(['35=A|34=1|98=0|108=30|141=Y']);
  });

  test('sets the text for a resend request of messages that do not exist', () => {
    const fixture = openSessionFixture({ texts: { resend: 'Never sent' } });
    expect(fixture.peer('2', 2, '7=9|16=0|')).toEqual([
      '35=3|34=2|45=2|58=Never sent|371=7|372=2|373=5',
    ]);
  });

  test('rejects messages above a rate, and disconnects above a higher one', () => {
    const fixture = openSessionFixture({
      rate: { messages: { perSecond: 2, burst: 3 }, disconnectAbove: 5 },
    });
    const answers = [2, 3, 4, 5].map((sequence) => fixture.peer('D', sequence, newOrder));
    expect(answers).toEqual([[], [], [], ['35=j|34=2|45=5|58=Too many messages|372=D|380=0']]);
    fixture.pass(1000);
    expect([6, 7, 8].map((sequence) => fixture.peer('D', sequence, newOrder).length)).toEqual([
      0, 0, 1,
    ]);
    fixture.peer('D', 9, newOrder);
    fixture.peer('D', 10, newOrder);
    expect(fixture.peer('D', 11, newOrder)).toEqual(['35=5|34=6|58=Too many messages']);
    expect(fixture.session.phase).toBe('ended');
  });

  test('does not count the messages of a server against the rate of its clients', () => {
    const fixture = createSessionFixture(
      { rate: { messages: { perSecond: 1 }, disconnectAbove: 2 } },
      { side: 'initiator' },
    );
    fixture.run(fixture.session.connected(fixture.now()));
    fixture.peer('A', 1, '98=0|108=30|');
    const answers = [2, 3, 4, 5, 6].flatMap((sequence) => fixture.peer('D', sequence, newOrder));
    expect([answers, fixture.session.phase]).toEqual([[], 'open']);
  });
});
