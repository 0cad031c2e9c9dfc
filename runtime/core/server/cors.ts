import type { OperationDescriptor, SchemeDescriptor } from '../descriptor.js';
import { headerValue, headerValues } from '../headers.js';
import type { WireRequest, WireResponse } from '../wire.js';
import { withImplied } from './implied-methods.js';

/** Which pages of other origins may use a server from a browser (Fetch Standard, "CORS protocol"). */
export interface CorsOptions {
  /** `*` for every origin; the origins as browsers write them, such as `https://shop.example`; or what decides. */
  readonly origins: '*' | readonly string[] | ((origin: string) => boolean);
  /** Whether pages may send what the browser keeps: cookies, client certificates. Not together with `*`. */
  readonly credentials?: boolean;
  /** Seconds for which a browser may remember what it was told. Default 600. */
  readonly maxAge?: number;
  /** Headers that may be sent beside those of the description. */
  readonly allowedHeaders?: readonly string[];
  /** Headers of answers that pages may read beside those of the description. */
  readonly exposedHeaders?: readonly string[];
}

/** CORS, prepared. */
export interface Cors {
  /** The answer to a browser that asks whether it may send a request; `undefined` where that is not what is asked. */
  preflight(
    request: WireRequest,
    methods: ReadonlyMap<string, OperationDescriptor>,
  ): WireResponse | undefined;
  /** An answer with what a browser has to know before it hands it to a page. */
  answered(
    request: WireRequest,
    response: WireResponse,
    operation: OperationDescriptor | undefined,
  ): WireResponse;
}

/**
 * Prepares CORS for the operations of a server: which headers may be sent, and which may be read, is what the description declares for
 * each. Throws for options that no browser would follow, or that would let everybody in with credentials.
 */
export function createCors(
  options: CorsOptions,
  operations: readonly OperationDescriptor[],
  schemes: { readonly [scheme: string]: SchemeDescriptor },
): Cors {
  const { origins, credentials = false, maxAge = 600 } = options;
  if (origins === '*' && credentials)
    throw new Error('"cors.credentials" needs "cors.origins" to say which origins they are.');
  if (!(Number.isInteger(maxAge) && maxAge >= 0))
    throw new Error('"cors.maxAge" must be whole seconds.');
  const known = new Set(Array.isArray(origins) ? origins : []);
  const admits = (origin: string): boolean =>
    typeof origins === 'function' ? origins(origin) : origins === '*' || known.has(origin);

  /** What every answer says of origins: a cache must not give one origin's answer to another. */
  const head = (request: WireRequest): readonly string[] => {
    const vary = origins === '*' ? [] : ['Vary', 'Origin'];
    const [origin, ...others] = headerValues(request.headers, 'origin');
    if (origin === undefined || others.length > 0 || !admits(origin)) return vary;
    return [
      ...vary,
      'Access-Control-Allow-Origin',
      origins === '*' ? '*' : origin,
      ...(credentials ? ['Access-Control-Allow-Credentials', 'true'] : []),
    ];
  };
  const headersOf = remembered((operation) => ({
    allowed: join([
      ...sharing(operations, operation).flatMap((each) => requestHeaders(each, schemes)),
      ...(options.allowedHeaders ?? []),
    ]),
    exposed: join([
      ...sharing(operations, operation).flatMap(responseHeaders),
      ...(options.exposedHeaders ?? []),
    ]),
  }));

  return {
    preflight(request, methods) {
      const wanted = headerValue(request.headers, 'access-control-request-method');
      if (wanted === undefined || headerValue(request.headers, 'origin') === undefined)
        return undefined;
      const operation = methods.get(wanted) ?? (wanted === 'HEAD' ? methods.get('GET') : undefined);
      const all = withImplied(methods.keys());
      const allow = ['Allow', all.join(', ')];
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
          all.join(', '),
          ...(allowed === '' ? [] : ['Access-Control-Allow-Headers', allowed]),
          'Access-Control-Max-Age',
          String(maxAge),
        ],
        body: undefined,
      };
    },
    answered(request, response, operation) {
      // The answer to a preflight has said it all.
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

/** Operations behind the same method and path, such as the methods of a JSON-RPC endpoint. */
function sharing(
  operations: readonly OperationDescriptor[],
  { method, path }: OperationDescriptor,
): readonly OperationDescriptor[] {
  const place = JSON.stringify(path);
  return operations.filter((each) => each.method === method && JSON.stringify(each.path) === place);
}

function requestHeaders(
  { parameters = [], body, rpc, idempotencyHeader, security = [], outcomes }: OperationDescriptor,
  schemes: { readonly [scheme: string]: SchemeDescriptor },
): readonly string[] {
  const keys = [...new Set(security.flatMap((alternative) => Object.keys(alternative)))];
  return [
    ...parameters.flatMap(({ in: place, name }) => (place === 'header' ? [name] : [])),
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

/** Names once, whatever their case. */
function join(names: readonly string[]): string {
  const once = new Map(names.map((name) => [name.toLowerCase(), name]));
  return [...once.values()].join(', ');
}

function remembered<Value>(
  make: (operation: OperationDescriptor) => Value,
): (operation: OperationDescriptor) => Value {
  const made = new WeakMap<OperationDescriptor, { readonly value: Value }>();
  return (operation) => {
    const found = made.get(operation) ?? { value: make(operation) };
    made.set(operation, found);
    return found.value;
  };
}
