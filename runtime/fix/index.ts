export {
  FixEncodeError,
  type FixCodec,
  type FixDecoded,
  type FixMessage,
  type FixOtherField,
  type FixRejected,
} from './message/codec.js';
export { FixFramer } from './message/framer.js';
export { readHeader, writeHeader, type FixHeader, type FixHeaderFields } from './message/header.js';
export { RejectReason, rejectTexts } from './message/reject-reason.js';
export { FixView, type FixGarble } from './message/view.js';
export { FixWriter } from './message/writer.js';
export type { FixDisconnect, FixPolicy, FixRate, FixRefusal } from './policy.js';

export { defaultFixPolicy } from './session/default-policy.js';
export { createFixSession, type FixSessionOptions } from './session/machine.js';
export { nextDisconnect } from './session/schedule.js';
export { readSendingTime, writeSendingTime } from './session/sending-time.js';
export {
  type FixBusinessRefusal,
  type FixDisconnectReason,
  type FixEffect,
  type FixFieldOf,
  type FixNotice,
  type FixPhase,
  type FixReceipt,
  type FixSession,
  FixSessionError,
  type FixSessionErrorCode,
} from './session/session.js';
export { memoryFixStore, type MemoryFixStoreOptions } from './store/memory.js';
export type { FixStore } from './store/store.js';
export {
  type FixGuest,
  type FixIdentity,
  receiveGuest,
  type FixReceptionOptions,
} from './session/reception.js';
