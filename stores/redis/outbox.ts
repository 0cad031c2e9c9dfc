import type { Delivery, DeliveryState, Outbox } from '@tallystick/runtime/webhooks';
import { readDelivery, redriven, writeDelivery } from '../core/delivery.js';
import type { RedisConnection } from './client.js';
import { type Script, storeScript } from './script.js';
import type { RedisTransaction } from './transaction.js';

/**
 * Keys: `delivery:<id>` is the record; `all`, `running`, `succeeded` and `failed` are sets by number, lease and time;
 * `waiting:<receiver>` contains what may be claimed, by due time, and `receivers` the receivers that have any;
 * `order:<text>` contains the unfinished deliveries of an order, of which only the first may be claimed, and only if `sending` has none.
 * A member is the number of the delivery, padded, and its id.
 */
const functions = `
local D = p .. 'delivery:'
local function id(m) return string.sub(m, 18) end
local function wait(m, receiver, due)
  redis.call('ZADD', p .. 'waiting:' .. receiver, due, m)
  redis.call('ZADD', p .. 'receivers', 0, receiver)
end
local function unwait(m, receiver)
  local k = p .. 'waiting:' .. receiver
  redis.call('ZREM', k, m)
  if redis.call('EXISTS', k) == 0 then redis.call('ZREM', p .. 'receivers', receiver) end
end
-- Makes the first delivery of an order claimable instead of another one, unless one of them is being sent.
local function placeFirst(order, before)
  if redis.call('HEXISTS', p .. 'sending', order) == 1 then return end
  local first = redis.call('ZRANGE', p .. 'order:' .. order, 0, 0)[1]
  if not first then return end
  if before and before ~= first then unwait(before, redis.call('HGET', D .. id(before), 'receiver')) end
  local h = redis.call('HMGET', D .. id(first), 'receiver', 'due')
  wait(first, h[1], h[2])
end
-- Makes a waiting delivery claimable, unless an earlier one of its order is unfinished.
local function place(m)
  local h = redis.call('HMGET', D .. id(m), 'receiver', 'due', 'order')
  if not h[3] then return wait(m, h[1], h[2]) end
  local k = p .. 'order:' .. h[3]
  local before = redis.call('ZRANGE', k, 0, 0)[1]
  redis.call('ZADD', k, 0, m)
  placeFirst(h[3], before)
end
local function stop(m, receiver)
  local order = redis.call('HGET', D .. id(m), 'order')
  if order then redis.call('HDEL', p .. 'sending', order) end
  redis.call('ZREM', p .. 'running', m)
  if redis.call('HINCRBY', p .. 'busy', receiver, -1) <= 0 then redis.call('HDEL', p .. 'busy', receiver) end
end
`;
const enqueue = storeScript(`
${functions}
for i = 1, #ARGV, 7 do
  local k = D .. ARGV[i]
  if redis.call('EXISTS', k) == 0 then
    local m = string.format('%016d', redis.call('INCR', p .. 'number')) .. ':' .. ARGV[i]
    redis.call('HSET', k, 'member', m, 'receiver', ARGV[i + 1], 'status', ARGV[i + 3], 'due', ARGV[i + 4], 'text', ARGV[i + 6])
    if ARGV[i + 5] == '1' then redis.call('HSET', k, 'order', ARGV[i + 2]) end
    redis.call('ZADD', p .. 'all', 0, m)
    place(m)
  end
end
return 1
`);
const claim = storeScript(`
${functions}
local now, after, result = ARGV[2], ARGV[7], {}
for _, m in ipairs(redis.call('ZRANGEBYSCORE', p .. 'running', '-inf', now)) do
  local receiver = redis.call('HGET', D .. id(m), 'receiver')
  stop(m, receiver)
  redis.call('HSET', D .. id(m), 'status', 'retrying')
  redis.call('HDEL', D .. id(m), 'claim')
  place(m)
end
local room = math.min(tonumber(ARGV[4]), tonumber(ARGV[6]) - redis.call('ZCARD', p .. 'running'))
local receiver, begun, last = after, false, after
for _ = 1, 500 do
  if room <= 0 then break end
  receiver = redis.call('ZRANGEBYLEX', p .. 'receivers', receiver == '' and '-' or '(' .. receiver, '+', 'LIMIT', 0, 1)[1]
  if not receiver then
    if begun or after == '' then break end
    begun, receiver = true, ''
  else
    if begun and receiver > after then break end
    local busy = tonumber(redis.call('HGET', p .. 'busy', receiver) or '0')
    local most = math.min(room, tonumber(ARGV[5]) - busy)
    if most > 0 then
      for _, m in ipairs(redis.call('ZRANGEBYSCORE', p .. 'waiting:' .. receiver, '-inf', now, 'LIMIT', 0, string.format('%.0f', math.min(most, 1e9)))) do
        unwait(m, receiver)
        redis.call('ZADD', p .. 'running', ARGV[3], m)
        redis.call('HINCRBY', p .. 'busy', receiver, 1)
        local order = redis.call('HGET', D .. id(m), 'order')
        if order then redis.call('HSET', p .. 'sending', order, m) end
        redis.call('HSET', D .. id(m), 'status', 'processing', 'claim', ARGV[1])
        result[#result + 1] = redis.call('HGET', D .. id(m), 'text')
        room = room - 1
      end
    end
    last = receiver
  end
end
return {last, result}
`);
const renew = storeScript(`
${functions}
local lost = {}
for i = 3, #ARGV do
  local h = redis.call('HMGET', D .. ARGV[i], 'claim', 'member')
  if h[1] == ARGV[1] then redis.call('ZADD', p .. 'running', ARGV[2], h[2]) else lost[#lost + 1] = ARGV[i] end
end
return lost
`);
const settle = storeScript(`
${functions}
local k, status = D .. ARGV[1], ARGV[3]
local h = redis.call('HMGET', k, 'claim', 'member', 'receiver', 'order')
if h[1] ~= ARGV[2] then return 0 end
stop(h[2], h[3])
redis.call('HDEL', k, 'claim')
redis.call('HSET', k, 'status', status, 'text', ARGV[4], 'due', ARGV[5])
if status ~= 'succeeded' and status ~= 'failed' then
  place(h[2])
  return 1
end
redis.call('ZADD', p .. status, ARGV[6], h[2])
if h[4] then
  redis.call('ZREM', p .. 'order:' .. h[4], h[2])
  placeFirst(h[4])
end
return 1
`);
const list = storeScript(`
${functions}
local from, found = '-', {}
if ARGV[3] ~= '' then from = '(' .. (redis.call('HGET', D .. ARGV[3], 'member') or '') end
while true do
  local page = redis.call('ZRANGEBYLEX', p .. 'all', from, '+', 'LIMIT', 0, 1000)
  for _, m in ipairs(page) do
    local h = redis.call('HMGET', D .. id(m), 'status', 'receiver', 'text')
    if (ARGV[1] == '' or ARGV[1] == h[1]) and (ARGV[2] == '' or ARGV[2] == h[2]) then
      found[#found + 1] = {h[1], h[3]}
      if #found >= tonumber(ARGV[4]) then return found end
    end
    from = '(' .. m
  end
  if #page < 1000 then return found end
end
`);
const dead = storeScript(`
${functions}
local found = {}
for _, m in ipairs(redis.call('ZRANGE', p .. 'failed', 0, -1)) do
  local h = redis.call('HMGET', D .. id(m), 'receiver', 'text')
  if ARGV[1] == '' or ARGV[1] == h[1] then found[#found + 1] = h[2] end
end
return found
`);
const redrive = storeScript(`
${functions}
local count = 0
for i = 2, #ARGV, 2 do
  local k = D .. ARGV[i]
  local m = redis.call('HGET', k, 'member')
  if m and redis.call('ZREM', p .. 'failed', m) == 1 then
    redis.call('HSET', k, 'status', 'pending', 'due', ARGV[1], 'text', ARGV[i + 1])
    place(m)
    count = count + 1
  end
end
return count
`);
const stats = storeScript(`
local running, dead = redis.call('ZCARD', p .. 'running'), redis.call('ZCARD', p .. 'failed')
local waiting = redis.call('ZCARD', p .. 'all') - running - dead - redis.call('ZCARD', p .. 'succeeded')
local due, oldest = 0, ''
for _, receiver in ipairs(redis.call('ZRANGE', p .. 'receivers', 0, -1)) do
  local k = p .. 'waiting:' .. receiver
  due = due + redis.call('ZCOUNT', k, '-inf', ARGV[1])
  local first = redis.call('ZRANGE', k, 0, 0, 'WITHSCORES')[2]
  if first and (oldest == '' or tonumber(first) < tonumber(oldest)) then oldest = first end
end
return {waiting, due, running, dead, oldest}
`);

