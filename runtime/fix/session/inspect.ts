import type { FixCodec, FixMessage } from '../message/codec.js';
import { type FixFault, RejectReason } from '../message/reject-reason.js';
import { FixFramer } from '../message/framer.js';
import { type FixGarble, FixView } from '../message/view.js';
import type { FixPolicy } from '../policy.js';
import {
  faultOfResendRequest,
  isInvalidReset,
  validateMessage,
  nextMessage,
  sequenceOf,
} from './validate-message.js';
import { logonPolicyError } from './logon/logon-rules.js';

/** Result of inspecting a single message, without its context. */
export interface FixInspection {
  /** Reason for which the bytes are not a valid message. A session ignores such bytes. */
  readonly garble?: FixGarble;
  /** Index of the field at which the message is invalid. */
  readonly garbledAt?: number;
  /** All errors in the message's fields with their indexes; -1 for a missing field. */
  readonly faults: readonly { readonly fault: FixFault; readonly index: number }[];
  /** Text of the Logout (5) with which the session would end. */
  readonly leaves?: string;
}

/**
 * Checks one message with the functions of a session: the errors are those for which a session ignores or rejects it.
 *
 * Previous numbers, CompIDs and the time are not checked.
 */
export function inspectFixMessage<Message extends FixMessage>(
  codec: FixCodec<Message>,
  policy: FixPolicy,
  bytes: Uint8Array,
): FixInspection {
  const framer = new FixFramer(policy.maxMessageLength);
  const view = new FixView(codec.dataFields);
  framer.push(bytes);
  const outcome = nextMessage(framer, view);
  if (outcome === 'none') return { garble: 'structure', garbledAt: 0, faults: [] };
  if (outcome !== 'message') return { garble: outcome, garbledAt: view.garbledAt, faults: [] };
  const faults: { fault: FixFault; index: number }[] = [];
  const report = (reason: RejectReason, tag: number, index: number): void => {
    faults.push({ fault: [reason, tag], index });
  };
  const decoded = validateMessage(codec, policy, view, report);
  if (view.textAt(0) !== codec.beginString) return { faults, leaves: 'Incorrect BeginString' };
  const { msgType } = view;
  const isNumbered = sequenceOf(view) !== undefined;
  if (!isNumbered && !faults.some(({ fault }) => fault[1] === 34))
    report(RejectReason.ValueIncorrect, 34, view.find(34));
  if (decoded.kind === 'reject') return { faults };
  const faultyTag = msgType === '2' ? faultOfResendRequest(view) : undefined;
  if (faultyTag !== undefined) report(RejectReason.ValueIncorrect, faultyTag, view.find(faultyTag));
  if (msgType === '4' && isInvalidReset(view))
    report(RejectReason.ValueIncorrect, 36, view.find(36));
  const leaves = msgType === 'A' ? logonPolicyError(policy, view) : undefined;
  return leaves === undefined ? { faults } : { faults, leaves };
}
