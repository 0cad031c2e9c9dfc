import type { AnyOutcome } from '../operation-call.js';
import type { Violation } from '../../check.js';
import type {
  ContentDescriptor,
  IntegersDescriptor,
  OperationDescriptor,
  OutcomeDescriptor,
} from '../../descriptor.js';
import { headerValue } from '../../headers.js';
import { type DecodedOutcome, invalidResponse } from './validate-response.js';
import type { ClientConfig } from '../client-config.js';
import type {
  Capabilities,
  ChooseContent,
  ChosenContent,
  Read,
  ResponseCodec,
} from '../capabilities.js';
import type { Received } from '../sending/send.js';
import { decodeDates } from '../../dates/descriptor.js';
import { readJson } from '../../integers.js';
import { JsonError } from '../../json.js';
import { mediaParameter, type MediaType, mediaTypeFit, parseMediaType } from '../../media-type.js';
import { readPrimitive } from './response-headers.js';
import type { XmlCodec, XmlDescriptor } from '../../xml-descriptor.js';
import { firstInexact } from '../../exact-numbers.js';

type Response = Received['response'];

/** Decodes a response. Never throws. */
export type DecodeResponse = (config: ClientConfig, response: Response) => DecodedOutcome;

/** Prepares the outcomes of an operation. An exact status takes precedence over a range, and a range over `default`. */
export function prepareResponse(
  operation: OperationDescriptor,
  parts: Capabilities,
): DecodeResponse {
  const { outcomes } = operation;
  const decoders = new Map<unknown, DecodeOutcome>(
    outcomes.map((outcome, index) => [
      outcome.status,
      prepareOutcome(operation, outcome, index, parts),
    ]),
  );
  return (config, response) => {
    const { status } = response;
    const decode =
      decoders.get(status) ??
      decoders.get(`${Math.floor(status / 100)}XX`) ??
      decoders.get('default');
    return decode?.(config, response) ?? { outcome: config.pipeline.undeclared(response) };
  };
}

/** Statuses of responses that never have content (RFC 9110 section 6.4.1). */
const empty = [204, 205, 304];

/** Decodes a response as a declared outcome; `undefined` if its content is not declared. */
type DecodeOutcome = (config: ClientConfig, response: Response) => DecodedOutcome | undefined;

function prepareOutcome(
  operation: OperationDescriptor,
  outcome: OutcomeDescriptor,
  index: number,
  parts: Capabilities,
): DecodeOutcome {
  const { status: when, contents, headers: declared = [], error } = outcome;
  const readHeaders = declared[0] && parts.answerHeaders?.(declared);
  const { answers } = parts;
  const choose = contents && answers?.choose(contents, outcome);
  const mayBeDefault = !operation.outcomes.some(({ status }) => isSuccess(status));
  return (config, response) => {
    const { status, body } = response;
    const headers = readHeaders?.(response.headers) ?? { values: {} };
    if ('fault' in headers) return undecodable(response, headers);
    const ok = isSuccess(status) && (when !== 'default' || mayBeDefault);
    let value: unknown;
    let content: number | undefined;
    if (choose && operation.method !== 'HEAD' && !empty.includes(status)) {
      const chosen = choose(headerValue(response.headers, 'content-type')?.trim());
      if (chosen?.decline !== undefined)
        return { outcome: chosen.decline(config.pipeline.undeclared(response)) };
      const declaration = chosen && contents?.[chosen.index];
      const read =
        declaration &&
        answers?.read(declaration, chosen.media, body ?? new Uint8Array(), ok, config);
      if (read === undefined) return undefined;
      if ('fault' in read) return undecodable(response, read);
      ({ value } = read);
      content = chosen?.index;
    }
    const kind = ok ? 'success' : 'failure';
    const result = { kind, ok, when, status, value, headers: headers.values, response };
    if (error !== undefined && !ok) parts.errorWords?.(error, result, value);
    return { outcome: result, declared: { outcome: index, content } };
  };
}

