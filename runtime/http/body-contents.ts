import type { EncodeBody, EncodedBody, SendBody } from '../core/client/capabilities.js';
import type { BodyDescriptor, CodecName, ContentDescriptor } from '../core/descriptor.js';
import { mediaTypeFit, parseMediaType } from '../core/media-type.js';
import { EncodingError } from '../core/parameters/encoding-error.js';
import type { RandomSource } from '../core/random.js';
import type { XmlCodec } from '../core/xml-descriptor.js';
import { jsonText } from '../core/parameters/json-text.js';
import { isHeaderValue, withHeader } from '../core/headers.js';

/** Encodes a value as one content entry of an operation. */
export type EncodeContent = (
  content: ContentDescriptor,
  contentType: string,
  value: unknown,
  random: RandomSource,
  partHeaders: object | undefined,
  xml: XmlCodec | undefined,
) => EncodedBody;

/**
 * Prepares the encoder of an operation's body, which chooses the content entry. Unless the caller names a media type,
 * it is JSON if the operation declares it, else the first entry. A range such as `image/*` cannot be sent; the plainest
 * type of the codec replaces it.
 */
export function prepareContents(
  { contents, required }: BodyDescriptor,
  encode: EncodeContent,
  plainType: (codec: CodecName) => string,
): EncodeBody {
  const first =
    contents.find(({ codec, mediaType }) => codec === 'json' && !mediaType.includes('*')) ??
    contents[0];
  const defaultType =
    first?.mediaType.includes('*') === true ? plainType(first.codec) : (first?.mediaType ?? '');
  return (value, contentType, random, partHeaders, xml) => {
    if (value === undefined) {
      if (required === true) throw new EncodingError('/body', 'given', 'required');
      return undefined;
    }
    if (first === undefined)
      throw new EncodingError('/body', 'allowed: the operation declares no content', 'content');
    return contentType === undefined
      ? encode(first, defaultType, value, random, partHeaders, xml)
      : encode(contentFor(contents, contentType), contentType, value, random, partHeaders, xml);
  };
}

/** Selects the declared content that fits a media type best. */
function contentFor(
  contents: readonly ContentDescriptor[],
  contentType: string,
): ContentDescriptor {
  const requested = parseMediaType(contentType);
  let best: ContentDescriptor | undefined;
  let bestFit = 0;
  for (const content of contents) {
    const media = parseMediaType(content.mediaType);
    const fit = media === undefined || requested === undefined ? 0 : mediaTypeFit(media, requested);
    if (fit > bestFit) [best, bestFit] = [content, fit];
  }
  if (best !== undefined) return best;
  const declared = contents.map(({ mediaType }) => mediaType).join(', ');
  throw new EncodingError('/body', `of one of the types ${declared}`, 'contentType');
}

/** Prepares the encoder of a body that is JSON only, without integers represented as `bigint`. */
export function prepareJsonBody(descriptor: BodyDescriptor): EncodeBody {
  return prepareContents(
    descriptor,
    (_content, contentType, value) => ({ contentType, body: jsonText(value, '/body') }),
    () => 'application/json',
  );
}

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
