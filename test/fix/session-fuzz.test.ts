import { type FixEffect, FixFramer, FixView } from '@tallystick/runtime/fix';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSessionFixture, type SessionFixture } from './session-fixture.js';
import type { SmallMessage } from './small-codec.js';
import { wire } from './wire.js';
import { randomRuns } from '../rounds.js';

/** Numbers as hostile peers write them: near what is expected, far from it, and none at all. */
const number = fc.oneof(
  fc.integer({ min: 0, max: 12 }).map(String),
  fc.constantFrom('', '-1', '007', '1e3', '999999999999', '9007199254740993', 'x'),
);
const field = fc.oneof(
  fc.tuple(fc.constantFrom(7, 16, 34, 36, 45, 108, 369, 789), number),
  fc.tuple(fc.constantFrom(43, 97, 123, 141), fc.constantFrom('Y', 'N', '', 'Z')),
  fc.tuple(
    fc.constantFrom(52, 122),
    fc.constantFrom('20261121-12:00:00.000', '20261121-12:00:00', '19700101-00:00:00.000', 'now'),
  ),
  fc.tuple(fc.constantFrom(49, 56), fc.constantFrom('THEM', 'US', 'NOBODY', '')),
  fc.tuple(
    fc.constantFrom(0, 11, 54, 55, 58, 95, 96, 98, 112, 999, 5001),
    fc.constantFrom('1', '0', 'TEA', '10=000', 'ÿ'),
  ),
);
const message = fc
  .tuple(
    fc.constantFrom('0', '1', '2', '3', '4', '5', 'A', 'D', '8', 'j', 'ZZ', ''),
    number,
    fc.array(field, { maxLength: 6 }),
    fc.constantFrom('FIX.4.2', 'FIX.4.4', 'FIXT.1.1'),
  )
  .map(([msgType, sequence, fields, beginString]) => {
    const head = `35=${msgType}|34=${sequence}|49=THEM|52=20261121-12:00:00.000|56=US|`;
    const logon = msgType === 'A' ? '98=0|108=30|' : '';
    const body = fields.map(([tag, text]) => `${tag}=${text}|`).join('');
    return wire(head + logon + body, beginString);
  });
const broken = fc.tuple(message, fc.nat(), fc.nat(255)).map(([bytes, at, byte]) => {
  const copy = Uint8Array.from(bytes);
  copy[at % copy.length] = byte;
  return copy;
});
const good = wire('35=A|34=1|49=THEM|52=20261121-12:00:00.000|56=US|98=0|108=30|');

type Step =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'pass'; readonly milliseconds: number }
  | { readonly kind: 'send' | 'logout' | 'connect' | 'verdict' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: message.map((bytes): Step => ({ kind: 'bytes', bytes })) },
  { weight: 2, arbitrary: broken.map((bytes): Step => ({ kind: 'bytes', bytes })) },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'bytes', bytes: good }) },
  {
    weight: 1,
    arbitrary: fc.nat(90_000).map((milliseconds): Step => ({ kind: 'pass', milliseconds })),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('send' as const, 'logout' as const, 'connect' as const, 'verdict' as const)
      .map((kind): Step => ({ kind })),
  },
);

describe.each(['acceptor', 'initiator'] as const)('%s with a hostile peer', (side) => {
  test.each([
    ['with default rules', {}],
    ['with strict rules', { checksum: 'reject', lastMsgSeqNumProcessed: true }],
    ['with NextExpectedMsgSeqNum', { nextExpectedMsgSeqNum: true, resend: { chunk: 3 } }],
  ] as const)('neither throws nor sends invalid messages, %s', (_, policy) => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        const fixture = createSessionFixture(policy, { side, judges: side === 'acceptor' });
        const { session } = fixture;
        const took = perform(fixture);
        took(session.connected(fixture.now()));
        took(session.receive(good, fixture.now()));
        took(session.judged(undefined, fixture.now()));
        expect(session.phase).toBe('open');
        for (const each of steps) play(fixture, each, took);
        // The expected number stays one that a peer can have.
        expect(session.nextIncoming).toBeGreaterThanOrEqual(1);
        expect(session.nextIncoming).toBeLessThanOrEqual(1e12 + 1);
      }),
      randomRuns(1500),
    );
  });
});

function play(
  { session, now, pass }: SessionFixture,
  step: Step,
  took: (effects: readonly FixEffect<SmallMessage>[]) => void,
): void {
  switch (step.kind) {
    case 'bytes':
      return took(session.receive(step.bytes, now()));
    case 'pass':
      return void pass(step.milliseconds);
    case 'send':
      if (session.phase !== 'open') return;
      return took(
        session.send({ type: 'NewOrderSingle', clOrdId: 'o', fields: [[11, 'o']] }, now()),
      );
    case 'logout':
      return took(session.logout('bye', now()));
    case 'verdict':
      return took(session.judged(undefined, now()));
    case 'connect':
      took(session.disconnected(now()));
      return took(session.connected(now()));
  }
}

/** Checks that every message a session writes is complete, in order and readable. */
function perform({
  session,
  now,
}: SessionFixture): (effects: readonly FixEffect<SmallMessage>[]) => void {
  return (effects) => {
    for (const effect of effects) {
      if (effect.kind === 'message') session.delivered(effect.receipt, now());
      if (effect.kind !== 'write') continue;
      const framer = new FixFramer();
      const view = new FixView();
      framer.push(effect.bytes);
      expect(framer.next()).toBe('message');
      expect(view.read(framer.bytes, framer.start, framer.end)).toBeUndefined();
      expect(view.integer(34)).toBeGreaterThanOrEqual(1);
      expect(framer.next()).toBeUndefined();
    }
  };
}
