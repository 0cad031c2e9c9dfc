import type { TextPattern } from '../core/text-pattern.js';

/**
 * Address of a feed with parameters: `/rooms/{room}`. Each combination of parameter values is a separate room, with its
 * own connections, subscriptions and messages.
 */
export interface AddressDescriptor {
  /** Path template below the path of the server: `/rooms/{room}`. If absent, any path is accepted. */
  readonly path?: string;
  /** Parameters of the path, all of them required (AsyncAPI 3.0 section "Parameter Object"). */
  readonly parameters: readonly AddressParameterDescriptor[];
  /** Parameters of the query (WebSockets binding 0.1.0, `query`). */
  readonly query?: readonly QueryParameterDescriptor[];
}

/** One parameter of an address, with its constraints. Lengths count Unicode code points. */
export interface AddressParameterDescriptor {
  readonly name: string;
  /** Type of the value; `string` if absent. */
  readonly type?: 'string' | 'integer' | 'number' | 'boolean';
  /** The allowed values. */
  readonly enum?: readonly (string | number | boolean)[];
  /** Regular expression (ECMA-262, flag `u`) that must match some part of the text. */
  readonly pattern?: string | TextPattern;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** JSON Pointer to the same value in messages that contain it (AsyncAPI 3.0, `location`). */
  readonly location?: string;
}

/** One parameter of the query. */
export interface QueryParameterDescriptor extends AddressParameterDescriptor {
  readonly required?: true;
  /** Value that a server assumes if the parameter is absent. */
  readonly default?: string | number | boolean;
}
