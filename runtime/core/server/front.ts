import { systemTimers, type Timers } from '../clock.js';
import type { OperationDescriptor } from '../descriptor.js';
import { isHeaderName, isHeaderValue } from '../headers.js';
import type { Exchange, WireRequest, WireResponse } from '../wire.js';
import { authorityCheck } from './authority.js';
import type { Sight } from './credentials.js';
import { faultSpeaker } from './fault-body.js';
import { Refusal, faultOf, invalidRequest, type Fault } from './fault.js';
import { report } from './log.js';
import { limitsOf, type BaseServerOptions, type FaultAnswer, type Limits } from './options.js';
import { createRouter, type Found, type Match, type Route } from './route.js';
import { originForm, parseTarget, type Target } from './target.js';

/** A request that has found what it asks for. */
export interface Visit<T> {
  /** In origin form. */
  readonly request: WireRequest;
  /** One of the server's own. */
  readonly authority: string;
  readonly target: Target;
  readonly value: T;
  /** Raw text of each path parameter, by its index in the descriptor. */
  readonly pathValues: ReadonlyMap<number, string>;
  readonly limits: Limits;
  readonly timers: Timers;
  /** What credentials are looked for in. */
  readonly sight: Sight;
}

/** What stands behind a path and method. */
export interface Service {
  readonly descriptor: OperationDescriptor;
}

/** What a {@link createFront} is made of. */
export interface FrontParts<T extends Service> {
  readonly routes: readonly Route<T>[];
  /** Prefix of every path, without a slash at its end. */
  readonly basePath: string;
  readonly options: BaseServerOptions;
  /** Answers a request; throws {@link Refusal} where it can not. */
  readonly answer: (visit: Visit<T>) => Promise<WireResponse>;
}

/**
 * The part of a server that every protocol over HTTP shares: limits of the head, authority, routing, 404, 405
 * with `Allow`, `HEAD` from `GET`, `OPTIONS`, and faults in the document's words. Never rejects.
 */
export function createFront<T extends Service>(parts: FrontParts<T>): Exchange {
  const { routes, basePath, options, answer } = parts;
  const limits = limitsOf(options.limits);
  const timers = options.clock ?? systemTimers;
  const authorityOf = authorityCheck(options);
  const router = createRouter(
    routes.map((route) => ({ ...route, path: [basePath, ...route.path] })),
  );
  const speak = faultSpeaker(routes.map(({ value }) => value.descriptor));

  const visit = async (received: WireRequest, place: Place): Promise<WireResponse> => {
    checkHead(received, limits);
    const request = originForm(received);
    const authority = authorityOf(request);
    if (request.method === 'OPTIONS' && request.target === '*') return allowed(allMethods(routes));
    const target = parseTarget(request.target);
    place.path = `/${target.segments.join('/')}`.slice(basePath.length);
    const match = router(target.segments);
    if (match === undefined) throw new Refusal('not-found', 'unknown-path');
    const found = foundIn(match, request.method);
    if (found === undefined && request.method === 'OPTIONS') return allowed(methodsOf(match));
    if (found === undefined) {
      const headers = ['Allow', methodsOf(match).join(', ')];
      throw new Refusal('method-not-allowed', 'undeclared-method', { headers });
    }
    place.operation = found.value.descriptor;
    const pathValues = valuesOf(match, found);
    const sight = sightOf(request, target, found.value.descriptor, pathValues, limits);
    const response = await answer({
      request,
      authority,
      target,
      value: found.value,
      pathValues,
      limits,
      timers,
      sight,
    });
    return request.method === 'HEAD' ? withoutBody(response) : response;
  };

  return async (request) => {
    const place: Place = { path: '', operation: undefined };
    try {
      return await visit(request, place);
    } catch (error) {
      const refusal =
        error instanceof Refusal
          ? error
          : new Refusal('internal', 'server-failed', { cause: error });
      const response = await faultResponse(refusal, request, place);
      return request.method === 'HEAD' ? withoutBody(response) : response;
    }
  };

  async function faultResponse(
    refusal: Refusal,
    request: WireRequest,
    place: Place,
  ): Promise<WireResponse> {
    const { operation, path } = place;
    const fault = faultOf(refusal, operation);
    report(options.log, {
      reason: refusal.reason,
      method: request.method,
      ...(operation === undefined ? {} : { operation: operation.id }),
      fault: fault.name,
      status: fault.status,
      ...(refusal.detail.scheme === undefined ? {} : { scheme: refusal.detail.scheme }),
      ...(refusal.detail.answer === undefined ? {} : { violations: refusal.detail.answer }),
      ...(refusal.detail.cause === undefined ? {} : { cause: refusal.detail.cause }),
    });
    const given = await override(fault, request);
    if (given !== undefined) return given;
    const { contentType, body } = speak(fault, path);
    return {
      status: fault.status,
      headers: ['Content-Type', contentType, ...fault.headers],
      body: JSON.stringify(body),
    };
  }

  async function override(fault: Fault, request: WireRequest): Promise<WireResponse | undefined> {
    try {
      const given = await options.onFault?.(fault, request);
      return given === undefined ? undefined : overridden(given, fault);
    } catch (cause) {
      report(options.log, {
        reason: 'on-fault-failed',
        method: request.method,
        fault: fault.name,
        cause,
      });
      return undefined;
    }
  }
}

