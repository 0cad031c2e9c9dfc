import type { AddressPart } from '../../model/api.js';
import type { MessageCondition } from '../../plan/message-conditions.js';
import {
  planKey,
  type Identifier,
  type OperationPlan,
  type PlanKey,
  type SecurityPlan,
} from '../../plan/plan.js';

/** Key of the plan of webhooks. */
export const webhooksKey: PlanKey<WebhooksPlan> = planKey('webhooks');

/**
 * Webhooks and callbacks: a typed sender for the server's program, and a typed receiver for the
 * client's program.
 */
export interface WebhooksPlan {
  readonly webhooks: readonly WebhookPlan[];
  /** Webhooks in the order in which a receiver matches them. */
  readonly matchOrder: readonly WebhookPlan[];
  /** Security schemes of deliveries. */
  readonly security: readonly SecurityPlan[];
  /** True if one of the schemes creates tokens that are valid for a single host. */
  readonly hostBound: boolean;
  /** Class of the sender, such as `PlatformWebhooks`. */
  readonly sender: Identifier;
  readonly senderOptionsType: Identifier;
  readonly credentialsType: Identifier;
  /** Factory such as `createPlatformWebhookReceiver`. */
  readonly receiver: Identifier;
  /** Factory such as `createPlatformWebhookVerifier`. */
  readonly verifier: Identifier;
  readonly handlersType: Identifier;
  readonly receiverOptionsType: Identifier;
  readonly verifiersType: Identifier;
  readonly principalsType: Identifier;
  /** Type of the deliveries by name, such as `PlatformWebhookDeliveries`. */
  readonly deliveriesType: Identifier;
  /** Table of delivery checks by operation id. */
  readonly checks: Identifier;
}

/**
 * A webhook or callback. The sender's method and the receiver's handler have the name of its
 * function.
 */
export interface WebhookPlan {
  readonly operation: OperationPlan;
  /** Conditions that distinguish it from the others. Empty if there are none. */
  readonly match: readonly MessageCondition[];
  /** Property of the body that identifies the event. */
  readonly event?: string;
  readonly callback?: CallbackPlan;
}

/** A callback whose URL can be computed from the request that registered it. */
export interface CallbackPlan {
  readonly address: readonly AddressPart[];
  /** Operation that registers the callback. */
  readonly parent: OperationPlan;
  /** Parts of the handler's request that the URL refers to. */
  readonly request: readonly CallbackPart<'wire' | 'path' | 'query' | 'headers' | 'body'>[];
  /** Parts of the handler's response that the URL refers to. */
  readonly response: readonly CallbackPart<'status' | 'headers' | 'body'>[];
}

/** `declared` is true if the operation's types have this member. */
export interface CallbackPart<Member> {
  readonly member: Member;
  readonly declared: boolean;
}
