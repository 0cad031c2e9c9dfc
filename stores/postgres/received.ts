import type { HeldClaim, ReceivedDeliveryStore } from '@tallystick/runtime/webhooks/server';
import type { PostgresConnection } from './connection.js';
import type { PgClient } from './pool.js';

/** Creates the store of received deliveries. */
export function receivedDeliveryStore(
  connection: PostgresConnection,
): ReceivedDeliveryStore<PgClient> {
  return {
    async claim(key, { token, owner, now, leaseUntil, forgetAt }) {
      for (;;) {
        const claimed = await connection.run(
          `insert into $s.received as r values ($1, $2, $3, $4, $5, $6, false)
           on conflict (key) do update set owner = excluded.owner, token = excluded.token,
             since = excluded.since, lease_until = excluded.lease_until,
             forget_at = excluded.forget_at, handled = false
           where case when r.handled then r.forget_at <= $4 else r.lease_until <= $4 end`,
          [key, owner, token, now, leaseUntil, forgetAt],
        );
        if (claimed > 0) return { state: 'claimed' };
        const [row] = await connection.rows<{ readonly since: number; readonly handled: boolean }>(
          `update $s.received set forget_at = case when handled then greatest(forget_at, $2) else forget_at end
           where key = $1 returning since, handled`,
          [key, forgetAt],
        );
        // Released in the meantime.
        if (row === undefined) continue;
        return row.handled ? { state: 'handled' } : { state: 'running', since: row.since };
      }
    },
    async renew(key, token, leaseUntil) {
      const changes = await connection.run(
        'update $s.received set lease_until = $3 where key = $1 and token = $2 and not handled',
        [key, token, leaseUntil],
      );
      return changes > 0;
    },
    async complete(key, token, { forgetAt }, transaction) {
      const changes = await connection.run(
        `update $s.received set handled = true, forget_at = $3
         where key = $1 and token = $2 and not handled`,
        [key, token, forgetAt],
        transaction,
      );
      return changes > 0;
    },
    async release(key, token) {
      await connection.run(
        'delete from $s.received where key = $1 and token = $2 and not handled',
        [key, token],
      );
    },
    claims: ({ before = Infinity, limit = 100 } = {}) =>
      connection.rows<HeldClaim>(
        `select key, owner, since, lease_until as "leaseUntil" from $s.received
         where not handled and since < $1 order by since limit $2`,
        [before, limit],
      ),
  };
}
