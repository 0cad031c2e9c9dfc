import type {
  ContentDescriptor,
  ErrorDescriptor,
  FaultName,
  OperationDescriptor,
} from '../descriptor.js';
import { setAt } from './body-property.js';
import { type Fault, generalMessage } from './fault.js';

/** Body of a fault in the error format of the description. */
export interface FaultBody {
  readonly contentType: string;
  readonly body: unknown;
  /** True if the format has no place for the identifier of the request. */
  readonly isUnidentified?: true;
}

/** An error format of the description, or the fixed one of JSON-RPC endpoints. */
type ErrorFormat = DescribedErrorFormat | 'json-rpc';

interface DescribedErrorFormat {
  readonly error: ErrorDescriptor;
  readonly mediaType: string;
}

/** Renders a fault in the error format of the description. Without an operation, the path selects the format. */
export type FaultRenderer = (fault: Fault, path: () => string) => FaultBody;

/**
 * Creates the renderer of faults. For an operation, the format is that of the outcome for the fault's status, then for its
 * range, then for `default`, then the first format that the operation has.
 *
 * Without an operation, it is the format of the operation whose path shares the most leading segments. A fault that occurs
 * before the JSON-RPC method is known becomes an error response without a request id (JSON-RPC 2.0 section 5). If the
 * description has no error format, the body is `application/problem+json` (RFC 9457).
 */
export function faultRenderer(operations: readonly OperationDescriptor[]): FaultRenderer {
  const formatIn: FindErrorFormat = memoised(errorFormatFor);
  const codeIn = memoised((error: ErrorDescriptor, name: FaultName) =>
    codeOf(name, error, operations),
  );
  return (fault, path) => {
    const { operation, status } = fault;
    const own = operation === undefined ? undefined : formatIn(operation, status);
    const shape = own ?? nearestErrorFormat(operations, path(), status, formatIn);
    if (shape === undefined) return problem(fault);
    if (shape === 'json-rpc') return rpcError(fault);
    return {
      contentType: shape.mediaType,
      body: errorBody(fault, shape.error, codeIn),
      ...(shape.error.correlationId === undefined ? { isUnidentified: true } : {}),
    };
  };
}

/** Finds the error format of an operation for a status. */
type FindErrorFormat = (operation: OperationDescriptor, status: number) => ErrorFormat | undefined;

/** Memoises a function of two arguments with few distinct values. */
function memoised<Of, Key, Result>(
  compute: (of: Of, key: Key) => Result,
): (of: Of, key: Key) => Result {
  const known = new Map<Of, Map<Key, { readonly result: Result }>>();
  return (of, key) => {
    let results = known.get(of);
    if (results === undefined) known.set(of, (results = new Map()));
    let found = results.get(key);
    if (found === undefined) results.set(key, (found = { result: compute(of, key) }));
    return found.result;
  };
}

function errorFormatFor(operation: OperationDescriptor, status: number): ErrorFormat | undefined {
  if (operation.rpc !== undefined) return 'json-rpc';
  const formats = operation.outcomes.flatMap((outcome) => {
    const content = outcome.contents?.find(isJson);
    return outcome.error === undefined || content === undefined
      ? []
      : [{ status: outcome.status, error: outcome.error, mediaType: content.mediaType }];
  });
  const range = `${Math.floor(status / 100)}XX`;
  return (
    formats.find((shape) => shape.status === status) ??
    formats.find((shape) => shape.status === range) ??
    formats.find((shape) => shape.status === 'default') ??
    formats[0]
  );
}

function isJson(content: ContentDescriptor): boolean {
  return content.codec === 'json' && !content.mediaType.includes('*');
}

/** Error format of the operation with the most leading segments in common with the path; the first of several. */
function nearestErrorFormat(
  operations: readonly OperationDescriptor[],
  path: string,
  status: number,
  formatIn: FindErrorFormat,
): ErrorFormat | undefined {
  const requested = path.split('/');
  let best: ErrorFormat | undefined;
  let mostShared = -1;
  for (const operation of operations) {
    const shape = formatIn(operation, status);
    if (shape === undefined) continue;
    const segments = operation.path
      .map((piece) => (typeof piece === 'number' ? '{}' : piece))
      .join('')
      .split('/');
    const differs = requested.findIndex(
      (segment, index) => segments[index] !== segment && segments[index] !== '{}',
    );
    const shared = differs < 0 ? requested.length : differs;
    if (shared > mostShared) [best, mostShared] = [shape, shared];
  }
  return best;
}

function errorBody(
  fault: Fault,
  error: ErrorDescriptor,
  codeIn: (error: ErrorDescriptor, name: FaultName) => string | number,
): unknown {
  const body: Record<string, unknown> = {};
  if (error.code !== undefined) setAt(body, error.code, codeIn(error, fault.name));
  setAt(body, error.message, messageOf(fault, error));
  if (error.violations !== undefined) setAt(body, error.violations, fault.violations);
  if (error.correlationId !== undefined) setAt(body, error.correlationId, fault.correlationId);
  return body;
}

/** Returns the description's message for a fault without a specific message. */
function messageOf({ name, message }: Fault, { messages }: ErrorDescriptor): string {
  return message === generalMessage(name) ? (messages?.[name] ?? message) : message;
}

/** Faults whose code a description need not list, because they are cases of another one. */
const generalFault: { readonly [Name in FaultName]?: FaultName } = {
  'invalid-cursor': 'invalid-request',
  'invalid-transition': 'conflict',
};

/** Returns the code for a fault: from this format, from an equal format of another operation, or derived from the fault's name. */
function codeOf(
  fault: FaultName,
  error: ErrorDescriptor,
  operations: readonly OperationDescriptor[],
): string | number {
  const similar = operations
    .flatMap(({ outcomes }) => outcomes.map((outcome) => outcome.error))
    .filter((other) => other?.code === error.code && other?.message === error.message);
  for (const name of [fault, generalFault[fault] ?? fault, 'default'] as const) {
    for (const { codes } of [error, ...similar.filter((other) => other !== undefined)]) {
      const code = codes?.[name];
      if (code !== undefined) return code;
    }
  }
  return fault.replaceAll('-', '_');
}

/** JSON-RPC 2.0 section 5.1: invalid request, or internal error for status 500 and above. */
function rpcError({ status, message, correlationId }: Fault): FaultBody {
  const code = status < 500 ? -32600 : -32603;
  return {
    contentType: 'application/json',
    body: { jsonrpc: '2.0', error: { code, message, data: { correlationId } }, id: null },
  };
}

/** Problem details (RFC 9457); `correlationId` and `violations` are extension members. */
export function problem(fault: Fault): FaultBody {
  const violations = fault.violations.length === 0 ? {} : { violations: fault.violations };
  return {
    contentType: 'application/problem+json',
    body: {
      type: 'about:blank',
      title: fault.name.replaceAll('-', ' '),
      status: fault.status,
      detail: fault.message,
      correlationId: fault.correlationId,
      ...violations,
    },
  };
}
