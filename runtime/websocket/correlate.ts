import type { MessageDescriptor } from './descriptor.js';
import { compilePointer } from '../core/pointer.js';

/** Access to the identifier by which requests and replies of one message type are matched. */
export interface Correlation {
  readonly get: (value: unknown) => unknown;
  /** Returns the message with the identifier. Returns it unchanged if it already has one, or cannot contain one. */
  readonly withId: (value: unknown, id: unknown) => unknown;
  /** Converts a counter to the declared type of the identifier. */
  readonly idOf: (count: number) => number | string;
}

/** True if two correlation identifiers are equal. A number and a `bigint` are equal if their values are. */
export function isSameId(one: unknown, other: unknown): boolean {
  if (typeof one === 'bigint' && typeof other === 'number') return one === exactBigInt(other);
  if (typeof one === 'number' && typeof other === 'bigint') return exactBigInt(one) === other;
  return one === other;
}

function exactBigInt(value: number): bigint | undefined {
  return Number.isInteger(value) ? BigInt(value) : undefined;
}

/** Prepares the correlation of a message type; `undefined` if it is not correlated. */
export function correlationOf(message: MessageDescriptor | undefined): Correlation | undefined {
  if (message?.correlation === undefined) return undefined;
  const { pointer, type } = message.correlation;
  const get = compilePointer(pointer);
  const path = pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return {
    get,
    withId: (value, id) => (get(value) === undefined ? withValue(value, path, id) : value),
    idOf: (count) => (type === 'number' ? count : String(count)),
  };
}

function withValue(value: unknown, [name, ...rest]: readonly string[], id: unknown): unknown {
  if (name === undefined) return id;
  if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value)))
    return value;
  const inner: unknown =
    value !== undefined && Object.hasOwn(value, name)
      ? Object.getOwnPropertyDescriptor(value, name)?.value
      : undefined;
  return { ...value, [name]: withValue(inner, rest, id) };
}
