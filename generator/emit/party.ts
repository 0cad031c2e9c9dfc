import type { Operation } from '../model/api.js';

/** Whose program holds the body, and whether it was made there or read there. A webhook's request is made by its sender, and answered by its receiver. */
export type Party =
  | 'client-sends'
  | 'client-receives'
  | 'server-receives'
  | 'server-sends'
  | 'sender-sends'
  | 'sender-receives'
  | 'receiver-receives'
  | 'receiver-sends';

/** The parties of an operation: those of a call, or those of a delivery. */
export function partiesOf({ sentBy }: Operation): {
  readonly asks: Party;
  readonly hears: Party;
  readonly takes: Party;
  readonly answers: Party;
} {
  return sentBy === 'client'
    ? {
        asks: 'client-sends',
        hears: 'client-receives',
        takes: 'server-receives',
        answers: 'server-sends',
      }
    : {
        asks: 'sender-sends',
        hears: 'sender-receives',
        takes: 'receiver-receives',
        answers: 'receiver-sends',
      };
}

/** A request's schema is seen as it is sent on both sides, a response's as it is received; what a server sends by itself is turned round. */
export const directions: { readonly [Of in Party]: 'send' | 'receive' } = {
  'sender-sends': 'receive',
  'receiver-receives': 'receive',
  'receiver-sends': 'send',
  'sender-receives': 'send',
  'client-sends': 'send',
  'server-receives': 'send',
  'server-sends': 'receive',
  'client-receives': 'receive',
};
