import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { printTable } from '../measure/table.js';

const root = resolve(import.meta.dirname, '../..');
const name = `tallystick_bench_${process.pid}`;
const postgresUrl = 'postgres://postgres@127.0.0.1:5432/test';
const redisUrl = 'redis://127.0.0.1:6379';
const receivers = 200;
/** Targets: claims of idempotency keys a second in SQLite, and deliveries a second through PostgreSQL. */
const claimAim = 10_000;
const deliveryAim = 3_000;

/** Stores beside a job queue and a script by hand, on local databases. A database that does not respond has no figure. */
export async function benchmarkStores({ quick }) {
  const { sqlite, postgres, redis, webhooks } = await loadStores();
  const claims = await measured(() => sqliteClaims(sqlite, quick ? 500 : 50_000));
  printTable('SQLite: claims of idempotency keys, 256 in flight', 'a second', [
    { name: 'tallystick', figure: claims },
  ]);
  const few = quick ? 50 : 2_000;
  const many = quick ? 200 : 20_000;
  const deliveries = await measured(() => postgresDeliveries({ postgres, webhooks }, many, 1));
  printTable(
    'PostgreSQL: enqueued one by one with 256 in flight, sent by two workers, settled',
    'a second',
    [
      { name: 'tallystick outbox', figure: deliveries },
      { name: 'graphile-worker', figure: await measured(() => graphileJobs(few, 1)) },
    ],
  );
  printTable('PostgreSQL: enqueued 256 at a time, sent by two workers, settled', 'a second', [
    {
      name: 'tallystick outbox',
      figure: await measured(() => postgresDeliveries({ postgres, webhooks }, many, 256)),
    },
    { name: 'graphile-worker', figure: await measured(() => graphileJobs(many, 256)) },
  ]);
  const takes = quick ? 200 : 50_000;
  printTable('Redis: tokens taken from buckets, 64 in flight', 'a second', [
    { name: 'tallystick', figure: await measured(() => redisTakes(redis, takes)) },
    { name: 'script by hand, one bucket', figure: await measured(() => redisByHand(takes)) },
  ]);
  if (quick) return;
  for (const [what, figure, aim] of [
    ['claims in SQLite', claims, claimAim],
    ['deliveries through PostgreSQL', deliveries, deliveryAim],
  ]) {
    if (figure === undefined || figure < aim)
      console.log(`\nmissed: ${figure?.toFixed(0)} ${what} a second, the target is ${aim}`);
  }
}

async function loadStores() {
  const folder = join(root, '.tallystick/bench');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, 'stores.mjs');
  const names = ['sqlite', 'postgres', 'redis'];
  await build({
    absWorkingDir: root,
    stdin: {
      contents: [
        ...names.map((each) => `export * as ${each} from '@tallystick/stores/${each}';`),
        "export * as webhooks from '@tallystick/runtime/webhooks';",
      ].join('\n'),
      resolveDir: root,
    },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['better-sqlite3', 'pg', 'redis'],
    conditions: ['@tallystick/source'],
  });
  return import(pathToFileURL(outfile).href);
}

async function measured(measure) {
  try {
    return await measure();
  } catch (error) {
    console.log(`\nfailed: ${error.message}`);
    return undefined;
  }
}

/** Calls a function `count` times, `width` at a time. Returns calls a second. */
async function inFlight(width, count, call) {
  let next = 0;
  const lane = async () => {
    while (next < count) await call(next++);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: width }, lane));
  return (count / (performance.now() - started)) * 1000;
}

/** Calls a function with the indices of every batch: 256 calls at a time for single ones, otherwise four. */
function inBatches(count, size, call) {
  return inFlight(size === 1 ? 256 : 4, Math.ceil(count / size), (batch) => {
    const first = batch * size;
    return call(Array.from({ length: Math.min(size, count - first) }, (_, index) => first + index));
  });
}

