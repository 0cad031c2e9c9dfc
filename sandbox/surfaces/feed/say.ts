import type { Refusal } from '@tallystick/runtime/websocket/server';

/** Refusals of subscriptions, beside those that the generated server knows: credentials, missing keys, numbers of subscriptions. */
const reasons = {
  'unknown-product': (product: string) => `Product not found: ${product}`,
  // Another profile's account reads as unknown (tenancy-8).
  'unknown-account': (account: string) => `Account not found: ${account}`,
} as const;

/** The refusal of a subscription to a key that does not exist. */
export function say(code: keyof typeof reasons, key: string): Refusal {
  return { message: 'Failed to subscribe', reason: reasons[code](key), code: 'not-found' };
}
