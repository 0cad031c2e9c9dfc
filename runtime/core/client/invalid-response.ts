import type { InvalidResponse } from '../call.js';
import type { Violation } from '../check.js';
import type { WireResponse } from '../wire.js';

/** A response that can not be read, or violates its description. */
export function invalidResponse(
  response: WireResponse,
  message: string,
  violations: readonly Violation[] = [],
): InvalidResponse {
  const { status } = response;
  return { kind: 'invalid-response', ok: false, status, message, violations, response };
}
