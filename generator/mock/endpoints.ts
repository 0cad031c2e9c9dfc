import type {
  ApiDescriptor,
  OperationDescriptor,
  SchemeDescriptor,
} from '../../runtime/core/descriptor.js';
import type { FaultViolation } from '../../runtime/core/server/fault.js';
import type { Verifier } from '../../runtime/core/security.js';
import { basePathOf } from '../../runtime/core/server/variables.js';
import type { Api, HttpBinding, Operation } from '../model/api.js';
import type { SecurityScheme } from '../model/security.js';

/** Operations at one method and path of a description: one, or the methods of a JSON-RPC endpoint. */
export interface Endpoint {
  readonly api: Api;
  readonly method: string;
  /** Base path of the server, without a trailing slash. */
  readonly base: string;
  /** Text and indexes of parameters, below the base path. */
  readonly path: readonly (string | number)[];
  readonly trailingSlash?: 'optional';
  readonly operations: readonly Operation[];
}

/** Finds the endpoints that clients call. */
export function endpointsOf(api: Api): readonly Endpoint[] {
  const endpoints = new Map<string, Endpoint>();
  const variables = variablesOf(api);
  for (const operation of api.operations) {
    const { binding, sentBy } = operation;
    const http = binding.kind === 'http' ? binding : binding.endpoint;
    if (sentBy !== 'client' || !('parts' in http.target)) continue;
    const key = `${http.method} ${http.target.text}`;
    const known = binding.kind === 'json-rpc' ? endpoints.get(key) : undefined;
    endpoints.set(`${key}${binding.kind === 'json-rpc' ? '' : ` ${operation.key}`}`, {
      api,
      method: http.method,
      base: basePath(api, operation, variables),
      path: partsOf(http, operation),
      ...(http.trailingSlash !== undefined && { trailingSlash: http.trailingSlash }),
      operations: [...(known?.operations ?? []), operation],
    });
  }
  return [...endpoints.values()];
}

function partsOf({ target }: HttpBinding, { parameters }: Operation): readonly (string | number)[] {
  if (!('parts' in target)) return [];
  return target.parts.map((part) =>
    typeof part === 'string'
      ? part
      : parameters.findIndex((each) => each.in === 'path' && each.name === part.parameter),
  );
}

function basePath(
  api: Api,
  { servers }: Operation,
  variables: Readonly<Record<string, string>>,
): string {
  const [own] = servers === api.servers ? [] : servers;
  try {
    return basePathOf({ servers: api.servers }, own, variables);
  } catch {
    // The URL of a server may be no URL.
    return '';
  }
}

function variablesOf({ variables }: Api): Readonly<Record<string, string>> {
  const values: Record<string, string> = Object.create(null);
  for (const { name, default: value } of variables) values[name] = value;
  return values;
}

/** A path at which an endpoint is served. */
export interface ServedPath {
  readonly endpoint: Endpoint;
  readonly path: Endpoint['path'];
}

/** Endpoints at their paths, and those that are hidden by others with the same path. */
export interface ServedPaths {
  readonly served: readonly ServedPath[];
  readonly hidden: readonly Endpoint[];
}

/**
 * Assigns paths to endpoints: below the base path of their server, and without it where no other endpoint has that path. Of several
 * endpoints with the same path, the first one is served.
 */
export function servedPaths(endpoints: readonly Endpoint[]): ServedPaths {
  const taken = new Set<string>();
  const take = (endpoint: Endpoint, path: Endpoint['path']): readonly ServedPath[] => {
    const keys = routeKeys(endpoint, path);
    if (keys.some((key) => taken.has(key))) return [];
    for (const key of keys) taken.add(key);
    return [{ endpoint, path }];
  };
  const served: ServedPath[] = [];
  const hidden: Endpoint[] = [];
  for (const endpoint of endpoints) {
    const own = take(endpoint, [endpoint.base, ...endpoint.path]);
    if (own.length === 0) hidden.push(endpoint);
    served.push(...own);
  }
  const based = served.filter(({ endpoint }) => endpoint.base !== '');
  return {
    served: [...served, ...based.flatMap(({ endpoint }) => take(endpoint, endpoint.path))],
    hidden,
  };
}

/** Texts that two endpoints share if they would match the same requests. */
function routeKeys({ method, trailingSlash }: Endpoint, path: Endpoint['path']): readonly string[] {
  const text = path.map((part) => (typeof part === 'string' ? decoded(part) : '{}')).join('');
  const plain = text.replace(/\/$/, '');
  const texts = trailingSlash === 'optional' ? [plain, `${plain}/`] : [text];
  return texts.map((each) => `${method} ${each}`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The description as the runtime needs it. */
export function describeApi(api: Api): ApiDescriptor {
  const schemes = api.securitySchemes.flatMap((scheme): [string, SchemeDescriptor][] => {
    const descriptor = describeScheme(scheme);
    return descriptor === undefined ? [] : [[scheme.key, descriptor]];
  });
  return {
    title: api.title,
    version: api.version,
    servers: [],
    variables: Object.fromEntries(
      api.variables.map(({ name, default: value }) => [name, { default: value }]),
    ),
    security: Object.fromEntries(schemes),
  };
}

/** Describes where a credential is. Client certificates are left out: a mock has no TLS. */
function describeScheme({ scheme }: SecurityScheme): SchemeDescriptor | undefined {
  switch (scheme.kind) {
    case 'apiKey':
      return { kind: 'apiKey', in: scheme.in, name: scheme.name };
    case 'http':
      return { kind: 'http', scheme: scheme.scheme };
    case 'oauth2':
    case 'openIdConnect':
      return { kind: scheme.kind };
    default:
      return undefined;
  }
}

/** The operation with the requirements that a mock can check. */
export function withKnownSchemes(
  descriptor: OperationDescriptor,
  { security: schemes }: ApiDescriptor,
): OperationDescriptor {
  const security = (descriptor.security ?? []).map((requirement) =>
    Object.fromEntries(
      Object.entries(requirement).filter(([name]) => Object.hasOwn(schemes, name)),
    ),
  );
  return { ...descriptor, security };
}

/** The credentials that an endpoint requires, as violations of a request that has none of them. */
export function credentialViolations({ api, operations }: Endpoint): readonly FaultViolation[] {
  const { security: described } = describeApi(api);
  const [operation] = operations;
  const keys = (operation?.security ?? []).flatMap(({ schemes }) => schemes.map(({ key }) => key));
  return [...new Set(keys)].flatMap((key) => {
    const scheme = Object.hasOwn(described, key) ? described[key] : undefined;
    if (scheme === undefined) return [];
    const path = scheme.kind === 'apiKey' ? `${scheme.in}/${scheme.name}` : 'header/Authorization';
    const form = scheme.kind === 'http' ? scheme.scheme : scheme.kind === 'apiKey' ? '' : 'Bearer';
    const message = `expected credentials of "${key}"${form === '' ? '' : `: ${form} …`}`;
    return [{ path, keyword: 'required', message }];
  });
}

/** Accepts any credential that is not empty. */
const anyValue: Verifier = {
  head: ({ credentials }) =>
    credentials.every((text) => text.trim() !== '')
      ? { ok: true, principal: 'anyone' }
      : { ok: false, reason: 'credentials-empty' },
};

/** A verifier for each scheme. */
export function verifiersFor({ security }: ApiDescriptor): ReadonlyMap<string, Verifier> {
  return new Map(Object.keys(security).map((name) => [name, anyValue]));
}
