import { headerValue } from '../headers.js';
import { decodeJson, textOf } from './read-json.js';
import type { AnyOutcome } from './operation-call.js';
import type { Read } from './parts.js';
import type { Received } from './send.js';

/** A response that nothing was declared for: JSON where it claims to be, text where that is possible, bytes otherwise. */
export function undeclared(response: Received['response']): AnyOutcome {
  const { status, headers, body: bytes } = response;
  let body: unknown;
  if (bytes !== undefined && bytes.length > 0) {
    const isJson = /^[^;]+[/+]json\s*(?:;|$)/i.test(headerValue(headers, 'content-type') ?? '');
    const read: Read = isJson ? decodeJson(bytes) : { fault: '' };
    body = 'value' in read ? read.value : (textOf(bytes) ?? bytes);
  }
  return { kind: 'undeclared', ok: false, status, body, response } as AnyOutcome;
}
