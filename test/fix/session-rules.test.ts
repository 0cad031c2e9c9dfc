import { defaultFixPolicy, nextDisconnect, writeSendingTime } from '@tallystick/runtime/fix';
import { describe, expect, test } from 'vitest';
import { createScene, openScene, type Scene } from './scene.js';
import { wire } from './wire.js';

const newOrder = '11=A|54=1|55=TEA|';
const refused = (tag: number, reason: number, text: string, sequence = 2): readonly string[] => [
  `35=3|34=2|45=${sequence}|58=${text}|371=${tag}|372=D|373=${reason}`,
];
/** What an acceptor answers to a Logon, and whether it is open then. */
function logon(
  policy: Parameters<typeof createScene>[0],
  rest: string,
  sequence: number | string = 1,
  time?: (scene: Scene) => string,
): readonly [readonly string[], boolean] {
  const scene = createScene(policy);
  scene.run(scene.session.connected(scene.now()));
  const header = `49=THEM|52=${time?.(scene) ?? scene.time()}|56=US|`;
  const sent = scene.peer('A', sequence, `98=0|${rest}`, header);
  return [sent, scene.session.phase === 'open'];
}

describe('rules of a description, and what an engine does without them', () => {
  test('a Logon must be number 1', () => {
    const msgSeqNum = { logonMustBeOne: true, leadingZeros: 'accept' } as const;
    expect(logon({ msgSeqNum }, '108=30|')).toEqual([['35=A|34=1|98=0|108=30'], true]);
    expect(logon({ msgSeqNum, texts: { logonSeqNum: 'One, please' } }, '108=30|', 2)).toEqual([
      ['35=5|34=1|58=One, please'],
      false,
    ]);
    expect(logon({}, '108=30|', 2)[1]).toBe(true);
  });

  test('a Logon must be number 1 every time, so each one begins anew', () => {
    const scene = openScene({ msgSeqNum: { logonMustBeOne: true, leadingZeros: 'accept' } });
    scene.peer('0', 2);
    scene.run(scene.session.disconnected(scene.now()));
    scene.run(scene.session.connected(scene.now()));
    expect(scene.peer('A', 1, '98=0|108=30|')).toEqual(['35=A|34=1|98=0|108=30']);
  });

  test.each([
    [0, true],
    [30, true],
    [31, false],
    [-1, false],
  ])('an interval of %i seconds, where 30 are allowed', (interval, isTaken) => {
    const heartBtInt = { default: 10, max: 30, testRequestAfter: 1.5, dropAfter: 2 };
    expect(logon({ heartBtInt }, `108=${interval}|`)[1]).toBe(isTaken);
  });

  test.each([
    [120, 120, true],
    [120, 121, false],
    [300, 300, true],
    [300, 301, false],
  ])('with a tolerance of %i s a message that is %i s off', (tolerance, off, isTaken) => {
    for (const seconds of [off, -off]) {
      const sendingTime = { tolerance, fractionDigits: [3], send: 3 };
      expect(logon({ sendingTime }, '108=30|', 1, ({ time }) => time(seconds))[1]).toBe(isTaken);
      const scene = openScene({ sendingTime });
      const sent = scene.peer('1', 2, '112=X|', `49=THEM|52=${scene.time(seconds)}|56=US|`);
      expect(sent).toEqual(
        isTaken
          ? ['35=0|34=2|112=X']
          : ['35=3|34=2|45=2|58=SendingTime accuracy problem|372=1|373=10', '35=5|34=3'],
      );
    }
  });

  test.each([
    [3, true],
    [0, false],
    [6, false],
    [9, false],
  ])('SendingTime with %i digits of a second, where 3 are wanted', (digits, isTaken) => {
    const sendingTime = { tolerance: 120, fractionDigits: [3], send: 3 };
    const scene = openScene({ sendingTime });
    const sent = scene.peer('D', 2, newOrder, `49=THEM|52=${scene.time(0, digits)}|56=US|`);
    const text = 'SendingTime (52) has the wrong number of fraction digits';
    expect(sent).toEqual(isTaken ? [] : refused(52, 6, text));
    expect(scene.session.nextIncoming).toBe(3);
    expect(logon({ sendingTime }, '108=30|', 1, ({ time }) => time(0, digits))[1]).toBe(isTaken);
    expect(logon({}, '108=30|', 1, ({ time }) => time(0, digits))[1]).toBe(true);
  });

  test('SendingTime is sent with as many digits as the description wants', () => {
    const now = Date.UTC(2026, 10, 21, 12) + 7;
    expect([0, 3, 6, 9].map((digits) => writeSendingTime(now, digits))).toEqual([
      '20261121-12:00:00',
      '20261121-12:00:00.007',
      '20261121-12:00:00.007000',
      '20261121-12:00:00.007000000',
    ]);
  });

  test('MsgSeqNum without leading zeros', () => {
    const msgSeqNum = { logonMustBeOne: false, leadingZeros: 'refuse' } as const;
    const strict = openScene({ msgSeqNum });
    expect(strict.peer('D', '02', newOrder)).toEqual(
      refused(34, 6, 'Incorrect data format for value'),
    );
    expect(strict.peer('1', 3, '112=X|')).toEqual(['35=0|34=3|112=X']);
    expect(openScene().peer('1', '0002', '112=X|')).toEqual(['35=0|34=2|112=X']);
    expect(logon({ msgSeqNum }, '108=30|', '01')[1]).toBe(false);
  });

  test('a wrong CheckSum is refused, or the message is garbled', () => {
    const broken = (scene: Scene): Uint8Array => {
      const bytes = wire(`35=D|34=2|49=THEM|52=${scene.time()}|56=US|${newOrder}`);
      bytes[bytes.length - 2] = bytes[bytes.length - 2] === 48 ? 49 : 48;
      return bytes;
    };
    const strict = openScene({ checksum: 'reject' });
    expect(strict.raw(broken(strict))).toEqual(refused(10, 5, 'Invalid CheckSum'));
    expect(strict.peer('1', 3, '112=X|')).toEqual(['35=0|34=3|112=X']);
    const usual = openScene();
    expect(usual.raw(broken(usual))).toEqual([]);
    expect(usual.peer('1', 3, '112=X|')).toEqual(['35=2|34=2|7=2|16=0']);
  });

  test('ResetSeqNumFlag is refused', () => {
    expect(logon({ resetSeqNumFlag: 'refuse' }, '108=30|141=Y|')).toEqual([
      ['35=5|34=1|58=ResetSeqNumFlag (141) is not allowed'],
      false,
    ]);
    expect(logon({}, '108=30|141=Y|')[0]).toEqual(['35=A|34=1|98=0|108=30|141=Y']);
  });

  test('messages beyond the rate are refused, and far beyond it the connection is cut', () => {
    const scene = openScene({
      rate: { messages: { perSecond: 2, burst: 3 }, disconnectAbove: 5 },
    });
    const answers = [2, 3, 4, 5].map((sequence) => scene.peer('D', sequence, newOrder));
    expect(answers).toEqual([[], [], [], ['35=j|34=2|45=5|58=Too many messages|372=D|380=0']]);
    scene.pass(1000);
    expect([6, 7, 8].map((sequence) => scene.peer('D', sequence, newOrder).length)).toEqual([
      0, 0, 1,
    ]);
    scene.peer('D', 9, newOrder);
    scene.peer('D', 10, newOrder);
    expect(scene.peer('D', 11, newOrder)).toEqual(['35=5|34=6|58=Too many messages']);
    expect(scene.session.phase).toBe('ended');
  });
});

