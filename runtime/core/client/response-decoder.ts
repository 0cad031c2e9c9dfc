import type { AnyOutcome } from './operation-call.js';
import type {
  ContentDescriptor,
  IntegersDescriptor,
  OperationDescriptor,
  OutcomeDescriptor,
} from '../descriptor.js';
import { headerValue } from '../headers.js';
import { readJson } from '../integers.js';
import { JsonError } from '../json.js';
import {
  isJsonMediaType,
  type MediaType,
  mediaParameter,
  mediaTypeFit,
  parseMediaType,
} from '../media-type.js';
import type { Received } from './send.js';
import { prepareResponseHeaders, readPrimitive } from './response-headers.js';

type Response = Received['response'];

/** An outcome, and which declaration it was read by. */
export interface Decoded {
  readonly outcome: AnyOutcome;
  /** Index into the descriptor's outcomes and into its contents; absent where none was used. */
  readonly declared?: { readonly outcome: number; readonly content: number | undefined };
}

/** What the calls of an operation that answers with streams do in their own way. */
export interface OwnDecoding {
  /** Whether a content of success is expected; one that is not is undeclared. */
  takes(content: ContentDescriptor): boolean;
  /** Reads the body of success, where this is not done in the common way. */
  decode?(content: ContentDescriptor, bytes: Uint8Array): Read | undefined;
}

/** Makes an outcome of a response. Never throws. */
export type DecodeResponse = (response: Response) => Decoded;

/** Prepares the outcomes of an operation: an exact status wins over a range, a range over `default`. */
export function prepareResponse(operation: OperationDescriptor, own?: OwnDecoding): DecodeResponse {
  const outcomes = operation.outcomes.map((outcome, index) =>
    prepareOutcome(operation, outcome, index, own),
  );
  const byKey = new Map(outcomes.map((outcome) => [outcome.key, outcome]));
  return (response) => {
    const { status } = response;
    const range = `${Math.floor(status / 100)}XX`;
    const found = byKey.get(String(status)) ?? byKey.get(range) ?? byKey.get('default');
    return found === undefined ? { outcome: undeclared(response) } : found.decode(response);
  };
}

function prepareOutcome(
  operation: OperationDescriptor,
  descriptor: OutcomeDescriptor,
  index: number,
  own: OwnDecoding | undefined,
): { readonly key: string; readonly decode: DecodeResponse } {
  const { status: when, contents } = descriptor;
  const readHeaders = prepareResponseHeaders(descriptor.headers ?? []);
  const chooseContent = prepareContents(contents ?? []);
  const defaultSucceeds = !operation.outcomes.some(({ status }) => String(status).startsWith('2'));
  return {
    key: String(when),
    decode(response) {
      const succeeds =
        response.status >= 200 && response.status < 300 && (when !== 'default' || defaultSucceeds);
      const headers = readHeaders(response.headers);
      if ('fault' in headers) return { outcome: invalidResponse(response, headers.fault) };
      const finish = (value: unknown, content?: number): Decoded => ({
        outcome: {
          kind: succeeds ? 'success' : 'failure',
          ok: succeeds,
          when,
          status: response.status,
          value,
          headers: headers.values,
          response,
        } as AnyOutcome,
        declared: { outcome: index, content },
      });
      if (contents === undefined || hasNoBody(operation.method, response))
        return finish(undefined, undefined);
      const chosen = chooseContent(response);
      if (chosen === undefined || (succeeds && own?.takes(chosen.content) === false))
        return { outcome: undeclared(response) };
      const bytes = response.body ?? new Uint8Array(0);
      const read =
        (succeeds ? own?.decode?.(chosen.content, bytes) : undefined) ??
        decodeContent(chosen.content, chosen.media, bytes);
      return 'fault' in read
        ? { outcome: invalidResponse(response, read.fault) }
        : finish(read.value, chosen.index);
    },
  };
}

/** Responses that never have content (RFC 9110 section 6.4.1). */
function hasNoBody(method: string, { status }: Response): boolean {
  return method === 'HEAD' || status === 204 || status === 205 || status === 304;
}

interface ChosenContent {
  readonly content: ContentDescriptor;
  readonly index: number;
  readonly media: MediaType | undefined;
}

