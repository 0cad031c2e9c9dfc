/** The parts of `@nats-io/transport-node` that the adapters use. Its own declarations compile only with `skipLibCheck`. */
export function headers(): import('./client.js').NatsHeaders;
