import {
  type FixStore,
  type FixStoredMessage,
  FixStoreError,
  type FixStoreIdentity,
  type FixStores,
} from '@tallystick/runtime/fix';
import { randomUUID } from 'node:crypto';
import { queuedFixStore } from '../core/fix-store.js';
import { readIdentity, writeIdentity } from '../core/identity.js';
import type { StoreSettings } from '../core/stores.js';
import type { RedisConnection } from './client.js';
import { storeScript } from './script.js';
import type { RedisTransaction } from './transaction.js';

const open = storeScript(`
local k = p .. 'fix:' .. ARGV[1]
local h = redis.call('HMGET', k, 'owner', 'lease')
if h[1] and h[1] ~= '' and tonumber(h[2]) > tonumber(ARGV[3]) then return 0 end
redis.call('HSET', k, 'owner', ARGV[2], 'lease', ARGV[4])
redis.call('HSETNX', k, 'outgoing', '1')
redis.call('HSETNX', k, 'incoming', '1')
redis.call('SADD', p .. 'fix-sessions', ARGV[1])
return 1
`);
const owned = `
local k, messages = p .. 'fix:' .. ARGV[1], p .. 'fix-messages:' .. ARGV[1]
if redis.call('HGET', k, 'owner') ~= ARGV[2] then return 0 end
`;
const isOwned = storeScript(`${owned} return 1`);
const load = storeScript(`
${owned}
redis.call('HSET', k, 'lease', ARGV[3])
return redis.call('HMGET', k, 'outgoing', 'incoming')
`);
const write = storeScript(`
${owned}
local outgoing, incoming = ARGV[3], ARGV[4]
if ARGV[5] == '1' then
  redis.call('DEL', messages)
else
  local h = redis.call('HMGET', k, 'outgoing', 'incoming')
  if tonumber(h[1]) > tonumber(outgoing) then outgoing = h[1] end
  if tonumber(h[2]) > tonumber(incoming) then incoming = h[2] end
end
redis.call('HSET', k, 'outgoing', outgoing, 'incoming', incoming)
for i = 7, #ARGV, 2 do
  redis.call('ZREMRANGEBYSCORE', messages, ARGV[i], ARGV[i])
  redis.call('ZADD', messages, ARGV[i], ARGV[i] .. ':' .. ARGV[i + 1])
end
redis.call('ZREMRANGEBYSCORE', messages, '-inf', '(' .. ARGV[6])
return 1
`);
const read = storeScript(`
return redis.call('ZRANGEBYSCORE', p .. 'fix-messages:' .. ARGV[1], ARGV[2], ARGV[3], 'LIMIT', 0, ARGV[4])
`);
const release = storeScript(`${owned} redis.call('HSET', k, 'owner', '') return 1`);
const list = storeScript(`
local found = {}
for _, id in ipairs(redis.call('SMEMBERS', p .. 'fix-sessions')) do
  local h = redis.call('HMGET', p .. 'fix:' .. id, 'outgoing', 'incoming')
  found[#found + 1] = {id, h[1], h[2]}
end
return found
`);

/** Creates the store of FIX sessions. */
export function fixStores(
  connection: RedisConnection,
  { fixLease: lease, fixMessages, onError }: StoreSettings,
): FixStores {
  const openStore = async (identity: FixStoreIdentity): Promise<FixStore> => {
    const id = writeIdentity(identity);
    const owner = randomUUID();
    const lost = (): FixStoreError =>
      new FixStoreError('lost', `Another owner has opened the FIX session ${id}`);
    const now = Date.now();
    if ((await connection.run(open, id, owner, now, now + lease)) !== 1)
      throw new FixStoreError('in-use', `Another owner has the FIX session ${id} open`);
    const renew = async (): Promise<readonly string[]> => {
      const reply = await connection.run(load, id, owner, Date.now() + lease);
      if (reply === 0) throw lost();
      return reply as readonly string[];
    };
    return queuedFixStore<RedisTransaction>(
      {
        async load() {
          const [outgoing, incoming] = await renew();
          return { nextOutgoing: Number(outgoing), nextIncoming: Number(incoming) };
        },
        async write({ isReset, nextOutgoing, nextIncoming, messages }, transaction) {
          const texts = messages.flatMap(([sequence, bytes]) => [
            sequence,
            Buffer.from(bytes).toString('base64'),
          ]);
          const oldest = Math.max(0, nextOutgoing - fixMessages);
          const numbers = [nextOutgoing, nextIncoming, isReset ? 1 : 0, oldest];
          const args = [id, owner, ...numbers, ...texts];
          if (!(await connection.runWithin(transaction, isOwned, write, ...args))) throw lost();
        },
        async read(from, to, limit) {
          const most = Math.min(limit, Number.MAX_SAFE_INTEGER);
          const texts = (await connection.run(read, id, from, to, most)) as readonly string[];
          return texts.map((text): FixStoredMessage => {
            const [sequence, bytes = ''] = text.split(':');
            return [Number(sequence), new Uint8Array(Buffer.from(bytes, 'base64'))];
          });
        },
        async renew() {
          await renew();
        },
        async release() {
          await connection.run(release, id, owner);
        },
      },
      { lease, onError },
    );
  };
  return Object.assign(openStore, {
    async list() {
      const rows = (await connection.run(list)) as readonly (readonly string[])[];
      return rows.map(([id = '', outgoing, incoming]) => ({
        identity: readIdentity(id),
        nextOutgoing: Number(outgoing),
        nextIncoming: Number(incoming),
      }));
    },
  });
}
