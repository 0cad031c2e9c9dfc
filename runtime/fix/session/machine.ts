import type { FixCodec, FixMessage, FixOtherField } from '../message/codec.js';
import { FixFramer } from '../message/framer.js';
import type { FixPolicy } from '../policy.js';
import type { FixStore } from '../store/store.js';
import { handleDelivered } from './delivered.js';
import {
  createEngine,
  disconnect,
  type Engine,
  clearOutOfSequence,
  freeFlow,
  loseUncommitted,
  notice,
} from './engine.js';
import { refuseChecksum, handleMessage } from './inbound.js';
import { Journal } from './journal.js';
import {
  admit,
  beginLogon,
  refuseLogon,
  sendPlannedLogon,
  handleLogon,
  handleLogonResponse,
} from './logon/logon.js';
import { nextMessage } from './validate-message.js';
import { announceLogout } from './logon/logout.js';
import { sendBusinessReject } from './outgoing-reject.js';
import { prepareApplication, sendApplication } from './outgoing.js';
import { sendRelogon } from './logon/relogon.js';
import { continueReplay } from './sequence/replay.js';
import { runCall, runWithin } from './run-call.js';
import { type FixEffect, type FixSession, FixSessionError } from './session.js';
import { runTimers } from './timer.js';

/** Options of a session. */
export interface FixSessionOptions<Message extends FixMessage = FixMessage> {
  /** Side of the session: the initiator connects and logs on, the acceptor listens. */
  readonly side: 'initiator' | 'acceptor';
  /** Codec of the messages. */
  readonly codec: FixCodec<Message>;
  /** Rules of the session. */
  readonly policy: FixPolicy;
  /** Durable state of the session. */
  readonly store: FixStore;
  /** SenderCompID (49) of sent messages. */
  readonly senderCompId: string;
  /** TargetCompID (56) of sent messages. */
  readonly targetCompId: string;
  /** Heartbeat interval in seconds that the initiator requests. Default: that of the policy. */
  readonly heartBtInt?: number;
  /** Additional fields of the Logon (A). */
  readonly logonFields?: readonly FixOtherField[];
  /**
   * Creates the identifier of an error that the peer receives. The entry in the log has it, and the error's Text (58)
   * ends with it. Default: errors have no identifiers.
   */
  readonly correlationId?: () => string;
  /** If true, the initiator's Logon (A) waits for the response to a `sign` effect. Default: false. */
  readonly signs?: boolean;
  /** If true, a received Logon (A) waits for the response to a `judge` effect. Default: false. */
  readonly judges?: boolean;
  /** If true, both sequence numbers restart at 1 with every Logon (A). Default: that of the policy. */
  readonly resetOnLogon?: boolean;
  /** Seconds until a connection without a Logon (A) is closed. Default: 10. */
  readonly logonTimeout?: number;
  /** Seconds until a connection is closed whose Logout (5) the peer does not answer. Default: 2. */
  readonly logoutTimeout?: number;
  /** TestReqID (112) of sent TestRequests (1). Default: `TEST`. */
  readonly testRequestId?: string;
  /** Maximum number of messages to resend at once. Default: 500. */
  readonly replayBatch?: number;
  /** Maximum number of messages that wait for missing ones. Default: 10,000. */
  readonly maxEarlyMessages?: number;
  /** Maximum total size of messages that wait for missing ones, in bytes. Default: 16,777,216. */
  readonly maxEarlyBytes?: number;
}

