import type { OperationDescriptor } from '../descriptor.js';
import { ClientOptionsError } from '../errors.js';
import type { BaseUrl, ClientConfig } from './client-config.js';

/**
 * Parses the URL of a server: `http:` or `https:`, without user, query or fragment. A trailing slash is ignored.
 *
 * @throws {ClientOptionsError}
 */
export function readBaseUrl(text: string): BaseUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const { protocol, username, password, search, hash } = url ?? { protocol: '' };
  if (url === undefined || !/^https?:$/.test(protocol) || username || password || search || hash)
    throw new ClientOptionsError(
      'baseUrl is not an http or https URL without user name, password, query and fragment',
    );
  return {
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    authority: url.host,
    path: url.pathname.replace(/\/+$/, ''),
  };
}

/** Base URL of an operation that declares its own servers: the client's `baseUrl` option, otherwise the operation's first server. */
export function serverOf(config: ClientConfig, operation: OperationDescriptor): BaseUrl {
  if (config.hasBaseUrl) return config.base;
  const servers = bases.get(config) ?? new Map<string, BaseUrl>();
  bases.set(config, servers);
  const [common] = config.description.servers;
  const url = operation.servers?.[0]?.url ?? common?.url ?? '';
  const cached = servers.get(url);
  if (cached !== undefined) return cached;
  const text = expandTemplate(url, config.variables);
  const base = readBaseUrl(
    /^https?:/i.test(text) || common === undefined
      ? text
      : new URL(text, expandTemplate(common.url, config.variables)).href,
  );
  servers.set(url, base);
  return base;
}

/** Parsed servers of the description by URL template, for each client. */
const bases = new WeakMap<ClientConfig, Map<string, BaseUrl>>();

/** Replaces `{name}` and `{variables.name}` in a template by values. Unknown variables are left as they are. */
export function expandTemplate(
  template: string,
  variables: Readonly<Record<string, string>>,
): string {
  return template.replace(/\{(?:variables\.)?([^{}]+)\}/g, (match, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? match) : match,
  );
}
