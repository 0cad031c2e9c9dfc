import type { FixMessage } from '../../message/codec.js';
import type { FixView } from '../../message/view.js';
import type { FixPolicy } from '../../policy.js';
import type { Engine } from '../engine.js';
import { fractionDigitsOf, readSendingTime } from '../sending-time.js';
import { textOf } from '../texts.js';

/** Reason for which a message cannot begin a session between these two peers; `undefined` if it can. */
export function logonIdentityError<Message extends FixMessage>(
  { codec, policy, ownCompId: own, peerCompId: peer }: Engine<Message>,
  view: FixView,
  now: number,
): string | undefined {
  if (view.msgType !== 'A') return 'The first message is not a Logon';
  if (view.textAt(0) !== codec.beginString) return 'Incorrect BeginString';
  if (view.text(49) !== peer || view.text(56) !== own) return 'CompID problem';
  const time = readSendingTime(view.text(52) ?? '');
  if (time === undefined || Math.abs(now - time) > policy.sendingTime.tolerance * 1000) {
    return 'SendingTime accuracy problem';
  }
  const sequence = view.integer(34);
  return sequence === undefined || sequence < 1
    ? 'MsgSeqNum is missing or not a number'
    : undefined;
}

/** Violation of the description's rules by a Logon (A), as a text for the peer. */
export function logonPolicyError(policy: FixPolicy, view: FixView): string | undefined {
  const { msgSeqNum, heartBtInt, sendingTime, resetSeqNumFlag } = policy;
  const number = view.text(34) ?? '';
  if (msgSeqNum.logonMustBeOne && view.integer(34) !== 1) return textOf(policy, 'logonSeqNum');
  if (msgSeqNum.leadingZeros === 'refuse' && number.startsWith('0')) {
    return textOf(policy, 'logonSeqNum');
  }
  if (!sendingTime.fractionDigits.includes(fractionDigitsOf(view.text(52) ?? ''))) {
    return textOf(policy, 'sendingTime');
  }
  const interval = view.integer(108) ?? -1;
  const { min = 0, max = Infinity } = heartBtInt;
  if (interval < min || interval > max) return textOf(policy, 'heartBtInt');
  if (resetSeqNumFlag === 'refuse' && view.text(141) === 'Y') {
    return textOf(policy, 'resetSeqNumFlag');
  }
  return undefined;
}
