import type { AnyOutcome } from './operation-call.js';
import type { Violation } from '../check.js';
import type { OperationDescriptor, OutcomeDescriptor } from '../descriptor.js';
import { headerValue } from '../headers.js';
import { invalidResponse } from './invalid-response.js';
import type { ClientConfig } from './client-config.js';
import type { Capabilities } from './capabilities.js';
import type { Received } from './send.js';

type Response = Received['response'];

/** An outcome, and the declaration that was used to decode it. */
export interface Decoded {
  readonly outcome: AnyOutcome;
  /** Index into the descriptor's outcomes, and into the contents of that outcome; absent if none was used. */
  readonly declared?: { readonly outcome: number; readonly content: number | undefined };
}

/** Decodes a response. Never throws. */
export type DecodeResponse = (config: ClientConfig, response: Response) => Decoded;

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
type DecodeOutcome = (config: ClientConfig, response: Response) => Decoded | undefined;

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
      if (chosen?.declined !== undefined)
        return { outcome: config.pipeline.undeclared(response, chosen.declined) };
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
function undecodable(response: Response, { fault, violations }: Fault): Decoded {
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
