import { RejectReason, rejectTexts } from '../message/reject-reason.js';
import type { FixPolicy, FixRefusal } from '../policy.js';

/** What refusals say in Text (58) where a description has no words of its own. */
const usual: Readonly<Record<FixRefusal, string>> = {
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

/** The words for a refusal. */
export function textOf({ texts }: FixPolicy, refusal: FixRefusal): string {
  return texts[refusal] ?? usual[refusal];
}
