import type { Check } from '../core/check.js';
import type { IntegersDescriptor } from '../core/descriptor.js';
import type { ConditionDescriptor } from '../core/message-matcher.js';
import type { BrokerBindings } from './bindings.js';
import type { PayloadCodec } from './payload-codec.js';

/**
 * Operations over message brokers as a literal in generated code. Publishers and subscribers interpret the same literal. Operations and messages are
 * identified by their keys in the description.
 */
export interface BrokerDescriptor {
  readonly title: string;
  readonly version: string;
  readonly operations: { readonly [operation: string]: BrokerOperationDescriptor };
  readonly messages: { readonly [message: string]: BrokerMessageDescriptor };
}

/** Messages that are sent to the addresses of one channel. */
export interface BrokerOperationDescriptor {
  /** The address: literal text and the parameters between it. */
  readonly address: AddressParts;
  readonly parameters?: { readonly [parameter: string]: BrokerParameterDescriptor };
  readonly messages: readonly OperationMessageDescriptor[];
  /** Absent if the operation has no reply. */
  readonly reply?: BrokerReplyDescriptor;
  readonly bindings?: BrokerBindings;
}

/** A message of an operation. Messages are tried in their order, those with conditions first. */
export interface OperationMessageDescriptor {
  readonly name: string;
  /** Conditions on the payload that distinguish it from the other messages of the operation. An empty list matches everything that remains. */
  readonly match: readonly ConditionDescriptor[];
}

/** An address as literal text, and names of parameters. */
export type AddressParts = readonly (string | { readonly parameter: string })[];

/** A parameter of an address. */
export interface BrokerParameterDescriptor {
  readonly enum?: readonly string[];
  /** Value of a publisher that does not give one. */
  readonly default?: string;
  /** Location of the value in each message, from which publishers take it. */
  readonly location?: MessageLocationDescriptor;
}

/** A location in a message (AsyncAPI 3.0 section "Runtime Expression"). */
export interface MessageLocationDescriptor {
  readonly source: 'payload' | 'header';
  /** JSON Pointer into the source. */
  readonly pointer: string;
}

/** Reply to a request. */
export interface BrokerReplyDescriptor {
  readonly messages: readonly OperationMessageDescriptor[];
  /** Address of all replies. If absent, each requester names its own. */
  readonly address?: string;
}

/** One kind of message. */
export interface BrokerMessageDescriptor {
  readonly contentType: string;
  /** Form of the payload: a JSON value, a text, bytes, or what `codec` makes of them. */
  readonly form: 'json' | 'text' | 'bytes' | 'codec';
  /** Writes and reads the payload, for the form `codec`. */
  readonly codec?: PayloadCodec;
  /** Locations of the integers that programs represent as `bigint`. */
  readonly integers?: IntegersDescriptor;
  /** What the description demands of this message. */
  readonly bindings?: BrokerBindings;
  /** Location of the correlation id, if it is a part of the message. */
  readonly correlation?: MessageLocationDescriptor;
  /** Declared headers that are no strings, with their types. Others are sent as JSON. */
  readonly headers?: { readonly [header: string]: 'number' | 'boolean' | 'json' };
}

/** Checks of messages by their keys in the descriptor. */
export interface BrokerChecks {
  readonly [message: string]: { readonly payload?: Check; readonly headers?: Check };
}
