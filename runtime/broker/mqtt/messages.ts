import { checkHeaders, headerFields, headersOf, readHeaders } from '../adapter/header-fields.js';
import { type AddressSyntax, BrokerError, type Delivery, type OutgoingMessage } from '../broker.js';
import type { MqttPacket, MqttProperties } from './client.js';

/** Topics of MQTT. */
export const topics: AddressSyntax = {
  separator: '/',
  one: '+',
  rest: '#',
  reserved: /[+#/%$\p{Cc}]/u,
  escape: true,
  maxBytes: 65_535,
};

/** Wildcards, and the prefix of shared subscriptions. */
export const illegalTopic: RegExp = /[+#]|^\$share(?:\/|$)/u;

/** Wildcards that are a part of a level, levels after `#`, and the prefix of shared subscriptions. */
export const illegalFilter: RegExp = /[^/][+#]|\+[^/]|#.|^\$share(?:\/|$)/u;

const fields = headerFields({ id: 'message-id' });

/** Properties of a PUBLISH packet of MQTT 5. */
export function writeProperties(message: OutgoingMessage): object {
  const userProperties = headersOf(message, fields);
  const { contentType, replyTo, correlationId, bindings } = message;
  const given = Object.entries({ contentType, replyTo }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  checkHeaders([...userProperties, ...given], {
    protocol: 'MQTT',
    name: /^[^\0\p{Cs}]*$/u,
    value: /^[^\0\p{Cs}]*$/u,
    maxBytes: [65_535, 65_535],
  });
  const { messageExpiryInterval: expiry, payloadFormatIndicator: format } = bindings?.mqtt ?? {};
  return {
    ...(userProperties.length === 0 ? {} : { userProperties: Object.fromEntries(userProperties) }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(replyTo === undefined ? {} : { responseTopic: replyTo }),
    ...(correlationId === undefined ? {} : { correlationData: correlationBytes(correlationId) }),
    ...(expiry === undefined ? {} : { messageExpiryInterval: expiry }),
    ...(format === undefined ? {} : { payloadFormatIndicator: format === 1 }),
  };
}

/** Refuses what MQTT 3.1.1 cannot send. */
export function refuseProperties({ headers, replyTo, correlationId }: OutgoingMessage): void {
  const what =
    Object.keys(headers).length > 0
      ? 'headers'
      : replyTo !== undefined || correlationId !== undefined
        ? 'addresses for replies'
        : undefined;
  if (what !== undefined)
    throw new BrokerError('unsupported', `MQTT 3.1.1 has no ${what}; use MQTT 5`);
}

/** A received message. */
export function readPacket(topic: string, packet: MqttPacket): Omit<Delivery, 'redeliveries'> {
  const { payload, properties = {} } = packet;
  const { contentType, responseTopic, correlationData } = properties;
  return {
    address: topic,
    payload: typeof payload === 'string' ? Buffer.from(payload) : payload,
    ...readHeaders(userPropertiesOf(properties), fields),
    ...(contentType === undefined ? {} : { contentType }),
    ...(responseTopic === undefined ? {} : { replyTo: responseTopic }),
    ...(correlationData === undefined ? {} : { correlationId: correlationText(correlationData) }),
  };
}

function userPropertiesOf({
  userProperties = {},
}: MqttProperties): readonly (readonly [string, string])[] {
  return Object.entries(userProperties).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : (value[0] ?? ''),
  ]);
}

/** Correlation data that is not UTF-8 is `hex:` and hexadecimal digits, so that a reply can repeat it. */
function correlationText(data: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return `hex:${Buffer.from(data).toString('hex')}`;
  }
}

function correlationBytes(text: string): Buffer {
  const [, digits] = /^hex:((?:[0-9a-f]{2})+)$/.exec(text) ?? [];
  return digits === undefined ? Buffer.from(text) : Buffer.from(digits, 'hex');
}
