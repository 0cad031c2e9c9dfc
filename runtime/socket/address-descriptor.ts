import type { TextPattern } from '../core/text-pattern.js';

/**
 * The address of a feed whose connections are told apart by values: `/rooms/{room}`. Each combination of values is a room of its own, with
 * connections, subscriptions and messages of its own.
 */
export interface AddressDescriptor {
  /** Path below that of the server, with a hole for each parameter: `/rooms/{room}`. Absent if there are none: every path will do. */
  readonly path?: string;
  /** Parameters of the path, all of them required (AsyncAPI 3.0 section "Parameter Object"). */
  readonly parameters: readonly AddressParameterDescriptor[];
  /** Parameters of the query (WebSockets binding 0.1.0, `query`). */
  readonly query?: readonly QueryParameterDescriptor[];
}

/** One value of an address, with what must hold of it. Lengths count Unicode code points. */
export interface AddressParameterDescriptor {
  readonly name: string;
  /** What its text is read as; `string` if absent. */
  readonly type?: 'string' | 'integer' | 'number' | 'boolean';
  /** The only values that exist. */
  readonly enum?: readonly (string | number | boolean)[];
  /** Regular expression (ECMA-262, `u`) that some part of the text matches. */
  readonly pattern?: string | TextPattern;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** JSON Pointer to the same value in messages that have it (AsyncAPI 3.0, `location`). */
  readonly location?: string;
}

/** One parameter of the query. */
export interface QueryParameterDescriptor extends AddressParameterDescriptor {
  readonly required?: true;
  /** Value that a server assumes if the query has none. */
  readonly default?: string | number | boolean;
}
