import type { RateLimit } from '../model/limits.js';

/** Describes a limit in words: `10 requests a second per ip, up to 15 at once`. */
export function rateLimitText({ rate, burst, per }: RateLimit): string {
  const requests = rate === 1 ? '1 request' : `${rate} requests`;
  return `${requests} a second per ${per}, up to ${burst} at once`;
}
