import type { Check, Violation } from '../core/check.js';
import { createMatcher } from '../core/message-matcher.js';
import { writeJson } from '../core/write-json.js';
import { exactMessage, readText } from '../core/read-text.js';
import type { BrokerBindings } from './bindings.js';
import { BrokerError, type Delivery, type MessageHeaders } from './broker.js';
import type {
  BrokerChecks,
  BrokerDescriptor,
  BrokerMessageDescriptor,
  MessageLocationDescriptor,
  OperationMessageDescriptor,
} from './descriptor.js';
import { createCandidates } from './message-candidates.js';
import { compileLocation, withTextAt, type LocatedMessage } from './message-location.js';
import {
  encodePayload,
  readPayload,
  readWith,
  type ReadPayload,
  type UnreadableMessage,
} from './payload-forms.js';
import {
  SchemaRegistryError,
  topicSubject,
  type SchemaRegistryOptions,
} from './schema-registry.js';

/** Fraction of messages that are validated. */
export type BrokerValidation = 'off' | 'full';

/** Headers of a message as a program reads and writes them. */
export interface HeaderValues {
  readonly [header: string]: unknown;
}

/** A message as a program sees it. */
export interface DecodedMessage {
  readonly message: string;
  readonly payload: unknown;
  readonly headers: HeaderValues;
  /** Correlation id, if the message has one at its location. */
  readonly correlationId?: string;
}

/** A message as it is sent. */
export interface EncodedMessage {
  readonly payload: Uint8Array;
  readonly headers: MessageHeaders;
  readonly contentType: string;
  readonly bindings?: BrokerBindings;
  /** Correlation id, if the message has one at its location. */
  readonly correlationId?: string;
}

/** Messages of one operation, to be written and read. */
export interface MessageCodec {
  /**
   * Looks up what encoding a payload for an address needs. `undefined` if it is known. Absent if no message of the operation needs lookups.
   *
   * @throws {SchemaRegistryError} as a rejection
   */
  prepareToEncode?(payload: unknown, address: string, name?: string): Promise<void> | undefined;
  /**
   * Encodes a message for an address. `name` selects one of several messages; without it, the first whose conditions the payload satisfies is sent.
   * A message whose correlation id has a location, and that has none there, gets `correlationId`.
   *
   * @throws {BrokerError} `invalid-message`
   */
  encode(
    payload: unknown,
    headers: HeaderValues,
    address: string,
    options?: { readonly name?: string | undefined; readonly correlationId?: string | undefined },
  ): EncodedMessage;
  /**
   * Looks up what decoding a message needs. `undefined` if it is known. Resolves to a reason if the message can never be read. Absent if no message
   * of the operation needs lookups.
   *
   * @throws {SchemaRegistryError} as a rejection, if another attempt may succeed
   */
  prepareToDecode?(delivery: Delivery): Promise<UnreadableMessage | undefined> | undefined;
  decode(delivery: Delivery): DecodedMessage | UnreadableMessage;
}

/** Tells the correlation id of a message. One that has none gets the given one. */
type Correlate = (
  message: LocatedMessage,
  correlationId?: string,
) => LocatedMessage & { readonly correlationId?: string };

/** Finds the name of the message that a payload is. */
type MessageMatcher = (payload: unknown) => string | undefined;