describe('time', () => {
  test('a Heartbeat is sent when nothing else was', () => {
    const scene = openScene();
    expect(scene.pass(29_999)).toEqual([]);
    expect(scene.pass(1)).toEqual(['35=0|34=2']);
    scene.peer('0', 2);
    expect(scene.pass(30_000)).toEqual(['35=0|34=3']);
  });

  test.each([
    [1.2, 2.4],
    [1.5, 2],
  ])(
    'a TestRequest after %f intervals of silence, the end after %f',
    (testRequestAfter, dropAfter) => {
      const scene = openScene({ heartBtInt: { default: 30, testRequestAfter, dropAfter } });
      scene.pass(testRequestAfter * 30_000 - 1);
      expect(scene.pass(1)).toEqual(['35=1|34=3|112=TEST']);
      expect(scene.pass((dropAfter - testRequestAfter) * 30_000 - 1)).toEqual([]);
      expect(scene.session.phase).toBe('open');
      expect(scene.pass(1)).toEqual([]);
      expect(scene.told.at(-1)).toMatchObject({ kind: 'disconnect', reason: 'silence' });
    },
  );

  test('anything that comes answers a TestRequest', () => {
    const scene = openScene();
    scene.pass(36_000);
    scene.peer('D', 2, newOrder);
    scene.pass(35_000);
    expect(scene.session.phase).toBe('open');
    expect(scene.pass(1_000)).toEqual(['35=1|34=5|112=TEST']);
  });

  test('without an interval nothing is sent and nothing expected', () => {
    const scene = createScene();
    scene.run(scene.session.connected(scene.now()));
    scene.peer('A', 1, '98=0|108=0|');
    expect(scene.pass(86_400_000)).toEqual([]);
    expect(scene.session.phase).toBe('open');
  });

  test('a Logout that nobody answers ends the connection', () => {
    const scene = openScene({}, { logoutTimeout: 3 });
    expect(scene.run(scene.session.logout('Bye', scene.now()))).toEqual(['35=5|34=2|58=Bye']);
    scene.pass(2999);
    expect(scene.session.phase).toBe('leaving');
    scene.pass(1);
    expect(scene.told.at(-1)).toMatchObject({ kind: 'disconnect', reason: 'logout-timeout' });
  });

  test('a session ends when the description says so, by Logout', () => {
    const disconnects = [
      { days: ['sat'], time: '04:01', timeZone: 'America/Los_Angeles', text: 'Maintenance' },
    ] as const;
    const scene = openScene({
      disconnects,
      heartBtInt: { default: 30, testRequestAfter: 1e6, dropAfter: 2e6 },
    });
    // It is Saturday, 12:00 in Greenwich: four in the morning there.
    scene.pass(59_999);
    expect(scene.session.phase).toBe('open');
    expect(scene.pass(1).at(-1)).toBe('35=5|34=3|58=Maintenance');
    expect(scene.peer('5', 2)).toEqual([]);
    expect(scene.told.at(-1)).toMatchObject({ kind: 'disconnect', reason: 'logout' });
  });
});

