/** The parts of `@nats-io/transport-node` that the programs of the guide use. Its own declarations compile only with `skipLibCheck`. */
export { headers } from '../runtime/broker/nats/transport-package.js';
export function connect(options: {
  readonly servers: string;
}): Promise<import('../runtime/broker/nats/client.js').NatsConnection & { close(): Promise<void> }>;
