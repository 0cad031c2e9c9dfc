/** The parts of `@nats-io/jetstream` that the adapter uses. Its own declarations import those of `@nats-io/nats-core`, which compile only with `skipLibCheck`. */
import type { JetStreamMessage, NatsConnection } from './client.js';

export interface JetStreamClient {
  publish(
    subject: string,
    payload: Uint8Array,
    options: { headers?: unknown; timeout?: number },
  ): Promise<unknown>;
  readonly consumers: { get(stream: string, name: string): Promise<Consumer> };
}

export interface Consumer {
  fetch(options: { max_messages: number; expires: number }): Promise<Messages>;
}

export interface Messages extends AsyncIterable<JetStreamMessage> {
  close(): Promise<void | Error>;
}

export interface JetStreamManager {
  readonly streams: {
    info(stream: string): Promise<unknown>;
    add(config: { name: string; subjects: string[] }): Promise<unknown>;
    names(subject: string): AsyncIterable<string>;
  };
  readonly consumers: {
    info(stream: string, name: string): Promise<ConsumerInfo>;
    add(stream: string, config: ConsumerConfig): Promise<ConsumerInfo>;
    delete(stream: string, name: string): Promise<boolean>;
  };
}

export interface ConsumerInfo {
  readonly name: string;
  readonly config: { readonly ack_wait?: number };
}

export interface ConsumerConfig {
  durable_name?: string;
  filter_subject: string;
  deliver_policy: string;
  ack_policy: string;
  ack_wait: number;
  max_ack_pending: number;
  inactive_threshold?: number;
}

export function jetstream(
  connection: NatsConnection,
  options?: { timeout?: number },
): JetStreamClient;
export function jetstreamManager(
  connection: NatsConnection,
  options?: { timeout?: number },
): Promise<JetStreamManager>;
