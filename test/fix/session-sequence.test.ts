import { memoryFixStore } from '@tallystick/runtime/fix';
import { describe, expect, test } from 'vitest';
import { order } from './pair.js';
import { openScene, type Scene } from './scene.js';
import { wire } from './wire.js';

const dup = ({ time }: Scene, first = 0): string =>
  `43=Y|49=THEM|52=${time()}|56=US|122=${time(first)}|`;
const delivered = ({ effects }: Scene): readonly number[] =>
  effects.flatMap((effect) => (effect.kind === 'message' ? [effect.receipt.sequence] : []));
const newOrder = '11=A|54=1|55=TEA|';

describe('high sequence numbers', () => {
  test('cause one ResendRequest, and early messages are delivered in order', () => {
    const scene = openScene();
    expect(scene.peer('D', 4, newOrder)).toEqual(['35=2|34=2|7=2|16=0']);
    expect(scene.peer('D', 5, newOrder)).toEqual([]);
    expect(delivered(scene)).toEqual([]);
    expect(scene.peer('D', 2, newOrder, dup(scene))).toEqual([]);
    expect(scene.peer('D', 3, newOrder, dup(scene))).toEqual([]);
    expect(delivered(scene)).toEqual([2, 3, 4, 5]);
    expect(scene.session.nextIncoming).toBe(6);
  });

  test('cause ResendRequests in chunks if the policy says so', () => {
    const scene = openScene({ resend: { chunk: 3 } });
    expect(scene.peer('D', 10, newOrder)).toEqual(['35=2|34=2|7=2|16=4']);
    scene.peer('D', 2, newOrder, dup(scene));
    scene.peer('D', 3, newOrder, dup(scene));
    expect(scene.peer('D', 4, newOrder, dup(scene))).toEqual(['35=2|34=3|7=5|16=7']);
    expect(scene.peer('4', 5, '36=8|123=Y|', dup(scene))).toEqual(['35=2|34=4|7=8|16=9']);
    scene.peer('D', 8, newOrder, dup(scene));
    expect(scene.peer('D', 9, newOrder, dup(scene))).toEqual([]);
    expect(delivered(scene)).toEqual([2, 3, 4, 8, 9, 10]);
  });

  test('after a second gap cause another ResendRequest', () => {
    const scene = openScene();
    scene.peer('D', 3, newOrder);
    scene.peer('D', 5, newOrder);
    expect(scene.peer('D', 2, newOrder, dup(scene))).toEqual(['35=2|34=3|7=4|16=0']);
    scene.peer('D', 4, newOrder, dup(scene));
    expect(delivered(scene)).toEqual([2, 3, 4, 5]);
  });

  test('are queued up to a limit, and the rest is requested later', () => {
    const scene = openScene({}, { maxEarlyMessages: 2 });
    for (const sequence of [3, 4, 5]) scene.peer('D', sequence, newOrder);
    scene.peer('D', 2, newOrder, dup(scene));
    expect(delivered(scene)).toEqual([2, 3, 4]);
    expect(scene.peer('D', 6, newOrder)).toEqual(['35=2|34=3|7=5|16=0']);
  });

  test('do not delay the answer to a ResendRequest', () => {
    const scene = openScene();
    scene.run(scene.session.send(order('X'), scene.now()));
    expect(scene.peer('2', 3, '7=2|16=0|')).toEqual([
      '35=D|34=2|43=Y|122|11=X|54=1|55=TEA',
      '35=2|34=3|7=2|16=0',
    ]);
    scene.peer('0', 2, '', dup(scene));
    expect(scene.session.nextIncoming).toBe(4);
  });
});

describe('low sequence numbers', () => {
  test('end the session without PossDupFlag', () => {
    const scene = openScene();
    scene.peer('0', 2);
    expect(scene.peer('0', 2)).toEqual([
      '35=5|34=2|58=MsgSeqNum too low, expecting 3 but received 2',
    ]);
    expect(scene.session.phase).toBe('ended');
  });

  test('are ignored with PossDupFlag', () => {
    const scene = openScene();
    scene.peer('D', 2, newOrder);
    expect(scene.peer('D', 2, newOrder, dup(scene))).toEqual([]);
    expect(delivered(scene)).toEqual([2]);
  });

  test('with PossDupFlag require an OrigSendingTime that is not later', () => {
    const scene = openScene();
    scene.peer('0', 2);
    expect(scene.peer('0', 2, '', `43=Y|49=THEM|52=${scene.time()}|56=US|`)).toEqual([
      '35=3|34=2|45=2|58=Required tag missing|371=122|372=0|373=1',
    ]);
    expect(scene.peer('0', 2, '', dup(scene, 10))).toEqual([
      '35=3|34=3|45=2|58=SendingTime accuracy problem|372=0|373=10',
      '35=5|34=4',
    ]);
  });
});

