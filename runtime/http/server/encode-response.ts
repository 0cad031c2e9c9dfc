import {
  type OutcomeCheck,
  type OutcomeChecks,
  type Violation,
  outcomeCheckAt,
} from '../../core/check.js';
import type {
  ContentDescriptor,
  OperationDescriptor,
  OutcomeDescriptor,
} from '../../core/descriptor.js';
import { isStreamBody } from '../../core/body.js';
import { decodeDates, encodeDates } from '../../core/dates/descriptor.js';
import { isItemCodec } from '../../core/items/item-types.js';
import { hasItems } from '../../core/items/write-item.js';
import { readJson } from '../../core/integers.js';
import { parseMediaType, mediaTypeFit } from '../../core/media-type.js';
import { Refusal } from '../../core/server/fault.js';
import type { Body, WireResponse, StreamBody } from '../../core/wire.js';
import type { XmlCodec, XmlDescriptor } from '../../core/xml-descriptor.js';
import { isHandlerResponse, type AnyHandlerResponse } from '../../core/server/handler-response.js';
import { writeJson } from '../../core/write-json.js';
import { EncodingError } from '../../core/parameters/encoding-error.js';
import { encodeForm } from '../../core/parameters/form.js';
import type { AcceptedTypes } from './content-negotiation.js';
import { deprecationHeaders, withNotice } from './deprecation-headers.js';
import { encodeHeaders } from './encode-headers.js';
import { encodeItems, defaultItemStreamOptions, type ItemStreamOptions } from './response-items.js';

/** Statuses whose responses have no body (RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Prepares the encoding of a handler's responses.
 *
 * A response that the description does not declare is a fault of the server: it is refused as `internal`, and the
 * reason appears only in the log. With checks, this includes responses that do not match their schemas.
 */
export function responseEncoder(
  { outcomes, deprecation }: OperationDescriptor,
  checks: OutcomeChecks | undefined,
  sending: ItemStreamOptions = defaultItemStreamOptions,
  xml?: XmlCodec,
): (answer: unknown, acceptance: AcceptedTypes) => WireResponse {
  const indexes = new Map<number, number>();
  const notice = deprecationHeaders(deprecation);
  return (answer, acceptance) => {
    if (!isHandlerResponse(answer)) throw undeclared('no-answer');
    const { status } = answer;
    const index = indexes.get(status) ?? indexOf(outcomes, status);
    const outcome = outcomes[index];
    if (outcome === undefined) throw undeclared('undeclared-status');
    // Only valid statuses get here, so the cache is bounded.
    indexes.set(status, index);
    if (outcome.status !== answer.when) throw undeclared('status-of-another-outcome');
    const response = encodeResponse(
      outcome,
      answer,
      outcomeCheckAt(checks, index),
      checks !== undefined,
      acceptance,
      sending,
      xml,
    );
    return notice.length === 0 ? response : withNotice(response, notice);
  };
}

function encodeResponse(
  outcome: OutcomeDescriptor,
  answer: AnyHandlerResponse,
  check: OutcomeCheck | undefined,
  isComplete: boolean,
  acceptance: AcceptedTypes,
  sending: ItemStreamOptions,
  xml: XmlCodec | undefined,
): WireResponse {
  const headers = encodeHeaders(outcome, answer.headers, check?.headers, isComplete);
  if (
    outcome.contents === undefined ||
    outcome.contents.length === 0 ||
    bodiless.has(answer.status)
  ) {
    if (answer.body !== undefined) throw undeclared('undeclared-body');
    return { status: answer.status, headers, body: undefined };
  }
  if (answer.body === undefined) throw undeclared('missing-body');
  const { content, index, contentType } = contentFor(outcome.contents, answer, acceptance, check);
  const body = isItemCodec(content.codec)
    ? encodeItems(content, answer.body, check?.items?.[index], sending)
    : encodeBody(content, asWire(content, answer.body), check?.contents?.[index], xml);
  const type = ['Content-Type', contentType];
  return {
    status: answer.status,
    headers: headers.length === 0 ? type : [...type, ...headers],
    body,
  };
}

/** Index of the outcome that a client will choose for the status; -1 if there is none. Throws for an invalid status. */
function indexOf(outcomes: readonly OutcomeDescriptor[], status: number): number {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw undeclared('impossible-status');
  const range = `${Math.floor(status / 100)}XX`;
  for (const key of [status, range, 'default']) {
    const index = outcomes.findIndex((outcome) => outcome.status === key);
    if (index >= 0) return index;
  }
  return -1;
}

function contentFor(
  contents: readonly ContentDescriptor[],
  answer: AnyHandlerResponse,
  acceptance: AcceptedTypes,
  check: OutcomeCheck | undefined,
): { readonly content: ContentDescriptor; readonly index: number; readonly contentType: string } {
  const { body, contentType } = answer;
  if (contentType === undefined) {
    const index = bestOf(contents, body, acceptance, check);
    const content = contents[index];
    if (content === undefined) throw undeclared('undeclared-body');
    const isRange = content.mediaType.includes('*');
    return { content, index, contentType: isRange ? plainType(content) : content.mediaType };
  }
  const media = parseMediaType(contentType);
  if (media === undefined) throw undeclared('malformed-content-type');
  const fits = contents.map((content) => {
    const declared = parseMediaType(content.mediaType);
    return declared === undefined ? 0 : mediaTypeFit(declared, media);
  });
  const index = fits.indexOf(Math.max(...fits));
  const content = contents[index];
  if (content === undefined || fits[index] === 0) throw undeclared('undeclared-content-type');
  return { content, index, contentType };
}

/** Media type to send for a wildcard media range if the handler names none. */
function plainType({ codec }: ContentDescriptor): string {
  if (codec === 'json') return 'application/json';
  return codec === 'text' ? 'text/plain' : 'application/octet-stream';
}

