export type { AmqpConnection } from './client.js';
export { amqpBroker, type AmqpOptions } from './broker.js';
