import type { FixMessage } from '../message/codec.js';
import type { FixHeaderFields } from '../message/header.js';
import type { FixView } from '../message/view.js';
import type { Engine } from './engine.js';
import { beginMessage, sendKept, sendSessionMessage } from './outgoing.js';
import type { FixBusinessRefusal } from './session.js';

/** Sends a BusinessMessageReject, which is kept like a message of the application. */
export function sendBusinessReject<Message extends FixMessage>(
  engine: Engine<Message>,
  { refMsgType, refSeqNum, refId, reason, text }: FixBusinessRefusal,
  now: number,
): void {
  const { writer } = engine;
  beginMessage(engine, 'j', now, undefined);
  if (refSeqNum !== undefined) writer.integer(45, refSeqNum);
  if (text !== undefined) writer.text(58, text);
  writer.text(372, refMsgType);
  if (refId !== undefined) writer.text(379, refId);
  writer.integer(380, reason);
  sendKept(engine, now);
}

/** A Reject (3) of the message at hand, its routing reversed. It is not sent again: a gap fill stands for it. */
export function sendReject<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  refusal: { readonly reason: number; readonly refTag: number | undefined; readonly text: string },
  now: number,
): void {
  const { writer, dialect } = engine;
  const { reason, refTag, text } = refusal;
  beginMessage(engine, '3', now, reversedRoute(view));
  writer.integer(45, view.integer(34) ?? 0);
  writer.text(58, text);
  if (dialect.hasReasons) {
    // A tag that is no number of the protocol (-1) is told as it stood there.
    if (refTag !== undefined) writer.text(371, String(refTag));
    if (view.msgType !== '') writer.text(372, view.msgType);
    if (reason <= dialect.highestReason) writer.integer(373, reason);
  }
  sendSessionMessage(engine, now);
}

/** Where a refusal goes: back along the way that the message came. Empty fields are not turned round. */
function reversedRoute(view: FixView): FixHeaderFields | undefined {
  const route: { -readonly [Name in keyof FixHeaderFields]: FixHeaderFields[Name] } = {};
  let hasRoute = false;
  for (const [tag, name] of routing) {
    const text = view.text(tag);
    if (text === undefined || text === '') continue;
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