/** Removes finished deliveries of a state that finished before a time. Returns their number, at most 1,000. */
export const pruneFinished: Script = storeScript(`
${functions}
local finished = redis.call('ZRANGEBYSCORE', p .. ARGV[1], '-inf', ARGV[2], 'LIMIT', 0, 1000)
for _, m in ipairs(finished) do
  redis.call('ZREM', p .. ARGV[1], m)
  redis.call('ZREM', p .. 'all', m)
  redis.call('DEL', D .. id(m))
end
return #finished
`);

/** Creates the outbox. */
export function outbox(connection: RedisConnection): Outbox<RedisTransaction> {
  /** Receiver behind which the next claim starts, so that each has its turn. */
  let last = '';
  return {
    async enqueue(entries, transaction) {
      const pending = transaction && connection.joined(transaction);
      const args = entries.flatMap(({ delivery, receiver, order }) => [
        delivery.id,
        receiver,
        order ?? '',
        delivery.state,
        delivery.nextAttemptAt ?? delivery.createdAt,
        order === undefined ? 0 : 1,
        writeDelivery(delivery),
      ]);
      if (args.length === 0) return;
      if (pending === undefined) await connection.run(enqueue, ...args);
      else pending.join(enqueue, args);
    },
    async claim(request) {
      const { now, leaseUntil, limit, perReceiver, total } = request;
      const args = [request.claim, now, leaseUntil, limit, perReceiver, total, last];
      const reply = await connection.run(claim, ...args);
      const [receiver, texts] = reply as readonly [string, readonly string[]];
      last = receiver;
      return texts.map((text) => readDelivery(text, 'processing'));
    },
    renew: async (ids, holder, { leaseUntil }) =>
      (await connection.run(renew, holder, leaseUntil, ...ids)) as readonly string[],
    async settle(delivery, holder, now) {
      const { id, state, nextAttemptAt = now } = delivery;
      const text = writeDelivery(delivery);
      return (await connection.run(settle, id, holder, state, text, nextAttemptAt, now)) === 1;
    },
    async list({ state = '', receiver = '', after = '', limit = 100 }: ListFilter = {}) {
      const rows = await connection.run(list, state, receiver, after, limit);
      return (rows as readonly (readonly [DeliveryState, string])[]).map(([status, text]) =>
        readDelivery(text, status),
      );
    },
    async redrive({ ids, receiver = '' }, now) {
      const texts = (await connection.run(dead, receiver)) as readonly string[];
      const chosen = texts
        .map((text): Delivery => redriven(readDelivery(text, 'failed')))
        .filter(({ id }) => ids === undefined || ids.includes(id));
      const args = chosen.flatMap((delivery) => [delivery.id, writeDelivery(delivery)]);
      return Number(await connection.run(redrive, now, ...args));
    },
    async stats(now) {
      const reply = (await connection.run(stats, now)) as readonly (number | string)[];
      const [waiting = 0, due = 0, running = 0, failed = 0, oldest = ''] = reply;
      return {
        waiting: Number(waiting),
        due: Number(due),
        running: Number(running),
        dead: Number(failed),
        lag: oldest === '' ? 0 : Math.max(0, now - Number(oldest)),
      };
    },
  };
}

interface ListFilter {
  readonly state?: DeliveryState | '';
  readonly receiver?: string;
  readonly after?: string;
  readonly limit?: number;
}
