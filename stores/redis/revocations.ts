import {
  polledRevocations,
  revocationOverlap,
  revocationRetention,
  type SharedRevocationStore,
} from '../core/revocations.js';
import type { RedisConnection } from './client.js';
import { storeScript } from './script.js';

// Ids of entries are times of the server, in milliseconds.
const time = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
`;
const append = storeScript(`
${time}
local oldest = string.format('%.0f', now - ${revocationRetention})
return redis.call('XADD', p .. 'revocations', 'MINID', '~', oldest, '*', 'key', ARGV[1])
`);
const start = storeScript(`
${time}
return string.format('%.0f-0', now - ${revocationOverlap})
`);
const read = storeScript(
  `return redis.call('XRANGE', p .. 'revocations', '(' .. ARGV[1], '+', 'COUNT', 1000)`,
);

/** Creates the store of revocations. */
export function revocationStore(
  connection: RedisConnection,
  onError: (error: unknown) => void,
): SharedRevocationStore {
  return polledRevocations<string>(
    {
      async append(key) {
        await connection.run(append, key);
      },
      start: async () => String(await connection.run(start)),
      async read(after) {
        const entries = await connection.run(read, after);
        return (entries as readonly (readonly [string, readonly string[]])[]).map(
          ([position, [, key = '']]) => ({ key, position }),
        );
      },
    },
    onError,
  );
}