/** Prepares the messages of an operation, or of its reply. */
export function createCodec(
  descriptor: BrokerDescriptor,
  described: readonly OperationMessageDescriptor[],
  checks: BrokerChecks,
  validation: BrokerValidation,
  { registry, subject = topicSubject }: SchemaRegistryOptions,
): MessageCodec {
  const names = described.map(({ name }) => name);
  const messages = Object.fromEntries(
    names.flatMap((name) => {
      const message = descriptor.messages[name];
      return message === undefined ? [] : [[name, message] as const];
    }),
  );
  const correlators = new Map(
    Object.entries(messages).flatMap(([name, { correlation }]) =>
      correlation === undefined ? [] : [[name, correlator(correlation)] as const],
    ),
  );
  const formOf = (name: string): string | undefined => messages[name]?.form;
  const matcherOf = (accepts: (form: string | undefined) => boolean): MessageMatcher =>
    createMatcher(
      Object.fromEntries(
        described.filter(({ name }) => accepts(formOf(name))).map((each) => [each.name, each]),
      ),
      (name) => name,
    );
  const matchValue = matcherOf((form) => form !== 'bytes');
  const matchJson = matcherOf((form) => form === 'json');
  const connected = new Map(
    Object.entries(messages).flatMap(([name, { codec, contentType }]) =>
      codec === undefined
        ? []
        : [
            [
              name,
              codec.connect({
                contentType,
                subject,
                ...(registry === undefined ? {} : { registry }),
              }),
            ] as const,
          ],
    ),
  );
  /** The message with the form of a payload, and with conditions that it satisfies. */
  const messageFor = (payload: unknown): string | undefined => {
    if (names.length === 1) return names[0];
    const valid = [...connected.keys()].find(
      (name) => checksOf(name).payload?.check(payload).length === 0,
    );
    if (connected.size > 1 && valid !== undefined) return valid;
    const bytes = names.find((name) => formOf(name) === 'bytes');
    if (payload instanceof Uint8Array && bytes !== undefined) return bytes;
    return matchValue(payload) ?? names.find((name) => formOf(name) !== 'bytes') ?? names[0];
  };
  const checksOf = (name: string): { readonly payload?: Check; readonly headers?: Check } =>
    validation === 'off' ? {} : (checks[name] ?? {});

  const candidatesFor = createCandidates(names, messages);
  const lookups: Pick<MessageCodec, 'prepareToEncode' | 'prepareToDecode'> = {
    prepareToEncode(payload, address, name) {
      const codec = connected.get(name ?? messageFor(payload) ?? '');
      return codec?.prepareToEncode?.(address);
    },
    prepareToDecode(delivery) {
      const found = candidatesFor(delivery).coded.flatMap(
        (name) => connected.get(name)?.prepareToDecode?.(delivery.payload) ?? [],
      );
      return found.length === 0 ? undefined : finishLookups(found);
    },
  };

  return {
    ...(connected.size === 0 ? {} : lookups),
    encode(given, givenHeaders, address, { name, correlationId } = {}) {
      const chosen = name ?? messageFor(given);
      const message = chosen === undefined ? undefined : messages[chosen];
      if (chosen === undefined || message === undefined)
        throw new BrokerError('invalid-message', `The operation has no message "${chosen}"`);
      const plain: ReturnType<Correlate> = { payload: given, headers: givenHeaders };
      const correlated = correlators.get(chosen)?.(plain, correlationId) ?? plain;
      const { payload, headers } = correlated;
      const { payload: payloadCheck, headers: headersCheck } = checksOf(chosen);
      refuse(payloadCheck?.check(payload) ?? [], `The payload of "${chosen}"`);
      refuse(headersCheck?.check(headers) ?? [], `The headers of "${chosen}"`);
      return {
        contentType: message.contentType,
        ...(message.bindings === undefined ? {} : { bindings: message.bindings }),
        payload: encodePayload(payload, message, chosen, connected.get(chosen), address),
        headers: encodeHeaders(headers),
        ...(correlated.correlationId === undefined
          ? {}
          : { correlationId: correlated.correlationId }),
      };
    },
    decode(delivery) {
      const { coded, forms } = candidatesFor(delivery);
      let unreadable: UnreadableMessage | undefined;
      for (const name of coded) {
        const codec = connected.get(name);
        const message = messages[name];
        if (codec === undefined || message === undefined) continue;
        const read = readWith(codec, delivery.payload);
        const found =
          'reason' in read ? read : finish(delivery, name, message, read, checksOf(name));
        if (!('reason' in found)) return found;
        if (unreadable === undefined || unreadable.reason === 'unknown') unreadable = found;
      }
      for (const [form, sameForm] of forms) {
        const read = readPayload(delivery.payload, form);
        if ('reason' in read) {
          unreadable ??= read;
          continue;
        }
        const found = form === 'json' ? matchJson(read.value) : sameForm[0];
        const name = found !== undefined && sameForm.includes(found) ? found : undefined;
        const message = name === undefined ? undefined : messages[name];
        if (name === undefined || message === undefined) {
          unreadable ??= {
            reason: 'unknown',
            detail: 'no message of the operation has such a payload',
            violations: [],
          };
          continue;
        }
        const decoded = finish(delivery, name, message, read, checksOf(name));
        const correlate = correlators.get(name);
        if (correlate === undefined || 'reason' in decoded) return decoded;
        return { ...decoded, ...correlate(decoded) };
      }
      return (
        unreadable ?? { reason: 'unknown', detail: 'the operation has no messages', violations: [] }
      );
    },
  };
}

