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
import type { Admission } from '../../core/server/admission.js';
import { Refusal, type Fault } from '../../core/server/fault.js';
import type { Service, Visit } from '../../core/server/front.js';
import { report, type LogEntry } from '../../core/server/log.js';
import type { RateGate } from '../../core/server/rate-limit.js';
import { readBody } from '../../core/server/read-body.js';
import type { WireRequest, WireResponse } from '../../core/wire.js';
import { writeJson } from '../../core/write-json.js';
import type { CallContext, Method } from './method.js';
import {
  readRequest,
  standardErrors,
  type RpcErrorObject,
  type RpcRequest,
  type RpcResponse,
} from './message.js';

/** What an endpoint is made of. */
export interface EndpointParts {
  /** Of one of its methods; they share path, parameters and security. */
  readonly descriptor: OperationDescriptor;
  readonly admission: Admission;
  readonly limit: RateGate | undefined;
  /** By their names on the wire. */
  readonly methods: ReadonlyMap<string, Method>;
  readonly log: ((entry: LogEntry) => void) | undefined;
}

/** Never fires: for transports that do not tell when their caller goes. */
const untiring: AbortSignal = new AbortController().signal;

/**
 * One endpoint of JSON-RPC 2.0 over HTTP. What is wrong with the HTTP request is said by its status and by an error
 * object under no id; everything from the parsing of the body on has the status 200, and notifications 204.
 */
export function rpcEndpoint(parts: EndpointParts): Service {
  const { descriptor, admission, limit, methods, log } = parts;
  const integers = requestIntegers(methods);

  const hasIntegers = [...methods.values()].some((method) => method.answersIntegers);
  const respond = (body: RpcResponse | readonly RpcResponse[] | undefined): WireResponse =>
    respondAs(body, hasIntegers);

  const call = async (
    request: RpcRequest,
    context: CallContext,
  ): Promise<RpcResponse | undefined> => {
    const { id } = request;
    const method = methods.get(request.method);
    if (method === undefined) return answered(id, { error: standardErrors.method });
    try {
      return answered(id, await method.call(request, context));
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
        ...(detail.answer === undefined ? {} : { violations: detail.answer }),
        ...(detail.cause === undefined ? {} : { cause: detail.cause }),
      });
      return answered(id, { error: standardErrors.internal });
    }
  };

  const one = async (value: JsonValue, context: CallContext): Promise<RpcResponse | undefined> => {
    const request = readRequest(value);
    return 'invalid' in request
      ? failure(request.invalid, standardErrors.request)
      : call(request, context);
  };

  return {
    descriptor,
    speak: (fault) => ({ contentType: 'application/json', body: failure(null, faultError(fault)) }),
    async answer(visit) {
      const { request, limits } = visit;
      if (limit !== undefined) await limit.arrived(visit);
      const head = await admission.head(visit.sight, visit.authority);
      // Who it is may be only said by the head: nobody is to use up the requests of somebody else.
      if (limit !== undefined && head.body === undefined)
        await limit.admitted(visit, head.principals);
      checkContentType(request);
      const bytes = await readBody(request, limits, visit.timers);
      const { principals } = head.body === undefined ? head : await head.body(bytes);
      if (limit !== undefined && head.body !== undefined) await limit.admitted(visit, principals);
      const value = parsed(bytes, integers);
      if (value === undefined) return respond(failure(null, standardErrors.parse));
      const context: CallContext = {
        principals,
        wire: request,
        signal: request.signal ?? untiring,
      };
      if (!Array.isArray(value)) return respond(await one(value, context));
      const batch: readonly JsonValue[] = value;
      if (batch.length === 0) return respond(failure(null, standardErrors.request));
      if (batch.length > limits.batch) return respond(failure(null, tooMany(visit)));
      const answers = await Promise.all(batch.map((item) => one(item, context)));
      const told = answers.filter((answer) => answer !== undefined);
      return respond(told.length === 0 ? undefined : told);
    },
  };
}

/** A fault of the server is an internal error, any other an invalid request. */
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

/** Where a request object, or a batch of them, has integers that are `bigint`: the method tells. */
function requestIntegers(methods: EndpointParts['methods']): IntegersDescriptor | undefined {
  const also = [...methods].flatMap(([name, { integers: params }]): readonly IntegerBranch[] =>
    params === undefined ? [] : [{ when: ['method', [name]], at: { properties: { params } } }],
  );
  return also.length === 0 ? undefined : { places: {}, at: { also, items: { also } } };
}

function parsed(
  bytes: Uint8Array,
  integers: IntegersDescriptor | undefined,
): JsonValue | undefined {
  try {
    // A `bigint` stands among the params alone, which checks and handlers take as they are.
    return parseStrictJson(bytes, integers) as JsonValue;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function tooMany({ limits }: Visit): RpcErrorObject {
  return {
    ...standardErrors.request,
    data: {
      violations: [
        { path: '', keyword: 'maxItems', message: `expected at most ${limits.batch} calls` },
      ],
    },
  };
}

/** Nothing for a notification, whatever became of it (JSON-RPC 2.0 section 4.1). */
function answered(
  id: RpcRequest['id'],
  called: { readonly result: unknown } | { readonly error: RpcErrorObject },
): RpcResponse | undefined {
  return id === undefined ? undefined : { jsonrpc: '2.0', ...called, id };
}

function failure(id: string | number | null, error: RpcErrorObject): RpcResponse {
  return { jsonrpc: '2.0', error, id };
}

function respondAs(
  body: RpcResponse | readonly RpcResponse[] | undefined,
  hasIntegers: boolean,
): WireResponse {
  if (body === undefined) return { status: 204, headers: [], body: undefined };
  const text = hasIntegers ? writeJson(body) : JSON.stringify(body);
  return { status: 200, headers: ['Content-Type', 'application/json'], body: text };
}