async function sqliteClaims({ sqliteStores }, count) {
  const { default: Database } = await import('better-sqlite3');
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-bench-'));
  const database = new Database(join(folder, 'stores.db'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  const stores = sqliteStores({ database });
  try {
    await stores.migrate();
    return await inFlight(256, count, (index) => {
      const now = Date.now();
      const times = { now, leaseUntil: now + 60_000, expires: now + 86_400_000 };
      const claim = { claim: `c${index}`, digest: 'd', owner: 'o', ...times };
      return stores.idempotency.begin(`k${index}`, claim);
    });
  } finally {
    await stores.close();
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openPools(count) {
  const { default: pg } = await import('pg');
  return Array.from(
    { length: count },
    () => new pg.Pool({ connectionString: postgresUrl, max: 10, connectionTimeoutMillis: 5_000 }),
  );
}

async function closePools(pools) {
  await pools[0].query(`drop schema if exists ${name} cascade`);
  for (const pool of pools) await pool.end();
}

/** Deliveries are enqueued while two workers, each with a pool, send and settle them. */
async function postgresDeliveries({ postgres, webhooks }, count, batch) {
  const pools = await openPools(2);
  const all = pools.map((pool) => postgres.postgresStores({ pool, schema: name }));
  try {
    await all[0].migrate();
    const sent = settling(count);
    const sender = {
      sends: () => true,
      attempt: async (delivery) => ({ ...delivery, state: 'succeeded' }),
    };
    const workers = all.map(({ outbox }) =>
      webhooks.outboxWorker({
        outbox,
        senders: [sender],
        concurrency: 256,
        interval: 20,
        onEvent: ({ kind, error }) => (kind === 'settled' ? sent.one() : console.log(kind, error)),
      }),
    );
    const started = performance.now();
    await inBatches(count, batch, (indices) =>
      all[indices[0] % 2].outbox.enqueue(indices.map(entryOf)),
    );
    await sent.all;
    const seconds = (performance.now() - started) / 1000;
    await Promise.all(workers.map((worker) => worker.close()));
    return count / seconds;
  } finally {
    for (const stores of all) await stores.close();
    await closePools(pools);
  }
}

function entryOf(index) {
  const now = Date.now();
  const receiver = `https://shop-${index % receivers}.example`;
  const delivery = {
    id: `d${index}`,
    webhook: 'w',
    url: `${receiver}/hooks`,
    content: { input: { index, text: 'a shop has opened' } },
    createdAt: now,
    state: 'pending',
    attempts: [],
  };
  return { delivery, receiver };
}

/** Resolves `all` when `one` was called `count` times. */
function settling(count) {
  let left = count;
  let finish;
  const all = new Promise((resolve) => (finish = resolve));
  return { all, one: () => --left === 0 && finish() };
}

async function graphileJobs(count, batch) {
  const { makeWorkerUtils, run, Logger } = await import('graphile-worker');
  const logger = new Logger(() => () => undefined);
  const pools = await openPools(2);
  try {
    const options = { schema: name, logger, noHandleSignals: true };
    const utils = await makeWorkerUtils({ pgPool: pools[0], ...options });
    await utils.migrate();
    const sent = settling(count);
    const worker = { localQueue: { size: 256 }, completeJobBatchDelay: 1 };
    const runners = [];
    for (const pgPool of pools) {
      const taskList = { send: async () => sent.one() };
      runners.push(
        await run({
          pgPool,
          concurrency: 24,
          pollInterval: 20,
          taskList,
          preset: { worker },
          ...options,
        }),
      );
    }
    const started = performance.now();
    await inBatches(count, batch, (indices) =>
      batch === 1
        ? utils.addJob('send', entryOf(indices[0]))
        : utils.addJobs(indices.map((index) => ({ identifier: 'send', payload: entryOf(index) }))),
    );
    await sent.all;
    const seconds = (performance.now() - started) / 1000;
    for (const runner of runners) await runner.stop();
    await utils.release();
    return count / seconds;
  } finally {
    await closePools(pools);
  }
}

async function withRedis(run) {
  const { createClient } = await import('redis');
  const client = createClient({ url: redisUrl, socket: { reconnectStrategy: false } });
  client.on('error', () => undefined);
  await client.connect();
  const removed = async () => {
    for await (const keys of client.scanIterator({ MATCH: `${name}:*`, COUNT: 1000 }))
      if (keys.length > 0) await client.del(keys);
  };
  try {
    return await run(client);
  } finally {
    await removed();
    await client.close();
  }
}

function redisTakes({ redisStores }, count) {
  return withRedis(async (client) => {
    const stores = redisStores({ client, prefix: `${name}:` });
    await stores.migrate();
    const figure = await inFlight(64, count, (index) =>
      stores.rateLimits.take([{ key: `k${index % 1000}`, rate: 1e6, burst: 1e6 }], Date.now()),
    );
    await stores.close();
    return figure;
  });
}

const bucket = `
local h = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local now, rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local tokens = math.min(burst, tonumber(h[1] or burst) + (now - tonumber(h[2] or now)) / 1000 * rate)
if tokens < 1 then return math.ceil((1 - tokens) / rate * 1000) end
redis.call('HSET', KEYS[1], 'tokens', tokens - 1, 'at', now)
redis.call('PEXPIRE', KEYS[1], 60000)
return 0`;

function redisByHand(count) {
  return withRedis(async (client) => {
    const sha = await client.scriptLoad(bucket);
    return inFlight(64, count, (index) =>
      client.evalSha(sha, {
        keys: [`${name}:${index % 1000}`],
        arguments: [String(Date.now()), '1000000', '1000000'],
      }),
    );
  });
}
