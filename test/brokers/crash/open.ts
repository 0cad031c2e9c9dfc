import { openAmqp, openKafka, openMqtt, openNats, openRedis } from '../fixtures.js';
import type { OpenBroker } from '../suite.js';

export const kinds = ['JetStream', 'MQTT 5', 'RabbitMQ', 'Redis Streams', 'Kafka'] as const;
export type Kind = (typeof kinds)[number];

/** Opens a broker of a kind, as a process called `session`. */
export function openKind(
  kind: Kind,
  port: number,
  session: string,
  stream: string,
): Promise<OpenBroker> {
  switch (kind) {
    case 'JetStream':
      return openNats(port, 'stream', stream);
    case 'MQTT 5':
      return openMqtt(port, 5, session);
    case 'RabbitMQ':
      return openAmqp(port);
    case 'Redis Streams':
      return openRedis(port, 'streams');
    case 'Kafka':
      return openKafka(port);
  }
}

export function isKind(name: string): name is Kind {
  return kinds.some((each) => each === name);
}
