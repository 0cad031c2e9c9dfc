export { protobufPayload, type ProtobufPayloadOptions } from './payload.js';
export type { ProtobufInt64 } from './forms.js';
export type { ProtobufFiles } from './registry.js';
