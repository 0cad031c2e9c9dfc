import type { HeldClaim, ReceivedDeliveryStore } from '@tallystick/runtime/webhooks/server';
import { clockTolerance } from '../core/prune.js';
import type { RedisConnection } from './client.js';
import { storeScript } from './script.js';
import type { RedisTransaction } from './transaction.js';

const claim = storeScript(`
local key, now, forget = ARGV[1], tonumber(ARGV[4]), tonumber(ARGV[6])
local k = p .. 'received:' .. key
local h = redis.call('HMGET', k, 'since', 'lease', 'forget', 'handled')
if h[4] == '1' and tonumber(h[3]) > now then
  if forget > tonumber(h[3]) then
    redis.call('HSET', k, 'forget', ARGV[6])
    redis.call('PEXPIRE', k, string.format('%.0f', forget - now + ${clockTolerance}))
  end
  return {'handled'}
end
if h[4] == '0' and tonumber(h[2]) > now then return {'running', h[1]} end
redis.call('HSET', k, 'owner', ARGV[3], 'token', ARGV[2], 'since', ARGV[4], 'lease', ARGV[5], 'forget', ARGV[6], 'handled', '0')
redis.call('PEXPIRE', k, string.format('%.0f', math.max(1, forget - now, tonumber(ARGV[5]) - now) + ${clockTolerance}))
redis.call('ZADD', p .. 'claims', ARGV[4], key)
return {'claimed'}
`);
const held = `
local k = p .. 'received:' .. ARGV[1]
local h = redis.call('HMGET', k, 'token', 'handled', 'since')
if h[1] ~= ARGV[2] or h[2] ~= '0' then return 0 end
`;
const isHeld = storeScript(`${held} return 1`);
const renew = storeScript(`
${held}
redis.call('HSET', k, 'lease', ARGV[3])
local life = string.format('%.0f', math.max(1, tonumber(ARGV[3]) - tonumber(h[3])) + ${clockTolerance})
if redis.call('PTTL', k) < tonumber(life) then redis.call('PEXPIRE', k, life) end
return 1
`);
const complete = storeScript(`
${held}
redis.call('HSET', k, 'handled', '1', 'forget', ARGV[3])
redis.call('PEXPIRE', k, string.format('%.0f', math.max(1, tonumber(ARGV[3]) - tonumber(h[3])) + ${clockTolerance}))
redis.call('ZREM', p .. 'claims', ARGV[1])
return 1
`);
const release = storeScript(`
${held}
redis.call('DEL', k)
redis.call('ZREM', p .. 'claims', ARGV[1])
return 1
`);
const claims = storeScript(`
local found = {}
for _, key in ipairs(redis.call('ZRANGEBYSCORE', p .. 'claims', '-inf', '(' .. ARGV[1])) do
  local h = redis.call('HMGET', p .. 'received:' .. key, 'owner', 'since', 'lease')
  if h[1] then
    found[#found + 1] = {key, h[1], h[2], h[3]}
    if #found >= tonumber(ARGV[2]) then break end
  else
    redis.call('ZREM', p .. 'claims', key)
  end
end
return found
`);

/** Creates the store of received deliveries. */
export function receivedDeliveryStore(
  connection: RedisConnection,
): ReceivedDeliveryStore<RedisTransaction> {
  return {
    async claim(key, { token, owner, now, leaseUntil, forgetAt }) {
      const reply = await connection.run(claim, key, token, owner, now, leaseUntil, forgetAt);
      const [state, since = ''] = reply as readonly string[];
      return state === 'running'
        ? { state, since: Number(since) }
        : { state: state === 'handled' ? state : 'claimed' };
    },
    renew: async (key, token, leaseUntil) =>
      (await connection.run(renew, key, token, leaseUntil)) === 1,
    complete: (key, token, { forgetAt }, transaction) =>
      connection.runWithin(transaction, isHeld, complete, key, token, forgetAt),
    async release(key, token) {
      await connection.run(release, key, token);
    },
    async claims({ before = Infinity, limit = 100 } = {}) {
      const rows = (await connection.run(claims, before, limit)) as readonly (readonly string[])[];
      return rows.map(([key = '', owner = '', since, leaseUntil]): HeldClaim => ({
        key,
        owner,
        since: Number(since),
        leaseUntil: Number(leaseUntil),
      }));
    },
  };
}
