import type { AnyOutcome } from './operation-call.js';
import type { Violation } from '../check.js';
import type { OperationDescriptor, OutcomeDescriptor } from '../descriptor.js';
import { headerValue } from '../headers.js';
import { invalidResponse } from './invalid-response.js';
import type { Connection } from './connection.js';
import type { Parts } from './parts.js';
import type { Received } from './send.js';

type Response = Received['response'];

/** An outcome, and which declaration it was read by. */
export interface Decoded {
  readonly outcome: AnyOutcome;
  /** Index into the descriptor's outcomes and into its contents; absent where none was used. */
  readonly declared?: { readonly outcome: number; readonly content: number | undefined };
}

/** Makes an outcome of a response. Never throws. */
export type DecodeResponse = (connection: Connection, response: Response) => Decoded;

/** Prepares the outcomes of an operation: an exact status wins over a range, a range over `default`. */
export function prepareResponse(operation: OperationDescriptor, parts: Parts): DecodeResponse {
  const { outcomes } = operation;
  const decoders = new Map<unknown, DecodeOutcome>(
    outcomes.map((outcome, index) => [
      outcome.status,
      prepareOutcome(operation, outcome, index, parts),
    ]),
  );
  return (connection, response) => {
    const { status } = response;
    const decode =
      decoders.get(status) ??
      decoders.get(`${Math.floor(status / 100)}XX`) ??
      decoders.get('default');
    return decode?.(connection, response) ?? { outcome: connection.undeclared(response) };
  };
}

/** Statuses of responses that never have content (RFC 9110 section 6.4.1). */
const empty = [204, 205, 304];

/** Makes a declared outcome of a response; `undefined` for one whose content is not declared. */
type DecodeOutcome = (connection: Connection, response: Response) => Decoded | undefined;

function prepareOutcome(
  operation: OperationDescriptor,
  outcome: OutcomeDescriptor,
  index: number,
  parts: Parts,
): DecodeOutcome {
  const { status: when, contents, headers: declared = [], error } = outcome;
  const readHeaders = declared[0] && parts.answerHeaders?.(declared);
  const { answers } = parts;
  const choose = contents && answers?.choose(contents, outcome);
  const mayBeDefault = !operation.outcomes.some(({ status }) => isSuccess(status));
  return (connection, response) => {
    const { status, body } = response;
    const headers = readHeaders?.(response.headers) ?? { values: {} };
    if ('fault' in headers) return refused(response, headers);
    const ok = isSuccess(status) && (when !== 'default' || mayBeDefault);
    let value: unknown;
    let content: number | undefined;
    if (choose && operation.method !== 'HEAD' && !empty.includes(status)) {
      const chosen = choose(headerValue(response.headers, 'content-type')?.trim());
      if (chosen?.declined !== undefined)
        return { outcome: connection.undeclared(response, chosen.declined) };
      const by = chosen && contents?.[chosen.index];
      const read = by && answers?.read(by, chosen.media, body ?? new Uint8Array(), ok, connection);
      if (read === undefined) return undefined;
      if ('fault' in read) return refused(response, read);
      ({ value } = read);
      content = chosen?.index;
    }
    const kind = ok ? 'success' : 'failure';
    const ended = { kind, ok, when, status, value, headers: headers.values, response };
    if (error !== undefined && !ok) parts.errorWords?.(error, ended, value);
    return { outcome: ended, declared: { outcome: index, content } };
  };
}

/** A response of which something could not be read. */
function refused(response: Response, { fault, violations }: Fault): Decoded {
  return { outcome: invalidResponse(response, fault, violations) };
}

/** Why something could not be read. */
interface Fault {
  readonly fault: string;
  readonly violations?: readonly Violation[];
}

function isSuccess(status: number | string): boolean {
  return String(status).startsWith('2');
}
