import { EventsPublisher } from './events/index.js';
import type {
  ChangeMessage,
  DoneMessage,
  EventEnvelope,
  MatchMessage,
  Notification,
  OpenMessage,
  ReceivedMessage,
  UserOperation,
} from './events/index.js';
import type { EventsBroker } from './events-broker.js';

export type MarketMessage =
  | ReceivedMessage
  | OpenMessage
  | DoneMessage
  | MatchMessage
  | ChangeMessage;

/**
 * Publishes the events of the platform. Each promise resolves when the server has stored the message. An event that is
 * published again has the same id, so that the server drops it.
 */
export function createEventSource(broker: EventsBroker, environment: string) {
  const publish = new EventsPublisher(broker);
  return {
    /** A notification of a webhook. A log entry is identified by its block and its index there. */
    notification: (notification: Notification): Promise<void> => {
      const { webhookId, blockHash, transactionHash, logIndex = 'transaction' } = notification;
      const id = [webhookId, blockHash, transactionHash, logIndex].join('/');
      return publish.delivery({ environment, webhookId }, notification, { id });
    },

    /** An event in an envelope. */
    event: (webhookId: string, event: EventEnvelope): Promise<void> =>
      publish.delivery({ environment, webhookId }, event, { id: `${webhookId}/${event.eventId}` }),

    /** A user operation whose status has changed. Each status occurs once. */
    userOperation: (address: string, operation: UserOperation): Promise<void> => {
      const { network, userOpHash, status } = operation;
      const id = `${userOpHash}/${status}`;
      return publish.userOperation({ environment, network, address }, operation, { id });
    },

    /** A message of the exchange, whose sequence numbers count the messages of a product. */
    marketMessage: (message: MarketMessage): Promise<void> => {
      const productId = message.product_id;
      const id = `${productId}/${message.sequence}`;
      return publish.marketMessage({ environment, productId }, message, { id });
    },
  };
}
