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

/**
 * The request that opens a connection to a feed: to `url`, or to a server of the description.
 *
 * @throws {FeedError} for an address that is none
 */
export function socketRequest(
  { protocols = [] }: FeedDescriptor,
  server: FeedServerDescriptor | undefined,
  url: string | URL | undefined,
  variables: Readonly<Record<string, string>>,
  headers: readonly string[],
): SocketRequest {
  const template = url === undefined ? server?.url : String(url);
  const text = template?.replaceAll(/\{([^{}]+)\}/g, (hole, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return url === undefined && value !== undefined ? value : hole;
  });
  const address = text === undefined || !URL.canParse(text) ? undefined : new URL(text);
  if (address === undefined || !/^wss?:$/.test(address.protocol)) {
    throw new FeedError('usage', `"url" must be an address with "ws:" or "wss:"`);
  }
  return {
    scheme: address.protocol === 'wss:' ? 'wss' : 'ws',
    authority: address.host,
    target: address.pathname + address.search,
    headers,
    protocols,
  };
}
