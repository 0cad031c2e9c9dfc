import type { MessageDescriptor } from './descriptor.js';
import { compilePointer } from '../core/pointer.js';

/** Where the messages of one kind have what requests and replies find each other by. */
export interface Correlation {
  readonly get: (value: unknown) => unknown;
  /** The message with it; the message itself where it has it already, or has no place for it. */
  readonly withId: (value: unknown, id: unknown) => unknown;
  /** A number that counts, as the description types it. */
  readonly idOf: (count: number) => number | string;
}

/** How messages of one kind are correlated; `undefined` where they are not. */
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
    withId: (value, id) => (get(value) === undefined ? filled(value, path, id) : value),
    idOf: (count) => (type === 'number' ? count : String(count)),
  };
}

function filled(value: unknown, [name, ...rest]: readonly string[], id: unknown): unknown {
  if (name === undefined) return id;
  if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value)))
    return value;
  const inner: unknown =
    value !== undefined && Object.hasOwn(value, name)
      ? Object.getOwnPropertyDescriptor(value, name)?.value
      : undefined;
  return { ...value, [name]: filled(inner, rest, id) };
}
