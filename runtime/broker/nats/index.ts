export type { NatsConnection } from './client.js';
export { natsBroker } from './core.js';
export { jetStreamBroker, type JetStreamOptions } from './jetstream.js';
