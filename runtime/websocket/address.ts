import type { FeedDescriptor, FeedServerDescriptor } from './descriptor.js';
import { FeedError } from './errors.js';
import type { SocketRequest } from './socket.js';

/** Values of a description's variables, with defaults for those that are not given. */
export function variablesOf(
  { variables }: FeedDescriptor,
  values: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, { default: defaultValue }]) => [
      name,
      Object.hasOwn(values, name) ? (values[name] ?? defaultValue) : defaultValue,
    ]),
  );
}

/** URL of a server with its variables replaced. Variables without a value are left as they are. */
export function urlOf(
  server: FeedServerDescriptor | undefined,
  variables: Readonly<Record<string, string>>,
): string | undefined {
  return server?.url.replaceAll(/\{([^{}]+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? placeholder) : placeholder,
  );
}

/** Path of a URL as written, without query and fragment. */
export function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
}

/** Path and query to append to the URL of the server. */
export interface RelativeAddress {
  readonly path: string;
  /** Without the question mark; empty if there is no query. */
  readonly query: string;
}

/**
 * Creates the request that opens a connection to a feed at a URL, with `below` appended to it.
 *
 * @throws {FeedError} `usage` for an invalid URL, or one with an unresolved variable.
 */
export function socketRequest(
  { protocols = [] }: FeedDescriptor,
  text: string | undefined,
  headers: readonly string[],
  relative: RelativeAddress | undefined,
): SocketRequest {
  const [placeholder] = text === undefined ? [] : (/\{[^{}]*\}|%7b.*?%7d/i.exec(text) ?? []);
  if (placeholder !== undefined) {
    throw new FeedError(
      'usage',
      `The variable has no value: "${placeholder.replace(/%7b/i, '{').replace(/%7d/i, '}')}"`,
    );
  }
  const address = text === undefined || !URL.canParse(text) ? undefined : new URL(text);
  if (address === undefined || !/^wss?:$/.test(address.protocol)) {
    throw new FeedError('usage', `"url" must be a "ws:" or "wss:" URL`);
  }
  if (relative !== undefined) {
    if (relative.path !== '')
      address.pathname = address.pathname.replace(/\/+$/, '') + relative.path;
    address.search = [address.search.slice(1), relative.query]
      .filter((part) => part !== '')
      .join('&');
  }
  return {
    scheme: address.protocol === 'wss:' ? 'wss' : 'ws',
    authority: address.host,
    target: address.pathname + address.search,
    headers,
    protocols,
  };
}
