import type {
  IntegerBranch,
  IntegersDescriptor,
  JsonValue,
  OperationDescriptor,
} from '../../core/descriptor.js';
import { headerValues } from '../../core/headers.js';
import { parseStrictJson } from '../../core/integers.js';
import { JsonError } from '../../core/json.js';
import { isJsonMediaType, mediaParameter, parseMediaType } from '../../core/media-type.js';
import type { Authenticator } from '../../core/server/authenticate.js';
import { callerOf } from '../../core/server/caller.js';
import { Refusal, type Fault } from '../../core/server/fault.js';
import type { RouteHandler, RoutedRequest } from '../../core/server/http-handler.js';
import { report, type LogEntry } from '../../core/server/log.js';
import type { RateGate } from '../../core/server/rate-limit.js';
import { readBody } from '../../core/server/read-body.js';
import type { WireRequest, WireResponse } from '../../core/wire.js';
import { writeJson } from '../../core/write-json.js';
import type { CallContext, CallResult, Method } from './method.js';
import {
  readRequest,
  standardErrors,
  type RpcErrorObject,
  type RpcRequest,
  type RpcResponse,
} from './message.js';

/** Inputs of {@link rpcEndpoint}. */
export interface EndpointParts {
  /** Descriptor of one of the methods. All share path, parameters and security. */
  readonly descriptor: OperationDescriptor;
  readonly admission: Authenticator;
  readonly limit: RateGate | undefined;
  /** By their names on the wire. */
  readonly methods: ReadonlyMap<string, Method>;
  readonly log: ((entry: LogEntry) => void) | undefined;
}

/** Signal that never aborts, for transports that do not report when their caller disconnects. */
const neverAborted: AbortSignal = new AbortController().signal;

/**
 * Creates an endpoint of JSON-RPC 2.0 over HTTP. An error in the HTTP request is reported by its status and an error object without
 * an id. From the parsing of the body on, the status is always 200, or 204 for notifications.
 */
export function rpcEndpoint(parts: EndpointParts): RouteHandler {
  const { descriptor, admission, limit, methods, log } = parts;
  const integers = requestIntegers(methods);

  const hasIntegers = [...methods.values()].some((method) => method.returnsIntegers);
  const respond = (body: RpcResponse | readonly RpcResponse[] | undefined): WireResponse =>
    respondAs(body, hasIntegers);

  const call = async (
    request: RpcRequest,
    context: CallContext,
  ): Promise<RpcResponse | undefined> => {
    const { id } = request;
    const method = methods.get(request.method);
    if (method === undefined) {
      reportError('unknown-method', context);
      return responseTo(id, identified({ error: standardErrors.method }, context));
    }
    try {
      const result = await method.call(request, context);
      if ('error' in result && result.error.code === standardErrors.params.code)
        reportError('invalid-params', context, method);
      return responseTo(id, identified(result, context));
    } catch (error) {
      const refusal =
        error instanceof Refusal
          ? error
          : new Refusal('internal', 'server-failed', { cause: error });
      const { reason, detail } = refusal;
      report(log, {
        reason,
        method: context.wire.method,
        operation: method.id,
        correlationId: context.correlationId,
        ...(detail.answer === undefined ? {} : { violations: detail.answer }),
        ...(detail.cause === undefined ? {} : { cause: detail.cause }),
      });
      return responseTo(id, identified({ error: callError(refusal, method) }, context));
    }
  };

  /** Logs an error of the protocol. */
  const reportError = (reason: string, context: CallContext, method?: Method): void =>
    report(log, {
      reason,
      method: context.wire.method,
      ...(method === undefined ? {} : { operation: method.id }),
      correlationId: context.correlationId,
    });
  /** Logs an error of the protocol, and creates its response. */
  const reject = (
    reason: string,
    id: string | number | null,
    error: RpcErrorObject,
    context: CallContext,
  ): RpcResponse => {
    reportError(reason, context);
    return failure(id, error, context);
  };

  const callOne = async (
    value: JsonValue,
    context: CallContext,
  ): Promise<RpcResponse | undefined> => {
    const request = readRequest(value);
    return 'invalid' in request
      ? reject('invalid-request', request.invalid, standardErrors.request, context)
      : call(request, context);
  };

  return {
    descriptor,
    renderFault: (fault) => ({
      contentType: 'application/json',
      body: failure(null, faultError(fault), fault),
    }),
    async answer(routed) {
      const { request, limits } = routed;
      if (limit !== undefined) await limit.arrived(routed);
      const head = await admission.head(routed.credentialSource, routed.authority);
      // The head may not prove the caller's identity yet. Nobody must be able to use up the limits of another caller.
      if (limit !== undefined && head.body === undefined)
        await limit.admitted(routed, head.principals);
      checkContentType(request);
      const bytes = await readBody(request, limits, routed.timers);
      const admitted = head.body === undefined ? head : await head.body(bytes);
      const { principals } = admitted;
      if (limit !== undefined && head.body !== undefined) await limit.admitted(routed, principals);
      const value = parseBody(bytes, integers);
      const context: CallContext = {
        principals,
        get caller() {
          return callerOf(admitted);
        },
        wire: request,
        signal: request.signal ?? neverAborted,
        get correlationId() {
          return routed.correlation.id;
        },
      };
      if (value === undefined)
        return respond(reject('invalid-json', null, standardErrors.parse, context));
      if (!Array.isArray(value)) return respond(await callOne(value, context));
      const batch: readonly JsonValue[] = value;
      if (batch.length === 0)
        return respond(reject('empty-batch', null, standardErrors.request, context));
      if (batch.length > limits.batch)
        return respond(reject('batch-too-large', null, tooMany(routed), context));
      const answers = await Promise.all(batch.map((item) => callOne(item, context)));
      const replies = answers.filter((answer) => answer !== undefined);
      return respond(replies.length === 0 ? undefined : replies);
    },
  };
}

