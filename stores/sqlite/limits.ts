import type { ConnectionStore, RateLimitStore } from '@tallystick/runtime/http/server';
import { fullAt, refilled, type StoredBucket, waitFor } from '../core/rate.js';
import type { SqliteConnection, Statements } from './connection.js';

/** Creates the store of rate limits. */
export function rateLimitStore(connection: SqliteConnection): RateLimitStore {
  return {
    take: (spends, now) =>
      connection.execute(({ get, run }) => {
        const buckets = spends.map((spend) => {
          const stored = get<StoredBucket>(
            'select tokens, at from tallystick_bucket where key = ?',
            spend.key,
          );
          return { spend, bucket: refilled(stored, spend, now) };
        });
        const wait = Math.max(0, ...buckets.map(({ spend, bucket }) => waitFor(bucket, spend)));
        if (wait > 0) return wait;
        for (const { spend, bucket } of buckets) {
          const taken = { ...bucket, tokens: bucket.tokens - 1 };
          run(
            'replace into tallystick_bucket values (?, ?, ?, ?)',
            spend.key,
            taken.tokens,
            taken.at,
            fullAt(taken, spend),
          );
        }
        return 0;
      }),
  };
}

/** Creates the store of connections. */
export function connectionStore(connection: SqliteConnection): ConnectionStore {
  const countOf = ({ get }: Statements, key: string, now: number): number =>
    get<{ readonly open: number }>(
      'select count(*) as open from tallystick_connection where key = ? and lease_until > ?',
      key,
      now,
    )?.open ?? 0;
  return {
    open: (id, limits, { now, leaseUntil }) =>
      connection.execute((statements) => {
        statements.run('delete from tallystick_connection where id = ?', id);
        if (limits.some(({ key, limit }) => countOf(statements, key, now) >= limit)) return false;
        for (const { key } of limits)
          statements.run(
            'replace into tallystick_connection values (?, ?, ?)',
            key,
            id,
            leaseUntil,
          );
        return true;
      }),
    renew: (ids, { now, leaseUntil }) =>
      connection.execute(({ run }) =>
        ids.filter(
          (id) =>
            run(
              'update tallystick_connection set lease_until = ? where id = ? and lease_until > ?',
              leaseUntil,
              id,
              now,
            ) === 0,
        ),
      ),
    close: (id) =>
      connection.execute(({ run }) => {
        run('delete from tallystick_connection where id = ?', id);
      }),
    count: (key, now) => connection.execute((statements) => countOf(statements, key, now)),
  };
}
