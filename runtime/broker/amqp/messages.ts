import { checkHeaders } from '../adapter/header-fields.js';
import type { AddressSyntax, Delivery, OutgoingMessage } from '../broker.js';
import type { AmqpMessage } from './client.js';

/** Routing keys of AMQP. */
export const routingKeys: AddressSyntax = {
  separator: '.',
  one: '*',
  rest: '#',
  reserved: /[.*#%\s\p{Cc}]/u,
  escape: true,
  maxBytes: 255,
};

/** Levels that are wildcards. */
export const illegalKey: RegExp = /(?:^|\.)[*#](?:\.|$)/u;

/** Levels after `#`. */
export const illegalPattern: RegExp = /(?:^|\.)#\./u;

const shortText = /^[^\p{Cs}]*$/u;

/** Header with the number of earlier deliveries, which quorum queues set. */
const deliveryCount = 'x-delivery-count';

/** Properties of a message and of its publication. */
export function writeProperties(message: OutgoingMessage): object {
  const { headers, contentType, id, correlationId, replyTo, bindings } = message;
  const {
    expiration,
    cc,
    bcc,
    priority,
    deliveryMode = 2,
    mandatory,
    messageType,
  } = bindings?.amqp ?? {};
  const given = { type: messageType, contentType, messageId: id, correlationId, replyTo };
  const short = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  checkHeaders(short, {
    protocol: 'AMQP',
    name: shortText,
    value: shortText,
    maxBytes: [255, 255],
  });
  checkHeaders(Object.entries(headers), {
    protocol: 'AMQP',
    name: shortText,
    value: shortText,
    maxBytes: [255, Infinity],
  });
  return {
    ...Object.fromEntries(short),
    headers: { ...headers },
    deliveryMode,
    ...(expiration === undefined ? {} : { expiration: String(expiration) }),
    ...(priority === undefined ? {} : { priority }),
    ...(mandatory === undefined ? {} : { mandatory }),
    ...(cc === undefined ? {} : { CC: [...cc] }),
    ...(bcc === undefined ? {} : { BCC: [...bcc] }),
  };
}

/** A received message. Headers of other types than text are written as text; tables and lists are left out. */
export function readMessage({ content, fields, properties }: AmqpMessage): Delivery {
  const headers = Object.entries(properties.headers ?? {}).flatMap(([name, value]) =>
    name !== deliveryCount && ['string', 'number', 'boolean', 'bigint'].includes(typeof value)
      ? [[name, String(value)] as const]
      : [],
  );
  const count = properties.headers?.[deliveryCount];
  return {
    address: fields.routingKey,
    payload: content,
    headers: Object.fromEntries(headers),
    ...textOf('contentType', properties.contentType),
    ...textOf('id', properties.messageId),
    ...textOf('correlationId', properties.correlationId),
    ...textOf('replyTo', properties.replyTo),
    redeliveries: typeof count === 'number' ? count : fields.redelivered ? 1 : 0,
  };
}

function textOf<Name extends string>(
  name: Name,
  value: unknown,
): { readonly [Key in Name]?: string } {
  const read: { [Key in Name]?: string } = {};
  if (typeof value === 'string') read[name] = value;
  return read;
}
