import type { FixCodec, FixMessage, FixOtherField } from '../message/codec.js';
import { FixFramer } from '../message/framer.js';
import type { FixPolicy } from '../policy.js';
import type { FixStore } from '../store/store.js';
import { afterCommit, takeDelivered } from './delivered.js';
import {
  createEngine,
  disconnect,
  type Engine,
  forgetEarly,
  freeFlow,
  loseUncommitted,
  notice,
} from './engine.js';
import { refuseChecksum, takeMessage } from './inbound.js';
import { Journal } from './journal.js';
import {
  admit,
  beginLogon,
  refuseLogon,
  sendPlannedLogon,
  takeLogon,
  takeLogonAnswer,
} from './logon.js';
import { nextMessage } from './judge.js';
import { announceLogout } from './logout.js';
import { sendBusinessReject } from './outgoing-refusal.js';
import { prepareApplication, sendApplication } from './outgoing.js';
import { sendRelogon } from './relogon.js';
import { continueReplay } from './replay.js';
import { type FixEffect, type FixSession, FixSessionError } from './session.js';
import { arm, runTimers } from './timer.js';

/** What a session is made of. */
export interface FixSessionOptions<Message extends FixMessage = FixMessage> {
  readonly side: 'initiator' | 'acceptor';
  readonly codec: FixCodec<Message>;
  readonly policy: FixPolicy;
  readonly store: FixStore;
  /** SenderCompID (49) of what this side sends. */
  readonly senderCompId: string;
  /** TargetCompID (56) of what this side sends. */
  readonly targetCompId: string;
  /** Seconds between heartbeats that the initiator asks for. Default: the policy's. */
  readonly heartBtInt?: number;
  /** More fields of this side's Logon. */
  readonly logonFields?: readonly FixOtherField[];
  /** The initiator's Logon waits for the answer to a `sign` effect. Default no. */
  readonly signs?: boolean;
  /** A Logon that comes waits for the answer to a `judge` effect. Default no. */
  readonly judges?: boolean;
  /** Both counters begin at 1 with every Logon. Default: the policy's. */
  readonly resetOnLogon?: boolean;
  /** Seconds until a connection without a Logon is closed. Default 10. */
  readonly logonTimeout?: number;
  /** Seconds until a connection whose Logout nobody answers is closed. Default 2. */
  readonly logoutTimeout?: number;
  /** TestReqID (112) of own TestRequests. Default `TEST`. */
  readonly testRequestId?: string;
  /** Most messages that are sent again in one go. Default 500. */
  readonly replayBatch?: number;
  /** Most messages that wait for missing ones. Default 10000. */
  readonly maxEarlyMessages?: number;
  /** Most bytes that wait for missing messages. Default 16777216. */
  readonly maxEarlyBytes?: number;
}

/** Makes one side of a session, at rest until its connection is open. */
export function createFixSession<Message extends FixMessage>(
  options: FixSessionOptions<Message>,
): FixSession<Message> {
  const engine = engineOf(options);
  const run = (now: number, work: () => void): readonly FixEffect<Message>[] => {
    engine.effects = [];
    engine.writes = [];
    const { era, expected, outstanding } = engine;
    let isDecided = false;
    try {
      work();
      arm(engine, now);
      isDecided = true;
      return afterCommit(engine, engine.store.flush());
    } catch (error) {
      // Nobody was handed what this call has taken, so it must come again.
      if (isDecided || engine.store.isChanged) loseUncommitted(engine, error);
      else if (engine.era === era) Object.assign(engine, { expected, outstanding });
      throw error;
    }
  };
  return {
    get phase() {
      return engine.phase;
    },
    get nextOutgoing() {
      return engine.store.nextOutgoing;
    },
    get nextIncoming() {
      return engine.expected;
    },
    connected: (now) =>
      run(now, () => {
        rest(engine);
        engine.since = now;
        if (engine.side === 'acceptor') engine.phase = 'waiting';
        else beginLogon(engine, now);
      }),
    receive: (bytes, now) =>
      run(now, () => {
        if (engine.phase === 'closed' || engine.phase === 'ended') return;
        engine.framer.push(bytes);
        if (engine.phase === 'judging' || engine.phase === 'signing') holdBack(engine, bytes);
        else readFrames(engine, now);
      }),
    flow: (flow, now) =>
      run(now, () => {
        const wasRead = !engine.flow.isHeld && !engine.flow.isFull;
        engine.flow = flow;
        // What the peer has said in the meantime is still to be read.
        if (wasRead || flow.isHeld || flow.isFull) return;
        engine.lastReceived = now;
        engine.testedAt = undefined;
      }),
    tick: (now) => run(now, () => runTimers(engine, now)),
    disconnected: (now) =>
      run(now, () => {
        rest(engine);
        engine.phase = 'closed';
      }),
    send: (message, now, header) =>
      run(now, () => {
        demandOpen(engine);
        sendApplication(engine, message, now, header);
      }),
    refuse: (refusal, now) =>
      run(now, () => {
        demandOpen(engine);
        sendBusinessReject(engine, refusal, now);
      }),
    reset: (now) =>
      run(now, () => {
        demandOpen(engine);
        if (!engine.dialect.hasReset || engine.policy.resetSeqNumFlag === 'refuse') {
          throw new FixSessionError('usage', 'The numbers of this session can not begin anew');
        }
        sendRelogon(engine, now);
      }),
    logout: (text, now) =>
      run(now, () => {
        if (engine.phase === 'open') announceLogout(engine, text, now);
        else if (engine.phase !== 'closed' && engine.phase !== 'leaving') {
          disconnect(engine, 'logout');
        }
      }),
    signed: (fields, now) =>
      run(now, () => {
        if (engine.phase !== 'signing') return;
        sendPlannedLogon(engine, fields, now);
        readFrames(engine, now);
      }),
    judged: (refusal, now) =>
      run(now, () => {
        const { judged } = engine;
        if (engine.phase !== 'judging' || judged === undefined) return;
        engine.judged = undefined;
        if (refusal !== undefined) return refuseLogon(engine, refusal, now);
        engine.view.read(judged);
        admit(engine, engine.view, now);
        readFrames(engine, now);
      }),
    load: () => engine.store.load(),
    stored: (part, now) => run(now, () => continueReplay(engine, part, now)),
    prepare: (message, now, header) => prepareApplication(engine, message, now, header),
    delivered: (receipt, now, answers = []) =>
      run(now, () => takeDelivered(engine, receipt, answers, now)),
    deliveredWithin(receipt, now, answers, transaction) {
      // What was decided before is not the program's to roll back.
      const before = run(now, () => undefined);
      engine.effects = [];
      engine.writes = [];
      try {
        takeDelivered(engine, receipt, answers, now);
        const { written, after } = engine.store.flushWithin(transaction);
        written?.catch((error: unknown) => loseUncommitted(engine, error));
        return { effects: [...before, ...afterCommit(engine, after)], written };
      } catch (error) {
        loseUncommitted(engine, error);
        throw error;
      }
    },
    settled(failure) {
      const lost = engine.store.settle(failure);
      if (lost !== undefined) loseUncommitted(engine, lost.error);
    },
    isLost: ({ era }) => era < engine.lostBefore,
    get isLoaded() {
      return engine.isLoaded;
    },
    get isKeptOnReturn() {
      return engine.store.isKeptOnReturn;
    },
  };
}

