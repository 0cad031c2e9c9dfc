import type { EncodeBody, EncodedBody } from '../core/client/parts.js';
import type { BodyDescriptor, CodecName, ContentDescriptor } from '../core/descriptor.js';
import { mediaTypeFit, parseMediaType } from '../core/media-type.js';
import { EncodingError } from '../core/parameters/encoding-error.js';
import type { RandomSource } from '../core/random.js';
import type { XmlCodec } from '../core/xml-descriptor.js';

/** Writes a value as one of an operation's contents. */
export type EncodeContent = (
  content: ContentDescriptor,
  contentType: string,
  value: unknown,
  random: RandomSource,
  partHeaders: object | undefined,
  xml: XmlCodec | undefined,
) => EncodedBody;

/**
 * Prepares the body of an operation: which content a value is written as, JSON where there is any and the caller says nothing. A range such as `image/*` can not be sent, so the codec's
 * plainest type takes its place.
 */
export function prepareContents(
  { contents, required }: BodyDescriptor,
  encode: EncodeContent,
  plainType: (codec: CodecName) => string,
): EncodeBody {
  const first =
    contents.find(({ codec, mediaType }) => codec === 'json' && !mediaType.includes('*')) ??
    contents[0];
  const usual =
    first?.mediaType.includes('*') === true ? plainType(first.codec) : (first?.mediaType ?? '');
  return (value, contentType, random, partHeaders, xml) => {
    if (value === undefined) {
      if (required === true) throw new EncodingError('/body', 'given', 'required');
      return undefined;
    }
    if (first === undefined)
      throw new EncodingError('/body', 'declared with any content', 'content');
    return contentType === undefined
      ? encode(first, usual, value, random, partHeaders, xml)
      : encode(contentFor(contents, contentType), contentType, value, random, partHeaders, xml);
  };
}

/** The declared content that a media type fits best. */
function contentFor(contents: readonly ContentDescriptor[], asked: string): ContentDescriptor {
  const wanted = parseMediaType(asked);
  let best: ContentDescriptor | undefined;
  let most = 0;
  for (const content of contents) {
    const media = parseMediaType(content.mediaType);
    const fit = media === undefined || wanted === undefined ? 0 : mediaTypeFit(media, wanted);
    if (fit > most) [best, most] = [content, fit];
  }
  if (best !== undefined) return best;
  const declared = contents.map(({ mediaType }) => mediaType).join(', ');
  throw new EncodingError('/body', `sent as one of ${declared}`, 'contentType');
}
