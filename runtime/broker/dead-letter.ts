import { BrokerError, type Broker, type Delivery } from './broker.js';

/** Why a message is set aside. */
export type DeadLetterReason =
  /** The bytes are not what the media type says. */
  | 'malformed'
  /** The message does not satisfy its schema, or differs from its address. */
  | 'invalid'
  /** No message of the operation matches, or the address has another form. */
  | 'unknown'
  /** The handler failed in every attempt. */
  | 'failed'
  /** The handler rejected it. */
  | 'rejected';

/** Headers that a dead letter has beside those of the message. */
export const deadLetterHeaders = {
  reason: 'dead-letter-reason',
  detail: 'dead-letter-detail',
  address: 'dead-letter-address',
  attempts: 'dead-letter-attempts',
} as const;

/** Number of characters of the detail that a header repeats. */
const maxDetail = 500;

/**
 * Publishes a message that cannot be handled, with its original bytes and headers. A broker without headers gets the bytes alone.
 *
 * @throws {BrokerError} if the broker does not confirm it
 */
export async function publishDeadLetter(
  broker: Broker,
  address: string,
  delivery: Delivery,
  why: { readonly reason: DeadLetterReason; readonly detail: string; readonly attempts: number },
): Promise<void> {
  if (address === delivery.address)
    throw new BrokerError(
      'invalid-address',
      'Dead letters cannot be sent to the address that they come from',
    );
  const { payload, contentType, id, key } = delivery;
  const headers =
    'headers' in broker.abilities
      ? {
          ...delivery.headers,
          [deadLetterHeaders.reason]: why.reason,
          [deadLetterHeaders.detail]: printable(why.detail),
          [deadLetterHeaders.address]: delivery.address,
          [deadLetterHeaders.attempts]: String(why.attempts),
        }
      : {};
  await broker.publish({
    address,
    payload,
    headers,
    ...(contentType === undefined ? {} : { contentType }),
    ...(id === undefined ? {} : { id: `dead-${id}` }),
    ...(key === undefined ? {} : { key }),
  });
}

/** Text for a header: without line breaks, control characters, halves of characters and white space at its ends, and not too long. */
function printable(text: string): string {
  return text
    .slice(0, maxDetail)
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
    .trim();
}
