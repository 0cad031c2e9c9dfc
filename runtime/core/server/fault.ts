import type { Violation } from '../check.js';
import type { FaultName, OperationDescriptor } from '../descriptor.js';
import type { WireResponse } from '../wire.js';

/** An error that a server reports by itself, before or instead of running a handler. */
export interface Fault {
  readonly name: FaultName;
  readonly status: number;
  /** One sentence for the caller. It names the location of the error and reveals no internals of the server. */
  readonly message: string;
  /** For `invalid-request`: all violations. */
  readonly violations: readonly FaultViolation[];
  /** Raw headers for the response: `Allow`, `WWW-Authenticate`. */
  readonly headers: readonly string[];
  /** The requested operation; absent if none was found. */
  readonly operation?: OperationDescriptor;
  /** Identifies the request in the log. */
  readonly correlationId: string;
}

/** One violation in a request. */
export interface FaultViolation {
  /** Location: `body/rules/0/criteria/1/operator`, `query/limit`. */
  readonly path: string;
  /** The JSON Schema keyword, or `syntax`, `repeated`, `unknown` for errors before schema validation. */
  readonly keyword: string;
  /** The expectation. */
  readonly message: string;
}

/** HTTP status of each fault. */
export const faultStatus: { readonly [Name in FaultName]: number } = {
  'invalid-request': 400,
  'invalid-cursor': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'request-timeout': 408,
  conflict: 409,
  'invalid-transition': 409,
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
  'invalid-cursor': 'The page is not one of this list, or it has expired.',
  unauthorized: 'Valid credentials are required.',
  forbidden: 'These credentials do not permit this operation.',
  'not-found': 'No operation exists at this path.',
  'method-not-allowed': 'This method is not allowed at this path.',
  'not-acceptable': 'The server has no response that the request accepts.',
  'request-timeout': 'The request took too long.',
  conflict: 'A request with this idempotency key is still running.',
  'invalid-transition': 'The current state does not allow this.',
  'payload-too-large': 'The request body is too large.',
  'unsupported-media-type': 'The request body has an unsupported media type.',
  misdirected: 'This server does not serve this host.',
  'idempotency-mismatch': 'This idempotency key was used with another request.',
  'rate-limited': 'Too many requests.',
  internal: 'The server failed.',
  'not-implemented': 'This operation is not implemented.',
};

/** Default message of a fault. */
export function generalMessage(name: FaultName): string {
  return messages[name];
}

/** Optional details of a {@link Refusal}. */
export interface RefusalDetail {
  /** Message for the caller. Default: that of the fault. */
  readonly message?: string;
  readonly violations?: readonly FaultViolation[];
  /** HTTP status, if it differs from that of the fault. */
  readonly status?: number;
  readonly headers?: readonly string[];
  /** Scheme whose verifier rejected the request; only for the log. */
  readonly scheme?: string;
  /** Violations in a handler's response; only for the log. */
  readonly answer?: readonly Violation[];
  /** Only for the log. */
  readonly cause?: unknown;
}

/** Reason for responding with a fault. */
export interface Refused {
  readonly fault: FaultName;
  /** Stable code for the log; never sent to the caller. */
  readonly reason: string;
  /** Message for the caller. */
  readonly message: string;
  readonly detail: RefusalDetail;
}

/** True for a refusal, false for a response. */
export function isRefused(result: WireResponse | Refused): result is Refused {
  return 'fault' in result;
}

/** Thrown to end a request with a fault. `reason` is a stable code for the log and is never sent to the caller. */
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

/** Maximum number of violations in the message of a fault. */
const namedViolations = 3;

/** Creates an `invalid-request` refusal. Its message names the first violations. */
export function invalidRequest(
  reason: string,
  violations: readonly FaultViolation[],
  status: 400 | 414 = 400,
): Refusal {
  const message = sentenceOf(violations);
  return new Refusal('invalid-request', reason, { message, violations, status });
}

/** Like {@link invalidRequest}, but to be returned: capturing a stack trace costs more than finding the violations. */
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

/** Converts a refusal to a fault. */
export function faultOf(
  refusal: Refused,
  operation: OperationDescriptor | undefined,
  correlationId: string,
): Fault {
  return {
    name: refusal.fault,
    status: refusal.detail.status ?? faultStatus[refusal.fault],
    message: refusal.message,
    violations: refusal.detail.violations ?? [],
    headers: refusal.detail.headers ?? [],
    ...(operation === undefined ? {} : { operation }),
    correlationId,
  };
}
