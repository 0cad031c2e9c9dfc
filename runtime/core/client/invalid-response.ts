import type { InvalidResponse } from '../call.js';
import type { Violation } from '../check.js';
import type { WireResponse } from '../wire.js';

/** Creates the outcome of a response that cannot be decoded or violates its description. */
export function invalidResponse(
  response: WireResponse,
  message: string,
  violations: readonly Violation[] = [],
): InvalidResponse {
  const { status } = response;
  return { kind: 'invalid-response', ok: false, status, message, violations, response };
}