/**
 * Maps a refusal within a call to the error that the method describes for it. By default, a cursor is an invalid parameter,
 * a transition a server error (JSON-RPC 2.0 section 5.1), and anything else an internal error.
 */
function callError(
  { fault, message, detail: { violations = [] } }: Refusal,
  { errors }: Method,
): RpcErrorObject {
  const code = errors.find((error) => error.fault === fault)?.code;
  if (fault === 'invalid-cursor') {
    const error = code === undefined ? standardErrors.params : { code, message };
    return { ...error, data: { violations } };
  }
  if (fault === 'invalid-transition') return { code: code ?? refusedTransition, message };
  return standardErrors.internal;
}

/** Code of a refused transition for which a method describes no error. */
const refusedTransition = -32_000;

/** Maps a fault of the server to an internal error, any other to an invalid request. */
function faultError({ status, message }: Fault): RpcErrorObject {
  const { code } = status < 500 ? standardErrors.request : standardErrors.internal;
  return { code, message };
}

function checkContentType({ headers }: WireRequest): void {
  const [line, second] = headerValues(headers, 'content-type');
  const media = line === undefined || second !== undefined ? undefined : parseMediaType(line);
  const charset = media === undefined ? undefined : mediaParameter(media, 'charset')?.toLowerCase();
  const coded = headerValues(headers, 'content-encoding').some(
    (name) => name.toLowerCase() !== 'identity',
  );
  if (media === undefined || !isJsonMediaType(media) || (charset ?? 'utf-8') !== 'utf-8' || coded) {
    throw new Refusal('unsupported-media-type', 'undeclared-content-type');
  }
}

/** Describes the `bigint` locations in a request object, or a batch of them, depending on the method. */
function requestIntegers(methods: EndpointParts['methods']): IntegersDescriptor | undefined {
  const also = [...methods].flatMap(([name, { integers: params }]): readonly IntegerBranch[] =>
    params === undefined ? [] : [{ when: ['method', [name]], at: { properties: { params } } }],
  );
  return also.length === 0 ? undefined : { places: {}, at: { also, items: { also } } };
}

function parseBody(
  bytes: Uint8Array,
  integers: IntegersDescriptor | undefined,
): JsonValue | undefined {
  try {
    // Only the parameters can contain a `bigint`, and checks and handlers accept it there.
    return parseStrictJson(bytes, integers) as JsonValue;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function tooMany({ limits }: RoutedRequest): RpcErrorObject {
  return {
    ...standardErrors.request,
    data: {
      violations: [
        { path: '', keyword: 'maxItems', message: `expected at most ${limits.batch} calls` },
      ],
    },
  };
}

/** Creates the response to a call; none for a notification, whatever its result (JSON-RPC 2.0 section 4.1). */
function responseTo(
  id: RpcRequest['id'],
  outcome: { readonly result: unknown } | { readonly error: RpcErrorObject },
): RpcResponse | undefined {
  return id === undefined ? undefined : { jsonrpc: '2.0', ...outcome, id };
}

function failure(
  id: string | number | null,
  error: RpcErrorObject,
  request: { readonly correlationId: string },
): RpcResponse {
  return { jsonrpc: '2.0', ...identified({ error }, request), id };
}

/** Adds the identifier of the request to the data of an error, unless the data is no object or has one already. */
function identified<Outcome extends CallResult>(
  outcome: Outcome,
  request: { readonly correlationId: string },
): Outcome {
  if (!('error' in outcome)) return outcome;
  const { data = {} } = outcome.error;
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  if (!isObject || Object.hasOwn(data, 'correlationId')) return outcome;
  const { correlationId } = request;
  return { ...outcome, error: { ...outcome.error, data: { ...data, correlationId } } };
}

function respondAs(
  body: RpcResponse | readonly RpcResponse[] | undefined,
  hasIntegers: boolean,
): WireResponse {
  if (body === undefined) return { status: 204, headers: [], body: undefined };
  const text = hasIntegers ? writeJson(body) : JSON.stringify(body);
  return { status: 200, headers: ['Content-Type', 'application/json'], body: text };
}
