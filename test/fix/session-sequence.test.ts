import { memoryFixStore } from '@tallystick/runtime/fix';
import { describe, expect, test } from 'vitest';
import { order } from './pair.js';
import { openSessionFixture, type SessionFixture } from './session-fixture.js';
import { wire } from './wire.js';

const dup = ({ time }: SessionFixture, first = 0): string =>
  `43=Y|49=THEM|52=${time()}|56=US|122=${time(first)}|`;
const delivered = ({ effects }: SessionFixture): readonly number[] =>
  effects.flatMap((effect) => (effect.kind === 'message' ? [effect.receipt.sequence] : []));
const newOrder = '11=A|54=1|55=TEA|';

describe('high sequence numbers', () => {
  test('cause one ResendRequest, and early messages are delivered in order', () => {
    const fixture = openSessionFixture();
    expect(fixture.peer('D', 4, newOrder)).toEqual(['35=2|34=2|7=2|16=0']);
    expect(fixture.peer('D', 5, newOrder)).toEqual([]);
    expect(delivered(fixture)).toEqual([]);
    expect(fixture.peer('D', 2, newOrder, dup(fixture))).toEqual([]);
    expect(fixture.peer('D', 3, newOrder, dup(fixture))).toEqual([]);
    expect(delivered(fixture)).toEqual([2, 3, 4, 5]);
    expect(fixture.session.nextIncoming).toBe(6);
  });

  test('cause ResendRequests in chunks if the policy says so', () => {
    const fixture = openSessionFixture({ resend: { chunk: 3 } });
    expect(fixture.peer('D', 10, newOrder)).toEqual(['35=2|34=2|7=2|16=4']);
    fixture.peer('D', 2, newOrder, dup(fixture));
    fixture.peer('D', 3, newOrder, dup(fixture));
    expect(fixture.peer('D', 4, newOrder, dup(fixture))).toEqual(['35=2|34=3|7=5|16=7']);
    expect(fixture.peer('4', 5, '36=8|123=Y|', dup(fixture))).toEqual(['35=2|34=4|7=8|16=9']);
    fixture.peer('D', 8, newOrder, dup(fixture));
    expect(fixture.peer('D', 9, newOrder, dup(fixture))).toEqual([]);
    expect(delivered(fixture)).toEqual([2, 3, 4, 8, 9, 10]);
  });

  test('after a second gap cause another ResendRequest', () => {
    const fixture = openSessionFixture();
    fixture.peer('D', 3, newOrder);
    fixture.peer('D', 5, newOrder);
    expect(fixture.peer('D', 2, newOrder, dup(fixture))).toEqual(['35=2|34=3|7=4|16=0']);
    fixture.peer('D', 4, newOrder, dup(fixture));
    expect(delivered(fixture)).toEqual([2, 3, 4, 5]);
  });

  test('are queued up to a limit, and the rest is requested later', () => {
    const fixture = openSessionFixture({}, { maxEarlyMessages: 2 });
    for (const sequence of [3, 4, 5]) fixture.peer('D', sequence, newOrder);
    fixture.peer('D', 2, newOrder, dup(fixture));
    expect(delivered(fixture)).toEqual([2, 3, 4]);
    expect(fixture.peer('D', 6, newOrder)).toEqual(['35=2|34=3|7=5|16=0']);
  });

  test('do not delay the answer to a ResendRequest', () => {
    const fixture = openSessionFixture();
    fixture.run(fixture.session.send(order('X'), fixture.now()));
    expect(fixture.peer('2', 3, '7=2|16=0|')).toEqual([
      '35=D|34=2|43=Y|122|11=X|54=1|55=TEA',
      '35=2|34=3|7=2|16=0',
    ]);
    fixture.peer('0', 2, '', dup(fixture));
    expect(fixture.session.nextIncoming).toBe(4);
  });
});

