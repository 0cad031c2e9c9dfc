import type { OutcomeCheck, OutcomeChecks, Violation } from '../../core/check.js';
import { outcomeCheckAt } from '../../core/outcome-check.js';
import type {
  ContentDescriptor,
  OperationDescriptor,
  OutcomeDescriptor,
} from '../../core/descriptor.js';
import { isStreamBody } from '../../core/body.js';
import { decoded, encoded } from '../../core/dates/turned.js';
import { isItemCodec } from '../../core/items/forms.js';
import { hasItems } from '../../core/items/write-item.js';
import { readJson } from '../../core/integers.js';
import { parseMediaType, mediaTypeFit } from '../../core/media-type.js';
import { Refusal } from '../../core/server/fault.js';
import type { Body, WireResponse } from '../../core/wire.js';
import type { XmlCodec, XmlDescriptor } from '../../core/xml-descriptor.js';
import { isAnswer, type AnyAnswer } from '../../core/server/answer.js';
import { writeJson } from '../../core/write-json.js';
import { EncodingError } from '../../core/parameters/encoding-error.js';
import { encodeForm } from '../../core/parameters/form.js';
import type { Acceptance } from './accept.js';
import { encodeBytes, isBytes } from './encode-body.js';
import { encodeHeaders } from './encode-headers.js';
import { encodeItems, plainSending, type Sending } from './items-out.js';

/** Statuses whose responses have no body (RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Prepares the putting of a handler's answers on the wire. An answer that the description does not declare is a fault of the
 * server: refused as `internal`, the reason for the log alone. With checks, so is one that violates its schema.
 */
export function answerEncoder(
  { outcomes }: OperationDescriptor,
  checks: OutcomeChecks | undefined,
  sending: Sending = plainSending,
  xml?: XmlCodec,
): (answer: unknown, acceptance: Acceptance) => WireResponse {
  const indexes = new Map<number, number>();
  return (answer, acceptance) => {
    if (!isAnswer(answer)) throw undeclared('no-answer');
    const { status } = answer;
    const index = indexes.get(status) ?? indexOf(outcomes, status);
    const outcome = outcomes[index];
    if (outcome === undefined) throw undeclared('undeclared-status');
    // Only what is a status gets here: there are not many.
    indexes.set(status, index);
    if (outcome.status !== answer.when) throw undeclared('status-of-another-outcome');
    return encodeAnswer(
      outcome,
      answer,
      outcomeCheckAt(checks, index),
      checks !== undefined,
      acceptance,
      sending,
      xml,
    );
  };
}

function encodeAnswer(
  outcome: OutcomeDescriptor,
  answer: AnyAnswer,
  check: OutcomeCheck | undefined,
  complete: boolean,
  acceptance: Acceptance,
  sending: Sending,
  xml: XmlCodec | undefined,
): WireResponse {
  const headers = encodeHeaders(outcome, answer.headers, check?.headers, complete);
  if (
    outcome.contents === undefined ||
    outcome.contents.length === 0 ||
    bodiless.has(answer.status)
  ) {
    if (answer.body !== undefined) throw undeclared('undeclared-body');
    return { status: answer.status, headers, body: undefined };
  }
  if (answer.body === undefined) throw undeclared('missing-body');
  const { content, at, contentType } = contentFor(outcome.contents, answer, acceptance, check);
  const body = isItemCodec(content.codec)
    ? encodeItems(content, answer.body, check?.items?.[at], sending)
    : encodeBody(content, asWire(content, answer.body), check?.contents?.[at], xml);
  const type = ['Content-Type', contentType];
  return {
    status: answer.status,
    headers: headers.length === 0 ? type : [...type, ...headers],
    body,
  };
}

