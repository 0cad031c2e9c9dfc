import type { ContentDescriptor, OperationDescriptor } from '../../core/descriptor.js';
import { headerValue, withoutSpace, type RawHeaders } from '../../core/headers.js';
import { type MediaType, mediaTypeFit, parseMediaType } from '../../core/media-type.js';
import type { XmlCodec } from '../../core/xml-descriptor.js';
import { invalidRequest, Refusal } from '../../core/server/fault.js';

/** Quality that a caller assigns to a declared content: from 0, not acceptable, to 1. */
export type AcceptedTypes = (content: ContentDescriptor) => number;

interface Range {
  readonly media: MediaType;
  readonly quality: number;
}

const acceptAny: AcceptedTypes = () => 1;

/**
 * An element of a comma-separated list, with quoted strings kept together (RFC 9110 section 5.6.1). An unterminated
 * string extends to the end, so it is refused without backtracking.
 */
const element = /(?:[^",]|"(?:[^"\\]|\\(?:[^]|$))*(?:"|$))+/g;

/** A weight. Older Java clients omit the zero, as in `.2`. */
const qualityText = /^(?:0(?:\.[0-9]{0,3})?|\.[0-9]{1,3}|1(?:\.0{0,3})?)$/;

/** The form in which those Java clients write `*` for any type, in their default header: `*; q=.2`. */
const javaWildcard = /^\*(?=[ \t]*(?:;|$))/;

/**
 * Parses `Accept` (RFC 9110 section 12.5.1). The most specific range determines the quality of a type. Without the
 * header, every type has quality 1.
 *
 * @throws {Refusal} with status 400 for a malformed header.
 */
function readAccept(headers: RawHeaders): AcceptedTypes {
  const text = headerValue(headers, 'accept');
  if (text === undefined || withoutSpace(text) === '' || withoutSpace(text) === '*/*')
    return acceptAny;
  const ranges = (text.match(element) ?? [])
    .map(withoutSpace)
    .filter((part) => part !== '')
    .map(readRange);
  const qualities = new Map<string, number>();
  return ({ mediaType }) => {
    const quality = qualities.get(mediaType) ?? qualityOf(mediaType, ranges);
    // The cache is bounded by the number of declared types.
    qualities.set(mediaType, quality);
    return quality;
  };
}

function qualityOf(mediaType: string, ranges: readonly Range[]): number {
  const media = parseMediaType(mediaType);
  // The concrete type of a declared range is known only when a handler responds.
  if (media === undefined || media.type === '*' || media.subtype.includes('*')) return 1;
  let best: Range | undefined;
  let bestFit = 0;
  for (const range of ranges) {
    const fit = mediaTypeFit(range.media, media);
    if (fit > bestFit) [best, bestFit] = [range, fit];
  }
  return best?.quality ?? 0;
}

function readRange(text: string): Range {
  const media = parseMediaType(text.replace(javaWildcard, '*/*'));
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

/** The responses of an operation that a caller accepts. */
export interface Accepted {
  readonly acceptance: AcceptedTypes;
  /** Result of {@link acceptedTypes}. */
  readonly accepts: readonly string[];
}

/**
 * Prepares the parsing of `Accept` for one operation. Callers
 * that accept none of its success contents are refused with 406.
 *
 * Nearly all callers send the same header, so the result for the last header is cached.
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
    const requested = readAccept(headers);
    const acceptance: AcceptedTypes =
      xml === undefined
        ? (content) => (isSupportedContent(content, xml) ? requested(content) : 0)
        : requested;
    requireAcceptable(acceptance);
    const accepted = { acceptance, accepts: Object.freeze(acceptedTypes(operation, acceptance)) };
    last = { text, accepted };
    return accepted;
  };
}

/** Prepares the check that a caller accepts some success content. It refuses other callers with 406. */
function acceptCheck(operation: OperationDescriptor): (acceptance: AcceptedTypes) => void {
  const declaredSuccesses = operation.outcomes.filter(({ status }) =>
    String(status).startsWith('2'),
  );
  const successes =
    declaredSuccesses.length > 0
      ? declaredSuccesses
      : operation.outcomes.filter(({ status }) => status === 'default');
  // A response without a body is acceptable to every caller.
  const hasBodyless = successes.some(({ contents = [] }) => contents.length === 0);
  const contents = successes.flatMap((outcome) => outcome.contents ?? []);
  if (hasBodyless || contents.length === 0) return () => undefined;
  const types = [...new Set(contents.map(({ mediaType }) => mediaType))].join(' or ');
  return (acceptance) => {
    if (contents.some((content) => acceptance(content) > 0)) return;
    throw new Refusal('not-acceptable', 'nothing-acceptable', {
      violations: [{ path: 'header/Accept', keyword: 'content', message: `expected ${types}` }],
    });
  };
}

/** Acceptable media types of the success contents, in the caller's order of preference. */
function acceptedTypes(
  operation: OperationDescriptor,
  acceptance: AcceptedTypes,
): readonly string[] {
  const contents = operation.outcomes
    .filter(({ status }) => String(status).startsWith('2') || status === 'default')
    .flatMap((outcome) => outcome.contents ?? []);
  const acceptable = contents
    .map((content) => [content.mediaType, acceptance(content)] as const)
    .filter(([, quality]) => quality > 0)
    .sort(([, left], [, right]) => right - left);
  return [...new Set(acceptable.map(([mediaType]) => mediaType))];
}

/** True if a server can read and write a content. XML requires a codec. */
export function isSupportedContent(content: ContentDescriptor, xml: XmlCodec | undefined): boolean {
  return content.xml === undefined || xml !== undefined;
}

/** Throws if an operation cannot be served, because its body or one of its responses is only declared as XML. */
export function requireXml(
  { id, body, outcomes }: OperationDescriptor,
  xml: XmlCodec | undefined,
): void {
  const all = [body?.contents, ...outcomes.map(({ contents }) => contents)];
  const isUnsupported = all.some(
    (contents = []) =>
      contents.length > 0 && !contents.some((content) => isSupportedContent(content, xml)),
  );
  if (isUnsupported)
    throw new Error(
      `"${id}" has XML bodies: pass "xml" of "@tallystick/runtime/xml" to the server.`,
    );
}
