import type { ApiDescriptor } from '../core/descriptor.js';
import { Refusal } from '../core/server/fault.js';
import { createRouter, type Route, type Router } from '../core/server/route.js';
import type { ServerOperation } from '../core/server/serve.js';
import { parseTarget } from '../core/server/target.js';
import { expand } from '../core/server/variables.js';

/** Operations at the method and path of a request: one, unless the description has several there. */
export interface Destination {
  readonly operations: readonly ServerOperation[];
  /** Base path of the server. */
  readonly basePath: string;
}

/** Finds the operations that a request is for. */
export type FindDestination = (request: Request) => Destination | undefined;

/** A server: an origin, or any, and a path without a trailing slash. */
interface Base {
  readonly origin: string | undefined;
  readonly path: string;
}

/** Creates the search in all operations, so that `/users/me` is never taken for `/users/{id}`. */
export function destinations(
  description: ApiDescriptor,
  operations: readonly ServerOperation[],
  variables: Readonly<Record<string, string>>,
  baseUrl: string | undefined,
): FindDestination {
  const shares = new Map<string, { readonly base: Base; readonly operations: ServerOperation[] }>();
  const first = expand(description.servers[0]?.url ?? '', variables);
  for (const operation of operations) {
    const { servers = description.servers } = operation.descriptor;
    const bases =
      baseUrl === undefined
        ? servers.map(({ url }) => baseOf(expand(url, variables), first))
        : [baseOf(baseUrl, '')];
    for (const base of bases.length === 0 ? [baseOf('/', '')] : bases) {
      const key = `${base.origin ?? ''} ${base.path}`;
      const share = shares.get(key) ?? { base, operations: [] };
      shares.set(key, share);
      share.operations.push(operation);
    }
  }
  const routers = [...shares.values()].map(({ base, operations: share }) => ({
    base,
    route: routerOf(share, base.path),
  }));
  return (request) => {
    const url = new URL(request.url);
    for (const { base, route } of routers) {
      if (base.origin !== undefined && base.origin !== url.origin) continue;
      const found = route(url.pathname + url.search, request.method.toUpperCase());
      if (found !== undefined) return { operations: found, basePath: base.path };
    }
    return undefined;
  };
}

/** Reads a URL. A relative one is relative to the first server, if that is absolute. */
function baseOf(text: string, first: string): Base {
  const absolute = /^https?:\/\//i;
  if (absolute.test(text) && URL.canParse(text)) return baseOfUrl(new URL(text));
  if (!absolute.test(text) && absolute.test(first) && URL.canParse(text, first))
    return baseOfUrl(new URL(text, first));
  const [, path = ''] = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?([^?#]*)/i.exec(text) ?? [];
  return { origin: undefined, path: withoutSlash(path.startsWith('/') ? path : `/${path}`) };
}

function baseOfUrl({ origin, pathname }: URL): Base {
  return { origin, path: withoutSlash(pathname) };
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '');
}

/** Creates a router of operations. Those at the same method and path are kept together. */
function routerOf(
  operations: readonly ServerOperation[],
  base: string,
): (target: string, method: string) => readonly ServerOperation[] | undefined {
  const routes = new Map<string, Route<ServerOperation[]>>();
  for (const operation of operations) {
    const { method, path, trailingSlash } = operation.descriptor;
    const from = base === '' && path.length === 0 ? ['/'] : [base, ...path];
    const keys = keysOf(method, from, trailingSlash === 'optional');
    const known = keys.map((key) => routes.get(key)).find((route) => route !== undefined);
    const route = known ?? { method, path: from, trailingSlash, value: [] };
    for (const key of keys) routes.set(key, route);
    route.value.push(operation);
  }
  const router: Router<ServerOperation[]> = createRouter([...new Set(routes.values())]);
  return (target, method) => {
    try {
      const methods = router(parseTarget(target))?.methods;
      const found = methods?.get(method) ?? (method === 'HEAD' ? methods?.get('GET') : undefined);
      return found?.value;
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  };
}

/** Texts that two routes share if they match the same requests. */
function keysOf(
  method: string,
  path: readonly (string | number)[],
  hasBoth: boolean,
): readonly string[] {
  const text = path.map((part) => (typeof part === 'string' ? decoded(part) : '{}')).join('');
  const plain = text.replace(/\/$/, '');
  return (hasBoth ? [plain, `${plain}/`] : [text]).map((each) => `${method} ${each}`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
