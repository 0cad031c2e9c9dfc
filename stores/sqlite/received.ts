import type { HeldClaim, ReceivedDeliveryStore } from '@tallystick/runtime/webhooks/server';
import type { SqliteConnection } from './connection.js';
import type { SqliteDatabase } from './database.js';

interface Row {
  readonly since: number;
  readonly lease_until: number;
  readonly forget_at: number;
  readonly handled: number;
}

/** Creates the store of received deliveries. */
export function receivedDeliveryStore(
  connection: SqliteConnection,
): ReceivedDeliveryStore<SqliteDatabase> {
  return {
    claim: (key, { token, owner, now, leaseUntil, forgetAt }) =>
      connection.execute(({ get, run }) => {
        const row = get<Row>(
          'select since, lease_until, forget_at, handled from tallystick_received where key = ?',
          key,
        );
        if (row?.handled === 1 && row.forget_at > now) {
          run(
            'update tallystick_received set forget_at = max(forget_at, ?) where key = ?',
            forgetAt,
            key,
          );
          return { state: 'handled' };
        }
        if (row?.handled === 0 && row.lease_until > now)
          return { state: 'running', since: row.since };
        run(
          'replace into tallystick_received values (?, ?, ?, ?, ?, ?, 0)',
          key,
          owner,
          token,
          now,
          leaseUntil,
          forgetAt,
        );
        return { state: 'claimed' };
      }),
    renew: (key, token, leaseUntil) =>
      connection.execute(
        ({ run }) =>
          run(
            'update tallystick_received set lease_until = ? where key = ? and token = ? and handled = 0',
            leaseUntil,
            key,
            token,
          ) > 0,
      ),
    complete: (key, token, { forgetAt }, transaction) =>
      connection.execute(
        ({ run }) =>
          run(
            `update tallystick_received set handled = 1, forget_at = ?
             where key = ? and token = ? and handled = 0`,
            forgetAt,
            key,
            token,
          ) > 0,
        transaction,
      ),
    release: (key, token) =>
      connection.execute(({ run }) => {
        run(
          'delete from tallystick_received where key = ? and token = ? and handled = 0',
          key,
          token,
        );
      }),
    claims: ({ before = Number.MAX_SAFE_INTEGER, limit = 100 } = {}) =>
      connection.execute(({ all }) =>
        all<HeldClaim>(
          `select key, owner, since, lease_until as leaseUntil from tallystick_received
           where handled = 0 and since < ? order by since limit ?`,
          before,
          limit,
        ).map((row) => ({ ...row })),
      ),
  };
}
