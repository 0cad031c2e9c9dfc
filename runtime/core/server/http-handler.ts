import { systemTimers, type Timers } from '../clock.js';
import type { OperationDescriptor, SchemeDescriptor } from '../descriptor.js';
import { sameHeader } from '../headers.js';
import type { HttpHandler, WireRequest, WireResponse } from '../wire.js';
import { mapAwaitable } from '../awaitable.js';
import { authorityCheck } from './authority.js';
import { Correlation } from './correlation.js';
import { createCors } from './cors.js';
import type { CredentialSource } from './credentials.js';
import { createFaultResponder, type RequestProgress } from './fault-response.js';
import type { FaultBody } from './fault-body.js';
import { isRefused, Refusal, invalidRequest, type Fault, type Refused } from './fault.js';
import { allowed, withImplied, withoutBody } from './implied-methods.js';
import { limitsOf, type Awaitable, type BaseServerOptions, type Limits } from './options.js';
import { createRouter, type Found, type Match, type Route, type Router } from './route.js';
import { originForm, parseTarget, type Target } from './target.js';

/** A request that was matched to a route. */
export interface RoutedRequest {
  /** In origin form. */
  readonly request: WireRequest;
  /** One of the server's authorities. */
  readonly authority: string;
  readonly target: Target;
  /** Raw text of each path parameter, by its index in the descriptor. */
  readonly pathValues: ReadonlyMap<number, string>;
  readonly limits: Limits;
  readonly timers: Timers;
  /** Parts of the request that may contain credentials. */
  readonly credentialSource: CredentialSource;
  readonly correlation: Correlation;
}

/** Handler of a path and method. */
export interface RouteHandler {
  /** The operation; if several share the path and method, one of them. */
  readonly descriptor: OperationDescriptor;
  /** Processes a request. Returns or throws a {@link Refusal} if that is not possible. */
  answer(routed: RoutedRequest): Awaitable<WireResponse | Refused>;
  /** Headers of every response to a fault, such as those of a deprecated operation. */
  readonly faultHeaders?: readonly string[];
  /** Renders a fault. Default: in the error format of the description. */
  renderFault?(fault: Fault): FaultBody;
}

/** Inputs of {@link createHttpHandler}. */
interface HttpHandlerOptions {
  /** All operations in the description. */
  readonly operations: readonly OperationDescriptor[];
  readonly routes: readonly Route<RouteHandler>[];
  /** Custom router. Default: one that matches paths literally. */
  readonly router?: Router<RouteHandler>;
  /** Security schemes of the description. */
  readonly schemes: { readonly [scheme: string]: SchemeDescriptor };
  /** Base path of an operation, without a trailing slash. */
  readonly basePathOf: (operation: OperationDescriptor) => string;
  readonly options: BaseServerOptions;
}

/**
 * Creates the part of a server that all protocols over HTTP share: limits of the head, authority, routing, 404, 405 with
 * `Allow`, `HEAD` from `GET`, `OPTIONS`, CORS, and faults. Never rejects.
 */
export function createHttpHandler(parts: HttpHandlerOptions): HttpHandler {
  const { operations, basePathOf, options } = parts;
  const routes = parts.routes.map((route) => ({
    ...route,
    path: pathFrom(basePathOf(route.value.descriptor), route.path),
  }));
  // Longest first, so that the longest matching base path is removed.
  const bases = [...new Set(operations.map(basePathOf))].sort((a, b) => b.length - a.length);
  const limits = limitsOf(options.limits);
  const timers = options.clock ?? systemTimers;
  const authorityOf = authorityCheck(options);
  const router = parts.router ?? createRouter(routes);
  const respondToFault = createFaultResponder(options, operations, bases);
  const { correlationId } = options;
  const cors =
    options.cors === undefined ? undefined : createCors(options.cors, operations, parts.schemes);

  const handleRequest = (
    received: WireRequest,
    progress: RequestProgress,
  ): Awaitable<WireResponse | Refused> => {
    checkHead(received, limits);
    const request = originForm(received);
    const authority = authorityOf(request);
    if (request.method === 'OPTIONS' && request.target === '*')
      return allowed(withImplied(routes.map(({ method }) => method)));
    const target = parseTarget(request.target);
    const match = router(target);
    if (match === undefined) throw new Refusal('not-found', 'unknown-path');
    if (cors !== undefined && request.method === 'OPTIONS') {
      const preflight = cors.preflight(request, descriptorsOf(match));
      if (preflight !== undefined) return preflight;
    }
    const found = foundIn(match, request.method);
    if (found === undefined && request.method === 'OPTIONS')
      return allowed(withImplied(match.methods.keys()));
    if (found === undefined) {
      const headers = ['Allow', withImplied(match.methods.keys()).join(', ')];
      throw new Refusal('method-not-allowed', 'undeclared-method', { headers });
    }
    progress.service = found.value;
    const pathValues = valuesOf(match, found);
    const credentialSource = credentialSourceOf(
      request,
      target,
      found.value.descriptor,
      pathValues,
      limits,
    );
    return found.value.answer({
      request,
      authority,
      target,
      pathValues,
      limits,
      timers,
      credentialSource,
      correlation: progress.correlation,
    });
  };

  const toResponse = (
    response: WireResponse | Refused,
    request: WireRequest,
    progress: RequestProgress,
  ): Awaitable<WireResponse> =>
    isRefused(response) ? respondToFault(response, request, progress) : response;
  const failureResponse = (
    error: unknown,
    request: WireRequest,
    progress: RequestProgress,
  ): Awaitable<WireResponse> =>
    respondToFault(error instanceof Refusal ? error : serverFailed(error), request, progress);
  const respond = (request: WireRequest, progress: RequestProgress): Awaitable<WireResponse> => {
    try {
      const response = handleRequest(request, progress);
      if (!(response instanceof Promise)) return toResponse(response, request, progress);
      return response.then(
        (late) => toResponse(late, request, progress),
        (error: unknown) => failureResponse(error, request, progress),
      );
    } catch (error) {
      return failureResponse(error, request, progress);
    }
  };

  const handleSync = (request: WireRequest): Awaitable<WireResponse> => {
    const progress: RequestProgress = {
      service: undefined,
      correlation: new Correlation(correlationId && (() => correlationId(request))),
    };
    const response = respond(request, progress);
    if (cors === undefined && request.method !== 'HEAD') return response;
    return mapAwaitable(response, (plain) => {
      const sent = request.method === 'HEAD' ? withoutBody(plain) : plain;
      return cors?.withCorsHeaders(request, sent, progress.service?.descriptor) ?? sent;
    });
  };
  return Object.assign(async (request: WireRequest) => handleSync(request), { handleSync });
}

