import type { RequestCheck } from '../../core/check.js';
import type { BodyDescriptor, ContentDescriptor } from '../../core/descriptor.js';
import { hasHeader, headerValues, type RawHeaders } from '../../core/headers.js';
import { parseStrictJson } from '../../core/integers.js';
import { JsonError } from '../../core/json.js';
import {
  mediaParameter,
  mediaTypeFit,
  parseMediaType,
  type MediaType,
} from '../../core/media-type.js';
import { Refusal, invalidRequest, type FaultViolation } from '../../core/server/fault.js';
import type { Limits } from '../../core/server/options.js';
import { parsePairs } from '../../core/server/query.js';
import type { WireRequest } from '../../core/wire.js';
import type { XmlCodec } from '../../core/xml-descriptor.js';
import { readFormPairs } from './forms/form-body.js';
import { readFormData, type ReceivedFormData, withoutFiles } from './forms/form-data.js';
import { isSupportedContent } from './content-negotiation.js';
import { checkedValue } from './violations.js';

/** The declared content that matches a request's `Content-Type`. */
export interface ChosenContent {
  readonly content: ContentDescriptor;
  /** Index in the list of declared contents. */
  readonly index: number;
  readonly media: MediaType;
}

/** Selects the declared content that matches a request's `Content-Type`. */
export type ContentChooser = (request: WireRequest) => ChosenContent;

/**
 * Prepares the selection of the declared content by `Content-Type`. Throws a refusal with 415 if none matches.
 *
 * The header is parsed once, strictly by RFC 9110, and the result determines both parsing and validation. A body
 * without the header is `application/octet-stream` (RFC 9110 section 8.3).
 */
export function contentChooser(
  { contents: declared }: BodyDescriptor,
  xml: XmlCodec | undefined,
): ContentChooser {
  const contents = declared.flatMap((content, index) =>
    isSupportedContent(content, xml) ? [{ content, index }] : [],
  );
  // Nearly all callers send the same header, so the result for the last header is cached.
  let last: { readonly text: string; readonly chosen: ChosenContent } | undefined;
  return ({ headers }) => {
    if (hasHeader(headers, 'content-encoding')) requireIdentity(headers);
    const lines = headerValues(headers, 'content-type');
    if (lines.length > 1) throw unsupported('repeated-content-type');
    const text = lines[0] ?? 'application/octet-stream';
    if (last?.text !== text) last = { text, chosen: chosenOf(contents, text) };
    return last.chosen;
  };
}

function requireIdentity(headers: RawHeaders): void {
  const encodings = headerValues(headers, 'content-encoding');
  if (encodings.some((encoding) => encoding.trim().toLowerCase() !== 'identity'))
    throw unsupported('content-encoding', 'Content-Encoding');
}

function chosenOf(
  contents: readonly Pick<ChosenContent, 'content' | 'index'>[],
  text: string,
): ChosenContent {
  const media = parseMediaType(text);
  if (media === undefined || media.type === '*' || media.subtype.includes('*'))
    throw unsupported('malformed-content-type');
  let best: ChosenContent | undefined;
  let bestFit = 0;
  for (const { content, index } of contents) {
    const declared = parseMediaType(content.mediaType);
    const fit = declared === undefined ? 0 : mediaTypeFit(declared, media);
    if (fit > bestFit) [best, bestFit] = [{ content, index, media }, fit];
  }
  if (best === undefined) throw unsupported('undeclared-content-type');
  return best;
}

function unsupported(reason: string, header = 'Content-Type'): Refusal {
  const violations = [
    { path: `header/${header}`, keyword: 'content', message: phrases[reason] ?? '' },
  ];
  return new Refusal('unsupported-media-type', reason, { violations });
}

const phrases: Readonly<Record<string, string>> = {
  'content-encoding': 'expected no content coding except identity',
  'repeated-content-type': 'expected only once',
  'malformed-content-type': 'expected a media type',
  'undeclared-content-type': 'expected a media type that the operation accepts',
  'unsupported-charset': 'expected UTF-8',
};

/** True if the handler receives a body of this content as a stream. */
export function isStreamed(content: ContentDescriptor): boolean {
  return content.streamsParts === true || !buffered.has(content.codec);
}

/**
 * True if a body of this content may be empty: no items, or an empty
 * file, text or form. For other contents, an empty body is no body.
 */