describe('low sequence numbers', () => {
  test('end the session without PossDupFlag', () => {
    const fixture = openSessionFixture();
    fixture.peer('0', 2);
    expect(fixture.peer('0', 2)).toEqual([
      '35=5|34=2|58=MsgSeqNum too low, expecting 3 but received 2',
    ]);
    expect(fixture.session.phase).toBe('ended');
  });

  test('are ignored with PossDupFlag', () => {
    const fixture = openSessionFixture();
    fixture.peer('D', 2, newOrder);
    expect(fixture.peer('D', 2, newOrder, dup(fixture))).toEqual([]);
    expect(delivered(fixture)).toEqual([2]);
  });

  test('with PossDupFlag require an OrigSendingTime that is not later', () => {
    const fixture = openSessionFixture();
    fixture.peer('0', 2);
    expect(fixture.peer('0', 2, '', `43=Y|49=THEM|52=${fixture.time()}|56=US|`)).toEqual([
      '35=3|34=2|45=2|58=Required tag missing|371=122|372=0|373=1',
    ]);
    expect(fixture.peer('0', 2, '', dup(fixture, 10))).toEqual([
      '35=3|34=3|45=2|58=SendingTime accuracy problem|372=0|373=10',
      '35=5|34=4',
    ]);
  });
});

describe('SequenceReset', () => {
  test('in gap fill mode replaces the messages in the gap', () => {
    const fixture = openSessionFixture();
    fixture.peer('4', 2, '36=10|123=Y|');
    expect(fixture.session.nextIncoming).toBe(10);
    expect(fixture.peer('4', 10, '36=10|123=Y|')).toEqual([
      '35=3|34=2|45=10|58=Value is incorrect (out of range) for this tag|372=4|373=5',
    ]);
  });

  test('in reset mode increases the expected number only', () => {
    const fixture = openSessionFixture();
    fixture.peer('4', 77, '36=9|');
    expect(fixture.session.nextIncoming).toBe(9);
    fixture.peer('4', 1, '36=12|123=N|');
    expect(fixture.session.nextIncoming).toBe(12);
    expect(fixture.peer('4', 1, '36=11|')).toEqual([
      '35=3|34=2|45=1|58=Value is incorrect (out of range) for this tag|372=4|373=5',
    ]);
  });

  test('beyond a gap delivers queued early messages', () => {
    const fixture = openSessionFixture();
    fixture.peer('D', 8, newOrder);
    fixture.peer('4', 1, '36=8|');
    expect(delivered(fixture)).toEqual([8]);
  });
});

describe('answer to a ResendRequest', () => {
  const filled = (
    count: number,
    ...parts: Parameters<typeof openSessionFixture>
  ): SessionFixture => {
    const fixture = openSessionFixture(...parts);
    for (let sent = 0; sent < count; sent++)
      fixture.run(fixture.session.send(order(`O${sent + 2}`), fixture.now()));
    return fixture;
  };
  const again = (sequence: number): string =>
    `35=D|34=${sequence}|43=Y|122|11=O${sequence}|54=1|55=TEA`;

  test('contains messages, and gap fills for messages that are not resent', () => {
    const fixture = filled(2);
    fixture.peer('1', 2, '112=X|');
    fixture.run(fixture.session.send(order('O5'), fixture.now()));
    expect(fixture.peer('2', 3, '7=1|16=0|')).toEqual([
      '35=4|34=1|43=Y|122|36=2|123=Y',
      again(2),
      again(3),
      '35=4|34=4|43=Y|122|36=5|123=Y',
      again(5),
    ]);
    expect(fixture.session.nextOutgoing).toBe(6);
  });

  test('keeps the header of a message, and data with any bytes', () => {
    const fixture = openSessionFixture();
    const message = order('X', [95, '3'], [96, 'a\u00ffb']);
    fixture.run(
      fixture.session.send(message, fixture.now(), { onBehalfOfCompId: 'DESK', possResend: true }),
    );
    fixture.pass(1500);
    expect(fixture.peer('2', 2, '7=2|16=2|')).toEqual([
      '35=D|34=2|43=Y|97=Y|115=DESK|122|11=X|54=1|55=TEA|95=3|96=a\u00ffb',
    ]);
  });

  test('is limited to a number of messages', () => {
    const fixture = filled(6, { resend: { window: 2 } });
    expect(fixture.peer('2', 2, '7=1|16=0|')).toEqual([
      '35=4|34=1|43=Y|122|36=6|123=Y',
      again(6),
      again(7),
    ]);
  });

  test('is limited to an age of messages', () => {
    const fixture = filled(2, { resend: { age: 60 } }, { testRequestId: 'T' });
    fixture.pass(59_000);
    fixture.peer('0', 2);
    fixture.run(fixture.session.send(order('late'), fixture.now()));
    fixture.pass(2000);
    const sent = fixture.peer('2', 3, '7=2|16=3|');
    expect(sent).toEqual(['35=4|34=2|43=Y|122|36=4|123=Y']);
  });

  test('is sent in batches with other messages between, and replaced by a newer request', () => {
    const fixture = filled(10, {}, { replayBatch: 3 });
    expect(fixture.peer('2', 2, '7=2|16=0|')).toEqual([again(2), again(3), again(4)]);
    expect(fixture.wakesIn()).toBe(0);
    expect(fixture.peer('1', 3, '112=X|')).toEqual(['35=0|34=12|112=X']);
    expect(fixture.peer('2', 4, '7=9|16=10|')).toEqual([again(9), again(10)]);
    expect(fixture.pass(0)).toEqual([]);
    expect(fixture.peer('2', 5, '7=2|16=8|')).toHaveLength(3);
    expect(fixture.pass(0)).toEqual([again(5), again(6), again(7), again(8)].slice(0, 4));
  });

  test('is a Reject for invalid numbers', () => {
    const fixture = filled(1);
    const refused = (tag: number, sequence: number, out: number): readonly string[] => [
      `35=3|34=${out}|45=${sequence}|58=Value is incorrect (out of range) for this tag|371=${tag}|372=2|373=5`,
    ];
    expect(fixture.peer('2', 2, '7=0|16=0|')).toEqual(refused(7, 2, 3));
    expect(fixture.peer('2', 3, '7=9|16=0|')).toEqual(refused(7, 3, 4));
    expect(fixture.peer('2', 4, '7=2|16=1|')).toEqual(refused(16, 4, 5));
  });

  test('is a gap fill for messages missing in the store', () => {
    const fixture = openSessionFixture({}, { store: memoryFixStore({ keep: 1 }) });
    for (const id of ['O2', 'O3']) fixture.run(fixture.session.send(order(id), fixture.now()));
    expect(fixture.peer('2', 2, '7=1|16=0|')).toEqual(['35=4|34=1|43=Y|122|36=3|123=Y', again(3)]);
  });
});

