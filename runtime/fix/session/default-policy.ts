import type { FixPolicy } from '../policy.js';
import { dialectOf } from './dialect.js';

/** Default rules of a session, as most FIX engines apply them. */
export function defaultFixPolicy(
  beginString: string,
  rules: Partial<Omit<FixPolicy, 'beginString'>> = {},
): FixPolicy {
  const { fractionDigits } = dialectOf(beginString);
  return {
    beginString,
    compIds: {},
    heartBtInt: { default: 30, testRequestAfter: 1.2, dropAfter: 2.4 },
    resetOnLogon: false,
    msgSeqNum: { logonMustBeOne: false, leadingZeros: 'accept' },
    sendingTime: { tolerance: 120, fractionDigits, send: fractionDigits[1] ?? 0 },
    checksum: 'ignore',
    resend: {},
    lastMsgSeqNumProcessed: false,
    nextExpectedMsgSeqNum: false,
    resetSeqNumFlag: 'accept',
    maxConnections: 1,
    per: 'session',
    disconnects: [],
    maxMessageLength: 1_048_576,
    texts: {},
    ...rules,
  };
}
