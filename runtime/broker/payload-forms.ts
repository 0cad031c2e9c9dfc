import type { Violation } from '../core/check.js';
import { readText } from '../core/read-text.js';
import { writeJson } from '../core/write-json.js';
import { BrokerError } from './broker.js';
import type { BrokerMessageDescriptor } from './descriptor.js';
import { PayloadError, type ConnectedPayloadCodec } from './payload-codec.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Why a received message cannot be handled. */
export interface UnreadableMessage {
  /** `malformed`: the bytes are not what the media type says. `invalid`: the schema is not satisfied. `unknown`: no message of the operation matches. */
  readonly reason: 'malformed' | 'invalid' | 'unknown';
  readonly detail: string;
  readonly violations: readonly Violation[];
}

/** A payload before its message is known. */
export type ReadPayload = {
  readonly value: unknown;
  readonly json?: NonNullable<ReturnType<typeof readText>>;
};

/** Reads a payload in one of the forms that need no library. */
export function readPayload(
  bytes: Uint8Array,
  form: 'json' | 'text' | 'bytes',
): ReadPayload | UnreadableMessage {
  if (form === 'bytes') return { value: bytes };
  const text = decodeText(bytes);
  if (text === undefined)
    return { reason: 'malformed', detail: 'the payload is not text in UTF-8', violations: [] };
  if (form === 'text') return { value: text };
  const json = readText(text);
  return json === undefined
    ? { reason: 'malformed', detail: 'the payload is not JSON', violations: [] }
    : { value: json.value, json };
}

/** Reads a payload in a language with its own codec. */
export function readWith(
  codec: ConnectedPayloadCodec,
  bytes: Uint8Array,
): ReadPayload | UnreadableMessage {
  try {
    return { value: codec.decode(bytes) };
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error;
    return { reason: error.reason, detail: error.message, violations: [] };
  }
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Writes a payload in the form of its message. */
export function encodePayload(
  payload: unknown,
  { form }: BrokerMessageDescriptor,
  name: string,
  codec: ConnectedPayloadCodec | undefined,
  address: string,
): Uint8Array {
  if (codec !== undefined) return encodeWith(codec, payload, name, address);
  if (form === 'bytes') {
    if (payload instanceof Uint8Array) return payload;
    throw new BrokerError('invalid-message', `The payload of "${name}" must be a Uint8Array`);
  }
  if (form === 'text') {
    if (typeof payload === 'string') return encoder.encode(payload);
    throw new BrokerError('invalid-message', `The payload of "${name}" must be a string`);
  }
  const text = writeJson(payload);
  if (text === undefined)
    throw new BrokerError('invalid-message', `The payload of "${name}" has no JSON form`);
  return encoder.encode(text);
}

function encodeWith(
  codec: ConnectedPayloadCodec,
  payload: unknown,
  name: string,
  address: string,
): Uint8Array {
  try {
    return codec.encode(payload, address);
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error;
    throw new BrokerError('invalid-message', `The payload of "${name}": ${error.message}`, {
      cause: error,
    });
  }
}
