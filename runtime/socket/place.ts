import type {
  ChannelDescriptor,
  FeedDescriptor,
  FeedServerDescriptor,
  LimitsDescriptor,
} from './descriptor.js';
import { FeedError } from './errors.js';

/** The server of a description with that name; the first where none is named. @throws {FeedError} for a name that there is not */
export function serverNamed(
  { servers }: FeedDescriptor,
  name: string | undefined,
): FeedServerDescriptor | undefined {
  if (name === undefined) return servers[0];
  const found = servers.find((server) => server.name === name);
  if (found !== undefined) return found;
  const names = servers.flatMap((server) => server.name ?? []).join(', ');
  throw new FeedError('usage', `There is no server "${name}": the description has ${names}`);
}

/** What a channel demands at one server. */
export function authAt(
  server: FeedServerDescriptor | undefined,
  { auth }: ChannelDescriptor,
): ChannelDescriptor['auth'] {
  return server?.auth ?? auth;
}

/** What is allowed at one server. */
export function limitsAt(
  server: FeedServerDescriptor | undefined,
  { limits }: FeedDescriptor,
): LimitsDescriptor {
  return { ...limits, ...server?.limits };
}