export function mayBeEmpty({ codec }: ContentDescriptor): boolean {
  return codec !== 'json' && codec !== 'multipart' && codec !== 'xml';
}

const buffered: ReadonlySet<string> = new Set(['json', 'form', 'multipart', 'text', 'xml']);

/** Checks, limits and codecs for reading a body. */
export interface BodyParts {
  readonly checks: RequestCheck | undefined;
  readonly limits: Limits;
  readonly xml: XmlCodec | undefined;
}

/** Decodes and validates a body; adds its violations. Resolves later for a multipart form. */
export function decodeBody(
  { content, index, media }: ChosenContent,
  bytes: Uint8Array,
  parts: BodyParts,
  violations: FaultViolation[],
): unknown {
  const { checks } = parts;
  const bodyViolations: FaultViolation[] = [];
  const validated = (input: unknown, seen?: (value: unknown) => unknown): unknown => {
    let value = input;
    if (bodyViolations.length === 0 && (content.codec !== 'xml' || content.xml !== undefined)) {
      const read = { value, dates: content.dates, check: checks?.body?.[index], path: 'body' };
      value = checkedValue(
        seen === undefined ? read : { ...read, toChecked: seen },
        bodyViolations,
      );
    }
    if (bodyViolations.length > 0) violations.push(...bodyViolations);
    return value;
  };
  if (content.codec !== 'multipart')
    return validated(parseBody(content, media, bytes, parts, bodyViolations));
  const lines = checks?.partHeaders?.[index];
  return readFormData(content, media, bytes, parts.limits.queryKeys, lines, bodyViolations).then(
    ({ body, ...heads }): ReceivedFormData => ({
      body: validated(body, (seen) => withoutFiles(seen, content)),
      ...heads,
    }),
  );
}

function parseBody(
  content: ContentDescriptor,
  media: MediaType,
  bytes: Uint8Array,
  { limits, xml }: BodyParts,
  violations: FaultViolation[],
): unknown {
  switch (content.codec) {
    case 'json':
      return parseJson(decodeText(media, bytes), content, violations);
    case 'form':
      return readFormPairs(
        content,
        parsePairs(decodeText(media, bytes), limits.queryKeys, 'body'),
        'body',
        violations,
      );
    case 'xml':
      return parseXml(decodeText(media, bytes), content, xml, violations);
    case 'text':
      return decodeText(media, bytes);
    default:
      return bytes;
  }
}

/** Throws a refusal with 415 for a charset other than UTF-8 and its subset US-ASCII. */
export function requireUtf8(media: MediaType): void {
  if (media.parameters.length === 0) return;
  const charset = mediaParameter(media, 'charset')?.toLowerCase() ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'us-ascii') throw unsupported('unsupported-charset');
}

const strictUtf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes strict UTF-8. */
function decodeText(media: MediaType, bytes: Uint8Array): string {
  requireUtf8(media);
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw invalidRequest('malformed-text', [
      { path: 'body', keyword: 'syntax', message: 'expected UTF-8' },
    ]);
  }
}

function parseJson(
  text: string,
  { integers }: ContentDescriptor,
  violations: FaultViolation[],
): unknown {
  try {
    return parseStrictJson(text, integers);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    violations.push({ path: 'body', keyword: 'syntax', message: jsonPhrase(error) });
    return undefined;
  }
}

/** Decodes an XML document; returns its text if it has no XML descriptor or there is no codec. */
function parseXml(
  text: string,
  { xml: descriptor }: ContentDescriptor,
  xml: XmlCodec | undefined,
  violations: FaultViolation[],
): unknown {
  if (descriptor === undefined || xml === undefined) return text;
  const read = xml.read(text, descriptor);
  if ('value' in read) return read.value;
  const { pointer, expected } = read;
  violations.push({ path: `body${pointer}`, keyword: 'syntax', message: `expected ${expected}` });
  return undefined;
}

function jsonPhrase(error: JsonError): string {
  switch (error.code) {
    case 'duplicate-member':
      return `expected unique property names; one is repeated at offset ${error.offset}`;
    case 'inexact-number':
      return `expected numbers that a double can represent; one loses precision at offset ${error.offset}`;
    case 'too-deep':
      return `expected fewer levels of nesting; too many at offset ${error.offset}`;
    default:
      return `expected JSON; there is an error at offset ${error.offset}`;
  }
}
