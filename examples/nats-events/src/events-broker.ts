import type { NatsConnection } from '@nats-io/transport-node';
import { jetStreamBroker } from '@tallystick/runtime/broker/nats';

/** JetStream with the streams of one environment, which are created if they do not exist. */
export function openEventsBroker(connection: NatsConnection, environment: string) {
  return jetStreamBroker(connection, {
    streams: [
      { name: `${environment}-platform`, subjects: [`${environment}.platform.>`] },
      { name: `${environment}-exchange`, subjects: [`${environment}.exchange.>`] },
      { name: deadLetterStream(environment), subjects: [deadLetterSubject(environment)] },
    ],
    // A service that is new begins with the oldest message that its stream still has.
    startWith: 'all',
    ackWait: 5_000,
  });
}

export type EventsBroker = ReturnType<typeof openEventsBroker>;

/** Subject of messages that a service cannot handle. */
export const deadLetterSubject = (environment: string): string => `${environment}.dead-letters`;

/** Stream that keeps them. */
export const deadLetterStream = (environment: string): string => `${environment}-dead-letters`;
