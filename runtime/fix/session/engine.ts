import type { FixCodec, FixMessage, FixOtherField } from '../message/codec.js';
import { FixFramer } from '../message/framer.js';
import { FixView } from '../message/view.js';
import { FixWriter } from '../message/writer.js';

import type { TokenBucket } from '../../core/token-bucket.js';
import type { FixPolicy } from '../policy.js';
import { type FixDialect, dialectOf } from './dialect.js';
import type { Journal } from './journal.js';
import {
  type FixDisconnectReason,
  type FixEffect,
  type FixFlow,
  type FixNotice,
  type FixPhase,
  FixSessionError,
} from './session.js';

/** Components and state of a session. Used only by the files of this folder. */
export interface Engine<Message extends FixMessage> {
  readonly side: 'initiator' | 'acceptor';
  readonly ownCompId: string;
  readonly peerCompId: string;
  readonly policy: FixPolicy;
  readonly dialect: FixDialect;
  readonly codec: FixCodec<Message>;
  readonly store: Journal;
  readonly writer: FixWriter;
  /** Index of the current message. */
  readonly view: FixView;
  /** Index of out-of-sequence and resent messages, while `view` is in use. */
  readonly spareView: FixView;
  readonly settings: EngineSettings;
  /** Creates the identifier of an error that the peer receives; `undefined` if errors have none. */
  readonly correlationId: (() => string) | undefined;
  framer: FixFramer;
  phase: FixPhase;
  effects: FixEffect<Message>[];
  /** Messages to be written, before all other effects. */
  writes: FixEffect<Message>[];
  /** Next number expected of the peer. The store follows when programs have processed the messages. */
  expected: number;
  /** True if `expected` has been loaded. The store is not used before the peer is known. */
  isLoaded: boolean;
  /** Number of messages that the program is processing. */
  outstanding: number;
  era: number;
  /** Messages delivered in earlier eras will be received again, because a commit has failed since. */
  lostBefore: number;
  /** Heartbeat interval in milliseconds; 0 for no heartbeats. */
  heartBtInt: number;
  lastSent: number;
  lastReceived: number;
  /** Time of a TestRequest (1) that has not been answered. */
  testedAt: number | undefined;
  flow: FixFlow;
  /** Start of the current phase, if its duration is limited. */
  since: number;
  /** Time that the last `timer` effect requested. */
  timerAt: number | undefined;
  scheduled: { readonly at: number; readonly text: string | undefined } | undefined;
  /** Messages that are missing and have been requested. */
  gap: Gap | undefined;
  /** Out-of-sequence messages by number; `undefined` for those processed immediately. */
  readonly outOfSequence: Map<number, Uint8Array | undefined>;
  outOfSequenceBytes: number;
  isDraining: boolean;
  /** Resending in progress. */
  replay: Replay | undefined;
  /** SendingTime (52) and fields of the Logon (A) that is being signed. */
  logon: PlannedLogon | undefined;
  /** Logon (A) that the program is verifying. */
  logonToVerify: Uint8Array | undefined;
  /** Number of bytes that wait for the verification. */
  waitingBytes: number;
  /** True if a Logon (A) with ResetSeqNumFlag (141) was sent and has not been answered. */
  isResetSent: boolean;
  /** Token bucket for the description's message rate. */
  readonly bucket: TokenBucket;
  /** True if the current message exceeds the rate. */
  isTooFast: boolean;
  /** Number of messages in the current second. */
  readonly second: { start: number; count: number };
}

/** A requested range, `from` to `upTo`, of all messages known to be missing up to `last`. */
export interface Gap {
  readonly from: number;
  readonly upTo: number;
  readonly last: number;
}

/** Remaining work for a ResendRequest (2). */
export interface Replay {
  next: number;
  readonly last: number;
  /** First number of a range to be skipped by a gap fill that has not been sent. */
  fillFrom: number | undefined;
  /** True while the next messages are being read from the store. */
  isAwaited?: boolean;
}

/** A Logon (A) before it is sent. */
export interface PlannedLogon {
  readonly sendingTime: string;
  readonly fields: readonly FixOtherField[];
}

