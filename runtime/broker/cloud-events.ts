import { systemTimers, type Clock } from '../core/clock.js';
import { essenceOf, parseMediaType } from '../core/media-type.js';
import { BrokerError, type Delivery, type OutgoingMessage } from './broker.js';
import type { MessageContext, PublishInterceptor, ReplyInterceptor } from './interceptors.js';
import type { ConsumeInterceptor } from './subscriber-options.js';
import {
  attributeHeaders,
  checkAttributes,
  readAttributes,
  writeAttributes,
  type CloudEventAttributes,
} from './cloud-event-attributes.js';
import { looksStructured, readStructured, writeStructured } from './structured-cloud-event.js';

/** Options of {@link cloudEvents}. */
export interface CloudEventsOptions {
  /** Where events come from: a URI, such as `https://tea.example/orders` or `/orders`. */
  readonly source: string;
  /** Kind of the event, such as `example.tea.order-placed`. */
  readonly type: CloudEventText;
  /** What the event is about within its source. */
  readonly subject?: CloudEventText;
  /** Other attributes, such as `dataschema` or extensions. Names consist of the characters a–z and 0–9. */
  readonly attributes?: CloudEventAttributes;
  /**
   * `binary`: attributes are headers, and the payload stays as it is. `structured`: attributes and payload are one JSON text. Default: `binary`, or
   * `structured` for brokers without headers.
   */
  readonly mode?: 'binary' | 'structured';
  /** Source of `time`. */
  readonly clock?: Clock;
}

/** A text, or a function that chooses it for a message. */
export type CloudEventText =
  | string
  | ((message: OutgoingMessage, context: MessageContext) => string);

/** Interceptors for both sides. */
export interface CloudEventInterceptors {
  /** For the `interceptors` of a publisher: makes an event of each message. */
  readonly publish: PublishInterceptor;
  /** For the `interceptors` of a subscriber: {@link readCloudEvents}. */
  readonly consume: ConsumeInterceptor;
  /** For the `replyInterceptors` of a publisher: {@link readCloudEventReply}. */
  readonly reply: ReplyInterceptor;
}

const structuredType = 'application/cloudevents+json';

/** Creates interceptors that send messages as CloudEvents 1.0, and unwrap received ones before they are checked. */
export function cloudEvents(options: CloudEventsOptions): CloudEventInterceptors {
  const { clock = systemTimers } = options;
  return {
    async publish(message, next, context) {
      const { type, subject, source } = options;
      const { id, contentType } = message;
      const attributes = checkAttributes({
        ...options.attributes,
        specversion: '1.0',
        ...(id === undefined ? {} : { id }),
        source,
        type: textFor(type, message, context),
        ...(subject === undefined ? {} : { subject: textFor(subject, message, context) }),
        time: new Date(clock.now()).toISOString(),
        ...(contentType === undefined ? {} : { datacontenttype: contentType }),
      });
      await next(wrap(message, attributes, context, options.mode));
    },
    consume: readCloudEvents,
    reply: readCloudEventReply,
  };
}

/**
 * Interceptor of a subscriber alone: unwraps CloudEvents 1.0 in both modes before they are checked. Their attributes are headers, as in binary mode.
 * Messages that are not events are left as they are. Malformed events become dead letters.
 */
export const readCloudEvents: ConsumeInterceptor = async (delivery, next, context) =>
  await next(unwrapCloudEvent(delivery, context));

/** Unwraps the replies to the requests of a publisher as {@link readCloudEvents} does with messages. A malformed event ends its request with an error. */
export const readCloudEventReply: ReplyInterceptor = (reply, context) =>
  unwrapCloudEvent(reply, context);

function textFor(text: CloudEventText, message: OutgoingMessage, context: MessageContext): string {
  return typeof text === 'string' ? text : text(message, context);
}

function wrap(
  message: OutgoingMessage,
  attributes: CloudEventAttributes,
  { abilities, protocol }: MessageContext,
  mode?: 'binary' | 'structured',
): OutgoingMessage {
  const hasHeaders = 'headers' in abilities;
  if ((mode ?? (hasHeaders ? 'binary' : 'structured')) === 'structured') {
    const payload = writeStructured({ attributes, payload: message.payload });
    return { ...message, payload, contentType: `${structuredType}; charset=utf-8` };
  }
  if (!hasHeaders)
    throw new BrokerError('unsupported', `CloudEvents over ${protocol} cannot be binary`);
  // The media type has a place of its own in every protocol.
  const { datacontenttype: _, ...others } = attributes;
  const headers = writeAttributes(others, attributeHeaders(protocol));
  for (const [name, value] of Object.entries(message.headers))
    if (Object.hasOwn(headers, name) && headers[name] !== value)
      throw new BrokerError(
        'invalid-message',
        `The header ${JSON.stringify(name)} is that of an attribute of CloudEvents`,
      );
  return { ...message, headers: { ...message.headers, ...headers } };
}

function unwrapCloudEvent(delivery: Delivery, { abilities, protocol }: MessageContext): Delivery {
  const { contentType, headers, payload } = delivery;
  const syntax = attributeHeaders(protocol);
  if (isStructured(delivery, 'headers' in abilities)) {
    const { attributes, payload: data } = readStructured(payload);
    return withAttributes(
      {
        ...delivery,
        payload: data,
        headers: { ...headers, ...prefixed(attributes, syntax.prefix) },
      },
      attributes,
      attributes['datacontenttype'] ?? 'application/json',
    );
  }
  const attributes = readAttributes(headers, syntax);
  if (attributes === undefined) return delivery;
  return withAttributes(
    { ...delivery, headers: { ...headers, ...prefixed(attributes, syntax.prefix) } },
    attributes,
    contentType ?? attributes['datacontenttype'],
  );
}

/**
 * True for an event in JSON, and an error for another format. A broker that tells neither headers nor the media type is likely to carry such an
 * event if the payload has a version.
 */
function isStructured({ contentType, payload }: Delivery, hasHeaders: boolean): boolean {
  if (contentType === undefined) return !hasHeaders && looksStructured(payload);
  const media = parseMediaType(contentType);
  const essence = media === undefined ? '' : essenceOf(media);
  if (essence === structuredType) return true;
  if (essence.startsWith('application/cloudevents'))
    throw new BrokerError(
      'invalid-message',
      `The format of CloudEvents "${essence}" is not supported`,
    );
  return false;
}

function prefixed(attributes: CloudEventAttributes, prefix: string): CloudEventAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [`${prefix}${name}`, value]),
  );
}

/** Events are identified by their source and id together (CloudEvents, section 3.1.1). */
function withAttributes(
  { contentType: _, ...delivery }: Delivery,
  { source, id }: CloudEventAttributes,
  contentType: string | undefined,
): Delivery {
  return {
    ...delivery,
    id: `${source} ${id}`,
    ...(contentType === undefined ? {} : { contentType }),
  };
}
