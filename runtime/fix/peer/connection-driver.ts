import type { Timers } from '../../core/clock.js';
import type { FixMessage } from '../message/codec.js';
import type { FixDisconnectReason, FixEffect, FixFlow, FixStoredPart } from '../session/session.js';
import type { FixConnection, FixConnectionEvents } from './connection.js';
import { createFlowControl, type PauseReason } from './flow-control.js';
import { createOutput } from './output.js';

/** The part of a session, or of an unidentified connection, that a connection drives. */
export interface DrivenSession<Message extends FixMessage> {
  receive(bytes: Uint8Array, now: number): readonly FixEffect<Message>[];
  flow(flow: FixFlow, now: number): readonly FixEffect<Message>[];
  tick(now: number): readonly FixEffect<Message>[];
  disconnected(now: number): readonly FixEffect<Message>[];
  stored(part: FixStoredPart, now: number): readonly FixEffect<Message>[];
}

/** Effects that concern the program rather than the connection. */
export type ProgramEffect<Message extends FixMessage> = Exclude<
  FixEffect<Message>,
  { readonly kind: 'commit' | 'write' | 'read' | 'timer' | 'disconnect' }
>;

/** Events of a connection for its owner. */
export interface ConnectionDriverEvents<Message extends FixMessage> {
  effect(effect: ProgramEffect<Message>): void;
  /** The connection has ended or is about to. Nothing more is read. Called once. */
  ended(reason: ConnectionEnd): void;
  /** The session or its store has thrown an error. The connection is closed. */
  failed(error: unknown): void;
}

/** Reason for the end of a connection. */
export interface ConnectionEnd {
  readonly reason: FixDisconnectReason | 'broken';
  readonly text: string | undefined;
  readonly error: unknown;
}

/** Drives a session with a connection. */
export interface ConnectionDriver<Message extends FixMessage> {
  /** Callbacks for the events of the connection. */
  readonly events: FixConnectionEvents;
  /** True if more data can be written without accumulating. */
  readonly isFree: boolean;
  /** Resolves when the written data has been sent. */
  free(): Promise<void>;
  /** Executes a call of the session and carries out its effects. Closes the connection if the call throws. */
  run(call: () => readonly FixEffect<Message>[]): void;
  /** Closes the connection because the session or its store has thrown an error. */
  fail(error: unknown): void;
  /** Pauses reading because the program is busy. */
  hold(reason: PauseReason): void;
  /** Resumes reading, unless there is another reason to pause. */
  release(reason: PauseReason): void;
  /** Closes the connection immediately. */
  cut(): void;
}

/** Number of unsent bytes above which producers should wait. */
const highWater = 1 << 20;

/** Creates the driver of a connection, which carries out the effects of its session: writes, timers, disconnects. */
export function createConnectionDriver<Message extends FixMessage>(
  driven: DrivenSession<Message>,
  connection: FixConnection,
  timers: Timers,
  { effect: onEffect, ended: onEnded, failed }: ConnectionDriverEvents<Message>,
): ConnectionDriver<Message> {
  let calls = 0;
  let hasEnded = false;
  let waiters: (() => void)[] = [];
  const output = createOutput(
    connection,
    (error) => {
      if (hasEnded) failed(error);
      else fail(error);
    },
    () => {
      if (connection.buffered <= highWater) drained();
    },
  );
  const buffered = (): number => connection.buffered + output.waiting;
  const drained = (): void => {
    if (output.waiting > highWater) return;
    for (const resume of waiters) resume();
    waiters = [];
    if (!hasEnded && flow.isFull) flow.setFull(false);
  };
  const stop = (end: ConnectionEnd): void => {
    if (hasEnded) return;
    hasEnded = true;
    flow.end();
    output.clear();
    timer.set(calls, undefined);
    for (const resume of waiters) resume();
    waiters = [];
    attempt(() => run(driven.disconnected(timers.now())));
    onEnded(end);
  };
  const timer = createEffectTimer(timers, () => {
    if (!hasEnded) attempt(() => run(driven.tick(timers.now())));
  });
  const attempt = (action: () => void): void => {
    try {
      action();
    } catch (error) {
      fail(error);
    }
  };
  const fail = (error: unknown): void => {
    failed(error);
    connection.destroy();
    stop({ reason: 'broken', text: undefined, error });
  };
  const flow = createFlowControl(connection, (next) =>
    attempt(() => run(driven.flow(next, timers.now()))),
  );
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
            if (!hasEnded) attempt(() => run(driven.stored(part, timers.now())));
          }, fail);
          break;
        case 'timer':
          timer.set(call, hasEnded ? undefined : effect.at);
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
          onEffect(effect);
      }
    }
    if (!hasEnded && !flow.isFull && buffered() > highWater) flow.setFull(true);
  };
  return {
    events: {
      bytes(bytes) {
        if (!hasEnded) attempt(() => run(driven.receive(bytes, timers.now())));
      },
      drained,
      closed: (error) => stop({ reason: 'broken', text: undefined, error }),
    },
    get isFree() {
      return hasEnded || buffered() <= highWater;
    },
    free: () =>
      new Promise((resolve) => {
        if (hasEnded) resolve();
        else waiters.push(resolve);
      }),
    run: (call) => attempt(() => run(call())),
    fail,
    hold: (reason) => flow.hold(reason),
    release: (reason) => flow.release(reason),
    cut() {
      connection.destroy();
      stop({ reason: 'broken', text: undefined, error: undefined });
    },
  };
}

/** The timer that a session has requested. */
interface EffectTimer {
  /** Replaces the timer, unless a later call has set it: carrying out one effect may cause another call. */
  set(call: number, at: number | undefined): void;
}

function createEffectTimer(timers: Timers, onDue: () => void): EffectTimer {
  let timer: unknown;
  let latestCall = 0;
  return {
    set(call, at) {
      if (call < latestCall) return;
      latestCall = call;
      timers.clearTimeout(timer);
      timer =
        at === undefined ? undefined : timers.setTimeout(onDue, Math.max(0, at - timers.now()));
    },
  };
}
