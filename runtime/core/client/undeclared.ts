import { ownDetails } from '../error-details.js';
import { headerValue } from '../headers.js';
import { decodeJson, textOf } from './read-json.js';
import type { AnyOutcome } from './operation-call.js';
import type { Read } from './parts.js';
import type { Received } from './send.js';

/**
 * A response that nothing was declared for, or that is not of the types that the call takes: JSON where it claims to be, text where that is
 * possible, bytes otherwise.
 */
export function undeclared(response: Received['response'], takes?: string): AnyOutcome {
  const { status, headers, body: bytes } = response;
  const type = headerValue(headers, 'content-type') ?? '';
  let body: unknown;
  if (bytes !== undefined && bytes.length > 0) {
    const isJson = /^[^;]+[/+]json\s*(?:;|$)/i.test(type);
    const read: Read = isJson ? decodeJson(bytes) : { fault: '' };
    body = 'value' in read ? read.value : (textOf(bytes) ?? bytes);
  }
  const outcome = { kind: 'undeclared', ok: false, status, body, response };
  if (takes !== undefined)
    ownDetails.set(outcome, (show) => ({
      code: outcome.kind,
      message: `the call takes ${takes}, and the answer is ${show(type)}`,
    }));
  return outcome;
}
