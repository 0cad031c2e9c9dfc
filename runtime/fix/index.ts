export {
  FixEncodeError,
  type FixCodec,
  type FixDecoded,
  type FixMessage,
  type FixOtherField,
  type FixRejected,
} from './message/codec.js';
export { createFixCodec, type FixDefinition } from './message/create-codec.js';
export {
  type FixDraft,
  type FixFault,
  type FixFaultReport,
  RejectReason,
  rejectTexts,
} from './message/reject-reason.js';
export { fixField, type FixBounds, type FixField } from './message/field.js';
export {
  isBoolean,
  isCanonicalDecimal,
  isCharacter,
  isDate,
  isDecimal,
  isInteger,
  isMonthYear,
  isText,
  isTime,
  isTimeOf,
  isTimestampOf,
  isUnsigned,
  isZonedTime,
  isZonedTimestamp,
  type FixFormat,
} from './message/formats.js';
export { FixFramer } from './message/framer.js';
export { readHeader, writeHeader, type FixHeader, type FixHeaderFields } from './message/header.js';
export type {
  FixFieldsOf,
  FixMessageRecord,
  FixNameOf,
  FixRecord,
  FixValue,
} from './message/record.js';
export type { FixGroupView, FixViewOf } from './message/record-view.js';
export type { FixListed } from './message/values.js';
export { FixView, type FixGarble } from './message/view.js';
export { FixWriter } from './message/writer.js';
export type { FixDisconnect, FixPolicy, FixRate, FixRefusal } from './policy.js';

export { defaultFixPolicy } from './session/dialect.js';
export { inspectFixMessage, type FixInspection } from './session/inspect.js';
export { createFixSession, type FixSessionOptions } from './session/machine.js';
export { nextDisconnect } from './session/logon/schedule.js';
export { readSendingTime, writeSendingTime } from './session/sending-time.js';
export {
  type FixBusinessRefusal,
  type FixDisconnectReason,
  type FixEffect,
  type FixFieldOf,
  type FixFlow,
  type FixNotice,
  type FixPhase,
  type FixPrepared,
  type FixReceipt,
  type FixSession,
  FixSessionError,
  type FixSessionErrorCode,
  type FixStoredPart,
} from './session/session.js';
export { memoryFixStore, type MemoryFixStoreOptions } from './store/memory.js';
export {
  type FixChange,
  type FixStore,
  FixStoreError,
  type FixStoreErrorCode,
  type FixStoredMessage,
  type FixStoredSession,
  type FixStoreIdentity,
  type FixStores,
} from './store/store.js';
export {
  type FixIncomingConnection,
  type FixIdentity,
  receiveConnection,
  type FixReceptionOptions,
} from './session/incoming-connection.js';
export { createFixAcceptor, type FixAcceptor } from './peer/acceptor/acceptor.js';
export type {
  CallOf,
  CallProtocol,
  HandlerCall,
  HandlerOutcome,
  Middleware,
  MiddlewareOf,
  MiddlewareOption,
  OutcomeOfCalls,
} from '../core/server/middleware.js';
export {
  createRevocations,
  memoryRevocationStore,
  type RevocationOptions,
  type Revocations,
  type RevocationStore,
} from '../core/server/revocations.js';
export {
  createFixRefusals,
  type EveryFixRefusal,
  type FixBusinessReason,
  type FixRefusalMap,
  type FixRefuse,
} from './peer/refusals.js';
export type { ReasonOf } from '../core/server/refusals.js';
export type {
  FixAcceptorOptions,
  FixCallRequest,
  FixCallsOf,
  FixClient,
  FixHandler,
  FixHandlers,
  PresentedLogon,
} from './peer/client.js';
export type {
  AcceptFixConnection,
  FixAddress,
  FixConnection,
  FixConnectionEvents,
  OpenFixConnection,
} from './peer/connection.js';
export type { FixHandledMessage, FixInbound } from './peer/inbound/inbound-queue.js';
export type {
  FixDescriptor,
  FixLogonOf,
  FixMessageOf,
  FixReplyOf,
  FixRequestDescriptor,
  FixTypes,
} from './peer/descriptor.js';
export { FixError, type FixErrorCode } from './peer/errors.js';
export type { FixEvent } from './peer/events.js';
export type { FixMessagesOptions } from './peer/session-handle.js';
export { createFixInitiator } from './peer/initiator/initiator.js';
export type {
  FixInitiator,
  FixInitiatorHandler,
  FixInitiatorHandlers,
  FixInitiatorOptions,
  FixReconnect,
} from './peer/initiator/initiator-options.js';
export { memoryFixConnection } from './peer/memory.js';
export type { FixRequestOptions } from './peer/inbound/requests.js';
export { type FixMessageLog, logFixAccept, logFixOpen } from './peer/message-log.js';