interface Place {
  path: string;
  operation: OperationDescriptor | undefined;
}

function checkHead(request: WireRequest, limits: Limits): void {
  if (request.target.length > limits.target) {
    throw invalidRequest('target-too-long', [
      {
        path: 'path',
        keyword: 'maxLength',
        message: `expected at most ${limits.target} characters`,
      },
    ]);
  }
  if (request.headers.length > limits.headers * 2) {
    throw invalidRequest('too-many-headers', [
      { path: 'header', keyword: 'maxItems', message: `expected at most ${limits.headers} lines` },
    ]);
  }
  let hosts = 0;
  for (let index = 0; index < request.headers.length; index += 2) {
    if (request.headers[index]?.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1)
    throw invalidRequest('repeated-host', [
      { path: 'header/Host', keyword: 'repeated', message: 'expected once only' },
    ]);
}

function foundIn<T>(match: Match<T>, method: string): Found<T> | undefined {
  return match.methods.get(method) ?? (method === 'HEAD' ? match.methods.get('GET') : undefined);
}

function valuesOf<T>(match: Match<T>, found: Found<T>): ReadonlyMap<number, string> {
  return new Map(
    found.parameters.map((parameter, index) => [parameter, match.values[index] ?? '']),
  );
}

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

function methodsOf<T>(match: Match<T>): readonly string[] {
  return withImplied(match.methods.keys());
}

function allMethods<T>(routes: readonly Route<T>[]): readonly string[] {
  return withImplied(routes.map(({ method }) => method));
}

/** `GET` brings `HEAD`, and everything can be asked for its options. */
function withImplied(declared: Iterable<string>): readonly string[] {
  const methods = new Set(declared);
  if (methods.has('GET')) methods.add('HEAD');
  methods.add('OPTIONS');
  return [...methods].sort();
}

function allowed(methods: readonly string[]): WireResponse {
  return { status: 204, headers: ['Allow', methods.join(', ')], body: undefined };
}

/** The answer to `HEAD`: the same head, with the length of the body that is not sent (RFC 9110 section 9.3.2). */
function withoutBody(response: WireResponse): WireResponse {
  const { status, headers, body } = response;
  if (body === undefined) return response;
  const length = lengthOf(body);
  if (length === undefined && typeof body === 'object' && 'stream' in body)
    void discard(body.stream);
  const sized = length === undefined ? headers : [...headers, 'Content-Length', String(length)];
  return { status, headers: sized, body: undefined };
}

function lengthOf(body: NonNullable<WireResponse['body']>): number | undefined {
  if (typeof body === 'string') return new TextEncoder().encode(body).length;
  return body.length;
}

/** Tells a stream that nobody will read it. */
async function discard(stream: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await stream[Symbol.asyncIterator]().return?.();
  } catch {
    // Nobody is left who could be told.
  }
}

function overridden(given: FaultAnswer, fault: Fault): WireResponse {
  const { status, body, contentType = 'application/json', headers = {} } = given;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Error(`"onFault" answered the status ${status}.`);
  const pairs = Object.entries(headers).flat();
  for (let index = 0; index < pairs.length; index += 2) {
    if (!isHeaderName(pairs[index] ?? '') || !isHeaderValue(pairs[index + 1] ?? '')) {
      throw new Error('"onFault" answered a header that can not be sent.');
    }
  }
  const type = body === undefined ? [] : ['Content-Type', contentType];
  const own = fault.headers.filter((_, index) => {
    const name = fault.headers[index - (index % 2)]?.toLowerCase();
    return !Object.keys(headers).some((other) => other.toLowerCase() === name);
  });
  return {
    status,
    headers: [...type, ...own, ...pairs],
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}
