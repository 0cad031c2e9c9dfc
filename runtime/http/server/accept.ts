import type { ContentDescriptor, OperationDescriptor } from '../../core/descriptor.js';
import { headerValue, withoutSpace, type RawHeaders } from '../../core/headers.js';
import { type MediaType, mediaTypeFit, parseMediaType } from '../../core/media-type.js';
import type { XmlCodec } from '../../core/xml-descriptor.js';
import { invalidRequest, Refusal } from '../../core/server/fault.js';
import { isSpoken } from './spoken.js';

/** How gladly a caller takes a declared content: 0 not at all, 1 as gladly as can be. */
export type Acceptance = (content: ContentDescriptor) => number;

interface Range {
  readonly media: MediaType;
  readonly quality: number;
}

const anything: Acceptance = () => 1;

/**
 * What stands between the commas of a list, quoted strings left whole (RFC 9110 section 5.6.1). One that does not end takes all that
 * follows, so that it is refused, and is looked at once.
 */
const element = /(?:[^",]|"(?:[^"\\]|\\(?:[^]|$))*(?:"|$))+/g;

/** A weight; older clients in Java leave out the zero, as in `.2`. */
const qualityText = /^(?:0(?:\.[0-9]{0,3})?|\.[0-9]{1,3}|1(?:\.0{0,3})?)$/;

/** What those clients write for any type, in what they send unless told otherwise: `*; q=.2`. */
const loneStar = /^\*(?=[ \t]*(?:;|$))/;

/**
 * Reads `Accept` (RFC 9110 section 12.5.1): the most specific range decides for a type, and no header takes everything.
 * Refuses with 400 what is no such header.
 */
export function readAccept(headers: RawHeaders): Acceptance {
  const text = headerValue(headers, 'accept');
  if (text === undefined || withoutSpace(text) === '' || withoutSpace(text) === '*/*')
    return anything;
  const ranges = (text.match(element) ?? [])
    .map(withoutSpace)
    .filter((part) => part !== '')
    .map(readRange);
  const known = new Map<string, number>();
  return ({ mediaType }) => {
    const quality = known.get(mediaType) ?? qualityOf(mediaType, ranges);
    // Declared types are few.
    known.set(mediaType, quality);
    return quality;
  };
}

function qualityOf(mediaType: string, ranges: readonly Range[]): number {
  const media = parseMediaType(mediaType);
  // Which type of a declared range it will be is known when a handler answers.
  if (media === undefined || media.type === '*' || media.subtype.includes('*')) return 1;
  let best: Range | undefined;
  let most = 0;
  for (const range of ranges) {
    const fit = mediaTypeFit(range.media, media);
    if (fit > most) [best, most] = [range, fit];
  }
  return best?.quality ?? 0;
}

function readRange(text: string): Range {
  const media = parseMediaType(text.replace(loneStar, '*/*'));
  const weight = media?.parameters.find(([name]) => name === 'q')?.[1] ?? '1';
  if (
    media === undefined ||
    (media.type === '*' && media.subtype !== '*') ||
    !qualityText.test(weight)
  ) {
    throw invalidRequest('malformed-accept', [
      { path: 'header/Accept', keyword: 'syntax', message: 'expected media ranges' },
    ]);
  }
  const parameters = media.parameters.filter(([name]) => name !== 'q');
  return { media: { ...media, parameters }, quality: Number(weight) };
}

/** What a caller takes of an operation's answers. */
export interface Accepted {
  readonly acceptance: Acceptance;
  /** As {@link acceptedTypes} says it. */
  readonly accepts: readonly string[];
}

/**
 * Prepares the reading of `Accept` for one operation, and the refusal, with 406, of callers who take none of what success has. Nearly all
 * callers say the same, so what was made of the last header is kept.
 */
export function acceptReader(
  operation: OperationDescriptor,
  xml?: XmlCodec,
): (headers: RawHeaders) => Accepted {
  const requireAcceptable = acceptCheck(operation);
  let last: { readonly text: string | undefined; readonly accepted: Accepted } | undefined;
  return (headers) => {
    const text = headerValue(headers, 'accept');
    if (last !== undefined && last.text === text) return last.accepted;
    const liking = readAccept(headers);
    const acceptance: Acceptance =
      xml === undefined ? (content) => (isSpoken(content, xml) ? liking(content) : 0) : liking;
    requireAcceptable(acceptance);
    const accepted = { acceptance, accepts: Object.freeze(acceptedTypes(operation, acceptance)) };
    last = { text, accepted };
    return accepted;
  };
}

/** Prepares the refusal, with 406, of callers who take none of the contents that success has. */
export function acceptCheck(operation: OperationDescriptor): (acceptance: Acceptance) => void {
  const two = operation.outcomes.filter(({ status }) => String(status).startsWith('2'));
  const successes =
    two.length > 0 ? two : operation.outcomes.filter(({ status }) => status === 'default');
  // An answer without a body suits everybody.
  const open = successes.some(({ contents = [] }) => contents.length === 0);
  const contents = successes.flatMap((outcome) => outcome.contents ?? []);
  if (open || contents.length === 0) return () => undefined;
  const types = [...new Set(contents.map(({ mediaType }) => mediaType))].join(' or ');
  return (acceptance) => {
    if (contents.some((content) => acceptance(content) > 0)) return;
    throw new Refusal('not-acceptable', 'nothing-acceptable', {
      violations: [{ path: 'header/Accept', keyword: 'content', message: `expected ${types}` }],
    });
  };
}

/** Declared media types of success, what the caller likes best first, without what the caller does not take. */
export function acceptedTypes(
  operation: OperationDescriptor,
  acceptance: Acceptance,
): readonly string[] {
  const contents = operation.outcomes
    .filter(({ status }) => String(status).startsWith('2') || status === 'default')
    .flatMap((outcome) => outcome.contents ?? []);
  const liked = contents
    .map((content) => [content.mediaType, acceptance(content)] as const)
    .filter(([, quality]) => quality > 0)
    .sort(([, left], [, right]) => right - left);
  return [...new Set(liked.map(([mediaType]) => mediaType))];
}