/** Settings of a session in addition to the rules of its description. Times are in milliseconds. */
export interface EngineSettings {
  /** Interval for the initiator's Logon (A), in seconds. */
  readonly heartBtInt: number;
  readonly logonFields: readonly FixOtherField[];
  readonly requiresSignature: boolean;
  readonly requiresVerification: boolean;
  readonly resetOnLogon: boolean;
  readonly logonTimeout: number;
  readonly logoutTimeout: number;
  readonly testRequestId: string;
  /** Maximum number of messages to resend before other work is done. */
  readonly replayBatch: number;
  readonly maxEarlyMessages: number;
  readonly maxEarlyBytes: number;
}

/** Flow of a new connection. */
export const freeFlow: FixFlow = { isHeld: false, isFull: false };

/** Creates the state of a session without a connection. */
export function createEngine<Message extends FixMessage>(
  parts: Pick<
    Engine<Message>,
    | 'side'
    | 'ownCompId'
    | 'peerCompId'
    | 'policy'
    | 'codec'
    | 'store'
    | 'settings'
    | 'correlationId'
  >,
): Engine<Message> {
  const { codec, policy } = parts;
  const { messages } = policy.rate ?? {};
  return {
    ...parts,
    dialect: dialectOf(codec.beginString),
    writer: new FixWriter(),
    view: new FixView(codec.dataFields),
    spareView: new FixView(codec.dataFields),
    framer: new FixFramer(policy.maxMessageLength),
    phase: 'closed',
    effects: [],
    writes: [],
    expected: 1,
    isLoaded: false,
    outstanding: 0,
    era: 0,
    lostBefore: 0,
    heartBtInt: 0,
    lastSent: 0,
    lastReceived: 0,
    testedAt: undefined,
    flow: freeFlow,
    since: 0,
    timerAt: undefined,
    scheduled: undefined,
    gap: undefined,
    outOfSequence: new Map(),
    outOfSequenceBytes: 0,
    isDraining: false,
    replay: undefined,
    logon: undefined,
    logonToVerify: undefined,
    waitingBytes: 0,
    isResetSent: false,
    bucket: { tokens: messages?.burst ?? messages?.perSecond ?? 0, at: 0 },
    isTooFast: false,
    second: { start: 0, count: 0 },
  };
}

/** Adds an entry for the log. */
export function notice<Message extends FixMessage>(
  engine: Engine<Message>,
  code: FixNotice,
  text: string,
  correlationId?: string,
): void {
  const identified = correlationId === undefined ? {} : { correlationId };
  engine.effects.push({ kind: 'notice', code, text, ...identified });
}

/** Text (58) of an error, with the identifier of its entry in the log. */
export function errorText(text: string, correlationId: string | undefined): string {
  return correlationId === undefined ? text : `${text} (${correlationId})`;
}

/** Closes the connection. Nothing more is read from it. */
export function disconnect<Message extends FixMessage>(
  engine: Engine<Message>,
  reason: FixDisconnectReason,
  text?: string,
): void {
  engine.phase = 'ended';
  engine.replay = undefined;
  engine.effects.push({ kind: 'disconnect', reason, ...(text === undefined ? {} : { text }) });
}

/** Loads the numbers from the store, initially and after a failed commit. */
export function loadNumbers<Message extends FixMessage>(engine: Engine<Message>): void {
  if (engine.isLoaded) return;
  if (engine.store.load() !== undefined) {
    throw new FixSessionError('usage', 'The store of the session was not loaded before its Logon');
  }
  engine.expected = engine.store.nextIncoming;
  engine.isLoaded = true;
}

/** Discards everything since the last successful commit. The peer will send the discarded messages again. */
export function loseUncommitted<Message extends FixMessage>(
  engine: Engine<Message>,
  error: unknown,
): void {
  engine.store.discard(error);
  engine.isLoaded = false;
  engine.outstanding = 0;
  engine.lostBefore = ++engine.era;
  engine.replay = undefined;
}

/** Resets both sequence numbers to 1. */
export function resetCounters<Message extends FixMessage>(engine: Engine<Message>): void {
  engine.store.reset();
  engine.expected = 1;
  engine.outstanding = 0;
  engine.era++;
  engine.gap = undefined;
  engine.replay = undefined;
  clearOutOfSequence(engine);
}

/** Discards the out-of-sequence messages. */
export function clearOutOfSequence<Message extends FixMessage>(engine: Engine<Message>): void {
  engine.outOfSequence.clear();
  engine.outOfSequenceBytes = 0;
}
