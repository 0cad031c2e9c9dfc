import type { Stores } from '../core/stores.js';
import { readAnswer, writeValue } from '../core/values.js';
import type { SqliteConnection } from './connection.js';
import type { SqliteDatabase } from './database.js';

interface Row {
  readonly digest: string;
  readonly lease_until: number;
  readonly expires: number;
  readonly answer: string | null;
}

/** Creates the store of idempotency keys. */
export function idempotencyStore(
  connection: SqliteConnection,
): Stores<SqliteDatabase>['idempotency'] {
  return {
    begin: (key, { claim, digest, now, leaseUntil, expires }, transaction) =>
      connection.execute(({ get, run }) => {
        const row = get<Row>(
          'select digest, lease_until, expires, answer from tallystick_idempotency where key = ?',
          key,
        );
        if (row !== undefined && row.expires > now) {
          if (row.answer !== null) {
            return { state: 'finished', digest: row.digest, answer: readAnswer(row.answer) };
          }
          if (row.lease_until > now) return { state: 'running', digest: row.digest };
        }
        run(
          'replace into tallystick_idempotency values (?, ?, ?, ?, ?, null)',
          key,
          claim,
          digest,
          leaseUntil,
          expires,
        );
        return { state: 'new' };
      }, transaction),
    renew: (key, claim, { leaseUntil }) =>
      connection.execute(
        ({ run }) =>
          run(
            `update tallystick_idempotency set lease_until = ?
             where key = ? and claim = ? and answer is null`,
            leaseUntil,
            key,
            claim,
          ) > 0,
      ),
    finish: (key, claim, answer, transaction) =>
      connection.execute(
        ({ run }) =>
          run(
            `update tallystick_idempotency set answer = ?
             where key = ? and claim = ? and answer is null`,
            writeValue(answer),
            key,
            claim,
          ) > 0,
        transaction,
      ),
    release: (key, claim) =>
      connection.execute(({ run }) => {
        run(
          'delete from tallystick_idempotency where key = ? and claim = ? and answer is null',
          key,
          claim,
        );
      }),
  };
}
