import type { ReplayCache } from '@tallystick/runtime/auth/jwt';
import type { CachedToken, TokenCache } from '@tallystick/runtime/auth/oauth2';
import { valueDigest } from '../core/digest.js';
import { clockTolerance } from '../core/prune.js';
import type { RedisConnection } from './client.js';
import { storeScript } from './script.js';

const remember = storeScript(`
local k, second, now = p .. 'replay:' .. ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local known = redis.call('GET', k)
local isNew = not known or tonumber(known) < now
if isNew or tonumber(known) < second then
  redis.call('SET', k, ARGV[2], 'PX', string.format('%.0f', (second - now + 1) * 1000 + ${clockTolerance}))
end
return isNew and 1 or 0
`);

/** Creates the memory of single-use values. */
export function replayCache(connection: RedisConnection): ReplayCache {
  return {
    async remember(owner, value, until, now) {
      const second = Math.ceil(until);
      if (second < Math.floor(now)) return 'seen';
      const digest = valueDigest(owner, value);
      const isNew = await connection.run(remember, digest, second, Math.floor(now));
      return isNew === 1 ? 'new' : 'seen';
    },
  };
}

const get = storeScript(`return redis.call('GET', p .. 'token:' .. ARGV[1])`);
const set = storeScript(
  `return redis.call('SET', p .. 'token:' .. ARGV[1], ARGV[2], 'PX', ARGV[3])`,
);
const remove = storeScript(`
local k = p .. 'token:' .. ARGV[1]
local found = redis.call('GET', k)
if found and (ARGV[2] == '' or cjson.decode(found).text == ARGV[2]) then redis.call('DEL', k) end
return 1
`);

/** Shortest and longest time for which Redis keeps a token, in case a clock is behind. */
const [shortest, longest] = [3_600_000, 365 * 86_400_000] as const;

/** Creates the cache of OAuth tokens. */
export function tokenCache(connection: RedisConnection): TokenCache {
  return {
    async get(key, now) {
      const text = await connection.run(get, key);
      if (typeof text !== 'string') return undefined;
      const token = JSON.parse(text) as CachedToken;
      return token.until > now ? token : undefined;
    },
    async set(key, token) {
      const life = Math.min(longest, Math.max(shortest, token.until - Date.now()));
      const until = Math.min(token.until, Number.MAX_SAFE_INTEGER);
      await connection.run(set, key, JSON.stringify({ ...token, until }), Math.floor(life));
    },
    async delete(key, text = '') {
      await connection.run(remove, key, text);
    },
  };
}