/** The declared content that fits the response's type best. A response without a type is taken for the only one declared. */
function prepareContents(
  contents: readonly ContentDescriptor[],
): (response: Response) => ChosenContent | undefined {
  const declared = contents.map((content, index) => ({
    content,
    index,
    media: parseMediaType(content.mediaType),
  }));
  return (response) => {
    const text = headerValue(response.headers, 'content-type');
    const [only, second] = declared;
    if (text === undefined) {
      return only === undefined || second !== undefined ? undefined : { ...only, media: undefined };
    }
    const received = parseMediaType(text.trim());
    if (received === undefined) return undefined;
    let best: (typeof declared)[number] | undefined;
    let bestFit = 0;
    for (const each of declared) {
      const fit = each.media === undefined ? 0 : mediaTypeFit(each.media, received);
      if (fit > bestFit) [best, bestFit] = [each, fit];
    }
    return best === undefined ? undefined : { ...best, media: received };
  };
}

/** A value, or why there is none. */
export type Read = { readonly value: unknown } | { readonly fault: string };

function decodeContent(
  { codec, integers, members }: ContentDescriptor,
  media: MediaType | undefined,
  bytes: Uint8Array,
): Read {
  switch (codec) {
    case 'json':
      return decodeJson(bytes, integers);
    case 'text':
    case 'xml':
    case 'sse':
    case 'json-lines':
    case 'json-seq':
      return { value: decodeText(bytes, media) };
    case 'form':
      return decodeForm(bytes, members);
    case 'multipart':
    case 'binary':
    case 'opaque':
      return { value: bytes };
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads JSON out of UTF-8 bytes; a number that would change is a fault. */
export function decodeJson(bytes: Uint8Array, integers?: IntegersDescriptor): Read {
  if (bytes.length === 0) return { fault: 'the body is empty where JSON is declared' };
  try {
    return { value: readJson(strictUtf8.decode(bytes), integers) };
  } catch (error) {
    if (error instanceof JsonError) return { fault: `the body is refused: ${error.message}` };
    return {
      fault: error instanceof SyntaxError ? 'the body is not JSON' : 'the body is not UTF-8',
    };
  }
}

function decodeText(bytes: Uint8Array, media: MediaType | undefined): string {
  const charset = media === undefined ? undefined : mediaParameter(media, 'charset');
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/**
 * Members of a form. What is declared as a list is one, as is a name that comes several times; a text that is not of its
 * declared type stays text, so that nothing the server said is lost.
 */
function decodeForm(bytes: Uint8Array, members: ContentDescriptor['members'] = {}): Read {
  const pairs = new URLSearchParams(new TextDecoder().decode(bytes));
  const names = [...new Set(pairs.keys())];
  const read = (name: string): readonly [string, unknown] => {
    const type = Object.hasOwn(members, name) ? members[name] : undefined;
    const isList = type?.types.includes('array') === true;
    const item = isList ? type.items : type;
    const values = pairs.getAll(name).map((text) => readPrimitive(text, item));
    return [name, isList || values.length > 1 ? values : values[0]];
  };
  try {
    return { value: Object.fromEntries(names.map(read)) };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { fault: `the body is refused: ${error.message}` };
  }
}

/** A response that nothing was declared for: JSON where it claims to be, text where that is possible, bytes otherwise. */
export function undeclared(response: Response): AnyOutcome {
  const bytes = response.body;
  const media = parseMediaType(headerValue(response.headers, 'content-type')?.trim() ?? '');
  const body = bytes === undefined || bytes.length === 0 ? undefined : guess(bytes, media);
  return { kind: 'undeclared', ok: false, status: response.status, body, response } as AnyOutcome;
}

function guess(bytes: Uint8Array, media: MediaType | undefined): unknown {
  if (media !== undefined && isJsonMediaType(media)) {
    const read = decodeJson(bytes);
    if ('value' in read) return read.value;
  }
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return bytes;
  }
}

/** A response that can not be read. */
export function invalidResponse(
  response: Response,
  message: string,
  violations: readonly unknown[] = [],
): AnyOutcome {
  return {
    kind: 'invalid-response',
    ok: false,
    status: response.status,
    message,
    violations,
    response,
  } as AnyOutcome;
}