/** The index of the outcome that a client will take the status for, -1 where there is none. Refuses what is no status. */
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
  answer: AnyAnswer,
  acceptance: Acceptance,
  check: OutcomeCheck | undefined,
): { readonly content: ContentDescriptor; readonly at: number; readonly contentType: string } {
  const { body, contentType } = answer;
  if (contentType === undefined) {
    const at = bestOf(contents, body, acceptance, check);
    const content = contents[at];
    if (content === undefined) throw undeclared('undeclared-body');
    const ranged = content.mediaType.includes('*');
    return { content, at, contentType: ranged ? plainType(content) : content.mediaType };
  }
  const media = parseMediaType(contentType);
  if (media === undefined) throw undeclared('malformed-content-type');
  const fits = contents.map((content) => {
    const declared = parseMediaType(content.mediaType);
    return declared === undefined ? 0 : mediaTypeFit(declared, media);
  });
  const at = fits.indexOf(Math.max(...fits));
  const content = contents[at];
  if (content === undefined || fits[at] === 0) throw undeclared('undeclared-content-type');
  return { content, at, contentType };
}

/** What a range is where nobody says more. */
function plainType({ codec }: ContentDescriptor): string {
  return codec === 'json' ? 'application/json' : 'application/octet-stream';
}

/**
 * The content that can carry a body and that the caller likes best; of several JSON, otherwise the first, and of none the first. A text is
 * JSON where checks say so, and otherwise only if no other content is text.
 */
function bestOf(
  contents: readonly ContentDescriptor[],
  body: unknown,
  acceptance: Acceptance,
  check: OutcomeCheck | undefined,
): number {
  if (contents.length === 1) return 0;
  const able = contents.flatMap((content, index) =>
    carries(content, body) ? [{ index, isJson: content.codec === 'json', content }] : [],
  );
  const isText = typeof body === 'string' && able.some(({ isJson }) => !isJson);
  const fitting = able.filter(
    ({ index, isJson }) => !isText || !isJson || check?.contents?.[index]?.is(body) !== false,
  );
  const isChecked = (index: number): boolean => check?.contents?.[index] !== undefined;
  let best: (typeof able)[number] | undefined;
  let most: readonly [quality: number, rank: number] = [-1, 0];
  for (const each of fitting) {
    const isFirst = each.isJson && (!isText || isChecked(each.index));
    const rank = [acceptance(each.content), isFirst ? 1 : 0] as const;
    if (rank[0] > most[0] || (rank[0] === most[0] && rank[1] > most[1]))
      [best, most] = [each, rank];
  }
  return best?.index ?? 0;
}

function carries({ codec, xml }: ContentDescriptor, body: unknown): boolean {
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
      // What is checked is what the caller will read: absent members are gone, and dates that are none in the description are text.
      if (check !== undefined)
        validate(
          check,
          decoded(integers === undefined ? JSON.parse(text) : readJson(text, integers), dates)
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

/** A document. What is checked is what the caller will read. */
function encodeXml(
  descriptor: XmlDescriptor,
  { dates }: ContentDescriptor,
  value: unknown,
  check: NonNullable<OutcomeCheck['contents']>[number],
  xml: XmlCodec | undefined,
): string {
  if (xml === undefined) throw undeclared('no-xml');
  const text = writable(() => xml.write(value, descriptor, ''));
  if (check === undefined) return text;
  const read = xml.read(text, descriptor);
  if ('value' in read) validate(check, decoded(read.value, dates).value);
  else throw violating([{ ...read, keyword: 'syntax', schema: '' }]);
  return text;
}

/** A body as it travels. One with a date that can not be written is no answer. */
function asWire({ dates }: ContentDescriptor, value: unknown): unknown {
  return writable(() => encoded(value, dates, ''));
}

/** What is written; a value that can not be written is no answer. */
function writable<Written>(write: () => Written): Written {
  try {
    return write();
  } catch (error) {
    throw error instanceof EncodingError ? violating([error.violation]) : error;
  }
}

function stringify(value: unknown): string | undefined {
  return JSON.stringify(value);
}

function validate(
  check: NonNullable<NonNullable<OutcomeCheck['contents']>[number]>,
  value: unknown,
): void {
  if (!check.is(value)) throw violating(check.report(value));
}

/** An answer that is not what the description says. */
function violating(answer: readonly Violation[]): Refusal {
  return new Refusal('internal', 'invalid-answer', { answer });
}

function undeclared(reason: string): Refusal {
  return new Refusal('internal', reason);
}
