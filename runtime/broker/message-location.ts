import { compilePointer, pointerTokens } from '../core/pointer.js';
import type { HeaderValues } from './codec.js';
import type { MessageLocationDescriptor } from './descriptor.js';

/** A message whose parts have locations. */
export interface LocatedMessage {
  readonly payload: unknown;
  readonly headers: HeaderValues;
}

/** Reads the text at a location of messages. Numbers and booleans are their texts; what has no text is `undefined`. */
export function compileLocation({
  source,
  pointer,
}: MessageLocationDescriptor): (message: LocatedMessage) => string | undefined {
  const get = compilePointer(pointer);
  return (message) => {
    const value = get(source === 'payload' ? message.payload : message.headers);
    switch (typeof value) {
      case 'string':
        return value;
      case 'number':
      case 'bigint':
      case 'boolean':
        return String(value);
      default:
        return undefined;
    }
  };
}

/** Copies a message with a text at a location. It stays as it is if objects cannot have the location. */
export function withTextAt(
  { source, pointer }: MessageLocationDescriptor,
  message: LocatedMessage,
  text: string,
): LocatedMessage {
  const tokens = pointerTokens(pointer);
  if (tokens.length === 0) return message;
  return source === 'payload'
    ? { ...message, payload: withText(message.payload, tokens, text) }
    : { ...message, headers: withText(message.headers, tokens, text) as HeaderValues };
}

function withText(target: unknown, [token, ...rest]: readonly string[], text: string): unknown {
  if (token === undefined) return text;
  if (!isRecord(target)) return target;
  const inner = Object.hasOwn(target, token) ? target[token] : rest.length === 0 ? undefined : {};
  return Object.fromEntries([...Object.entries(target), [token, withText(inner, rest, text)]]);
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Uint8Array)
  );
}
