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

/** What a session is made of, and everything that it remembers. Only the files of this room touch it. */
export interface Engine<Message extends FixMessage> {
  readonly side: 'initiator' | 'acceptor';
  readonly own: string;
  readonly peer: string;
  readonly policy: FixPolicy;
  readonly dialect: FixDialect;
  readonly codec: FixCodec<Message>;
  readonly store: Journal;
  readonly writer: FixWriter;
  /** Of the message at hand. */
  readonly view: FixView;
  /** Of messages that came early, or are sent again, while `view` is in use. */
  readonly spareView: FixView;
  readonly settings: EngineSettings;
  framer: FixFramer;
  phase: FixPhase;
  effects: FixEffect<Message>[];
  /** What is to be written, before all other effects. */
  writes: FixEffect<Message>[];
  /** The next number that is taken from the peer; the store follows when programs have dealt with messages. */
  expected: number;
  /** Whether `expected` goes on from the store, which is not touched before the peer is known. */
  isLoaded: boolean;
  /** Messages that were handed over and not yet dealt with. */
  outstanding: number;
  era: number;
  /** What was handed over in eras before this one comes again: a commit has failed since. */
  lostBefore: number;
  /** Interval of heartbeats in milliseconds; 0 without. */
  heartBtInt: number;
  lastSent: number;
  lastReceived: number;
  /** When a TestRequest was sent that nothing has answered. */
  testedAt: number | undefined;
  flow: FixFlow;
  /** When the phase that can not last began. */
  since: number;
  /** What `timer` asked for last. */
  armed: number | undefined;
  scheduled: { readonly at: number; readonly text: string | undefined } | undefined;
  /** What is missing from the peer, and was asked for. */
  gap: Gap | undefined;
  /** Messages that came before their turn; nothing for those that were answered at once. */
  readonly early: Map<number, Uint8Array | undefined>;
  earlyBytes: number;
  isDraining: boolean;
  /** What is being sent again. */
  replay: Replay | undefined;
  /** SendingTime and fields of the Logon that is being signed. */
  logon: PlannedLogon | undefined;
  /** The Logon that a program looks at. */
  judged: Uint8Array | undefined;
  /** Bytes that wait until the Logon is judged. */
  waitingBytes: number;
  /** A Logon with ResetSeqNumFlag was sent, and is to be answered by one. */
  isResetSent: boolean;
  /** Messages that may still come by the description's rate. */
  readonly bucket: TokenBucket;
  /** The message at hand is one too many. */
  isTooFast: boolean;
  /** Messages of the current second. */
  readonly second: { start: number; count: number };
}

/** What was asked for: `from` to `upTo`, of all that is known to be missing up to `last`. */
export interface Gap {
  readonly from: number;
  readonly upTo: number;
  readonly last: number;
}

/** What is left of an answer to a ResendRequest. */
export interface Replay {
  next: number;
  readonly last: number;
  /** First number of a run that is passed over, not yet said. */
  fillFrom: number | undefined;
  /** The store was asked for the next part, and has yet to answer. */
  isAwaited?: boolean;
}

/** A Logon before it is sent. */
export interface PlannedLogon {
  readonly sendingTime: string;
  readonly fields: readonly FixOtherField[];
}

/** What is decided when a session is made, beside the rules of its description. Times are in milliseconds. */
export interface EngineSettings {
  /** Seconds, for the initiator's Logon. */
  readonly heartBtInt: number;
  readonly logonFields: readonly FixOtherField[];
  readonly wantsSignature: boolean;
  readonly wantsJudgement: boolean;
  readonly resetOnLogon: boolean;
  readonly logonTimeout: number;
  readonly logoutTimeout: number;
  readonly testRequestId: string;
  /** Messages that are sent again in one go before others have their turn. */
  readonly replayBatch: number;
  readonly maxEarlyMessages: number;
  readonly maxEarlyBytes: number;
}

/** Of a connection that is new. */
export const freeFlow: FixFlow = { isHeld: false, isFull: false };

/** A machine at rest. */
export function createEngine<Message extends FixMessage>(
  parts: Pick<Engine<Message>, 'side' | 'own' | 'peer' | 'policy' | 'codec' | 'store' | 'settings'>,
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
    armed: undefined,
    scheduled: undefined,
    gap: undefined,
    early: new Map(),
    earlyBytes: 0,
    isDraining: false,
    replay: undefined,
    logon: undefined,
    judged: undefined,
    waitingBytes: 0,
    isResetSent: false,
    bucket: { tokens: messages?.burst ?? messages?.perSecond ?? 0, at: 0 },
    isTooFast: false,
    second: { start: 0, count: 0 },
  };
}

/** Says something for the log. */
export function notice<Message extends FixMessage>(
  engine: Engine<Message>,
  code: FixNotice,
  text: string,
): void {
  engine.effects.push({ kind: 'notice', code, text });
}

/** Ends the connection; nothing is read from it any more. */
export function disconnect<Message extends FixMessage>(
  engine: Engine<Message>,
  reason: FixDisconnectReason,
  text?: string,
): void {
  engine.phase = 'ended';
  engine.replay = undefined;
  engine.effects.push({ kind: 'disconnect', reason, ...(text === undefined ? {} : { text }) });
}

/** Goes on where the store says, the first time and after a commit has failed. */
export function loadNumbers<Message extends FixMessage>(engine: Engine<Message>): void {
  if (engine.isLoaded) return;
  if (engine.store.load() !== undefined) {
    throw new FixSessionError('usage', 'The store of the session was not loaded before its Logon');
  }
  engine.expected = engine.store.nextIncoming;
  engine.isLoaded = true;
}

/** A commit has failed: nothing since the last one that was kept counts any more, and the peer sends again what it had sent. */
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

/** Both counters begin at 1 again. */
export function resetCounters<Message extends FixMessage>(engine: Engine<Message>): void {
  engine.store.reset();
  engine.expected = 1;
  engine.outstanding = 0;
  engine.era++;
  engine.gap = undefined;
  engine.replay = undefined;
  forgetEarly(engine);
}

/** Forgets what came before its turn. */
export function forgetEarly<Message extends FixMessage>(engine: Engine<Message>): void {
  engine.early.clear();
  engine.earlyBytes = 0;
}
