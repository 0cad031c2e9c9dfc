import type { OperationDescriptor } from '../descriptor.js';
import { ClientOptionsError } from '../errors.js';
import type { BaseUrl, Connection } from './connection.js';

/**
 * Reads the URL of a server: `http:` or `https:`, no user, no query, no fragment. A slash at its end means nothing.
 *
 * @throws {ClientOptionsError}
 */
export function readBaseUrl(text: string): BaseUrl {
  const url = parse(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ClientOptionsError('baseUrl is neither http nor https');
  }
  if (url.username !== '' || url.password !== '') {
    throw new ClientOptionsError('baseUrl holds a user or a password; give them as credentials');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new ClientOptionsError('baseUrl holds a query or a fragment');
  }
  return {
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    authority: url.host,
    path: url.pathname.replace(/\/+$/, ''),
  };
}

/** Where an operation with servers of its own is to be sent: the client's own base, else the operation's first server. */
export function serverOf(connection: Connection, operation: OperationDescriptor): BaseUrl {
  if (connection.based) return connection.base;
  const servers = bases.get(connection) ?? new Map<string, BaseUrl>();
  bases.set(connection, servers);
  const [common] = connection.description.servers;
  const url = operation.servers?.[0]?.url ?? common?.url ?? '';
  const cached = servers.get(url);
  if (cached !== undefined) return cached;
  const text = expandTemplate(url, connection.variables);
  const base = readBaseUrl(
    /^https?:/i.test(text) || common === undefined
      ? text
      : new URL(text, expandTemplate(common.url, connection.variables)).href,
  );
  servers.set(url, base);
  return base;
}

/** Servers of the description by their URL template, read once for each client. */
const bases = new WeakMap<Connection, Map<string, BaseUrl>>();

/** A template with `{name}` or `{variables.name}` replaced by values; what no variable has stays as it is. */
export function expandTemplate(
  template: string,
  variables: Readonly<Record<string, string>>,
): string {
  return template.replace(/\{(?:variables\.)?([^{}]+)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? whole) : whole,
  );
}

function parse(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new ClientOptionsError('baseUrl is not an absolute URL');
  }
}
