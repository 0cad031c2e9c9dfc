import { clockTolerance } from '../core/prune.js';
import type { Stores } from '../core/stores.js';
import { readAnswer, writeValue } from '../core/values.js';
import type { RedisConnection } from './client.js';
import { storeScript } from './script.js';
import type { RedisTransaction } from './transaction.js';

const stateOfKey = `
local k, now = p .. 'idempotency:' .. ARGV[1], tonumber(ARGV[4])
local h = redis.call('HMGET', k, 'digest', 'lease', 'expires', 'answer')
local isKept = h[3] and tonumber(h[3]) > now
`;
const state = `
${stateOfKey}
if isKept and h[4] then return {'finished', h[1], h[4]} end
if isKept and tonumber(h[2]) > now then return {'running', h[1]} end
`;
const find = storeScript(`${state} return {'new'}`);
const isFree = storeScript(`
${stateOfKey}
return isKept and (h[4] or tonumber(h[2]) > now) and 0 or 1
`);
const begin = storeScript(`
${state}
redis.call('DEL', k)
redis.call('HSET', k, 'claim', ARGV[2], 'digest', ARGV[3], 'lease', ARGV[5], 'expires', ARGV[6])
redis.call('PEXPIRE', k, string.format('%.0f', math.max(1, tonumber(ARGV[6]) - now) + ${clockTolerance}))
return {'new'}
`);
const held = `
local k = p .. 'idempotency:' .. ARGV[1]
local h = redis.call('HMGET', k, 'claim', 'answer')
if h[1] ~= ARGV[2] or h[2] then return 0 end
`;
const isHeld = storeScript(`${held} return 1`);
const renew = storeScript(`${held} redis.call('HSET', k, 'lease', ARGV[3]) return 1`);
const finish = storeScript(`${held} redis.call('HSET', k, 'answer', ARGV[3]) return 1`);
const release = storeScript(`${held} redis.call('DEL', k) return 1`);

/** Creates the store of idempotency keys. */
export function idempotencyStore(
  connection: RedisConnection,
): Stores<RedisTransaction>['idempotency'] {
  return {
    async begin(key, { claim, digest, now, leaseUntil, expires }, transaction) {
      const pending = transaction && connection.joined(transaction);
      const args = [key, claim, digest, now, leaseUntil, expires];
      const reply = await connection.run(pending === undefined ? begin : find, ...args);
      const [found, foundDigest = '', answer = ''] = reply as readonly string[];
      if (found === 'running') return { state: found, digest: foundDigest };
      if (found === 'finished')
        return { state: found, digest: foundDigest, answer: readAnswer(answer) };
      pending?.joinIf(isFree, args);
      pending?.join(begin, args);
      pending?.claims.add(claim);
      return { state: 'new' };
    },
    renew: async (key, claim, { leaseUntil }) =>
      (await connection.run(renew, key, claim, leaseUntil)) === 1,
    async finish(key, claim, answer, transaction) {
      const args = [key, claim, writeValue(answer)];
      const pending = transaction && connection.joined(transaction);
      if (pending?.claims.has(claim) !== true)
        return connection.runWithin(pending, isHeld, finish, ...args);
      pending.join(finish, args);
      return true;
    },
    async release(key, claim) {
      await connection.run(release, key, claim);
    },
  };
}
