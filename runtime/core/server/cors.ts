import type { OperationDescriptor, SchemeDescriptor } from '../descriptor.js';
import { headerValue, headerValues } from '../headers.js';
import type { WireRequest, WireResponse } from '../wire.js';
import { withImplied } from './implied-methods.js';

/** Cross-origin access from browsers (Fetch Standard, "CORS protocol"). */
export interface CorsOptions {
  /** `*` for every origin; a list of origins as browsers send them, such as `https://shop.example`; or a function. */
  readonly origins: '*' | readonly string[] | ((origin: string) => boolean);
  /** Allows requests with cookies or TLS client certificates. Cannot be combined with `*`. Default `false`. */
  readonly credentials?: boolean;
  /** Seconds for which a browser may cache a preflight response. Default 600. */
  readonly maxAge?: number;
  /** Request headers to allow in addition to those in the description. */
  readonly allowedHeaders?: readonly string[];
  /** Response headers to expose in addition to those in the description. */
  readonly exposedHeaders?: readonly string[];
}

/** Prepared CORS support. */
export interface Cors {
  /** Response to a preflight request; `undefined` for any other request. */
  preflight(
    request: WireRequest,
    methods: ReadonlyMap<string, OperationDescriptor>,
  ): WireResponse | undefined;
  /** Adds CORS headers to a response. */
  withCorsHeaders(
    request: WireRequest,
    response: WireResponse,
    operation: OperationDescriptor | undefined,
  ): WireResponse;
}

/**
 * Prepares CORS for the operations of a server. Allowed and exposed headers are those that the description declares for each
 * operation. Throws for options that no browser supports, or that would allow every origin with credentials.
 */
export function createCors(
  options: CorsOptions,
  operations: readonly OperationDescriptor[],
  schemes: { readonly [scheme: string]: SchemeDescriptor },
): Cors {
  const { origins, credentials = false, maxAge = 600 } = options;
  if (origins === '*' && credentials)
    throw new Error('"cors.credentials" requires "cors.origins" to list the origins.');
  if (!(Number.isInteger(maxAge) && maxAge >= 0))
    throw new Error('"cors.maxAge" must be a whole number of seconds.');
  const known = new Set(Array.isArray(origins) ? origins : []);
  const isAllowed = (origin: string): boolean =>
    typeof origins === 'function' ? origins(origin) : origins === '*' || known.has(origin);

  /** Headers about the origin, for every response. A cache must not serve one origin's response to another. */
  const head = (request: WireRequest): readonly string[] => {
    const vary = origins === '*' ? [] : ['Vary', 'Origin'];
    const [origin, ...others] = headerValues(request.headers, 'origin');
    if (origin === undefined || others.length > 0 || !isAllowed(origin)) return vary;
    return [
      ...vary,
      'Access-Control-Allow-Origin',
      origins === '*' ? '*' : origin,
      ...(credentials ? ['Access-Control-Allow-Credentials', 'true'] : []),
    ];
  };
  const headersOf = cachedByOperation((operation) => ({
    allowed: join([
      ...operationsSharing(operations, operation).flatMap((each) => requestHeaders(each, schemes)),
      ...(options.allowedHeaders ?? []),
    ]),
    exposed: join([
      ...operationsSharing(operations, operation).flatMap(responseHeaders),
      ...(options.exposedHeaders ?? []),
    ]),
  }));

  return {
    preflight(request, methods) {
      const requestedMethod = headerValue(request.headers, 'access-control-request-method');
      if (requestedMethod === undefined || headerValue(request.headers, 'origin') === undefined)
        return undefined;
      const operation =
        methods.get(requestedMethod) ??
        (requestedMethod === 'HEAD' ? methods.get('GET') : undefined);
      const allMethods = withImplied(methods.keys());
      const allow = ['Allow', allMethods.join(', ')];
      const admitted = head(request);
      if (operation === undefined || !admitted.includes('Access-Control-Allow-Origin'))
        return { status: 204, headers: allow, body: undefined };
      const { allowed } = headersOf(operation);
      return {
        status: 204,
        headers: [
          ...allow,
          ...admitted,
          'Access-Control-Allow-Methods',
          allMethods.join(', '),
          ...(allowed === '' ? [] : ['Access-Control-Allow-Headers', allowed]),
          'Access-Control-Max-Age',
          String(maxAge),
        ],
        body: undefined,
      };
    },
    withCorsHeaders(request, response, operation) {
      // A preflight response is already complete.
      if (headerValue(response.headers, 'access-control-allow-methods') !== undefined)
        return response;
      const admitted = head(request);
      const isAdmitted = admitted.includes('Access-Control-Allow-Origin');
      const exposed = operation === undefined || !isAdmitted ? '' : headersOf(operation).exposed;
      const own = exposed === '' ? [] : ['Access-Control-Expose-Headers', exposed];
      if (admitted.length === 0) return response;
      return { ...response, headers: [...response.headers, ...admitted, ...own] };
    },
  };
}

/** Operations with the same method and path, such as the methods of a JSON-RPC endpoint. */
function operationsSharing(
  operations: readonly OperationDescriptor[],
  { method, path }: OperationDescriptor,
): readonly OperationDescriptor[] {
  const key = JSON.stringify(path);
  return operations.filter((each) => each.method === method && JSON.stringify(each.path) === key);
}

function requestHeaders(
  { parameters = [], body, rpc, idempotencyHeader, security = [], outcomes }: OperationDescriptor,
  schemes: { readonly [scheme: string]: SchemeDescriptor },
): readonly string[] {
  const keys = [...new Set(security.flatMap((alternative) => Object.keys(alternative)))];
  return [
    ...parameters.flatMap(({ in: location, name }) => (location === 'header' ? [name] : [])),
    ...(body === undefined && rpc === undefined ? [] : ['Content-Type']),
    ...(idempotencyHeader === undefined ? [] : [idempotencyHeader]),
    ...(hasEvents(outcomes) ? ['Last-Event-ID'] : []),
    ...keys.flatMap((key) => (Object.hasOwn(schemes, key) ? schemeHeaders(schemes[key]) : [])),
  ];
}

function hasEvents(outcomes: OperationDescriptor['outcomes']): boolean {
  return outcomes.some(({ contents = [] }) => contents.some(({ codec }) => codec === 'sse'));
}

function schemeHeaders(scheme: SchemeDescriptor | undefined): readonly string[] {
  switch (scheme?.kind) {
    case 'apiKey':
      return scheme.in === 'header' ? [scheme.name, ...(scheme.headers ?? [])] : [];
    case 'http':
    case 'oauth2':
    case 'openIdConnect':
      return ['Authorization'];
    default:
      return [];
  }
}

function responseHeaders({ outcomes }: OperationDescriptor): readonly string[] {
  return outcomes.flatMap(({ headers = [] }) => headers.map(({ name }) => name));
}

/** Joins names without duplicates, ignoring case. */
function join(names: readonly string[]): string {
  const unique = new Map(names.map((name) => [name.toLowerCase(), name]));
  return [...unique.values()].join(', ');
}

function cachedByOperation<Value>(
  compute: (operation: OperationDescriptor) => Value,
): (operation: OperationDescriptor) => Value {
  const cache = new WeakMap<OperationDescriptor, { readonly value: Value }>();
  return (operation) => {
    const entry = cache.get(operation) ?? { value: compute(operation) };
    cache.set(operation, entry);
    return entry.value;
  };
}
