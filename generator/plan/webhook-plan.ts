import type { AddressPart } from '../model/api.js';
import type { MatchPlan } from './message-match.js';
import type { Identifier, OperationPlan, SecurityPlan } from './plan.js';

/** What the server sends by itself: a typed sender for whoever serves the API, a typed receiver for whoever consumes it. */
export interface WebhooksPlan {
  readonly webhooks: readonly WebhookPlan[];
  /** The same in the order in which a receiver tries them. */
  readonly tried: readonly WebhookPlan[];
  /** The schemes that deliveries carry. */
  readonly security: readonly SecurityPlan[];
  /** Whether one of them makes tokens that are good for one host alone. */
  readonly hostBound: boolean;
  /** `PlatformWebhooks`, the sender's class. */
  readonly sender: Identifier;
  readonly senderOptionsType: Identifier;
  readonly credentialsType: Identifier;
  /** `createPlatformWebhookReceiver`. */
  readonly receiver: Identifier;
  /** `createPlatformWebhookVerifier`. */
  readonly verifier: Identifier;
  readonly handlersType: Identifier;
  readonly receiverOptionsType: Identifier;
  readonly verifiersType: Identifier;
  readonly principalsType: Identifier;
  /** `PlatformWebhookDeliveries`: what each of them brings. */
  readonly deliveriesType: Identifier;
  /** Constant of validators.ts: checks of deliveries by operation id. */
  readonly checks: Identifier;
}

/** One webhook or callback. Its function's name is that of the sender's method and of the receiver's handler. */
export interface WebhookPlan {
  readonly operation: OperationPlan;
  /** What tells it from the others; empty where nothing does. */
  readonly match: readonly MatchPlan[];
  /** The member of its body that says which event it is. */
  readonly event?: string;
  readonly callback?: CallbackPlan;
}

/** A callback whose address can be found in what set it up. */
export interface CallbackPlan {
  readonly address: readonly AddressPart[];
  /** The operation that sets it up. */
  readonly parent: OperationPlan;
  /** Members of what its handler receives that the address is found in; the type names those that it has. */
  readonly request: readonly CallbackPart<'wire' | 'path' | 'query' | 'headers' | 'body'>[];
  /** Members of its answer. */
  readonly response: readonly CallbackPart<'status' | 'headers' | 'body'>[];
}

/** `declared`: the operation's own types have this member. */
export interface CallbackPart<Member> {
  readonly member: Member;
  readonly declared: boolean;
}
