import type { Timers } from '../../core/clock.js';
import type { FixMessage } from '../message/codec.js';
import type { FixDisconnectReason, FixEffect, FixFlow, FixStoredPart } from '../session/session.js';
import type { FixConnection, FixConnectionEvents } from './connection.js';
import { createOutput } from './output.js';

/** The part of a session, or of a guest who has none yet, that a connection drives. */
export interface Driven<Message extends FixMessage> {
  receive(bytes: Uint8Array, now: number): readonly FixEffect<Message>[];
  flow(flow: FixFlow, now: number): readonly FixEffect<Message>[];
  tick(now: number): readonly FixEffect<Message>[];
  disconnected(now: number): readonly FixEffect<Message>[];
  stored(part: FixStoredPart, now: number): readonly FixEffect<Message>[];
}

/** Effects that are not the connection's business. */
export type ProgramEffect<Message extends FixMessage> = Exclude<
  FixEffect<Message>,
  { readonly kind: 'commit' | 'write' | 'read' | 'timer' | 'disconnect' }
>;

/** What a link tells its owner. */
export interface LinkEvents<Message extends FixMessage> {
  effect(effect: ProgramEffect<Message>): void;
  /** The connection is gone, or about to be; nothing more is read from it. Told once. */
  gone(why: LinkEnd): void;
  /** The session, or its store, has thrown. The connection is cut. */
  failed(error: unknown): void;
}

/** Why a connection has ended. */
export interface LinkEnd {
  readonly reason: FixDisconnectReason | 'broken';
  readonly text: string | undefined;
  readonly error: unknown;
}

/** Why a connection is not read: the program looks at its Logon, or has too many messages to deal with. */
export type FixHold = 'judged' | 'crowded';

/** A session, or a guest, on a connection. */
export interface Link<Message extends FixMessage> {
  /** What the connection is to be told. */
  readonly events: FixConnectionEvents;
  /** Whether more can be written without it piling up. */
  readonly isFree: boolean;
  /** Kept when what was written has left. */
  free(): Promise<void>;
  /** Carries out what a call of the session answers; cuts the connection if it throws. */
  run(call: () => readonly FixEffect<Message>[]): void;
  /** Cuts the connection because the session, or its store, has thrown. */
  fail(error: unknown): void;
  /** Reads nothing because the program has enough to do. */
  hold(why: FixHold): void;
  /** Reads again, unless there is another reason not to. */
  release(why: FixHold): void;
  /** Cuts the connection. */
  cut(): void;
}

/** Bytes that may wait to leave before others are asked to wait too. */
const highWater = 1 << 20;

/** Puts what a session wants done into practice: writes, timers, the end. */
export function createLink<Message extends FixMessage>(
  driven: Driven<Message>,
  connection: FixConnection,
  timers: Timers,
  { effect: tell, gone, failed }: LinkEvents<Message>,
): Link<Message> {
  let timer: unknown;
  /** Which call of the session set the timer: an effect may lead to another call, whose wish is the newer one. */
  let timedBy = 0;
  let calls = 0;
  let isOver = false;
  let waiting: (() => void)[] = [];
  let flow: FixFlow = { isHeld: false, isFull: false };
  const holds = new Set<FixHold>();
  const output = createOutput(
    connection,
    (error) => {
      if (isOver) failed(error);
      else fail(error);
    },
    () => {
      if (connection.buffered <= highWater) drained();
    },
  );
  const buffered = (): number => connection.buffered + output.waiting;
  const drained = (): void => {
    if (output.waiting > highWater) return;
    for (const go of waiting) go();
    waiting = [];
    if (!isOver && flow.isFull) flows({ ...flow, isFull: false });
  };
  const stop = (end: LinkEnd): void => {
    if (isOver) return;
    isOver = true;
    output.clear();
    timers.clearTimeout(timer);
    for (const go of waiting) go();
    waiting = [];
    attempt(() => run(driven.disconnected(timers.now())));
    gone(end);
  };
  const tick = (): void => {
    timer = undefined;
    if (!isOver) attempt(() => run(driven.tick(timers.now())));
  };
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      fail(error);
    }
  };
  const fail = (error: unknown): void => {
    failed(error);
    connection.destroy();
    stop({ reason: 'broken', text: undefined, error });
  };
  /** Reads while the program can follow and the peer takes its answers, and tells the session. */
  const flows = (next: FixFlow): void => {
    const isRead = !next.isHeld && !next.isFull;
    flow = next;
    if (isRead) connection.resume();
    else connection.pause();
    attempt(() => run(driven.flow(next, timers.now())));
  };
  const run = (effects: readonly FixEffect<Message>[]): void => {
    const call = ++calls;
    for (const effect of effects) {
      switch (effect.kind) {
        case 'commit':
          output.commit(effect.done);
          break;
        case 'write':
          output.write(effect.bytes);
          break;
        case 'read':
          effect.done.then((part) => {
            if (!isOver) attempt(() => run(driven.stored(part, timers.now())));
          }, fail);
          break;
        case 'timer':
          if (call < timedBy) break;
          timedBy = call;
          timers.clearTimeout(timer);
          timer =
            effect.at === undefined || isOver
              ? undefined
              : timers.setTimeout(tick, Math.max(0, effect.at - timers.now()));
          break;
        case 'disconnect': {
          const { reason, text } = effect;
          output.after(() => {
            connection.end();
            stop({ reason, text, error: undefined });
          });
          break;
        }
        default:
          tell(effect);
      }
    }
    if (!isOver && !flow.isFull && buffered() > highWater) {
      flows({ ...flow, isFull: true });
    }
  };
  return {
    events: {
      bytes(bytes) {
        if (!isOver) attempt(() => run(driven.receive(bytes, timers.now())));
      },
      drained,
      closed: (error) => stop({ reason: 'broken', text: undefined, error }),
    },
    get isFree() {
      return isOver || buffered() <= highWater;
    },
    free: () =>
      new Promise((resolve) => {
        if (isOver) resolve();
        else waiting.push(resolve);
      }),
    run: (call) => attempt(() => run(call())),
    fail,
    hold(why) {
      holds.add(why);
      if (!isOver) flows({ ...flow, isHeld: true });
    },
    release(why) {
      holds.delete(why);
      if (!isOver && holds.size === 0) flows({ ...flow, isHeld: false });
    },
    cut() {
      connection.destroy();
      stop({ reason: 'broken', text: undefined, error: undefined });
    },
  };
}