/** Creates one side of a session, without a connection. */
export function createFixSession<Message extends FixMessage>(
  options: FixSessionOptions<Message>,
): FixSession<Message> {
  const engine = engineOf(options);
  const run = (now: number, work: () => void): readonly FixEffect<Message>[] =>
    runCall(engine, now, work);
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
        resetConnection(engine);
        engine.since = now;
        if (engine.side === 'acceptor') engine.phase = 'waiting';
        else beginLogon(engine, now);
      }),
    receive: (bytes, now) =>
      run(now, () => {
        if (engine.phase === 'closed' || engine.phase === 'ended') return;
        engine.framer.push(bytes);
        if (engine.phase === 'judging' || engine.phase === 'signing') queueBytes(engine, bytes);
        else readFrames(engine, now);
      }),
    flow: (flow, now) =>
      run(now, () => {
        const wasRead = !engine.flow.isHeld && !engine.flow.isFull;
        engine.flow = flow;
        // Data that the peer sent in the meantime has not been read yet.
        if (wasRead || flow.isHeld || flow.isFull) return;
        engine.lastReceived = now;
        engine.testedAt = undefined;
      }),
    tick: (now) => run(now, () => runTimers(engine, now)),
    disconnected: (now) =>
      run(now, () => {
        resetConnection(engine);
        engine.phase = 'closed';
      }),
    send: (message, now, header) =>
      run(now, () => {
        requireOpen(engine);
        sendApplication(engine, message, now, header);
      }),
    refuse: (refusal, now) =>
      run(now, () => {
        requireOpen(engine);
        sendBusinessReject(engine, refusal, now);
      }),
    reset: (now) =>
      run(now, () => {
        requireOpen(engine);
        if (!engine.dialect.hasReset || engine.policy.resetSeqNumFlag === 'refuse') {
          throw new FixSessionError(
            'usage',
            'The sequence numbers of this session cannot be reset',
          );
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
    judged: (refusal, now, correlationId) =>
      run(now, () => {
        const { logonToVerify: judged } = engine;
        if (engine.phase !== 'judging' || judged === undefined) return;
        engine.logonToVerify = undefined;
        if (refusal !== undefined) return refuseLogon(engine, refusal, now, { correlationId });
        engine.view.read(judged);
        admit(engine, engine.view, now);
        readFrames(engine, now);
      }),
    load: () => engine.store.load(),
    stored: (part, now) => run(now, () => continueReplay(engine, part, now)),
    prepare: (message, now, header) => prepareApplication(engine, message, now, header),
    delivered: (receipt, now, answers = []) =>
      run(now, () => handleDelivered(engine, receipt, answers, now)),
    deliveredWithin: (receipt, now, answers, transaction) =>
      runWithin(engine, now, transaction, () => handleDelivered(engine, receipt, answers, now)),
    settled(failure) {
      const discarded = engine.store.settle(failure);
      if (discarded !== undefined) loseUncommitted(engine, discarded.error);
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
    ownCompId: options.senderCompId,
    peerCompId: options.targetCompId,
    policy,
    codec,
    store: new Journal(store),
    correlationId: options.correlationId,
    settings: {
      heartBtInt: options.heartBtInt ?? policy.heartBtInt.default,
      logonFields: options.logonFields ?? [],
      requiresSignature: options.signs ?? false,
      requiresVerification: options.judges ?? false,
      // If every Logon (A) has number 1, messages of earlier sessions cannot be requested.
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

/** Clears all state of the connection. */
function resetConnection<Message extends FixMessage>(engine: Engine<Message>): void {
  engine.framer = new FixFramer(engine.policy.maxMessageLength);
  engine.gap = undefined;
  engine.replay = undefined;
  engine.logon = undefined;
  engine.logonToVerify = undefined;
  engine.waitingBytes = 0;
  engine.testedAt = undefined;
  engine.flow = freeFlow;
  engine.isResetSent = false;
  engine.scheduled = undefined;
  clearOutOfSequence(engine);
}

/** Queues data that arrives before it can be processed, up to the maximum length of one message. */
function queueBytes<Message extends FixMessage>(engine: Engine<Message>, bytes: Uint8Array): void {
  engine.waitingBytes += bytes.length;
  if (engine.waitingBytes <= engine.policy.maxMessageLength) return;
  disconnect(engine, 'protocol', 'Too much data arrived before the Logon was answered');
}

function readFrames<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  const { framer, view, policy } = engine;
  while (isReading(engine)) {
    const outcome = nextMessage(framer, view);
    if (outcome === 'none') return;
    if (outcome === 'message') handleFrame(engine, now);
    else if (outcome === 'checksum' && policy.checksum === 'reject' && engine.phase === 'open') {
      refuseChecksum(engine, view, now);
    } else ignoreGarbled(engine);
  }
}

function isReading<Message extends FixMessage>({ phase }: Engine<Message>): boolean {
  return phase === 'open' || phase === 'leaving' || phase === 'waiting' || phase === 'logging-on';
}

function handleFrame<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  if (engine.phase === 'waiting') handleLogon(engine, engine.view, now);
  else if (engine.phase === 'logging-on') handleLogonResponse(engine, engine.view, now);
  else handleMessage(engine, engine.view, now);
}

/** Ignores bytes that are not a message, without counting them. Instead of a Logon (A), they close the connection. */
function ignoreGarbled<Message extends FixMessage>(engine: Engine<Message>): void {
  notice(engine, 'garbled', 'Bytes that are not a message were ignored');
  if (engine.phase === 'waiting') disconnect(engine, 'logon-refused', 'Garbled Logon');
}

function requireOpen<Message extends FixMessage>({ phase }: Engine<Message>): void {
  if (phase !== 'open') throw new FixSessionError('not-logged-on', 'The session is not open');
}