describe('SequenceReset', () => {
  test('in gap fill mode replaces the messages in the gap', () => {
    const scene = openScene();
    scene.peer('4', 2, '36=10|123=Y|');
    expect(scene.session.nextIncoming).toBe(10);
    expect(scene.peer('4', 10, '36=10|123=Y|')).toEqual([
      '35=3|34=2|45=10|58=Value is incorrect (out of range) for this tag|372=4|373=5',
    ]);
  });

  test('in reset mode increases the expected number only', () => {
    const scene = openScene();
    scene.peer('4', 77, '36=9|');
    expect(scene.session.nextIncoming).toBe(9);
    scene.peer('4', 1, '36=12|123=N|');
    expect(scene.session.nextIncoming).toBe(12);
    expect(scene.peer('4', 1, '36=11|')).toEqual([
      '35=3|34=2|45=1|58=Value is incorrect (out of range) for this tag|372=4|373=5',
    ]);
  });

  test('beyond a gap delivers queued early messages', () => {
    const scene = openScene();
    scene.peer('D', 8, newOrder);
    scene.peer('4', 1, '36=8|');
    expect(delivered(scene)).toEqual([8]);
  });
});

describe('answer to a ResendRequest', () => {
  const filled = (count: number, ...parts: Parameters<typeof openScene>): Scene => {
    const scene = openScene(...parts);
    for (let sent = 0; sent < count; sent++)
      scene.run(scene.session.send(order(`O${sent + 2}`), scene.now()));
    return scene;
  };
  const again = (sequence: number): string =>
    `35=D|34=${sequence}|43=Y|122|11=O${sequence}|54=1|55=TEA`;

  test('contains messages, and gap fills for messages that are not resent', () => {
    const scene = filled(2);
    scene.peer('1', 2, '112=X|');
    scene.run(scene.session.send(order('O5'), scene.now()));
    expect(scene.peer('2', 3, '7=1|16=0|')).toEqual([
      '35=4|34=1|43=Y|122|36=2|123=Y',
      again(2),
      again(3),
      '35=4|34=4|43=Y|122|36=5|123=Y',
      again(5),
    ]);
    expect(scene.session.nextOutgoing).toBe(6);
  });

  test('keeps the header of a message, and data with any bytes', () => {
    const scene = openScene();
    const message = order('X', [95, '3'], [96, 'a\u00ffb']);
    scene.run(
      scene.session.send(message, scene.now(), { onBehalfOfCompId: 'DESK', possResend: true }),
    );
    scene.pass(1500);
    expect(scene.peer('2', 2, '7=2|16=2|')).toEqual([
      '35=D|34=2|43=Y|97=Y|115=DESK|122|11=X|54=1|55=TEA|95=3|96=a\u00ffb',
    ]);
  });

  test('is limited to a number of messages', () => {
    const scene = filled(6, { resend: { window: 2 } });
    expect(scene.peer('2', 2, '7=1|16=0|')).toEqual([
      '35=4|34=1|43=Y|122|36=6|123=Y',
      again(6),
      again(7),
    ]);
  });

  test('is limited to an age of messages', () => {
    const scene = filled(2, { resend: { age: 60 } }, { testRequestId: 'T' });
    scene.pass(59_000);
    scene.peer('0', 2);
    scene.run(scene.session.send(order('late'), scene.now()));
    scene.pass(2000);
    const sent = scene.peer('2', 3, '7=2|16=3|');
    expect(sent).toEqual(['35=4|34=2|43=Y|122|36=4|123=Y']);
  });

  test('is sent in batches with other messages between, and replaced by a newer request', () => {
    const scene = filled(10, {}, { replayBatch: 3 });
    expect(scene.peer('2', 2, '7=2|16=0|')).toEqual([again(2), again(3), again(4)]);
    expect(scene.wakesIn()).toBe(0);
    expect(scene.peer('1', 3, '112=X|')).toEqual(['35=0|34=12|112=X']);
    expect(scene.peer('2', 4, '7=9|16=10|')).toEqual([again(9), again(10)]);
    expect(scene.pass(0)).toEqual([]);
    expect(scene.peer('2', 5, '7=2|16=8|')).toHaveLength(3);
    expect(scene.pass(0)).toEqual([again(5), again(6), again(7), again(8)].slice(0, 4));
  });

  test('is a Reject for invalid numbers', () => {
    const scene = filled(1);
    const refused = (tag: number, sequence: number, out: number): readonly string[] => [
      `35=3|34=${out}|45=${sequence}|58=Value is incorrect (out of range) for this tag|371=${tag}|372=2|373=5`,
    ];
    expect(scene.peer('2', 2, '7=0|16=0|')).toEqual(refused(7, 2, 3));
    expect(scene.peer('2', 3, '7=9|16=0|')).toEqual(refused(7, 3, 4));
    expect(scene.peer('2', 4, '7=2|16=1|')).toEqual(refused(16, 4, 5));
  });

  test('is a gap fill for messages missing in the store', () => {
    const scene = openScene({}, { store: memoryFixStore({ keep: 1 }) });
    for (const id of ['O2', 'O3']) scene.run(scene.session.send(order(id), scene.now()));
    expect(scene.peer('2', 2, '7=1|16=0|')).toEqual(['35=4|34=1|43=Y|122|36=3|123=Y', again(3)]);
  });
});