describe('the next disconnect', () => {
  const schedule = [
    { days: ['mon', 'thu'], time: '11:00', timeZone: 'America/Los_Angeles', text: 'Bye' },
  ] as const;
  const next = (
    from: string,
    list: Parameters<typeof nextDisconnect>[0] = schedule,
  ): string | undefined => {
    const at = nextDisconnect(list, Date.parse(from))?.at;
    return at === undefined ? undefined : new Date(at).toISOString().slice(0, 16);
  };

  test.each([
    // In winter clocks there are eight hours behind, in summer seven.
    ['2026-01-05T00:00Z', '2026-01-05T19:00'],
    ['2026-01-05T19:00Z', '2026-01-08T19:00'],
    ['2026-07-06T17:59Z', '2026-07-06T18:00'],
    ['2026-07-06T18:00Z', '2026-07-09T18:00'],
    // They are put forward on 8 March and back on 1 November.
    ['2026-03-05T19:00Z', '2026-03-09T18:00'],
    ['2026-10-29T18:00Z', '2026-11-02T19:00'],
    // It is Tuesday in Greenwich, and still Monday there.
    ['2026-01-06T01:00Z', '2026-01-08T19:00'],
  ])('after %s is at %s', (from, want) => {
    expect(next(from)).toBe(want);
  });

  test('at a time that is skipped, or shown twice', () => {
    const at = (time: string): Parameters<typeof nextDisconnect>[0] => [
      { days: ['sun'], time, timeZone: 'America/New_York' },
    ];
    // From 2:00 to 3:00 on 8 March 2026; 2:30 is what it would have been.
    expect(next('2026-03-07T00:00Z', at('02:30'))).toBe('2026-03-08T07:30');
    // 1:30 on 1 November 2026 comes first at 5:30.
    expect(next('2026-10-31T00:00Z', at('01:30'))).toBe('2026-11-01T05:30');
  });

  test('is the soonest of several, in any place, or none', () => {
    expect(
      next('2026-01-05T00:00Z', [
        ...schedule,
        { days: ['mon'], time: '00:30', timeZone: 'Asia/Kathmandu' },
        { days: ['mon'], time: '11:00', timeZone: 'Pacific/Kiritimati' },
      ]),
    ).toBe('2026-01-05T19:00');
    expect(
      next('2026-01-04T00:00Z', [
        ...schedule,
        { days: ['mon'], time: '00:30', timeZone: 'Asia/Kathmandu' },
      ]),
    ).toBe('2026-01-04T18:45');
    expect(next('2026-01-04T00:00Z', [])).toBeUndefined();
  });
});

