import { systemTimers, type Timers } from '../clock.js';
import type { OperationDescriptor, SchemeDescriptor } from '../descriptor.js';
import { sameHeader } from '../headers.js';
import type { Exchange, WireRequest, WireResponse } from '../wire.js';
import { andThen } from './and-then.js';
import { authorityCheck } from './authority.js';
import { createCors } from './cors.js';
import type { Sight } from './credentials.js';
import { faultAnswerer, type Place } from './fault-response.js';
import type { FaultBody } from './fault-body.js';
import { isRefused, Refusal, invalidRequest, type Fault, type Refused } from './fault.js';
import { allowed, withImplied, withoutBody } from './implied-methods.js';
import { limitsOf, type Awaitable, type BaseServerOptions, type Limits } from './options.js';
import { createRouter, type Found, type Match, type Route, type Router } from './route.js';
import { originForm, parseTarget, type Target } from './target.js';

/** A request that has found what it asks for. */
export interface Visit {
  /** In origin form. */
  readonly request: WireRequest;
  /** One of the server's own. */
  readonly authority: string;
  readonly target: Target;
  /** Raw text of each path parameter, by its index in the descriptor. */
  readonly pathValues: ReadonlyMap<number, string>;
  readonly limits: Limits;
  readonly timers: Timers;
  /** What credentials are looked for in. */
  readonly sight: Sight;
}

/** What stands behind a path and method. */
export interface Service {
  /** The operation; one of them where several stand behind the same path and method. */
  readonly descriptor: OperationDescriptor;
  /** Answers a request; says why, or throws {@link Refusal}, where it can not. */
  answer(visit: Visit): Awaitable<WireResponse | Refused>;
  /** Says a fault in its own way; the document's error shape if absent. */
  speak?(fault: Fault): FaultBody;
}

/** What a {@link createFront} is made of. */
export interface FrontParts {
  /** Everything that the server's document declares. */
  readonly operations: readonly OperationDescriptor[];
  readonly routes: readonly Route<Service>[];
  /** Finds what answers a path, where that is not what its text says. */
  readonly router?: Router<Service>;
  /** The document's security schemes. */
  readonly schemes: { readonly [scheme: string]: SchemeDescriptor };
  /** What the path of an operation begins with, without a slash at its end. */
  readonly basePathOf: (operation: OperationDescriptor) => string;
  readonly options: BaseServerOptions;
}

/**
 * The part of a server that every protocol over HTTP shares: limits of the head, authority, routing, 404, 405
 * with `Allow`, `HEAD` from `GET`, `OPTIONS`, and faults in the document's words. Never rejects.
 */
export function createFront(parts: FrontParts): Exchange {
  const { operations, basePathOf, options } = parts;
  const routes = parts.routes.map((route) => ({
    ...route,
    path: [basePathOf(route.value.descriptor), ...route.path],
  }));
  // The longest first: what a path begins with is the most of it that any operation has.
  const bases = [...new Set(operations.map(basePathOf))].sort((a, b) => b.length - a.length);
  const limits = limitsOf(options.limits);
  const timers = options.clock ?? systemTimers;
  const authorityOf = authorityCheck(options);
  const router = parts.router ?? createRouter(routes);
  const answerFault = faultAnswerer(options, operations, bases);
  const cors =
    options.cors === undefined ? undefined : createCors(options.cors, operations, parts.schemes);

  const visit = (received: WireRequest, place: Place): Awaitable<WireResponse | Refused> => {
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
    place.service = found.value;
    const pathValues = valuesOf(match, found);
    const sight = sightOf(request, target, found.value.descriptor, pathValues, limits);
    return found.value.answer({
      request,
      authority,
      target,
      pathValues,
      limits,
      timers,
      sight,
    });
  };

  const said = (
    response: WireResponse | Refused,
    request: WireRequest,
    place: Place,
  ): Awaitable<WireResponse> =>
    isRefused(response) ? answerFault(response, request, place) : response;
  const failed = (error: unknown, request: WireRequest, place: Place): Awaitable<WireResponse> =>
    answerFault(error instanceof Refusal ? error : serverFailed(error), request, place);
  const answer = (request: WireRequest, place: Place): Awaitable<WireResponse> => {
    try {
      const response = visit(request, place);
      if (!(response instanceof Promise)) return said(response, request, place);
      return response.then(
        (late) => said(late, request, place),
        (error: unknown) => failed(error, request, place),
      );
    } catch (error) {
      return failed(error, request, place);
    }
  };

  const atOnce = (request: WireRequest): Awaitable<WireResponse> => {
    const place: Place = { service: undefined };
    const response = answer(request, place);
    if (cors === undefined && request.method !== 'HEAD') return response;
    return andThen(response, (plain) => {
      const sent = request.method === 'HEAD' ? withoutBody(plain) : plain;
      return cors?.answered(request, sent, place.service?.descriptor) ?? sent;
    });
  };
  return Object.assign(async (request: WireRequest) => atOnce(request), { atOnce });
}

function serverFailed(cause: unknown): Refusal {
  return new Refusal('internal', 'server-failed', { cause });
}

/** What stands behind each method of a path. */
function descriptorsOf(match: Match<Service>): ReadonlyMap<string, OperationDescriptor> {
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
      { path: 'header/Host', keyword: 'repeated', message: 'expected once only' },
    ]);
}

/** Adapters undo chunks and nothing else: a body in another coding would be taken for what it is not (RFC 9112 section 6.1). */
function checkCoding(text: string): void {
  if (/^chunked$/i.test(text.trim())) return;
  throw invalidRequest('transfer-coding', [
    {
      path: 'header/Transfer-Encoding',
      keyword: 'content',
      message: 'expected no coding but chunked',
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

function sightOf(
  request: WireRequest,
  target: Target,
  descriptor: OperationDescriptor,
  pathValues: ReadonlyMap<number, string>,
  limits: Limits,
): Sight {
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