/**
 * Selects the content that can represent the body and that the caller prefers.
 *
 * Among equals, JSON comes before the first other content. A string
 * is JSON if the checks accept it, or if no other content is text.
 */
function bestOf(
  contents: readonly ContentDescriptor[],
  body: unknown,
  acceptance: AcceptedTypes,
  check: OutcomeCheck | undefined,
): number {
  if (contents.length === 1) return 0;
  const candidates = contents.flatMap((content, index) =>
    canRepresent(content, body) ? [{ index, isJson: content.codec === 'json', content }] : [],
  );
  const isText = typeof body === 'string' && candidates.some(({ isJson }) => !isJson);
  const fitting = candidates.filter(
    ({ index, isJson }) => !isText || !isJson || check?.contents?.[index]?.is(body) !== false,
  );
  const isChecked = (index: number): boolean => check?.contents?.[index] !== undefined;
  let best: (typeof candidates)[number] | undefined;
  let bestRank: readonly [quality: number, rank: number] = [-1, 0];
  for (const candidate of fitting) {
    const isFirst = candidate.isJson && (!isText || isChecked(candidate.index));
    const rank = [acceptance(candidate.content), isFirst ? 1 : 0] as const;
    if (rank[0] > bestRank[0] || (rank[0] === bestRank[0] && rank[1] > bestRank[1]))
      [best, bestRank] = [candidate, rank];
  }
  return best?.index ?? 0;
}

function canRepresent({ codec, xml }: ContentDescriptor, body: unknown): boolean {
  switch (codec) {
    case 'json':
      return !isBytes(body);
    case 'xml':
      return (typeof body === 'string') === (xml === undefined) && !isBytes(body);
    case 'text':
      return typeof body === 'string';
    case 'form':
      return typeof body === 'object' && !isBytes(body);
    case 'sse':
    case 'json-lines':
    case 'json-seq':
      return hasItems(body) || isStreamBody(body);
    default:
      return typeof body === 'string' || isBytes(body);
  }
}

function encodeBody(
  content: ContentDescriptor,
  value: unknown,
  check: NonNullable<OutcomeCheck['contents']>[number],
  xml: XmlCodec | undefined,
): Body {
  switch (content.codec) {
    case 'json': {
      const { integers, dates } = content;
      const text = integers === undefined ? stringify(value) : writeJson(value);
      if (text === undefined) throw undeclared('missing-body');
      // Validates what the client will read: absent properties are omitted, and values without a date format are text.
      if (check !== undefined)
        validate(
          check,
          decodeDates(integers === undefined ? JSON.parse(text) : readJson(text, integers), dates)
            .value,
        );
      return text;
    }
    case 'xml':
      return content.xml === undefined
        ? textOf(value)
        : encodeXml(content.xml, content, value, check, xml);
    case 'text':
      if (check !== undefined) validate(check, textOf(value));
      return textOf(value);
    case 'form':
      return encodeForm(content, value, '/body');
    default:
      return encodeBytes(value);
  }
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw undeclared('body-is-no-text');
  return value;
}

/** Encodes an XML document. The check validates what the client will read. */
function encodeXml(
  descriptor: XmlDescriptor,
  { dates }: ContentDescriptor,
  value: unknown,
  check: NonNullable<OutcomeCheck['contents']>[number],
  xml: XmlCodec | undefined,
): string {
  if (xml === undefined) throw undeclared('no-xml');
  const text = encodeOrRefuse(() => xml.write(value, descriptor, ''));
  if (check === undefined) return text;
  const read = xml.read(text, descriptor);
  if ('value' in read) validate(check, decodeDates(read.value, dates).value);
  else throw invalidResponse([{ ...read, keyword: 'syntax', schema: '' }]);
  return text;
}

/** Converts dates to their wire form. Throws if one cannot be represented. */
function asWire({ dates }: ContentDescriptor, value: unknown): unknown {
  return encodeOrRefuse(() => encodeDates(value, dates, ''));
}

/** Runs an encoder. A value that it cannot encode is an invalid response. */
function encodeOrRefuse<Encoded>(write: () => Encoded): Encoded {
  try {
    return write();
  } catch (error) {
    throw error instanceof EncodingError ? invalidResponse([error.violation]) : error;
  }
}

function stringify(value: unknown): string | undefined {
  return JSON.stringify(value);
}

function validate(
  check: NonNullable<NonNullable<OutcomeCheck['contents']>[number]>,
  value: unknown,
): void {
  if (!check.is(value)) throw invalidResponse(check.check(value));
}

/** Refusal of a response that does not match its description. */
function invalidResponse(answer: readonly Violation[]): Refusal {
  return new Refusal('internal', 'invalid-answer', { answer });
}

function undeclared(reason: string): Refusal {
  return new Refusal('internal', reason);
}

/** True if a value is bytes or a stream. */
function isBytes(value: unknown): value is Uint8Array | StreamBody | AsyncIterable<unknown> {
  return value instanceof Uint8Array || isPieces(value) || isStreamBody(value);
}

/** Returns bytes and text as a body. The pieces of a stream may be bytes or text. */
function encodeBytes(value: unknown): Body {
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  if (isStreamBody(value)) return value;
  if (isPieces(value)) return { stream: asBytes(value) };
  throw new Refusal('internal', 'body-is-no-bytes');
}

function isPieces(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

async function* asBytes(
  pieces: AsyncIterable<unknown>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) {
    if (piece instanceof Uint8Array) yield piece;
    else if (typeof piece === 'string') yield encoder.encode(piece);
    else throw new Refusal('internal', 'piece-is-no-bytes');
  }
}