describe('FIXT.1.1', () => {
  const policy = defaultFixPolicy('FIXT.1.1', { applVerId: '9' });

  test('says in its Logon what the application speaks, and wants to be told', () => {
    const scene = createScene(policy);
    scene.run(scene.session.connected(scene.now()));
    expect(scene.peer('A', 1, '98=0|108=30|1137=9|')).toEqual(['35=A|34=1|98=0|108=30|1137=9']);
    const silent = createScene(policy);
    silent.run(silent.session.connected(silent.now()));
    expect(silent.peer('A', 1, '98=0|108=30|')).toEqual([]);
    expect(silent.session.phase).toBe('ended');
  });

  test('has a reason for every refusal', () => {
    const scene = openScene(policy);
    expect(scene.peer('D', 2, `${newOrder}55=TEA|`)).toEqual([
      '35=3|34=2|45=2|58=Tag appears more than once|371=55|372=D|373=13',
    ]);
    expect(openScene().peer('D', 2, `${newOrder}55=TEA|`)).toEqual([
      '35=3|34=2|45=2|58=Tag appears more than once|371=55|372=D',
    ]);
  });

  test('begins anew in mid-session', () => {
    const scene = openScene(policy);
    scene.peer('0', 2);
    expect(scene.peer('A', 1, '98=0|108=30|141=Y|1137=9|')).toEqual([
      '35=A|34=1|98=0|108=30|141=Y|1137=9',
    ]);
  });
});

test('the first versions ask for everything by a number of their own, and refuse in fewer words', () => {
  const scene = openScene({ beginString: 'FIX.4.0' });
  expect(scene.peer('0', 4)).toEqual(['35=2|34=2|7=2|16=999999']);
  scene.peer('4', 2, '36=5|123=Y|', `43=Y|49=THEM|52=${scene.time()}|56=US|122=${scene.time()}|`);
  expect(scene.peer('D', 5, '11=A|54=1|')).toEqual(['35=3|34=3|45=5|58=Required tag missing']);
});

describe('LastMsgSeqNumProcessed', () => {
  test('is in every message, and counts the one that is answered', () => {
    const scene = openScene({ lastMsgSeqNumProcessed: true });
    expect(scene.peer('1', 2, '112=X|')).toEqual(['35=0|34=2|369=2|112=X']);
    expect(scene.peer('1', 5, '112=Y|')).toEqual(['35=2|34=3|369=2|7=3|16=0']);
    expect(scene.peer('2', 3, '7=1|16=0|')).toEqual(['35=4|34=1|43=Y|122|369=3|36=4|123=Y']);
  });
});

describe('NextExpectedMsgSeqNum', () => {
  const policy = { nextExpectedMsgSeqNum: true };

  test('is in both Logons', () => {
    expect(logon(policy, '108=30|789=1|')[0]).toEqual(['35=A|34=1|98=0|108=30|789=2']);
    const scene = createScene(policy, { side: 'initiator' });
    expect(scene.run(scene.session.connected(scene.now()))).toEqual([
      '35=A|34=1|98=0|108=30|789=1',
    ]);
  });

  test('makes good what the peer has missed, without being asked', () => {
    const scene = openScene(policy);
    scene.peer('1', 2, '112=X|');
    scene.run(scene.session.send({ type: 'NewOrderSingle', fields: [[11, 'A']] }, scene.now()));
    scene.run(scene.session.disconnected(scene.now()));
    scene.run(scene.session.connected(scene.now()));
    expect(scene.peer('A', 3, '98=0|108=30|789=2|')).toEqual([
      '35=A|34=4|98=0|108=30|789=4',
      '35=4|34=2|43=Y|122|36=3|123=Y',
      '35=D|34=3|43=Y|122|11=A',
    ]);
  });

  test('says in our Logon what we have missed, so that nothing is asked for', () => {
    const scene = createScene(policy);
    scene.run(scene.session.connected(scene.now()));
    expect(scene.peer('A', 4, '98=0|108=30|789=1|')).toEqual(['35=A|34=1|98=0|108=30|789=1']);
    scene.peer('4', 1, '36=4|123=Y|', `43=Y|49=THEM|52=${scene.time()}|56=US|122=${scene.time()}|`);
    expect(scene.session.nextIncoming).toBe(5);
  });

  test('that is higher than anything sent ends the attempt', () => {
    expect(logon(policy, '108=30|789=2|')).toEqual([
      ['35=5|34=1|58=NextExpectedMsgSeqNum (789) is too high, expecting at most 1'],
      false,
    ]);
  });
});
