import {
  createFixSession,
  defaultFixPolicy,
  type FixEffect,
  type FixPolicy,
  type FixSession,
  type FixSessionOptions,
  memoryFixStore,
} from '@tallystick/runtime/fix';
import { smallCodec, type SmallMessage } from './small-codec.js';
import { wire } from './wire.js';

/** One side of a session, a clock that moves by hand, and what the other side would see. */
export interface SessionFixture {
  readonly session: FixSession<SmallMessage>;
  /** Everything that the session wanted done, in order, but for timers and writes. */
  readonly effects: FixEffect<SmallMessage>[];
  /** When the session wants to be woken, in milliseconds from the beginning. */
  readonly wakesIn: () => number | undefined;
  /** The peer sends a message: its MsgType and number, and the rest of it, with `|` between fields. Answers what is sent back. */
  readonly peer: (
    msgType: string,
    sequence: number | string,
    rest?: string,
    header?: string,
  ) => readonly string[];
  /** The peer sends these bytes. */
  readonly raw: (bytes: Uint8Array) => readonly string[];
  /** Carries out effects, and answers the messages among them, without what is the same in all of them. */
  readonly run: (effects: readonly FixEffect<SmallMessage>[]) => readonly string[];
  /** The clock moves, and the session is woken as often as it wants. */
  readonly pass: (milliseconds: number) => readonly string[];
  readonly now: () => number;
  /** The time, that many seconds from now, as it stands in a message. */
  readonly time: (seconds?: number, digits?: number) => string;
}

/** Creates a session `US` with the peer `THEM`. */
export function createSessionFixture(
  policy: Partial<FixPolicy> = {},
  options: Partial<FixSessionOptions<SmallMessage>> = {},
): SessionFixture {
  const beginString = policy.beginString ?? 'FIX.4.2';
  const start = Date.UTC(2026, 10, 21, 12);
  const session = createFixSession<SmallMessage>({
    side: 'acceptor',
    codec: smallCodec(beginString, policy.applVerId),
    policy: defaultFixPolicy(beginString, policy),
    store: memoryFixStore(),
    senderCompId: 'US',
    targetCompId: 'THEM',
    ...options,
  });
  const collected: FixEffect<SmallMessage>[] = [];
  let now = start;
  let timer: number | undefined;
  const run = (effects: readonly FixEffect<SmallMessage>[]): readonly string[] =>
    effects.flatMap((effect) => {
      if (effect.kind === 'write') return [shown(effect.bytes)];
      if (effect.kind === 'timer') timer = effect.at;
      else collected.push(effect);
      return [];
    });
  const usualDigits = beginString < 'FIX.4.2' ? 0 : 3;
  const time = (seconds = 0, digits = usualDigits): string => {
    const [date = '', clock = ''] = new Date(now + seconds * 1000).toISOString().split('T');
    const fraction =
      digits === 0 ? '' : clock.slice(8, 9 + Math.min(digits, 3)).padEnd(digits + 1, '0');
    return `${date.replaceAll('-', '')}-${clock.slice(0, 8)}${fraction}`;
  };
  const raw = (bytes: Uint8Array): readonly string[] => run(session.receive(bytes, now));
  return {
    session,
    effects: collected,
    wakesIn: () => (timer === undefined ? undefined : timer - start),
    peer(msgType, sequence, rest = '', header = `49=THEM|52=${time()}|56=US|`) {
      return raw(wire(`35=${msgType}|34=${sequence}|${header}${rest}`, beginString));
    },
    raw,
    run,
    pass(milliseconds) {
      const end = now + milliseconds;
      const sent: string[] = [];
      while (timer !== undefined && timer <= end) {
        now = Math.max(now, timer);
        timer = undefined;
        sent.push(...run(session.tick(now)));
      }
      now = end;
      return sent;
    },
    now: () => now,
    time,
  };
}

/** An acceptor whose peer has logged on with `HeartBtInt` 30. */
export function openSessionFixture(
  policy: Partial<FixPolicy> = {},
  options: Partial<FixSessionOptions<SmallMessage>> = {},
): SessionFixture {
  const fixture = createSessionFixture(policy, options);
  fixture.run(fixture.session.connected(fixture.now()));
  const applVerId = policy.applVerId === undefined ? '' : `1137=${policy.applVerId}|`;
  fixture.peer('A', 1, `98=0|108=30|${applVerId}`, `49=THEM|52=${fixture.time()}|56=US|`);
  if (fixture.session.phase !== 'open') throw new Error('the scene is not open');
  return fixture;
}

/** Reply of an acceptor to a Logon, and true if the session is then open. */
export function logon(
  policy: Partial<FixPolicy>,
  rest: string,
  sequence: number | string = 1,
  time?: (fixture: SessionFixture) => string,
): readonly [readonly string[], boolean] {
  const fixture = createSessionFixture(policy);
  fixture.run(fixture.session.connected(fixture.now()));
  const header = `49=THEM|52=${time?.(fixture) ?? fixture.time()}|56=US|`;
  const sent = fixture.peer('A', sequence, `98=0|${rest}`, header);
  return [sent, fixture.session.phase === 'open'];
}

/** A message as a line: MsgType, number, and its fields but for those that all messages have. */
function shown(bytes: Uint8Array): string {
  const fields = Buffer.from(bytes).toString('latin1').split('\u0001').slice(0, -1);
  return fields
    .filter((field) => !/^(8|9|10|49|52|56)=/.test(field))
    .map((field) => (field.startsWith('122=') ? '122' : field))
    .join('|');
}
