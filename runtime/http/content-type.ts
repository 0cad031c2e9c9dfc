import type { EncodeBody, SendBody } from '../core/client/capabilities.js';
import { isHeaderValue, withHeader } from '../core/headers.js';
import { EncodingError } from '../core/parameters/encoding-error.js';

/** Adds the media type of a body to the headers of its request. */
export function withContentType(encode: EncodeBody): SendBody {
  // Calls that add no headers share one array of headers, so the result is cached for that array.
  let cached:
    | { readonly from: readonly string[]; readonly type: string; readonly to: readonly string[] }
    | undefined;
  return (value, requestedType, random, from, partHeaders, xml) => {
    const encoded = encode(value, requestedType, random, partHeaders, xml);
    if (encoded === undefined) return { headers: from, body: undefined };
    const { contentType: type, body } = encoded;
    if (cached?.from !== from || cached.type !== type) {
      if (!isHeaderValue(type)) throw new EncodingError('/body', 'a media type', 'contentType');
      cached = { from, type, to: Object.freeze(withHeader(from, 'Content-Type', type)) };
    }
    return { headers: cached.to, body };
  };
}
