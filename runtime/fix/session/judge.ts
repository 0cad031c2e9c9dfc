import type { FixCodec, FixDecoded, FixMessage, FixRejected } from '../message/codec.js';
import type { FixFaultReport } from '../message/fault.js';
import type { FixFramer } from '../message/framer.js';
import { RejectReason, rejectTexts } from '../message/reject-reason.js';
import type { FixGarble, FixView } from '../message/view.js';
import type { FixPolicy } from '../policy.js';
import { fractionDigitsOf, readSendingTime } from './sending-time.js';
import { textOf } from './texts.js';

/** The next message of a stream, its fields indexed; `none` where more bytes are needed, or why bytes are no message. */
export function nextMessage(framer: FixFramer, view: FixView): 'message' | 'none' | FixGarble {
  const found = framer.next();
  if (found === undefined) return 'none';
  if (found === 'garbled') return 'structure';
  return view.read(framer.bytes, framer.start, framer.end) ?? 'message';
}

/** MsgSeqNum (34); `undefined` without one, or where it is no number. */
export function sequenceOf(view: FixView): number | undefined {
  const sequence = view.integer(34);
  return sequence === undefined || sequence < 0 ? undefined : sequence;
}

/**
 * What is to be said of one message whatever came before it: its spelling, which the description rules, and its fields. `report` is told of
 * everything that is wrong, where the answer is what a session refuses the message for.
 */
export function judge<Message extends FixMessage>(
  codec: FixCodec<Message>,
  policy: FixPolicy,
  view: FixView,
  report?: FixFaultReport,
): FixDecoded<Message> {
  const spelling = misspelled(policy, view);
  if (spelling === undefined) return codec.decode(view, report);
  if (report !== undefined) {
    const { reason, refTag = 0 } = spelling;
    report(reason, refTag, view.find(refTag));
    codec.decode(view, report);
  }
  return spelling;
}

/** What the description demands of the spelling of header fields, beyond the protocol. */
function misspelled(policy: FixPolicy, view: FixView): FixRejected | undefined {
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

/** The tag of a ResendRequest (2) that asks for no range: BeginSeqNo (7) below 1, or EndSeqNo (16) below that. */
export function faultOfResendRequest(view: FixView): number | undefined {
  const from = view.integer(7) ?? 0;
  const to = view.integer(16) ?? 0;
  if (from < 1) return 7;
  return to !== 0 && to < from ? 16 : undefined;
}

/** No session gets as far as this; stores keep numbers in six bytes. */
const highestNumber = 1e12;

/** Whether NewSeqNo (36) of a SequenceReset (4) leads nowhere: back behind its own number, or beyond all numbers. */
export function isFutileReset(view: FixView): boolean {
  const next = view.integer(36) ?? 0;
  const isGapFill = view.text(123) === 'Y';
  return (isGapFill && next <= (view.integer(34) ?? 0)) || next > highestNumber;
}
