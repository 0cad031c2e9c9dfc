import type { OperationDescriptor, PageLinkDescriptor } from '../descriptor.js';
import type { CallArguments } from './operation-call.js';

/** Cursor of another page; an object if it is a date that the program represents as such. */
export type Cursor = string | number | bigint | object;

/** Path of a cursor in the arguments of a call: `['input', 'query', 'page']`. */
export function cursorPath(
  { input, rpc }: OperationDescriptor,
  { name, in: location }: NonNullable<PageLinkDescriptor['request']>,
): readonly string[] {
  // The cursor of a JSON-RPC method is a property of its input, regardless of the declared location.
  if (rpc !== undefined) return ['input', name];
  if (location === 'body') return input === 'parts' ? ['input', 'body', name] : ['input', name];
  const group = location === 'query' ? 'query' : 'headers';
  if (input === 'query' && location === 'query') return ['input', name];
  return [input === 'parts' ? 'input' : 'options', group, name];
}

/** Returns the cursor in the arguments of a call. */
export function readCursor(args: CallArguments, path: readonly string[]): unknown {
  return memberAt(args, path);
}

/** Returns the arguments with another cursor. */
export function withCursor(
  args: CallArguments,
  path: readonly string[],
  cursor: Cursor,
): CallArguments {
  return withValueAt(args, path, cursor) as CallArguments;
}

/** Returns the arguments without a cursor. */
export function withoutCursor(args: CallArguments, path: readonly string[]): CallArguments {
  return readCursor(args, path) === undefined
    ? args
    : (withValueAt(args, path, undefined) as CallArguments);
}

/** Returns a nested own property of a value; `undefined` if there is none. */
export function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (current, name) =>
      typeof current === 'object' && current !== null
        ? Object.getOwnPropertyDescriptor(current, name)?.value
        : undefined,
    value,
  );
}

function withValueAt(
  value: unknown,
  [name, ...rest]: readonly string[],
  replacement: unknown,
): unknown {
  if (name === undefined) return replacement;
  const object = typeof value === 'object' && value !== null ? value : {};
  return { ...object, [name]: withValueAt(memberAt(object, [name]), rest, replacement) };
}
