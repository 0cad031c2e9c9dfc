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
import { readFormPairs } from './form-body.js';
import { readFormData, type ReceivedFormData, withoutFiles } from './multipart/form-data.js';
import { isSpoken } from './spoken.js';
import { checkedValue } from './violations.js';

/** The declared content that a request's body is in. */
export interface ChosenContent {
  readonly content: ContentDescriptor;
  /** Index into the declared contents. */
  readonly index: number;
  readonly media: MediaType;
}

/** Finds the declared content that a request's body is in. */
export type ContentChooser = (request: WireRequest) => ChosenContent;

/**
 * Prepares the choice of the declared content that fits the request's `Content-Type`; refuses with 415 what none fits. The header is
 * read once, exactly as RFC 9110 writes it, and what was read decides both parsing and validation. A body
 * without the header is `application/octet-stream` (RFC 9110 section 8.3).
 */
export function contentChooser(
  { contents: declared }: BodyDescriptor,
  xml: XmlCodec | undefined,
): ContentChooser {
  const contents = declared.flatMap((content, index) =>
    isSpoken(content, xml) ? [{ content, index }] : [],
  );
  // Nearly all callers say the same, so what was made of the last header is kept.
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
  let most = 0;
  for (const { content, index } of contents) {
    const declared = parseMediaType(content.mediaType);
    const fit = declared === undefined ? 0 : mediaTypeFit(declared, media);
    if (fit > most) [best, most] = [{ content, index, media }, fit];
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
  'content-encoding': 'expected no coding but identity',
  'repeated-content-type': 'expected once only',
  'malformed-content-type': 'expected a media type',
  'undeclared-content-type': 'expected a media type that the operation takes',
  'unsupported-charset': 'expected UTF-8',
};

/** Whether a body in this codec goes to the handler piece by piece. */
export function isStreamed(content: ContentDescriptor): boolean {
  return content.streamsParts === true || !buffered.has(content.codec);
}

/** Whether a body in this codec may have no bytes at all: no items, an empty file, text or form. Elsewhere that is no body. */
export function mayBeEmpty({ codec }: ContentDescriptor): boolean {
  return codec !== 'json' && codec !== 'multipart' && codec !== 'xml';
}

const buffered: ReadonlySet<string> = new Set(['json', 'form', 'multipart', 'text', 'xml']);

/** What a body is read and checked with. */
export interface BodyParts {
  readonly checks: RequestCheck | undefined;
  readonly limits: Limits;
  readonly xml: XmlCodec | undefined;
}

/** The value that a body stands for, validated, now or, of a form with parts, later; adds what is wrong with it. */
export function decodeBody(
  { content, index, media }: ChosenContent,
  bytes: Uint8Array,
  parts: BodyParts,
  violations: FaultViolation[],
): unknown {
  const { checks } = parts;
  const found: FaultViolation[] = [];
  const judged = (given: unknown, seen?: (value: unknown) => unknown): unknown => {
    let value = given;
    if (found.length === 0 && (content.codec !== 'xml' || content.xml !== undefined)) {
      const read = { value, dates: content.dates, check: checks?.body?.[index], place: 'body' };
      value = checkedValue(seen === undefined ? read : { ...read, seen }, found);
    }
    if (found.length > 0) violations.push(...found);
    return value;
  };
  if (content.codec !== 'multipart') return judged(parseBody(content, media, bytes, parts, found));
  const lines = checks?.partHeaders?.[index];
  return readFormData(content, media, bytes, parts.limits.queryKeys, lines, found).then(
    ({ body, ...heads }): ReceivedFormData => ({
      body: judged(body, (seen) => withoutFiles(seen, content)),
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
      return json(decodeText(media, bytes), content, violations);
    case 'form':
      return readFormPairs(
        content,
        parsePairs(decodeText(media, bytes), limits.queryKeys, 'body'),
        'body',
        violations,
      );
    case 'xml':
      return xmlValue(decodeText(media, bytes), content, xml, violations);
    case 'text':
      return decodeText(media, bytes);
    default:
      return bytes;
  }
}

/** Refuses with 415 what says that it is neither UTF-8 nor US-ASCII, which is a part of it. */
export function requireUtf8(media: MediaType): void {
  if (media.parameters.length === 0) return;
  const charset = mediaParameter(media, 'charset')?.toLowerCase() ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'us-ascii') throw unsupported('unsupported-charset');
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8 and nothing else. */
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

function json(
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

/** The value that a document stands for; its text where nothing says how to read it. */
function xmlValue(
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
      return `expected every member once; one comes twice at offset ${error.offset}`;
    case 'inexact-number':
      return `expected numbers that keep their value; one does not at offset ${error.offset}`;
    case 'too-deep':
      return `expected less nesting than at offset ${error.offset}`;
    default:
      return `expected JSON; it fails at offset ${error.offset}`;
  }
}
