import type { Operation } from '../model/api.js';

/**
 * The program that handles a body, and whether it encodes or decodes it. Clients and servers
 * exchange calls. Senders and receivers exchange deliveries: the sender sends the request, and the
 * receiver sends the response.
 */
export type EndpointRole =
  | 'client-sends'
  | 'client-receives'
  | 'server-receives'
  | 'server-sends'
  | 'sender-sends'
  | 'sender-receives'
  | 'receiver-receives'
  | 'receiver-sends';

/** Endpoint roles of an operation: those of a call or those of a delivery. */
export function endpointRoles({ sentBy }: Operation): {
  readonly sendsRequest: EndpointRole;
  readonly receivesResponse: EndpointRole;
  readonly receivesRequest: EndpointRole;
  readonly sendsResponse: EndpointRole;
} {
  return sentBy === 'client'
    ? {
        sendsRequest: 'client-sends',
        receivesResponse: 'client-receives',
        receivesRequest: 'server-receives',
        sendsResponse: 'server-sends',
      }
    : {
        sendsRequest: 'sender-sends',
        receivesResponse: 'sender-receives',
        receivesRequest: 'receiver-receives',
        sendsResponse: 'receiver-sends',
      };
}

/**
 * Direction of each role's schemas, from the client's point of view. Requests have the direction
 * `send` on both sides, and responses have `receive`. Deliveries are reversed.
 */
export const roleDirections: { readonly [Of in EndpointRole]: 'send' | 'receive' } = {
  'sender-sends': 'receive',
  'receiver-receives': 'receive',
  'receiver-sends': 'send',
  'sender-receives': 'send',
  'client-sends': 'send',
  'server-receives': 'send',
  'server-sends': 'receive',
  'client-receives': 'receive',
};
