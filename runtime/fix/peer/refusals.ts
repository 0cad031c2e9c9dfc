import type { ReasonOf } from '../../core/server/refusals.js';
import type { FixClient } from './client.js';
import type { FixTypes } from './descriptor.js';
import type { FixInbound } from './inbound/inbound-queue.js';

/** A BusinessMessageReject (j): its BusinessRejectReason (380) and Text (58). */
export interface FixBusinessReason {
  readonly reason: number;
  readonly text: string;
}

type MessageOf<Types extends FixTypes, Name> = Extract<Types['toServer'], { readonly type: Name }>;
type Response<Types extends FixTypes> = Types['toClient'] | FixBusinessReason;

/** Codes that each message may be refused with. Default: any, for every message. */
export type EveryFixRefusal<Reasons, Types extends FixTypes> = {
  readonly [Name in Types['toServer']['type']]: keyof Reasons;
};

/**
 * Replies to a program's reasons, by message and code: a message such as an ExecutionReport (8) or an OrderCancelReject (9), or the reason of a
 * BusinessMessageReject (j). A line that is missing does not compile.
 */
export type FixRefusalMap<
  Reasons,
  Types extends FixTypes,
  Possible = EveryFixRefusal<Reasons, Types>,
> = {
  readonly [Name in keyof Possible]: {
    readonly [Code in Possible[Name] & keyof Reasons]:
      | FixBusinessReason
      | ((data: Reasons[Code], message: MessageOf<Types, Name>) => Response<Types>);
  };
};

/** Sends the reply to a reason. Within a handler, it is one of the replies of that handler. */
export type FixRefuse<Reasons, Types extends FixTypes, Possible> = <Name extends keyof Possible>(
  session: Pick<FixClient<Types>, 'send' | 'refuse'>,
  inbound: FixInbound<Types['toServer']> & { readonly message: { readonly type: Name } },
  reason: ReasonOf<Reasons, Possible[Name] & keyof Reasons>,
) => Promise<void>;

/** Creates the function that turns a program's reasons into FIX messages. */
export function createFixRefusals<
  Reasons,
  Types extends FixTypes,
  Possible = EveryFixRefusal<Reasons, Types>,
>(map: FixRefusalMap<Reasons, Types, Possible>): FixRefuse<Reasons, Types, Possible> {
  const table = map as object as Readonly<
    Record<PropertyKey, Readonly<Record<PropertyKey, unknown>> | undefined>
  >;
  return async (session, inbound, { code, data }) => {
    const { type } = inbound.message;
    const responses = Object.hasOwn(table, type) ? table[type] : undefined;
    const response =
      responses !== undefined && Object.hasOwn(responses, code) ? responses[code] : undefined;
    // Typed programs have a response to every reason.
    if (response === undefined)
      throw new TypeError(`"${String(type)}" has no response to "${String(code)}".`);
    const reply = (
      typeof response === 'function' ? response(data, inbound.message) : response
    ) as Response<Types>;
    if (isBusinessReason(reply)) session.refuse(inbound, reply.reason, reply.text);
    else await session.send(reply);
  };
}

function isBusinessReason(reply: object): reply is FixBusinessReason {
  return !('type' in reply) && 'reason' in reply;
}
