import type { FeedDescriptor, FeedServerDescriptor } from './descriptor.js';
import { FeedError } from './errors.js';
import type { SocketRequest } from './socket.js';

/** Values of a description's variables: what was given, else the defaults. */
export function variablesOf(
  { variables }: FeedDescriptor,
  given: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, { default: usual }]) => [
      name,
      Object.hasOwn(given, name) ? (given[name] ?? usual) : usual,
    ]),
  );
}

/** The URL of a server with its variables filled in; those without a value stay. */
export function urlOf(
  server: FeedServerDescriptor | undefined,
  variables: Readonly<Record<string, string>>,
): string | undefined {
  return server?.url.replaceAll(/\{([^{}]+)\}/g, (hole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? hole) : hole,
  );
}

/** Path of a URL as it is written, without query and fragment. */
export function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
}

/** What follows the address of the server. */
export interface AddressBelow {
  readonly path: string;
  /** Without the question mark; empty if there is none. */
  readonly query: string;
}

/**
 * The request that opens a connection to a feed: to `url`, or to a server of the description, and from there to what is `below`.
 *
 * @throws {FeedError} for an address that is none, and for one with a hole that nothing fills
 */
export function socketRequest(
  { protocols = [] }: FeedDescriptor,
  text: string | undefined,
  headers: readonly string[],
  below: AddressBelow | undefined,
): SocketRequest {
  const [hole] = text === undefined ? [] : (/\{[^{}]*\}|%7b.*?%7d/i.exec(text) ?? []);
  if (hole !== undefined) {
    throw new FeedError(
      'usage',
      `Nothing fills in "${hole.replace(/%7b/i, '{').replace(/%7d/i, '}')}"`,
    );
  }
  const address = text === undefined || !URL.canParse(text) ? undefined : new URL(text);
  if (address === undefined || !/^wss?:$/.test(address.protocol)) {
    throw new FeedError('usage', `"url" must be an address with "ws:" or "wss:"`);
  }
  if (below !== undefined) {
    if (below.path !== '') address.pathname = address.pathname.replace(/\/+$/, '') + below.path;
    address.search = [address.search.slice(1), below.query].filter((part) => part !== '').join('&');
  }
  return {
    scheme: address.protocol === 'wss:' ? 'wss' : 'ws',
    authority: address.host,
    target: address.pathname + address.search,
    headers,
    protocols,
  };
}
