import type { FixMessage } from '../message/codec.js';
import type { FixHeaderFields } from '../message/header.js';
import type { FixView } from '../message/view.js';
import { type Engine, errorText } from './engine.js';
import { beginMessage, sendStoredMessage, sendSessionMessage } from './outgoing.js';
import type { FixBusinessRefusal } from './session.js';

/** BusinessRejectReason (380): unsupported message type. */
const unsupported = 3;

/**
 * Rejects an application message: with a BusinessMessageReject (j), which is stored like an application message, or
 * with a Reject (3) in versions that have nothing else.
 */
export function sendBusinessReject<Message extends FixMessage>(
  engine: Engine<Message>,
  { refMsgType, refSeqNum, refId, reason, text, correlationId }: FixBusinessRefusal,
  now: number,
): void {
  const { writer, dialect, codec, policy } = engine;
  const plainText = text ?? (reason === unsupported ? dialect.unsupported : undefined);
  const rejectText = plainText === undefined ? correlationId : errorText(plainText, correlationId);
  if (!dialect.hasBusinessReject) {
    beginMessage(engine, '3', now, undefined);
    writer.integer(45, refSeqNum ?? 0);
    if (rejectText !== undefined) writer.text(58, rejectText);
    return sendSessionMessage(engine, now);
  }
  const { applVerId } = codec;
  const { businessRejectVersion } = policy;
  const isInHeader = businessRejectVersion === 'ApplVerID' && applVerId !== undefined;
  beginMessage(engine, 'j', now, isInHeader ? { applVerId } : undefined);
  if (refSeqNum !== undefined) writer.integer(45, refSeqNum);
  if (rejectText !== undefined) writer.text(58, rejectText);
  writer.text(372, refMsgType);
  if (refId !== undefined) writer.text(379, refId);
  writer.integer(380, reason);
  if (businessRejectVersion === 'DefaultApplVerID' && applVerId !== undefined)
    writer.text(1137, applVerId);
  sendStoredMessage(engine, now);
}

/**
 * Rejects the current message with a Reject (3) and reversed routing. It is never resent, but replaced by a gap fill.
 */
export function sendReject<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  refusal: {
    readonly reason: number;
    readonly refTag: number | undefined;
    readonly text: string;
    readonly correlationId: string | undefined;
  },
  now: number,
): void {
  const { writer, dialect, codec } = engine;
  const { reason, refTag, text, correlationId } = refusal;
  beginMessage(engine, '3', now, reversedRouting(view, codec.headerTags));
  writer.integer(45, view.integer(34) ?? 0);
  const tag = refTag === undefined || dialect.hasReasons ? '' : ` (${refTag})`;
  writer.text(58, errorText(`${text}${tag}`, correlationId));
  if (dialect.hasReasons) {
    // A tag that is not a valid number (-1) is reported as received.
    if (refTag !== undefined) writer.text(371, String(refTag));
    if (view.msgType !== '') writer.text(372, view.msgType);
    if (reason <= dialect.highestReason) writer.integer(373, reason);
  }
  sendSessionMessage(engine, now);
}

/**
 * Routing of a rejection: that of the message, reversed. Empty fields,
 * and fields that the version's header does not have, are omitted.
 */
function reversedRouting(
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

/** Routing fields of a message, and their names in a rejection. */
const routing = [
  [115, 'deliverToCompId'],
  [116, 'deliverToSubId'],
  [144, 'deliverToLocationId'],
  [128, 'onBehalfOfCompId'],
  [129, 'onBehalfOfSubId'],
  [145, 'onBehalfOfLocationId'],
] as const;