function engineOf<Message extends FixMessage>(
  options: FixSessionOptions<Message>,
): Engine<Message> {
  const { side, codec, policy, store } = options;
  const { logonMustBeOne } = policy.msgSeqNum;
  return createEngine({
    side,
    own: options.senderCompId,
    peer: options.targetCompId,
    policy,
    codec,
    store: new Journal(store),
    settings: {
      heartBtInt: options.heartBtInt ?? policy.heartBtInt.default,
      logonFields: options.logonFields ?? [],
      wantsSignature: options.signs ?? false,
      wantsJudgement: options.judges ?? false,
      // Where every Logon has number 1, nothing of the session before can be asked for.
      resetOnLogon: options.resetOnLogon ?? (policy.resetOnLogon || logonMustBeOne),
      logonTimeout: (options.logonTimeout ?? 10) * 1000,
      logoutTimeout: (options.logoutTimeout ?? 2) * 1000,
      testRequestId: options.testRequestId ?? 'TEST',
      replayBatch: options.replayBatch ?? 500,
      maxEarlyMessages: options.maxEarlyMessages ?? 10_000,
      maxEarlyBytes: options.maxEarlyBytes ?? 16_777_216,
    },
  });
}

/** Forgets everything that belongs to one connection. */
function rest<Message extends FixMessage>(engine: Engine<Message>): void {
  engine.framer = new FixFramer(engine.policy.maxMessageLength);
  engine.gap = undefined;
  engine.replay = undefined;
  engine.logon = undefined;
  engine.judged = undefined;
  engine.waitingBytes = 0;
  engine.testedAt = undefined;
  engine.flow = freeFlow;
  engine.isResetSent = false;
  engine.scheduled = undefined;
  forgetEarly(engine);
}

/** Messages that come before this side is ready to read them wait, as many as one message may be long. */
function holdBack<Message extends FixMessage>(engine: Engine<Message>, bytes: Uint8Array): void {
  engine.waitingBytes += bytes.length;
  if (engine.waitingBytes <= engine.policy.maxMessageLength) return;
  disconnect(engine, 'protocol', 'Too much was sent before the Logon was answered');
}

function readFrames<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  const { framer, view, policy } = engine;
  while (isReading(engine)) {
    const found = nextMessage(framer, view);
    if (found === 'none') return;
    if (found === 'message') takeFrame(engine, now);
    else if (found === 'checksum' && policy.checksum === 'reject' && engine.phase === 'open') {
      refuseChecksum(engine, view, now);
    } else takeGarbled(engine);
  }
}

function isReading<Message extends FixMessage>({ phase }: Engine<Message>): boolean {
  return phase === 'open' || phase === 'leaving' || phase === 'waiting' || phase === 'logging-on';
}

function takeFrame<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  if (engine.phase === 'waiting') takeLogon(engine, engine.view, now);
  else if (engine.phase === 'logging-on') takeLogonAnswer(engine, engine.view, now);
  else takeMessage(engine, engine.view, now);
}

/** Bytes that are no message are passed over and not counted; where a Logon should stand they end the connection. */
function takeGarbled<Message extends FixMessage>(engine: Engine<Message>): void {
  notice(engine, 'garbled', 'Bytes that are no message were ignored');
  if (engine.phase === 'waiting') disconnect(engine, 'logon-refused', 'Garbled Logon');
}

function demandOpen<Message extends FixMessage>({ phase }: Engine<Message>): void {
  if (phase !== 'open') throw new FixSessionError('not-logged-on', 'The session is not open');
}
