export { avroPayload, type AvroPayloadOptions } from './payload.js';
export type { AvroDefinition, AvroField, AvroSchema } from './schema.js';