/** Creates the outcome of a response that cannot be decoded. */
function undecodable(response: Response, { fault, violations }: Fault): DecodedOutcome {
  return { outcome: invalidResponse(response, fault, violations) };
}

/** Reason why decoding failed. */
interface Fault {
  readonly fault: string;
  readonly violations?: readonly Violation[];
}

function isSuccess(status: number | string): boolean {
  return String(status).startsWith('2');
}

/**
 * Creates the outcome of a response that is not declared. The body is JSON if the content type says
 * so and it can be parsed, otherwise text if it is UTF-8, otherwise bytes.
 */
export function undeclared(response: Response): AnyOutcome {
  const { status, headers, body: bytes } = response;
  const type = headerValue(headers, 'content-type') ?? '';
  let body: unknown;
  if (bytes !== undefined && bytes.length > 0) {
    const isJson = /^[^;]+[/+]json\s*(?:;|$)/i.test(type);
    const read: Read = isJson ? decodeJson(bytes) : { fault: '' };
    body = 'value' in read ? read.value : (textOf(bytes) ?? bytes);
  }
  const outcome = { kind: 'undeclared', ok: false, status, body, response };
  return outcome;
}

/** Decodes responses that are only JSON, without `bigint`, and declared with exact media types without parameters. */
export const jsonAnswer: ResponseCodec = {
  choose: (contents) =>
    remembered((text) => {
      const type = text?.split(';', 1)[0]?.trim().toLowerCase();
      const index =
        type === undefined && contents.length === 1
          ? 0
          : contents.findIndex(({ mediaType }) => mediaType.toLowerCase() === type);
      return index < 0 ? undefined : { index };
    }),
  read: (_content, _media, bytes, _ok, config) => config.pipeline.decodeJson(bytes),
};

/** Caches the last selection: a server usually sends the same content type in every response. */
function remembered(choose: ChooseContent): ChooseContent {
  let last: { readonly text: string | undefined; readonly chosen: ChosenContent | undefined };
  return (text) => {
    if (last === undefined || last.text !== text) last = { text, chosen: choose(text) };
    return last.chosen;
  };
}

/** Decodes responses of any content type. */
export const anyAnswer: ResponseCodec = {
  choose: chooseContent,
  read(content, media, bytes, _ok, config) {
    const read = decodeAnswer(content, media, bytes, config.xml);
    if ('fault' in read) return read;
    const { value, faults: violations } = decodeDates(read.value, content.dates);
    return violations.length === 0
      ? { value }
      : { fault: 'the response violates the description', violations };
  },
};

function decodeAnswer(
  { codec, integers, members, xml }: ContentDescriptor,
  media: MediaType | undefined,
  bytes: Uint8Array,
  xmlCodec: XmlCodec | undefined,
): Read {
  switch (codec) {
    case 'json':
      return decodeIntegers(bytes, integers);
    case 'xml':
      return xml === undefined ? decodeText(bytes, media) : decodeXml(bytes, media, xml, xmlCodec);
    case 'text':
    case 'sse':
    case 'json-lines':
    case 'json-seq':
      return decodeText(bytes, media);
    case 'form':
      return decodeForm(bytes, members);
    case 'multipart':
    case 'binary':
    case 'opaque':
      return { value: bytes };
  }
}

/** Decodes JSON from UTF-8 bytes, with `bigint` where the descriptor lists it. Any other number that loses precision is a fault. */
export function decodeIntegers(bytes: Uint8Array, integers: IntegersDescriptor | undefined): Read {
  if (integers === undefined) return decodeJson(bytes);
  return decodeJsonWith(bytes, (text) => {
    try {
      return { value: readJson(text, integers) };
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      return { fault: `the body cannot be decoded: ${error.message}` };
    }
  });
}

