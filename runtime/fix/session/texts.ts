import { RejectReason, rejectTexts } from '../message/reject-reason.js';
import type { FixPolicy, FixRefusal } from '../policy.js';

/** Default texts (58) of refusals, for descriptions that specify none. */
const defaultTexts: Readonly<Record<FixRefusal, string>> = {
  logonSeqNum: 'MsgSeqNum (34) of a Logon must be 1',
  heartBtInt: 'HeartBtInt (108) is out of range',
  sendingTime: 'SendingTime (52) has the wrong number of fraction digits',
  credential: 'Logon refused',
  connections: 'Too many connections',
  checksum: 'Invalid CheckSum',
  rate: 'Too many messages',
  resend: rejectTexts[RejectReason.ValueIncorrect],
  resetSeqNumFlag: 'ResetSeqNumFlag (141) is not allowed',
};

/** Text of a refusal. */
export function textOf({ texts }: FixPolicy, refusal: FixRefusal): string {
  return texts[refusal] ?? defaultTexts[refusal];
}