function serverFailed(cause: unknown): Refusal {
  return new Refusal('internal', 'server-failed', { cause });
}

/** Operations by method at a matched path. */
function descriptorsOf(match: Match<RouteHandler>): ReadonlyMap<string, OperationDescriptor> {
  return new Map(
    [...match.methods].map(([method, { value }]) => [method, value.descriptor] as const),
  );
}

function checkHead(request: WireRequest, limits: Limits): void {
  if (request.target.length > limits.target) {
    const message = `expected at most ${limits.target} characters`;
    throw invalidRequest('target-too-long', [{ path: 'path', keyword: 'maxLength', message }], 414);
  }
  if (request.headers.length > limits.headers * 2) {
    throw invalidRequest('too-many-headers', [
      { path: 'header', keyword: 'maxItems', message: `expected at most ${limits.headers} lines` },
    ]);
  }
  let hosts = 0;
  for (let index = 0; index < request.headers.length; index += 2) {
    const name = request.headers[index];
    if (sameHeader(name, 'host')) hosts += 1;
    else if (sameHeader(name, 'transfer-encoding')) checkCoding(request.headers[index + 1] ?? '');
  }
  if (hosts > 1)
    throw invalidRequest('repeated-host', [
      { path: 'header/Host', keyword: 'repeated', message: 'expected only once' },
    ]);
}

/** Adapters only decode `chunked`. A body in another transfer coding would be misinterpreted (RFC 9112 section 6.1). */
function checkCoding(text: string): void {
  if (/^chunked$/i.test(text.trim())) return;
  throw invalidRequest('transfer-coding', [
    {
      path: 'header/Transfer-Encoding',
      keyword: 'content',
      message: 'expected no transfer coding except chunked',
    },
  ]);
}

function foundIn<T>(match: Match<T>, method: string): Found<T> | undefined {
  return match.methods.get(method) ?? (method === 'HEAD' ? match.methods.get('GET') : undefined);
}

function valuesOf<T>(match: Match<T>, found: Found<T>): ReadonlyMap<number, string> {
  if (found.parameters.length === 0) return noValues;
  const values = new Map<number, string>();
  for (const [index, parameter] of found.parameters.entries())
    values.set(parameter, match.values[index] ?? '');
  return values;
}

const noValues: ReadonlyMap<number, string> = new Map();

function credentialSourceOf(
  request: WireRequest,
  target: Target,
  descriptor: OperationDescriptor,
  pathValues: ReadonlyMap<number, string>,
  limits: Limits,
): CredentialSource {
  return {
    request,
    query: target.query,
    queryKeys: limits.queryKeys,
    pathValue: (name) => {
      const index = descriptor.parameters?.findIndex(
        (parameter) => parameter.in === 'path' && parameter.name === name,
      );
      return index === undefined ? undefined : pathValues.get(index);
    },
  };
}

/**
 * Runs code around every request of a handler: to add a header, to measure, to respond without the handler.
 *
 * `wrapper` receives the request and the handler, and returns the response. The handler's response is a promise only if it
 * had to wait; a wrapper that passes it on, or maps it when it is no promise, keeps adapters from waiting either. An
 * `async` wrapper works as well. An error of the wrapper rejects the request.
 *
 * @example
 * const timed = wrapHandler(handle, async (request, next) => {
 *   const response = await next(request);
 *   return { ...response, headers: [...response.headers, 'Server-Timing', 'app'] };
 * });
 */
export function wrapHandler(
  handler: HttpHandler,
  wrapper: (
    request: WireRequest,
    next: (request: WireRequest) => Awaitable<WireResponse>,
  ) => Awaitable<WireResponse>,
): HttpHandler {
  const next = handler.handleSync ?? handler;
  const handleSync = (request: WireRequest): Awaitable<WireResponse> => {
    try {
      return wrapper(request, next);
    } catch (error) {
      return Promise.reject(error);
    }
  };
  return Object.assign(async (request: WireRequest) => handleSync(request), { handleSync });
}

/** The path below a base path. A JSON-RPC endpoint can be the base itself, of which the root is the shortest. */
function pathFrom(base: string, path: Route<unknown>['path']): Route<unknown>['path'] {
  return base === '' && path.length === 0 ? ['/'] : [base, ...path];
}