describe('garbled messages', () => {
  test('are not counted, so that the next message shows the gap', () => {
    const scene = openScene();
    const broken = wire(`35=D|34=2|49=THEM|52=${scene.time()}|56=US|${newOrder}`);
    broken[broken.length - 10] = 65;
    expect(scene.raw(broken)).toEqual([]);
    expect(scene.peer('0', 3)).toEqual(['35=2|34=2|7=2|16=0']);
  });

  test('leave the same messages in any chunks', () => {
    const whole = (scene: Scene): Buffer =>
      Buffer.concat([
        wire(`35=1|34=2|49=THEM|52=${scene.time()}|56=US|112=A|`),
        Buffer.from('8=FIX.4.2\u00019=2\u0001noise\u0001'),
        wire(`35=1|34=3|49=THEM|52=${scene.time()}|56=US|112=B|`),
      ]);
    const want = ((scene) => scene.raw(whole(scene)))(openScene());
    expect(want).toEqual(['35=0|34=2|112=A', '35=0|34=3|112=B']);
    for (const size of [1, 2, 7, 40]) {
      const scene = openScene();
      const bytes = whole(scene);
      const got: string[] = [];
      for (let at = 0; at < bytes.length; at += size)
        got.push(...scene.raw(bytes.subarray(at, at + size)));
      expect(got).toEqual(want);
    }
  });
});

describe('a delivered message', () => {
  test('counts as received when the program has finished it', () => {
    const store = memoryFixStore();
    const scene = openScene({}, { store });
    scene.peer('D', 2, newOrder);
    scene.peer('0', 3);
    scene.peer('D', 4, newOrder);
    expect(store.nextIncoming).toBe(2);
    const [first, second] = scene.effects.flatMap((effect) =>
      effect.kind === 'message' ? [effect.receipt] : [],
    );
    if (first === undefined || second === undefined) throw new Error('no messages');
    scene.session.delivered(first, scene.now());
    expect(store.nextIncoming).toBe(3);
    scene.session.delivered(second, scene.now());
    expect(store.nextIncoming).toBe(5);
  });

  test('does not count after a reset of sequence numbers', () => {
    const store = memoryFixStore();
    const scene = openScene({}, { store });
    scene.peer('D', 2, newOrder);
    scene.peer('A', 1, '98=0|108=30|141=Y|');
    for (const effect of scene.effects)
      if (effect.kind === 'message') scene.session.delivered(effect.receipt, scene.now());
    expect(store.nextIncoming).toBe(2);
  });
});
