import type { FixCodec, FixDecoded, FixMessage, FixRejected } from '../message/codec.js';
import { type FixFaultReport, RejectReason, rejectTexts } from '../message/reject-reason.js';
import type { FixFramer } from '../message/framer.js';
import type { FixGarble, FixView } from '../message/view.js';
import type { FixPolicy } from '../policy.js';
import { fractionDigitsOf, readSendingTime } from './sending-time.js';
import { textOf } from './texts.js';

/**
 * Reads the next message of a stream and indexes its fields. Returns `none` if more bytes are needed, or the reason for
 * which the bytes are not a message.
 */
export function nextMessage(framer: FixFramer, view: FixView): 'message' | 'none' | FixGarble {
  const outcome = framer.next();
  if (outcome === undefined) return 'none';
  if (outcome === 'garbled') return 'structure';
  return view.read(framer.bytes, framer.start, framer.end) ?? 'message';
}

/** MsgSeqNum (34); `undefined` if it is missing or not a number. */
export function sequenceOf(view: FixView): number | undefined {
  const sequence = view.integer(34);
  return sequence === undefined || sequence < 0 ? undefined : sequence;
}

/**
 * Checks one message independently of its context: the format that the description requires, and its fields.
 *
 * Returns the error for which a session rejects the message. `report` receives all errors.
 */
export function validateMessage<Message extends FixMessage>(
  codec: FixCodec<Message>,
  policy: FixPolicy,
  view: FixView,
  report?: FixFaultReport,
): FixDecoded<Message> {
  const violation = formatViolation(policy, view);
  if (violation === undefined) return codec.decode(view, report);
  if (report !== undefined) {
    const { reason, refTag = 0 } = violation;
    report(reason, refTag, view.find(refTag));
    codec.decode(view, report);
  }
  return violation;
}

/** Violations of the description's rules for the format of header fields, beyond the protocol. */
function formatViolation(policy: FixPolicy, view: FixView): FixRejected | undefined {
  if (policy.msgSeqNum.leadingZeros === 'refuse') {
    const text = view.text(34) ?? '';
    if (text.length > 1 && text.startsWith('0')) return badFormat(34);
  }
  const time = view.text(52);
  if (time === undefined || time === '' || readSendingTime(time) === undefined) return undefined;
  if (policy.sendingTime.fractionDigits.includes(fractionDigitsOf(time))) return undefined;
  return { ...badFormat(52), text: textOf(policy, 'sendingTime') };
}

function badFormat(refTag: number): FixRejected {
  const reason = RejectReason.IncorrectDataFormat;
  return { kind: 'reject', reason, refTag, text: rejectTexts[reason] };
}

/** Tag of the invalid field in a ResendRequest (2): BeginSeqNo (7) below 1, or EndSeqNo (16) below BeginSeqNo. */
export function faultOfResendRequest(view: FixView): number | undefined {
  const from = view.integer(7) ?? 0;
  const to = view.integer(16) ?? 0;
  if (from < 1) return 7;
  return to !== 0 && to < from ? 16 : undefined;
}

/** Higher than any real sequence number. Stores use six bytes for a number. */
const maxSequence = 1e12;

/** True if NewSeqNo (36) of a SequenceReset (4) is invalid: not above the message's own number, or implausibly high. */
export function isInvalidReset(view: FixView): boolean {
  const next = view.integer(36) ?? 0;
  const isGapFill = view.text(123) === 'Y';
  return (isGapFill && next <= (view.integer(34) ?? 0)) || next > maxSequence;
}
