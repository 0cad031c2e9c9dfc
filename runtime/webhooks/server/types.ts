import type { RequestChecks } from '../../core/check.js';
import type { ServerOptions } from '../../http/server/server.js';
import type { HandlerRequest } from '../../http/server/operation.js';
import type { Awaitable, BaseServerOptions } from '../../core/server/options.js';
import type { Handler } from '../../core/server/respond.js';
import type { Fault } from '../../core/server/fault.js';
import type { WireResponse } from '../../core/wire.js';
import type { HandledDelivery, ReceivedDeliveryOptions } from './claims.js';
import type { GivenHeaders } from './headers.js';
import type { WebhookDescriptor } from '../descriptor.js';

/** A webhook that a receiver accepts. */
export interface ReceivedWebhook {
  readonly descriptor: WebhookDescriptor;
  /** Name of its handler among the properties of the handlers object. */
  readonly handler: string;
}

/** Options of a webhook receiver. */
export interface WebhookReceiverOptions
  extends
    Omit<BaseServerOptions, 'basePath' | 'cors'>,
    Pick<ServerOptions, 'unknownQuery' | 'validateResponses' | 'xml'> {
  /**
   * Path for all webhooks, or one path for each; webhooks without a path are not accepted then. Default: any path that
   * the adapter passes on.
   */
  readonly path?: string | { readonly [webhook: string]: string };
  /**
   * Returns the name of the webhook that a delivery belongs to. Needed if several webhooks share a path and the
   * description does not distinguish them. The delivery has not been verified yet.
   */
  readonly choose?: (delivery: UnverifiedDelivery) => string | undefined;
  /**
   * Handles verified deliveries without a handler, and events that the description does not contain. They are then
   * acknowledged with 204. Without this function they are refused with 404, and the sender will retry.
   */
  readonly otherwise?: (delivery: UnhandledDelivery) => Awaitable<void>;
  /**
   * Options for recognising repeated deliveries by their event or signature. A delivery that has been handled is
   * acknowledged and not handled again; one that is being handled is refused with 409.
   */
  readonly deliveries?: ReceivedDeliveryOptions;
}

/** Options of a receiver with the additions of its generated package. */
export interface WebhookReceiverBinding extends WebhookReceiverOptions {
  /** One verifier for each security scheme of the deliveries. */
  readonly security?: object;
  readonly variables?: object;
  /** Checks of parameters and bodies. Without them, any value is accepted. */
  readonly checks?: RequestChecks;
  /** Set if a scheme's tokens are valid for one host only, so that `authorities` must contain that host. */
  readonly hostBound?: true;
}

/** A delivery whose sender has not been verified. */
export interface UnverifiedDelivery {
  /** Headers as raw pairs. */
  readonly headers: readonly string[];
  /** The body, if it is JSON; otherwise `undefined`. */
  readonly body: unknown;
}

/** A verified delivery without a handler. The body of an unknown event has not been validated. */
export interface UnhandledDelivery extends HandlerRequest {
  /** Name of the webhook. */
  readonly webhook: string;
  readonly body?: unknown;
  readonly delivery: HandledDelivery;
}

/** Properties that every webhook handler receives in addition to the parts of its request. */
export interface WebhookContext {
  readonly delivery: HandledDelivery;
}

/** Handler of one webhook. */
export type WebhookHandler<Request, Responses extends object> = Handler<
  Request & WebhookContext,
  Responses
>;

/**
 * Handler of a webhook whose body has a property with the name of the event: one function for all events, or one for
 * each. The latter receive the body type of their event.
 */
export type EventHandler<
  Member extends string,
  Request extends { readonly body: unknown },
  Responses extends object,
> = WebhookHandler<Request, Responses> | EventHandlers<Member, Request, Responses>;

/** One handler for each event of a webhook. */
export type EventHandlers<
  Member extends string,
  Request extends { readonly body: unknown },
  Responses extends object,
> = {
  readonly [Event in EventOf<Request['body'], Member>]?: WebhookHandler<
    Omit<Request, 'body'> & { readonly body: BodyOf<Request['body'], Member, Event> },
    Responses
  >;
};

/** Names of the events that a body type contains. */
export type EventOf<Body, Member extends string> = Body extends {
  readonly [Name in Member]: infer Event extends string;
}
  ? Event
  : never;

/** Body type of one event. */
export type BodyOf<Body, Member extends string, Event> = Body extends {
  readonly [Name in Member]: infer Own;
}
  ? Event extends Own
    ? Body
    : never
  : never;

/** A delivery as it was received, for programs that respond without a receiver. */
export interface GivenDelivery {
  readonly headers: GivenHeaders;
  /** The unmodified bytes of the body. A body that was parsed and serialised again has another signature. */
  readonly body: string | Uint8Array | ArrayBuffer;
  /** Method of the request. Default: `POST`. */
  readonly method?: string;
  /**
   * Path and query. Required if the signature covers them or the webhook has parameters. Default: the receiver's path.
   */
  readonly target?: string;
}

/**
 * A delivery that is claimed for the caller, who must complete or
 * release it. Until then, a repetition is refused with status 409.
 */
export interface ClaimedDelivery {
  /**
   * Records the delivery as handled: a repetition is reported as `repeated`.
   *
   * @param transaction a transaction of the caller on the database of the
   * store. The caller's writes and the record are committed together.
   * @throws {DeliveryClaimLostError} with a transaction, if another process has claimed the delivery in the meantime.
   */
  complete(transaction?: unknown): Promise<void>;
  /** Gives the claim up: a repetition can be claimed again. */
  release(): Promise<void>;
}

/** Result of verifying a delivery: its content, or the response to send. */
export type Verified<Delivery> =
  | ({ readonly ok: true } & Delivery)
  | {
      readonly ok: false;
      /** The delivery has been handled before; the response acknowledges it. */
      readonly repeated: true;
      readonly fault?: undefined;
      readonly response: WireResponse;
    }
  | {
      readonly ok: false;
      readonly repeated: false;
      readonly fault: Fault;
      /** Error response that a receiver would send. */
      readonly response: WireResponse;
    };
