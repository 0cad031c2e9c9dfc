import type { ConnectionStore, RateLimitStore } from '@tallystick/runtime/http/server';
import type { PostgresConnection } from './connection.js';

/** Creates the store of rate limits. */
export function rateLimitStore(connection: PostgresConnection): RateLimitStore {
  return {
    async take(spends, now) {
      const [row] = await connection.rows<{ readonly wait: number }>(
        'select $s.take($1, $2, $3, $4) as wait',
        [
          spends.map(({ key }) => key),
          spends.map(({ rate }) => rate),
          spends.map(({ burst }) => burst),
          now,
        ],
      );
      return row?.wait ?? 0;
    },
  };
}

/** Creates the store of connections. */
export function connectionStore(connection: PostgresConnection): ConnectionStore {
  return {
    async open(id, limits, { now, leaseUntil }) {
      const [row] = await connection.rows<{ readonly open: boolean }>(
        'select $s.open_connection($1, $2, $3, $4, $5) as open',
        [id, limits.map(({ key }) => key), limits.map(({ limit }) => limit), now, leaseUntil],
      );
      return row?.open === true;
    },
    async renew(ids, { now, leaseUntil }) {
      const rows = await connection.rows<{ readonly id: string }>(
        `update $s.connection set lease_until = $2
         where id = any ($1) and lease_until > $3 returning id`,
        [[...ids], leaseUntil, now],
      );
      const renewed = new Set(rows.map(({ id }) => id));
      return ids.filter((id) => !renewed.has(id));
    },
    async close(id) {
      await connection.run('delete from $s.connection where id = $1', [id]);
    },
    async count(key, now) {
      const [row] = await connection.rows<{ readonly open: number }>(
        'select count(*)::float8 as open from $s.connection where key = $1 and lease_until > $2',
        [key, now],
      );
      return row?.open ?? 0;
    },
  };
}
