import type {
  ChannelDescriptor,
  FeedDescriptor,
  FeedServerDescriptor,
  LimitsDescriptor,
} from './descriptor.js';
import { FeedError } from './errors.js';

/**
 * Selects a server of a description by name; the first if no name is given.
 *
 * @throws {FeedError} `usage` for an unknown name.
 */
export function selectServer(
  { servers }: FeedDescriptor,
  name: string | undefined,
): FeedServerDescriptor | undefined {
  if (name === undefined) return servers[0];
  const found = servers.find((server) => server.name === name);
  if (found !== undefined) return found;
  const names = servers.flatMap((server) => server.name ?? []).join(', ');
  throw new FeedError('usage', `There is no server "${name}"; the description has ${names}`);
}

/** Authentication that a channel requires on a server. */
export function serverAuth(
  server: FeedServerDescriptor | undefined,
  { auth }: ChannelDescriptor,
): ChannelDescriptor['auth'] {
  return server?.auth ?? auth;
}

/** Limits of a server, including those of the feed. */
export function serverLimits(
  server: FeedServerDescriptor | undefined,
  { limits }: FeedDescriptor,
): LimitsDescriptor {
  return { ...limits, ...server?.limits };
}
