import type { RequestChecks } from '../../core/check.js';
import type { ServerOptions } from '../server/server.js';
import type { HandlerRequest } from '../server/operation.js';
import type { Awaitable, BaseServerOptions } from '../../core/server/options.js';
import type { Fault } from '../../core/server/fault.js';
import type { WireResponse } from '../../core/wire.js';
import type { HandledDelivery, ReceivedDeliveryOptions } from './claims.js';
import type { GivenHeaders } from './headers.js';
import type { WebhookDescriptor } from '../webhook/descriptor.js';

/** One webhook that may be received. */
export interface ReceivedWebhook {
  readonly descriptor: WebhookDescriptor;
  /** Name of the member of the handlers that takes it. */
  readonly handler: string;
}

/** What a receiver may be given. */
export interface WebhookReceiverOptions
  extends
    Omit<BaseServerOptions, 'basePath' | 'cors'>,
    Pick<ServerOptions, 'unknownQuery' | 'validateResponses' | 'xml'> {
  /**
   * Where it listens: the path of all webhooks, or one for each; those without one are not taken then. Default: whatever path an
   * adapter hands over.
   */
  readonly path?: string | { readonly [webhook: string]: string };
  /**
   * Says which webhook a delivery is, by its name, where several come to one path and their descriptions do not tell them apart. What it
   * sees was not verified yet.
   */
  readonly choose?: (delivery: UnverifiedDelivery) => string | undefined;
  /**
   * Takes verified deliveries for which there is no handler, and events that the description does not know; they are answered with
   * 204. Without it they are refused with 404, and their sender will try again.
   */
  readonly otherwise?: (delivery: UnhandledDelivery) => Awaitable<void>;
  /**
   * How deliveries are remembered that verifiers know by their event or their signature: one that was handled is answered with success and not
   * handled again, one that is being handled with 409.
   */
  readonly deliveries?: ReceivedDeliveryOptions;
}

/** The options of a receiver with what its generated package adds to them. */
export interface WebhookReceiverBinding extends WebhookReceiverOptions {
  /** One verifier for every scheme that deliveries carry. */
  readonly security?: object;
  readonly variables?: object;
  /** Of parameters and bodies; anything goes where there are none. */
  readonly checks?: RequestChecks;
  /** A scheme makes tokens that are good for one host alone, so `authorities` must say which one that is. */
  readonly hostBound?: true;
}

/** A delivery before anybody knows who sent it. */
export interface UnverifiedDelivery {
  /** Raw pairs. */
  readonly headers: readonly string[];
  /** Its JSON; `undefined` where it is none. */
  readonly body: unknown;
}

/** A verified delivery that no handler takes. Its body is not checked where it is of an event that is not known. */
export interface UnhandledDelivery extends HandlerRequest {
  /** The webhook that it came as. */
  readonly webhook: string;
  readonly body?: unknown;
  readonly delivery: HandledDelivery;
}

/** What every handler of a webhook receives beside the parts of its request. */
export interface WebhookContext {
  readonly delivery: HandledDelivery;
}

/** A handler of one webhook. */
export type WebhookHandler<Request, Respond, Answer> = (
  request: Request & WebhookContext,
  respond: Respond,
) => Awaitable<Answer>;

/**
 * A handler of a webhook whose body says in one member which event it is: a function for all of them, or one for each, which gets the
 * body of that event.
 */
export type EventHandler<
  Member extends string,
  Request extends { readonly body: unknown },
  Respond,
  Answer,
> = WebhookHandler<Request, Respond, Answer> | EventHandlers<Member, Request, Respond, Answer>;

/** A handler for each event of a webhook. */
export type EventHandlers<
  Member extends string,
  Request extends { readonly body: unknown },
  Respond,
  Answer,
> = {
  readonly [Event in EventOf<Request['body'], Member>]?: WebhookHandler<
    Omit<Request, 'body'> & { readonly body: BodyOf<Request['body'], Member, Event> },
    Respond,
    Answer
  >;
};

/** The events that a body may be of. */
export type EventOf<Body, Member extends string> = Body extends {
  readonly [Name in Member]: infer Event extends string;
}
  ? Event
  : never;

/** The body of one event. */
export type BodyOf<Body, Member extends string, Event> = Body extends {
  readonly [Name in Member]: infer Own;
}
  ? Event extends Own
    ? Body
    : never
  : never;

/** A delivery as it came, for whoever answers it without a receiver. */
export interface GivenDelivery {
  readonly headers: GivenHeaders;
  /** The bytes of the body, untouched: a body that was parsed and written again is another one. */
  readonly body: string | Uint8Array | ArrayBuffer;
  /** Default `POST`. */
  readonly method?: string;
  /** Path and query; needed where they are signed, or have parameters. Default: the path of the receiver. */
  readonly target?: string;
}

/** A delivery that was claimed for its caller, who says what came of it. Until then it is refused with 409 if it comes again. */
export interface ClaimedDelivery {
  /**
   * It was handled: if it comes again, it is `repeated`.
   *
   * @param transaction one of the program's own on the database of the store, to commit what was done and the record together
   * @throws {DeliveryClaimLostError} with a transaction, if another process has taken the delivery meanwhile
   */
  complete(transaction?: unknown): Promise<void>;
  /** It was not handled: if it comes again, it is claimed anew. */
  release(): Promise<void>;
}

/** Result of verifying a delivery: what it says, or what is to be answered instead. */
export type Verified<Delivery> =
  | ({ readonly ok: true } & Delivery)
  | {
      readonly ok: false;
      /** It was handled before, and is answered with success. */
      readonly repeated: true;
      readonly fault?: undefined;
      readonly response: WireResponse;
    }
  | {
      readonly ok: false;
      readonly repeated: false;
      readonly fault: Fault;
      /** The answer that a receiver would give. */
      readonly response: WireResponse;
    };
