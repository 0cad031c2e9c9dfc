import { ownDetails } from '../error-details.js';
import { headerValue } from '../headers.js';
import { decodeJson, textOf } from './read-json.js';
import type { AnyOutcome } from './operation-call.js';
import type { Read } from './capabilities.js';
import type { Received } from './send.js';

/**
 * Creates the outcome of a response that is not declared or not accepted by the call. The body is JSON if the content type says
 * so and it can be parsed, otherwise text if it is UTF-8, otherwise bytes.
 */
export function undeclared(response: Received['response'], accepted?: string): AnyOutcome {
  const { status, headers, body: bytes } = response;
  const type = headerValue(headers, 'content-type') ?? '';
  let body: unknown;
  if (bytes !== undefined && bytes.length > 0) {
    const isJson = /^[^;]+[/+]json\s*(?:;|$)/i.test(type);
    const read: Read = isJson ? decodeJson(bytes) : { fault: '' };
    body = 'value' in read ? read.value : (textOf(bytes) ?? bytes);
  }
  const outcome = { kind: 'undeclared', ok: false, status, body, response };
  if (accepted !== undefined)
    ownDetails.set(outcome, (sanitise) => ({
      code: outcome.kind,
      message: `the call accepts ${accepted}, but the response is ${sanitise(type)}`,
    }));
  return outcome;
}
