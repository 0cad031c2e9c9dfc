import type { ConnectionStore, RateLimitStore } from '@tallystick/runtime/http/server';
import { clockTolerance } from '../core/prune.js';
import type { RedisConnection } from './client.js';
import { storeScript } from './script.js';

const take = storeScript(`
local now, wait, found = tonumber(ARGV[1]), 0, {}
for i = 2, #ARGV, 3 do
  local k, rate, burst = p .. 'bucket:' .. ARGV[i], tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2])
  local h = redis.call('HMGET', k, 'tokens', 'at')
  local tokens, at = tonumber(h[1] or burst), tonumber(h[2] or now)
  tokens = math.min(burst, tokens + math.max(0, now - at) / 1000 * rate)
  local missing = 1 - tokens
  if missing > 1e-9 then wait = math.max(wait, math.ceil(missing / rate * 1000 - 1e-9)) end
  found[#found + 1] = {k, tokens - 1, math.max(at, now), math.ceil((burst - tokens + 1) / rate * 1000)}
end
if wait > 0 then return string.format('%.0f', wait) end
for _, b in ipairs(found) do
  redis.call('HSET', b[1], 'tokens', string.format('%.17g', b[2]), 'at', string.format('%.17g', b[3]))
  redis.call('PEXPIRE', b[1], string.format('%.0f', math.min(b[4] + ${clockTolerance}, 1e15)))
end
return '0'
`);

/** Creates the store of rate limits. */
export function rateLimitStore(connection: RedisConnection): RateLimitStore {
  return {
    async take(spends, now) {
      const args = spends.flatMap(({ key, rate, burst }) => [key, rate, burst]);
      return Number(await connection.run(take, now, ...args));
    },
  };
}

const closing = `
local function close(id)
  for _, key in ipairs(redis.call('SMEMBERS', p .. 'keys:' .. id)) do
    redis.call('ZREM', p .. 'connections:' .. key, id)
  end
  redis.call('DEL', p .. 'keys:' .. id)
end
`;
const open = storeScript(`
${closing}
local id, now, until_ = ARGV[1], tonumber(ARGV[2]), ARGV[3]
close(id)
for i = 4, #ARGV, 2 do
  if redis.call('ZCOUNT', p .. 'connections:' .. ARGV[i], '(' .. ARGV[2], '+inf') >= tonumber(ARGV[i + 1]) then
    return 0
  end
end
local life = string.format('%.0f', math.max(1, tonumber(until_) - now) + ${clockTolerance})
for i = 4, #ARGV, 2 do
  local k = p .. 'connections:' .. ARGV[i]
  redis.call('ZREMRANGEBYSCORE', k, '-inf', string.format('%.0f', now - ${clockTolerance}))
  redis.call('ZADD', k, until_, id)
  if redis.call('PTTL', k) < tonumber(life) then redis.call('PEXPIRE', k, life) end
  redis.call('SADD', p .. 'keys:' .. id, ARGV[i])
end
redis.call('PEXPIRE', p .. 'keys:' .. id, life)
return 1
`);
const renew = storeScript(`
local lost, now = {}, tonumber(ARGV[1])
local life = string.format('%.0f', math.max(1, tonumber(ARGV[2]) - now) + ${clockTolerance})
for i = 3, #ARGV do
  local held = false
  for _, key in ipairs(redis.call('SMEMBERS', p .. 'keys:' .. ARGV[i])) do
    local k = p .. 'connections:' .. key
    local lease = redis.call('ZSCORE', k, ARGV[i])
    if lease and tonumber(lease) > now then
      held = true
      redis.call('ZADD', k, ARGV[2], ARGV[i])
      if redis.call('PTTL', k) < tonumber(life) then redis.call('PEXPIRE', k, life) end
    end
  end
  if held then redis.call('PEXPIRE', p .. 'keys:' .. ARGV[i], life) else lost[#lost + 1] = ARGV[i] end
end
return lost
`);
const close = storeScript(`${closing} close(ARGV[1]) return 1`);
const count = storeScript(
  `return redis.call('ZCOUNT', p .. 'connections:' .. ARGV[1], '(' .. ARGV[2], '+inf')`,
);

/** Creates the store of connections. */
export function connectionStore(connection: RedisConnection): ConnectionStore {
  return {
    async open(id, limits, { now, leaseUntil }) {
      const args = limits.flatMap(({ key, limit }) => [key, limit]);
      return (await connection.run(open, id, now, leaseUntil, ...args)) === 1;
    },
    renew: async (ids, { now, leaseUntil }) =>
      (await connection.run(renew, now, leaseUntil, ...ids)) as readonly string[],
    async close(id) {
      await connection.run(close, id);
    },
    count: async (key, now) => Number(await connection.run(count, key, now)),
  };
}
