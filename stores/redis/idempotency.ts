import type { Stores } from '../core/stores.js';
import { readAnswer, writeValue } from '../core/values.js';
import { type RedisConnection, script } from './client.js';
import { refuseTransaction } from './transaction.js';

const begin = script(`
local k, now = p .. 'idempotency:' .. ARGV[1], tonumber(ARGV[4])
local h = redis.call('HMGET', k, 'digest', 'lease', 'expires', 'answer')
if h[3] and tonumber(h[3]) > now then
  if h[4] then return {'finished', h[1], h[4]} end
  if tonumber(h[2]) > now then return {'running', h[1]} end
end
redis.call('DEL', k)
redis.call('HSET', k, 'claim', ARGV[2], 'digest', ARGV[3], 'lease', ARGV[5], 'expires', ARGV[6])
redis.call('PEXPIRE', k, math.max(1, math.floor(tonumber(ARGV[6]) - now)))
return {'new'}
`);
const held = `
local k = p .. 'idempotency:' .. ARGV[1]
local h = redis.call('HMGET', k, 'claim', 'answer')
if h[1] ~= ARGV[2] or h[2] then return 0 end
`;
const renew = script(`${held} redis.call('HSET', k, 'lease', ARGV[3]) return 1`);
const finish = script(`${held} redis.call('HSET', k, 'answer', ARGV[3]) return 1`);
const release = script(`${held} redis.call('DEL', k) return 1`);

/** Creates the store of idempotency keys. */
export function idempotencyStore(connection: RedisConnection): Stores<never>['idempotency'] {
  return {
    async begin(key, { claim, digest, now, leaseUntil, expires }, transaction) {
      refuseTransaction(transaction);
      const reply = await connection.run(begin, key, claim, digest, now, leaseUntil, expires);
      const [state, found = '', answer = ''] = reply as readonly string[];
      if (state === 'new') return { state };
      if (state === 'running') return { state, digest: found };
      return { state: 'finished', digest: found, answer: readAnswer(answer) };
    },
    renew: async (key, claim, { leaseUntil }) =>
      (await connection.run(renew, key, claim, leaseUntil)) === 1,
    async finish(key, claim, answer, transaction) {
      refuseTransaction(transaction);
      return (await connection.run(finish, key, claim, writeValue(answer))) === 1;
    },
    async release(key, claim) {
      await connection.run(release, key, claim);
    },
  };
}
