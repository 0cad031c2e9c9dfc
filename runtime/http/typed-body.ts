import type { EncodeBody, SendBody } from '../core/client/parts.js';
import { isHeaderValue, withHeader } from '../core/headers.js';
import { EncodingError } from '../core/parameters/encoding-error.js';

/** Puts the type of a body among the headers of its request. */
export function typed(encode: EncodeBody): SendBody {
  // The headers of a call that adds none are the same for every call.
  let usual:
    | { readonly from: readonly string[]; readonly type: string; readonly to: readonly string[] }
    | undefined;
  return (value, asked, random, from, partHeaders, xml) => {
    const encoded = encode(value, asked, random, partHeaders, xml);
    if (encoded === undefined) return { headers: from, body: undefined };
    const { contentType: type, body } = encoded;
    if (usual?.from !== from || usual.type !== type) {
      if (!isHeaderValue(type)) throw new EncodingError('/body', 'a media type', 'contentType');
      usual = { from, type, to: Object.freeze(withHeader(from, 'Content-Type', type)) };
    }
    return { headers: usual.to, body };
  };
}
