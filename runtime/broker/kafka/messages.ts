import {
  checkHeaders,
  fieldNames,
  headerFields,
  headersOf,
  readHeaders,
} from '../adapter/header-fields.js';
import type { AddressSyntax, Delivery, OutgoingMessage } from '../broker.js';
import type { KafkaMessage, KafkaOutgoing } from './client.js';

/** Topics of Kafka. The protocol has no patterns of topics that exist only once a message is sent, so there are no levels. */
export const topicNames: AddressSyntax = { reserved: /[^\w-]/u, escape: false, maxBytes: 249 };

/** Characters that topics cannot contain, and the two names that are reserved. */
export const illegalTopic: RegExp = /[^\w.-]|^\.{1,2}$/u;

const fields = headerFields(fieldNames);

/** A message for a topic. */
export function writeMessage(message: OutgoingMessage): KafkaOutgoing {
  const { payload, key } = message;
  const headers = headersOf(message, fields);
  const wellFormed = /^[^\p{Cs}]*$/u;
  checkHeaders(headers, { protocol: 'Kafka', name: wellFormed, value: wellFormed });
  return {
    value: Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength),
    ...(key === undefined ? {} : { key }),
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
  };
}

/** A received message. One without a value has an empty payload. */
export function readMessage(
  address: string,
  { key, value, headers = {} }: KafkaMessage,
): Omit<Delivery, 'redeliveries'> {
  const received = Object.entries(headers).flatMap(([name, each]) => {
    const [first] = [each].flat();
    return first === undefined ? [] : [[name, String(first)] as const];
  });
  return {
    address,
    payload: value ?? new Uint8Array(),
    ...(key === null ? {} : { key: String(key) }),
    ...readHeaders(received, fields),
  };
}
