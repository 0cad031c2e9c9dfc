export type { KafkaClient } from './client.js';
export { kafkaBroker, type KafkaOptions } from './broker.js';
