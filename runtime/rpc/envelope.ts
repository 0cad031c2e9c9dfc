import type { JsonValue, RpcDescriptor } from '../core/descriptor.js';
import { encodeDates } from '../core/dates/descriptor.js';
import { EncodingError, memberPointer } from '../core/parameters/encoding-error.js';
import { isPlainObject, ownMember } from '../core/parameters/value-text.js';

/** A request object (JSON-RPC 2.0 section 4). */
export interface RequestEnvelope {
  readonly jsonrpc: '2.0';
  readonly id: number;
  readonly method: string;
  readonly params?: unknown;
}

/** Converts a call's input to the parameters of its method. Undeclared ones were already rejected with {@link paramNames}. */
export function paramsOf({ params, members = [] }: RpcDescriptor, argument: unknown): unknown {
  const input = inputAsSent({ params, members }, argument);
  if (params === 'single') return input === undefined ? [] : [input];
  if (input === undefined) return undefined;
  if (!isPlainObject(input)) throw new EncodingError('', 'an object', 'type');
  if (params === 'by-name') return input;
  const values = params.positions.map((name) => ownMember(input, name));
  // Only trailing positions can be omitted. Other absent positions are sent as null.
  while (values.length > 0 && values.at(-1) === undefined) values.pop();
  return values.map((value) => (value === undefined ? null : value));
}

/** Names of the parameters that are properties of a call's input; `undefined` if the input is the parameter, or none are listed. */
export function paramNames({ params, members = [] }: RpcDescriptor): readonly string[] | undefined {
  if (params === 'single') return undefined;
  const names = params === 'by-name' ? members.map(({ name }) => name) : params.positions;
  return names.length === 0 ? undefined : names;
}

/** Converts the dates of an input to text. */
function inputAsSent(
  { params, members }: Required<Pick<RpcDescriptor, 'params' | 'members'>>,
  input: unknown,
): unknown {
  if (members.every(({ dates }) => dates === undefined)) return input;
  if (params === 'single') return encodeDates(input, members[0]?.dates, '');
  if (!isPlainObject(input)) return input;
  const values = Object.entries(input).map(([name, value]: [string, unknown]) => {
    const dates = members.find((member) => member.name === name)?.dates;
    return [name, encodeDates(value, dates, memberPointer('', name))] as const;
  });
  return Object.fromEntries(values);
}

/** A response object according to JSON-RPC 2.0 section 5, or the reason why it is invalid. */
export type ResponseEnvelope =
  | { readonly kind: 'result'; readonly id: JsonValue; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: JsonValue; readonly error: RpcError }
  | { readonly kind: 'invalid'; readonly id: unknown; readonly message: string };

/** An error object (section 5.1). */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

/** Parses one response object. */
export function readEnvelope(value: unknown): ResponseEnvelope {
  if (!isPlainObject(value))
    return { kind: 'invalid', id: undefined, message: 'the response is not an object' };
  const id = ownMember(value, 'id');
  const invalid = (message: string): ResponseEnvelope => ({ kind: 'invalid', id, message });
  if (ownMember(value, 'jsonrpc') !== '2.0') return invalid('the response is not JSON-RPC 2.0');
  if (id !== null && typeof id !== 'number' && typeof id !== 'string') {
    return invalid('the response has no id');
  }
  const hasResult = Object.hasOwn(value, 'result');
  const error = ownMember(value, 'error');
  // Some servers add `error: null` to results, as in version 1.0. That is not an error object.
  const hasError = error !== undefined && error !== null;
  if (hasResult && hasError) return invalid('the response has a result and an error');
  if (hasResult) return { kind: 'result', id, result: ownMember(value, 'result') };
  if (!hasError) return invalid('the response has neither a result nor an error');
  const read = readError(error);
  return read === undefined
    ? invalid('the error is not a JSON-RPC error object')
    : { kind: 'error', id, error: read };
}

function readError(error: unknown): RpcError | undefined {
  if (!isPlainObject(error)) return undefined;
  const code = ownMember(error, 'code');
  const message = ownMember(error, 'message');
  if (typeof code !== 'number' || !Number.isInteger(code) || typeof message !== 'string')
    return undefined;
  return { code, message, data: ownMember(error, 'data') };
}
