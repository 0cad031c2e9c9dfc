import type { FixMessage } from '../message/codec.js';
import type { FixPrepared, FixSession } from '../session/session.js';
import type { FixInbound } from './inbound-queue.js';

/** BusinessRejectReason (380): unsupported message type, and application not available. */
export const unsupportedMessageType = 3;
export const applicationNotAvailable = 4;

/** Reason and texts of a BusinessMessageReject (j). */
export interface BusinessRejectFields {
  /** BusinessRejectReason (380). */
  readonly reason: number;
  /** Text (58). */
  readonly text?: string | undefined;
  /** BusinessRejectRefID (379). */
  readonly refId?: string | undefined;
}

/**
 * Prepares a BusinessMessageReject (j) of a received message. Returns `undefined` if the session is not open, or the
 * message is a BusinessMessageReject (j) itself, because the peers could reject one another's rejections for ever.
 */
export function businessReject<Message extends FixMessage>(
  { phase }: Pick<FixSession<Message>, 'phase'>,
  refMsgType: string,
  { header }: FixInbound<Message>,
  { reason, text, refId }: BusinessRejectFields,
): (FixPrepared & { readonly kind: 'refusal' }) | undefined {
  if (refMsgType === 'j' || phase !== 'open') return undefined;
  const refusal = {
    refMsgType,
    refSeqNum: header.msgSeqNum,
    reason,
    ...(text === undefined ? {} : { text }),
    ...(refId === undefined ? {} : { refId }),
  };
  return { kind: 'refusal', refusal };
}
