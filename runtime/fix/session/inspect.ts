import type { FixCodec, FixMessage } from '../message/codec.js';
import type { FixFault } from '../message/fault.js';
import { FixFramer } from '../message/framer.js';
import { RejectReason } from '../message/reject-reason.js';
import { type FixGarble, FixView } from '../message/view.js';
import type { FixPolicy } from '../policy.js';
import { faultOfResendRequest, isFutileReset, judge, nextMessage, sequenceOf } from './judge.js';
import { brokenRule } from './logon-rules.js';

/** What a session would find wrong with a message, whatever came before it. */
export interface FixInspection {
  /** Why the bytes are no message, which a session passes over. */
  readonly garble?: FixGarble;
  /** The index of the field at which they are none. */
  readonly garbledAt?: number;
  /** Everything that is wrong with the fields of a message, each with its index; -1 for what the message lacks. */
  readonly faults: readonly { readonly fault: FixFault; readonly index: number }[];
  /** Why its session ends, or does not begin, in the words of its Logout. */
  readonly leaves?: string;
}

/**
 * Looks at one message as a session does, with the same functions: what it says is wrong is what a session ignores or refuses. It knows nothing
 * of numbers that came before, of CompIDs and of the time.
 */
export function inspectFixMessage<Message extends FixMessage>(
  codec: FixCodec<Message>,
  policy: FixPolicy,
  bytes: Uint8Array,
): FixInspection {
  const framer = new FixFramer(policy.maxMessageLength);
  const view = new FixView(codec.dataFields);
  framer.push(bytes);
  const found = nextMessage(framer, view);
  if (found === 'none') return { garble: 'structure', garbledAt: 0, faults: [] };
  if (found !== 'message') return { garble: found, garbledAt: view.garbledAt, faults: [] };
  const faults: { fault: FixFault; index: number }[] = [];
  const tell = (reason: RejectReason, tag: number, index: number): void => {
    faults.push({ fault: [reason, tag], index });
  };
  const decoded = judge(codec, policy, view, tell);
  if (view.textAt(0) !== codec.beginString) return { faults, leaves: 'Incorrect BeginString' };
  const { msgType } = view;
  const isNumbered = sequenceOf(view) !== undefined;
  if (!isNumbered && !faults.some(({ fault }) => fault[1] === 34))
    tell(RejectReason.ValueIncorrect, 34, view.find(34));
  if (decoded.kind === 'reject') return { faults };
  const wrong = msgType === '2' ? faultOfResendRequest(view) : undefined;
  if (wrong !== undefined) tell(RejectReason.ValueIncorrect, wrong, view.find(wrong));
  if (msgType === '4' && isFutileReset(view)) tell(RejectReason.ValueIncorrect, 36, view.find(36));
  const leaves = msgType === 'A' ? brokenRule(policy, view) : undefined;
  return leaves === undefined ? { faults } : { faults, leaves };
}
