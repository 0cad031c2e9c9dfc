export { confluentRegistry, type ConfluentRegistryOptions } from './confluent.js';
export { fileRegistry, schemaRegistry, type SchemasById } from './file.js';
