import type { OperationDescriptor, WayDescriptor } from '../descriptor.js';
import type { CallArguments } from './operation-call.js';

/** What leads to another page; an object where that is a date that a program holds as such. */
export type Cursor = string | number | bigint | object;

/** Where a cursor stands in the arguments of a call, as names from the outside in: `['input', 'query', 'page']`. */
export function cursorPlace(
  { input, rpc }: OperationDescriptor,
  { name, in: place }: NonNullable<WayDescriptor['request']>,
): readonly string[] {
  // The cursor of a JSON-RPC method is a member of its input, wherever the description says it travels.
  if (rpc !== undefined) return ['input', name];
  if (place === 'body') return input === 'parts' ? ['input', 'body', name] : ['input', name];
  const group = place === 'query' ? 'query' : 'headers';
  if (input === 'query' && place === 'query') return ['input', name];
  return [input === 'parts' ? 'input' : 'options', group, name];
}

/** The cursor that a call was given. */
export function readCursor(args: CallArguments, place: readonly string[]): unknown {
  return memberAt(args, place);
}

/** The arguments that ask for another page: all the same but the cursor. */
export function withCursor(
  args: CallArguments,
  place: readonly string[],
  cursor: Cursor,
): CallArguments {
  return replaced(args, place, cursor) as CallArguments;
}

/** The arguments without a cursor. */
export function withoutCursor(args: CallArguments, place: readonly string[]): CallArguments {
  return readCursor(args, place) === undefined
    ? args
    : (replaced(args, place, undefined) as CallArguments);
}

/** A member deep inside a value; only own members count. `undefined` where there is none. */
export function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inside, name) =>
      typeof inside === 'object' && inside !== null
        ? Object.getOwnPropertyDescriptor(inside, name)?.value
        : undefined,
    value,
  );
}

function replaced(value: unknown, [name, ...rest]: readonly string[], member: unknown): unknown {
  if (name === undefined) return member;
  const object = typeof value === 'object' && value !== null ? value : {};
  return { ...object, [name]: replaced(memberAt(object, [name]), rest, member) };
}
