import type { FixMessage } from '../message/codec.js';
import type { FixHeaderFields } from '../message/header.js';
import type { FixView } from '../message/view.js';
import type { Engine } from './engine.js';
import { beginMessage, sendKept, sendSessionMessage } from './outgoing.js';
import type { FixBusinessRefusal } from './session.js';

/** BusinessRejectReason (380): the message type is not supported. */
const unsupported = 3;

/**
 * Refuses an application message: by a BusinessMessageReject (j), which is kept like a message of the application, or by a Reject (3) where
 * the version has no other.
 */
export function sendBusinessReject<Message extends FixMessage>(
  engine: Engine<Message>,
  { refMsgType, refSeqNum, refId, reason, text }: FixBusinessRefusal,
  now: number,
): void {
  const { writer, dialect, codec, policy } = engine;
  const words = text ?? (reason === unsupported ? dialect.unsupported : undefined);
  if (!dialect.hasBusinessReject) {
    beginMessage(engine, '3', now, undefined);
    writer.integer(45, refSeqNum ?? 0);
    if (words !== undefined) writer.text(58, words);
    return sendSessionMessage(engine, now);
  }
  const { applVerId } = codec;
  const { businessRejectVersion } = policy;
  const isInHeader = businessRejectVersion === 'ApplVerID' && applVerId !== undefined;
  beginMessage(engine, 'j', now, isInHeader ? { applVerId } : undefined);
  if (refSeqNum !== undefined) writer.integer(45, refSeqNum);
  if (words !== undefined) writer.text(58, words);
  writer.text(372, refMsgType);
  if (refId !== undefined) writer.text(379, refId);
  writer.integer(380, reason);
  if (businessRejectVersion === 'DefaultApplVerID' && applVerId !== undefined)
    writer.text(1137, applVerId);
  sendKept(engine, now);
}

/** A Reject (3) of the message at hand, its routing reversed. It is not sent again: a gap fill stands for it. */
export function sendReject<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  refusal: { readonly reason: number; readonly refTag: number | undefined; readonly text: string },
  now: number,
): void {
  const { writer, dialect, codec } = engine;
  const { reason, refTag, text } = refusal;
  beginMessage(engine, '3', now, reversedRoute(view, codec.headerTags));
  writer.integer(45, view.integer(34) ?? 0);
  const tag = refTag === undefined || dialect.hasReasons ? '' : ` (${refTag})`;
  writer.text(58, `${text}${tag}`);
  if (dialect.hasReasons) {
    // A tag that is no number of the protocol (-1) is told as it stood there.
    if (refTag !== undefined) writer.text(371, String(refTag));
    if (view.msgType !== '') writer.text(372, view.msgType);
    if (reason <= dialect.highestReason) writer.integer(373, reason);
  }
  sendSessionMessage(engine, now);
}

/**
 * Where a refusal goes: back along the way that the message came. Empty fields are not turned round, nor are those that the header of
 * this version does not have.
 */
function reversedRoute(
  view: FixView,
  headerTags: ReadonlySet<number>,
): FixHeaderFields | undefined {
  const route: { -readonly [Name in keyof FixHeaderFields]: FixHeaderFields[Name] } = {};
  let hasRoute = false;
  for (const [tag, name] of routing) {
    const text = view.text(tag);
    if (text === undefined || text === '' || !headerTags.has(tag)) continue;
    route[name] = text;
    hasRoute = true;
  }
  return hasRoute ? route : undefined;
}

/** What each routing field of a message is in its refusal. */
const routing = [
  [115, 'deliverToCompId'],
  [116, 'deliverToSubId'],
  [144, 'deliverToLocationId'],
  [128, 'onBehalfOfCompId'],
  [129, 'onBehalfOfSubId'],
  [145, 'onBehalfOfLocationId'],
] as const;
