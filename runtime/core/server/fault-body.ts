import type {
  ContentDescriptor,
  ErrorDescriptor,
  FaultName,
  OperationDescriptor,
} from '../descriptor.js';
import { pointerTokens } from './json-pointer.js';
import { type Fault, generalMessage } from './fault.js';

/** A fault in the words of the document. */
export interface FaultBody {
  readonly contentType: string;
  readonly body: unknown;
}

/** A shape of the document, or the one shape that endpoints of JSON-RPC have. */
type Shape = DocumentShape | 'json-rpc';

interface DocumentShape {
  readonly error: ErrorDescriptor;
  readonly mediaType: string;
}

/** Says a fault in the error shape of the document; the path decides where no operation was found. */
export type FaultSpeaker = (fault: Fault, path: () => string) => FaultBody;

/**
 * Makes what says faults. An operation's fault takes the shape of the outcome for that status, then of its
 * range, then of `default`, then the first shape that the operation has at all. Without an operation the
 * shape is that of the operation whose path shares the most leading segments. What is wrong before a method of JSON-RPC
 * is known is an error response that belongs to no request (JSON-RPC 2.0 section 5). A document without any
 * error shape gets `application/problem+json` (RFC 9457).
 */
export function faultSpeaker(operations: readonly OperationDescriptor[]): FaultSpeaker {
  const shapeIn: ShapeIn = remembered(shapeFor);
  const codeIn = remembered((error: ErrorDescriptor, name: FaultName) =>
    codeOf(name, error, operations),
  );
  return (fault, path) => {
    const { operation, status } = fault;
    const own = operation === undefined ? undefined : shapeIn(operation, status);
    const shape = own ?? nearest(operations, path(), status, shapeIn);
    if (shape === undefined) return problem(fault);
    if (shape === 'json-rpc') return rpcError(fault);
    return { contentType: shape.mediaType, body: spoken(fault, shape.error, codeIn) };
  };
}

/** The shape that an operation has for the fault of a status. */
type ShapeIn = (operation: OperationDescriptor, status: number) => Shape | undefined;

/** The same function, which asks only once for each of its few arguments. */
function remembered<Of, Key, Result>(
  find: (of: Of, key: Key) => Result,
): (of: Of, key: Key) => Result {
  const known = new Map<Of, Map<Key, { readonly result: Result }>>();
  return (of, key) => {
    let results = known.get(of);
    if (results === undefined) known.set(of, (results = new Map()));
    let found = results.get(key);
    if (found === undefined) results.set(key, (found = { result: find(of, key) }));
    return found.result;
  };
}

function shapeFor(operation: OperationDescriptor, status: number): Shape | undefined {
  if (operation.rpc !== undefined) return 'json-rpc';
  const shapes = operation.outcomes.flatMap((outcome) => {
    const content = outcome.contents?.find(isJson);
    return outcome.error === undefined || content === undefined
      ? []
      : [{ status: outcome.status, error: outcome.error, mediaType: content.mediaType }];
  });
  const range = `${Math.floor(status / 100)}XX`;
  return (
    shapes.find((shape) => shape.status === status) ??
    shapes.find((shape) => shape.status === range) ??
    shapes.find((shape) => shape.status === 'default') ??
    shapes[0]
  );
}

function isJson(content: ContentDescriptor): boolean {
  return content.codec === 'json' && !content.mediaType.includes('*');
}

/** The shape of the operation that has one and whose path shares the most leading segments; the first of several. */
function nearest(
  operations: readonly OperationDescriptor[],
  path: string,
  status: number,
  shapeIn: ShapeIn,
): Shape | undefined {
  const wanted = path.split('/');
  let best: Shape | undefined;
  let most = -1;
  for (const operation of operations) {
    const shape = shapeIn(operation, status);
    if (shape === undefined) continue;
    const segments = operation.path
      .map((piece) => (typeof piece === 'number' ? '{}' : piece))
      .join('')
      .split('/');
    const differs = wanted.findIndex(
      (segment, index) => segments[index] !== segment && segments[index] !== '{}',
    );
    const shared = differs < 0 ? wanted.length : differs;
    if (shared > most) [best, most] = [shape, shared];
  }
  return best;
}

function spoken(
  fault: Fault,
  error: ErrorDescriptor,
  codeIn: (error: ErrorDescriptor, name: FaultName) => string | number,
): unknown {
  const body: Record<string, unknown> = {};
  if (error.code !== undefined) put(body, error.code, codeIn(error, fault.name));
  put(body, error.message, messageOf(fault, error));
  if (error.violations !== undefined) put(body, error.violations, fault.violations);
  return body;
}

/** The document's text for a fault that has no more to say than what it is. */
function messageOf({ name, message }: Fault, { messages }: ErrorDescriptor): string {
  return message === generalMessage(name) ? (messages?.[name] ?? message) : message;
}

/** The document's code for a fault, of this shape or of a like one elsewhere; else the fault's own name. */
function codeOf(
  fault: FaultName,
  error: ErrorDescriptor,
  operations: readonly OperationDescriptor[],
): string | number {
  const like = operations
    .flatMap(({ outcomes }) => outcomes.map((outcome) => outcome.error))
    .filter((other) => other?.code === error.code && other?.message === error.message);
  for (const name of [fault, 'default'] as const) {
    for (const { codes } of [error, ...like.filter((other) => other !== undefined)]) {
      const code = codes?.[name];
      if (code !== undefined) return code;
    }
  }
  return fault.replaceAll('-', '_');
}

/** Sets a member, named plainly or by a JSON Pointer; names such as `__proto__` are data. */
function put(body: Record<string, unknown>, place: string, value: unknown): void {
  if (!place.startsWith('/') && place !== '__proto__') {
    body[place] = value;
    return;
  }
  const tokens = place.startsWith('/') ? pointerTokens(place) : [place];
  let at = body;
  for (const [index, token] of tokens.entries()) {
    const known: unknown = Object.hasOwn(at, token) ? at[token] : undefined;
    const next: Record<string, unknown> = isRecord(known) ? known : {};
    const last = index === tokens.length - 1;
    Object.defineProperty(at, token, {
      value: last ? value : next,
      enumerable: true,
      writable: true,
      configurable: true,
    });
    at = next;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON-RPC 2.0 section 5.1: an invalid request, or from status 500 on an internal error. */
function rpcError({ status, message }: Fault): FaultBody {
  const code = status < 500 ? -32600 : -32603;
  return {
    contentType: 'application/json',
    body: { jsonrpc: '2.0', error: { code, message }, id: null },
  };
}

/** RFC 9457; `violations` is an extension member. */
function problem(fault: Fault): FaultBody {
  const violations = fault.violations.length === 0 ? {} : { violations: fault.violations };
  return {
    contentType: 'application/problem+json',
    body: {
      type: 'about:blank',
      title: fault.name.replaceAll('-', ' '),
      status: fault.status,
      detail: fault.message,
      ...violations,
    },
  };
}