/** Completes messages whose description has a location for the correlation id. */
function correlator(location: MessageLocationDescriptor): Correlate {
  const read = compileLocation(location);
  return (message, correlationId) => {
    const own = read(message);
    if (own !== undefined) return { ...message, correlationId: own };
    if (correlationId === undefined) return message;
    return { ...withTextAt(location, message, correlationId), correlationId };
  };
}

function refuse(violations: readonly Violation[], what: string): void {
  const [first] = violations;
  if (first === undefined) return;
  throw new BrokerError('invalid-message', `${what} is invalid: ${describe(first)}`, {
    violations,
  });
}

function describe({ pointer, expected }: Violation): string {
  return `${pointer === '' ? 'it' : pointer} must be ${expected}`;
}

/** Waits for lookups. A schema that the registry does not have is the fault of the message, everything else one of the registry. */
async function finishLookups(
  lookups: readonly Promise<void>[],
): Promise<UnreadableMessage | undefined> {
  try {
    await Promise.all(lookups);
    return undefined;
  } catch (error) {
    if (!(error instanceof SchemaRegistryError && error.code === 'unknown-schema')) throw error;
    return { reason: 'unknown', detail: error.message, violations: [] };
  }
}

function finish(
  delivery: Delivery,
  name: string,
  message: BrokerMessageDescriptor,
  read: ReadPayload,
  checks: { readonly payload?: Check; readonly headers?: Check },
): DecodedMessage | UnreadableMessage {
  const exact = read.json === undefined ? read : exactMessage(read.json, message.integers);
  if ('violation' in exact) return invalid([exact.violation]);
  const headers = decodeHeaders(delivery.headers, message);
  const violations = [
    ...(checks.payload?.check(exact.value) ?? []),
    ...(checks.headers?.check(headers) ?? []),
  ];
  return violations.length > 0
    ? invalid(violations)
    : { message: name, payload: exact.value, headers };
}

function invalid(violations: readonly Violation[]): UnreadableMessage {
  const [first] = violations;
  return {
    reason: 'invalid',
    detail: first === undefined ? 'the message is invalid' : describe(first),
    violations,
  };
}

function encodeHeaders(headers: HeaderValues): MessageHeaders {
  if (areTexts(headers)) return headers;
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const text = typeof value === 'string' ? value : writeJson(value);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
}

function areTexts(headers: HeaderValues): headers is MessageHeaders {
  for (const name of Object.keys(headers)) if (typeof headers[name] !== 'string') return false;
  return true;
}

function decodeHeaders(
  headers: MessageHeaders,
  { headers: types }: BrokerMessageDescriptor,
): HeaderValues {
  if (types === undefined) return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [
      name,
      Object.hasOwn(types, name) ? decodeHeader(text, types[name]) : text,
    ]),
  );
}

/** Reads a header. A text that does not have the type is left for the check to report. */
function decodeHeader(text: string, type: 'number' | 'boolean' | 'json' | undefined): unknown {
  if (type === 'number')
    return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return readText(text)?.value ?? text;
}