describe('garbled messages', () => {
  test('are not counted, so that the next message shows the gap', () => {
    const fixture = openSessionFixture();
    const broken = wire(`35=D|34=2|49=THEM|52=${fixture.time()}|56=US|${newOrder}`);
    broken[broken.length - 10] = 65;
    expect(fixture.raw(broken)).toEqual([]);
    expect(fixture.peer('0', 3)).toEqual(['35=2|34=2|7=2|16=0']);
  });

  test('leave the same messages in any chunks', () => {
    const whole = (fixture: SessionFixture): Buffer =>
      Buffer.concat([
        wire(`35=1|34=2|49=THEM|52=${fixture.time()}|56=US|112=A|`),
        Buffer.from('8=FIX.4.2\u00019=2\u0001noise\u0001'),
        wire(`35=1|34=3|49=THEM|52=${fixture.time()}|56=US|112=B|`),
      ]);
    const want = ((fixture) => fixture.raw(whole(fixture)))(openSessionFixture());
    expect(want).toEqual(['35=0|34=2|112=A', '35=0|34=3|112=B']);
    for (const size of [1, 2, 7, 40]) {
      const fixture = openSessionFixture();
      const bytes = whole(fixture);
      const got: string[] = [];
      for (let at = 0; at < bytes.length; at += size)
        got.push(...fixture.raw(bytes.subarray(at, at + size)));
      expect(got).toEqual(want);
    }
  });
});

describe('a delivered message', () => {
  test('counts as received when the program has finished it', () => {
    const store = memoryFixStore();
    const fixture = openSessionFixture({}, { store });
    fixture.peer('D', 2, newOrder);
    fixture.peer('0', 3);
    fixture.peer('D', 4, newOrder);
    expect(store.nextIncoming).toBe(2);
    const [first, second] = fixture.effects.flatMap((effect) =>
      effect.kind === 'message' ? [effect.receipt] : [],
    );
    if (first === undefined || second === undefined) throw new Error('no messages');
    fixture.session.delivered(first, fixture.now());
    expect(store.nextIncoming).toBe(3);
    fixture.session.delivered(second, fixture.now());
    expect(store.nextIncoming).toBe(5);
  });

  test('does not count after a reset of sequence numbers', () => {
    const store = memoryFixStore();
    const fixture = openSessionFixture({}, { store });
    fixture.peer('D', 2, newOrder);
    fixture.peer('A', 1, '98=0|108=30|141=Y|');
    for (const effect of fixture.effects)
      if (effect.kind === 'message') fixture.session.delivered(effect.receipt, fixture.now());
    expect(store.nextIncoming).toBe(2);
  });
});
