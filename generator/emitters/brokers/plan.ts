import type { BrokerBindings } from '../../../runtime/broker/bindings.js';
import type { NameKey } from '../../model/api.js';
import type { AddressTemplate, ChannelParameter, Message } from '../../model/message.js';
import type { MessageCondition } from '../../plan/message-conditions.js';
import { planKey, type Identifier, type IdentifierName, type PlanKey } from '../../plan/plan.js';

/** Key of the plan of publishers and subscribers. */
export const brokersKey: PlanKey<BrokersPlan> = planKey('brokers');

/** Contents of `broker.ts`: publishers and subscribers of the operations over message brokers. */
export interface BrokersPlan {
  readonly file: 'broker.ts';
  /** Name of the descriptor, such as `streetlightsBrokerDescriptor`. */
  readonly descriptor: Identifier;
  /** Name of the table of checks, such as `streetlightsBrokerChecks`. */
  readonly checks: Identifier;
  /** Class such as `StreetlightsPublisher`. Absent if the option `role` excludes it. */
  readonly publisher?: Identifier;
  /** Class such as `StreetlightsSubscriber`. Absent if the option `role` excludes it. */
  readonly subscriber?: Identifier;
  readonly operations: readonly BrokerOperationPlan[];
  /** Messages and replies of the operations. */
  readonly messages: readonly BrokerMessagePlan[];
  /** True if a message has a header that is required. */
  readonly requiresHeaders: boolean;
  /** True if the values of a parameter are listed, so that its type decides whether a subscription may leave it open. */
  readonly hasListedParameters: boolean;
}

/** True if the values of a parameter are listed. */
export function isListed({ enum: values }: ChannelParameter): boolean {
  return values !== undefined && values.length > 0;
}

/** An operation, or a channel without operations. */
export interface BrokerOperationPlan {
  /** Key of the flow in the description. Absent for a channel without operations. */
  readonly flow?: NameKey;
  /** Key of the channel in the description. */
  readonly channel: NameKey;
  /** Channel of the replies, if it is another one. */
  readonly replyChannel?: NameKey;
  /** Key in the descriptor. */
  readonly name: string;
  /** Method of the publisher and the subscriber. */
  readonly method: IdentifierName;
  readonly description?: string;
  readonly address: AddressTemplate;
  readonly parameters: readonly ChannelParameter[];
  /** Parameters that a publisher is given: those that are not a part of the message. */
  readonly givenParameters: readonly ChannelParameter[];
  readonly messages: readonly OperationMessagePlan[];
  /** Arguments with which the publisher sends a message, in the order in which they are declared. */
  readonly arguments: readonly PublishArgumentsPlan[];
  readonly reply?: BrokerReplyPlan;
  readonly bindings: BrokerBindings;
}

/** Payload and options of a publisher's method. An operation with several messages has several. */
export interface PublishArgumentsPlan {
  /** Messages that the payload may be. */
  readonly messages: readonly OperationMessagePlan[];
  /** True if the messages have a header that is required. */
  readonly requiresHeaders: boolean;
  /** Whether the option `message` names the message: `required` if its payload does not tell, `absent` for several messages, or a single one. */
  readonly name: 'required' | 'optional' | 'absent';
}

/** A message of an operation, with the conditions that distinguish it from the others. */
export interface OperationMessagePlan {
  readonly message: Message;
  readonly match: readonly MessageCondition[];
}

/** Replies to the messages of an operation. */
export interface BrokerReplyPlan {
  readonly messages: readonly OperationMessagePlan[];
  /** Absent if each requester names its own address. */
  readonly address?: string;
}

/** A message, with the form of its payload. */
export interface BrokerMessagePlan {
  readonly message: Message;
  readonly form: 'json' | 'text' | 'bytes' | 'codec';
  /** Constant with the codec of the payload, for the form `codec`. */
  readonly codec?: Identifier;
  /** Direction for which the types of the payload are declared. */
  readonly direction: 'send' | 'receive';
  /** Declared headers that are no strings. */
  readonly headerTypes: readonly (readonly [name: string, type: 'number' | 'boolean' | 'json'])[];
  /** True if a declared header is required. */
  readonly requiresHeaders: boolean;
  readonly bindings: BrokerBindings;
}
