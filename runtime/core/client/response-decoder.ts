import type { AnyOutcome } from './operation-call.js';
import type { ContentDescriptor, OperationDescriptor, OutcomeDescriptor } from '../descriptor.js';
import { headerValue } from '../headers.js';
import { invalidResponse } from './invalid-response.js';
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

/** Statuses of responses that never have content (RFC 9110 section 6.4.1). */
const empty = [204, 205, 304];

/** `undefined` for a response whose content is not declared. */
function prepareOutcome(
  operation: OperationDescriptor,
  { status: when, contents, headers: declared = [], error }: OutcomeDescriptor,
  index: number,
  parts: Parts,
  own: OwnDecoding | undefined,
): (response: Response) => Decoded | undefined {
  const readHeaders =
    declared.length > 0 ? needed(operation, parts, 'answerHeaders')(declared) : undefined;
  const answers = contents && needed(operation, parts, 'answers');
  const choose = contents && answers?.choose(contents);
  const mayBeDefault = !operation.outcomes.some(({ status }) => isSuccess(status));
  return (response) => {
    const { status, body } = response;
    const headers = readHeaders?.(response.headers) ?? { values: {} };
    if ('fault' in headers)
      return { outcome: invalidResponse(response, headers.fault, headers.violations) };
    const ok = isSuccess(status) && (when !== 'default' || mayBeDefault);
    let value: unknown;
    let content: number | undefined;
    if (contents && answers && operation.method !== 'HEAD' && !empty.includes(status)) {
      const chosen = choose?.(headerValue(response.headers, 'content-type')?.trim());
      const by = chosen && contents[chosen.index];
      if (by === undefined || (ok && own?.takes(by) === false)) return undefined;
      const bytes = body ?? new Uint8Array();
      const read =
        (ok ? own?.decode?.(by, bytes) : undefined) ?? answers.read(by, chosen?.media, bytes);
      if ('fault' in read)
        return { outcome: invalidResponse(response, read.fault, read.violations) };
      ({ value } = read);
      content = chosen?.index;
    }
    const kind = ok ? 'success' : 'failure';
    const outcome = { kind, ok, when, status, value, headers: headers.values, response };
    if (error !== undefined && !ok) parts.errorWords?.(error, outcome, value);
    return { outcome, declared: { outcome: index, content } };
  };
}

function isSuccess(status: number | string): boolean {
  return String(status).startsWith('2');
}

/** A response that nothing was declared for: JSON where it claims to be, text where that is possible, bytes otherwise. */
export function undeclared(response: Response): AnyOutcome {
  const { status, headers, body: bytes } = response;
  let body: unknown;
  if (bytes !== undefined && bytes.length > 0) {
    const isJson = /^[^;]+[/+]json\s*(?:;|$)/i.test(headerValue(headers, 'content-type') ?? '');
    const read: Read = isJson ? decodeJson(bytes) : { fault: '' };
    body = 'value' in read ? read.value : (textOf(bytes) ?? bytes);
  }
  return { kind: 'undeclared', ok: false, status, body, response } as AnyOutcome;
}
