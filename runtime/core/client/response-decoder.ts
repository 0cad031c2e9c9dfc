import type { AnyOutcome } from './operation-call.js';
import type { ContentDescriptor, OperationDescriptor, OutcomeDescriptor } from '../descriptor.js';
import { headerValue } from '../headers.js';
import { isJsonMediaType, type MediaType, mediaTypeFit, parseMediaType } from '../media-type.js';
import { decodeJson, textOf } from './json-answer.js';
import type { Parts, Read } from './parts.js';
import { needed } from './request-head.js';
import type { Received } from './send.js';

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
export function prepareResponse(
  operation: OperationDescriptor,
  parts: Parts,
  own?: OwnDecoding,
): DecodeResponse {
  const decoders = new Map(
    operation.outcomes.map((outcome, index) => [
      outcome.status,
      prepareOutcome(operation, outcome, index, parts, own),
    ]),
  );
  return (response) => {
    const { status } = response;
    const decode =
      decoders.get(status) ??
      decoders.get(`${Math.floor(status / 100)}XX` as '1XX') ??
      decoders.get('default');
    return decode?.(response) ?? { outcome: undeclared(response) };
  };
}

const noHeaders: { readonly values: Readonly<Record<string, unknown>> } = {
  values: Object.freeze({}),
};

/** `undefined` for a response whose content is not declared. */
function prepareOutcome(
  operation: OperationDescriptor,
  { status: when, contents, headers: declared = [] }: OutcomeDescriptor,
  index: number,
  { answers, answerHeaders }: Parts,
  own: OwnDecoding | undefined,
): (response: Response) => Decoded | undefined {
  const readHeaders =
    declared.length === 0 ? undefined : needed(operation, 'answerHeaders', answerHeaders)(declared);
  const chooseContent = prepareContents(contents ?? []);
  const decodeContent = contents && needed(operation, 'answers', answers);
  const defaultSucceeds = !operation.outcomes.some(({ status }) => String(status).startsWith('2'));
  return (response) => {
    const { status } = response;
    const headers = readHeaders?.(response.headers) ?? noHeaders;
    if ('fault' in headers) return { outcome: invalidResponse(response, headers.fault) };
    let value: unknown;
    const ok = status >= 200 && status < 300 && (when !== 'default' || defaultSucceeds);
    let content: number | undefined;
    if (decodeContent !== undefined && !hasNoBody(operation.method, response)) {
      const chosen = chooseContent(response);
      if (chosen === undefined || (ok && own?.takes(chosen.content) === false)) return undefined;
      const bytes = response.body ?? nothing;
      const read =
        (ok ? own?.decode?.(chosen.content, bytes) : undefined) ??
        decodeContent(chosen.content, chosen.media, bytes);
      if ('fault' in read) return { outcome: invalidResponse(response, read.fault) };
      ({ value } = read);
      content = chosen.index;
    }
    const kind = ok ? 'success' : 'failure';
    const outcome = { kind, ok, when, status, value, headers: headers.values, response };
    return { outcome, declared: { outcome: index, content } };
  };
}

const nothing = new Uint8Array(0);

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
  const choose = (text: string | undefined): ChosenContent | undefined => {
    const [only, second] = declared;
    if (text === undefined)
      return only && second === undefined ? { ...only, media: undefined } : undefined;
    const media = parseMediaType(text.trim());
    let best: (typeof declared)[number] | undefined;
    let most = 0;
    for (const each of declared) {
      const fit = each.media && media ? mediaTypeFit(each.media, media) : 0;
      if (fit > most) [best, most] = [each, fit];
    }
    return best && { ...best, media };
  };
  // A server says the same type in every answer.
  let last:
    | { readonly text: string | undefined; readonly chosen: ChosenContent | undefined }
    | undefined;
  return ({ headers }) => {
    const text = headerValue(headers, 'content-type');
    if (last === undefined || last.text !== text) last = { text, chosen: choose(text) };
    return last.chosen;
  };
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
  return textOf(bytes) ?? bytes;
}

/** A response that can not be read. */
export function invalidResponse(
  response: Response,
  message: string,
  violations: readonly unknown[] = [],
): AnyOutcome {
  const { status } = response;
  return {
    kind: 'invalid-response',
    ok: false,
    status,
    message,
    violations,
    response,
  } as AnyOutcome;
}
