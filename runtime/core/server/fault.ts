import type { Violation } from '../check.js';
import type { FaultName, OperationDescriptor } from '../descriptor.js';
import type { WireResponse } from '../wire.js';

/** Something that a server finds wrong by itself, before or instead of a handler. */
export interface Fault {
  readonly name: FaultName;
  readonly status: number;
  /** One sentence for the caller; names the place of the fault and nothing from inside the server. */
  readonly message: string;
  /** For `invalid-request`: everything that is wrong. */
  readonly violations: readonly FaultViolation[];
  /** Raw pairs that the answer carries: `Allow`, `WWW-Authenticate`. */
  readonly headers: readonly string[];
  /** The operation that was asked for; absent where no operation was found. */
  readonly operation?: OperationDescriptor;
}

/** One thing that is wrong with a request. */
export interface FaultViolation {
  /** Where: `body/rules/0/criteria/1/operator`, `query/limit`. */
  readonly path: string;
  /** The JSON Schema keyword, or `syntax`, `repeated`, `unknown` for what precedes any schema. */
  readonly keyword: string;
  /** What is expected there. */
  readonly message: string;
}

/** The status that each fault is answered with. */
export const faultStatus: { readonly [Name in FaultName]: number } = {
  'invalid-request': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'request-timeout': 408,
  conflict: 409,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  misdirected: 421,
  'idempotency-mismatch': 422,
  'rate-limited': 429,
  internal: 500,
  'not-implemented': 501,
};

const messages: { readonly [Name in FaultName]: string } = {
  'invalid-request': 'The request is not valid.',
  unauthorized: 'Valid credentials are needed.',
  forbidden: 'These credentials do not allow this.',
  'not-found': 'There is nothing here.',
  'method-not-allowed': 'This method is not allowed here.',
  'not-acceptable': 'No acceptable answer exists.',
  'request-timeout': 'The request took too long.',
  conflict: 'A request with this idempotency key is still running.',
  'payload-too-large': 'The request body is too large.',
  'unsupported-media-type': 'The request body has an unsupported media type.',
  misdirected: 'This server does not answer for this host.',
  'idempotency-mismatch': 'This idempotency key was used with another request.',
  'rate-limited': 'Too many requests.',
  internal: 'The server failed.',
  'not-implemented': 'This is not implemented.',
};

/** What is said of a fault where there is nothing particular to say. */
export function generalMessage(name: FaultName): string {
  return messages[name];
}

/** What a {@link Refusal} may say beside the name of its fault. */
export interface RefusalDetail {
  /** For the caller; the fault's usual sentence if absent. */
  readonly message?: string;
  readonly violations?: readonly FaultViolation[];
  /** The status to answer with, where another than that of the fault says it more exactly. */
  readonly status?: number;
  readonly headers?: readonly string[];
  /** The scheme whose verifier refused; for the log alone. */
  readonly scheme?: string;
  /** What is wrong with a handler's answer; for the log alone. */
  readonly answer?: readonly Violation[];
  /** For the log alone. */
  readonly cause?: unknown;
}

/** Why a request is answered with a fault. */
export interface Refused {
  readonly fault: FaultName;
  /** A stable code for the log, never answered. */
  readonly reason: string;
  /** For the caller. */
  readonly message: string;
  readonly detail: RefusalDetail;
}

/** Whether a request was refused, and not answered. */
export function isRefused(answer: WireResponse | Refused): answer is Refused {
  return 'fault' in answer;
}

/** Ends the work on a request with a fault. `reason` is a stable code for the log and is never answered. */
export class Refusal extends Error implements Refused {
  override readonly name = 'Refusal';
  readonly fault: FaultName;
  readonly reason: string;
  readonly detail: RefusalDetail;

  constructor(fault: FaultName, reason: string, detail: RefusalDetail = {}) {
    super(detail.message ?? messages[fault]);
    this.fault = fault;
    this.reason = reason;
    this.detail = detail;
  }
}

/** How many violations the sentence of a fault names. */
const namedViolations = 3;

/** An `invalid-request` whose sentence names the first places. */
export function invalidRequest(
  reason: string,
  violations: readonly FaultViolation[],
  status: 400 | 414 = 400,
): Refusal {
  const message = sentenceOf(violations);
  return new Refusal('invalid-request', reason, { message, violations, status });
}

/** The same to return where nobody is to throw: the trace of an error costs more than finding the violations. */
export function refusedRequest(reason: string, violations: readonly FaultViolation[]): Refused {
  const message = sentenceOf(violations);
  return { fault: 'invalid-request', reason, message, detail: { violations } };
}

function sentenceOf(violations: readonly FaultViolation[]): string {
  const named = violations
    .slice(0, namedViolations)
    .map(({ path, message }) => `${path}: ${message}`)
    .join('; ');
  const more = violations.length - namedViolations;
  const rest = more > 0 ? `; and ${more} more` : '';
  return named === '' ? messages['invalid-request'] : `The request is not valid: ${named}${rest}.`;
}

/** The fault that a refusal stands for. */
export function faultOf(refusal: Refused, operation: OperationDescriptor | undefined): Fault {
  return {
    name: refusal.fault,
    status: refusal.detail.status ?? faultStatus[refusal.fault],
    message: refusal.message,
    violations: refusal.detail.violations ?? [],
    headers: refusal.detail.headers ?? [],
    ...(operation === undefined ? {} : { operation }),
  };
}