function decodeXml(
  bytes: Uint8Array,
  media: MediaType | undefined,
  descriptor: XmlDescriptor,
  xml: XmlCodec | undefined,
): Read {
  if (xml === undefined)
    return {
      fault: 'the body is XML; pass "xml" of "@tallystick/runtime/xml" to the client',
    };
  const text = decodeText(bytes, media, encodingOf(bytes));
  if ('fault' in text) return text;
  const read = xml.read(text.value, descriptor);
  if ('value' in read) return read;
  const { pointer, expected } = read;
  return {
    fault: `the body cannot be decoded: expected ${expected}`,
    violations: [{ pointer, keyword: 'syntax', expected, schema: '' }],
  };
}

/** Encoding that an XML document declares, used if the content type has no charset (RFC 7303 section 3.2). */
function encodingOf(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  return /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1];
}

/** Decodes text in the charset of its content type. Invalid bytes are a fault and are never replaced. */
function decodeText(
  bytes: Uint8Array,
  media: MediaType | undefined,
  defaultCharset = 'utf-8',
): { readonly value: string } | { readonly fault: string } {
  const charset = (media && mediaParameter(media, 'charset')) ?? defaultCharset;
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(charset, { fatal: true });
  } catch {
    return { fault: `the charset ${JSON.stringify(charset)} is not supported` };
  }
  try {
    return { value: decoder.decode(bytes) };
  } catch {
    return { fault: `the body is not text in ${charset}` };
  }
}

/**
 * Decodes the fields of a form. A field that is declared as a list or occurs several times becomes a list. A text that does not
 * match its declared type stays text, so that no information is lost.
 */
function decodeForm(bytes: Uint8Array, members: ContentDescriptor['members'] = {}): Read {
  const pairs = new URLSearchParams(new TextDecoder().decode(bytes));
  const names = new Set<string>();
  pairs.forEach((_, name) => names.add(name));
  const read = (name: string): readonly [string, unknown] => {
    const type = Object.hasOwn(members, name) ? members[name] : undefined;
    const isList = type?.types.includes('array') === true;
    const item = isList ? type.items : type;
    const values = pairs.getAll(name).map((text) => readPrimitive(text, item));
    return [name, isList || values.length > 1 ? values : values[0]];
  };
  try {
    return { value: Object.fromEntries([...names].map(read)) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { fault: `the body cannot be decoded: ${error.message}` };
  }
}

/** Selects the declared content that matches the response type best. A response without a type matches if only one content is declared. */
function chooseContent(contents: readonly ContentDescriptor[]): ChooseContent {
  const declared = contents.map(({ mediaType }) => parseMediaType(mediaType));
  return remembered((text) => {
    if (text === undefined) return contents.length === 1 ? { index: 0 } : undefined;
    const media = parseMediaType(text);
    let index = -1;
    let bestFit = 0;
    declared.forEach((declaredType, at) => {
      const fit = declaredType && media ? mediaTypeFit(declaredType, media) : 0;
      if (fit > bestFit) [index, bestFit] = [at, fit];
    });
    return index < 0 ? undefined : { index, media };
  });
}

const strictUtf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });

/** Decodes bytes as text; `undefined` if they are not UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes JSON from UTF-8 bytes. A number that loses precision is a fault. */
export function decodeJson(bytes: Uint8Array): Read {
  return decodeJsonWith(bytes, (text) => {
    const value: unknown = JSON.parse(text);
    const at = firstInexact(text);
    return at < 0 ? { value } : { fault: `a number loses precision, at offset ${at}` };
  });
}

/** Decodes JSON from UTF-8 bytes with a custom parser. */
function decodeJsonWith(bytes: Uint8Array, read: (text: string) => Read): Read {
  if (bytes.length === 0) return { fault: 'the body is empty, but JSON is declared' };
  const text = textOf(bytes);
  if (text === undefined) return { fault: 'the body is not UTF-8' };
  try {
    return read(text);
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: 'the body is not JSON' };
    throw error;
  }
}
