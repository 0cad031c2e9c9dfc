import type { IdempotencyState } from '@tallystick/runtime/http/server';
import type { Stores } from '../core/stores.js';
import { readAnswer, writeValue } from '../core/values.js';
import type { PostgresConnection } from './connection.js';
import type { PgClient } from './pool.js';

interface Row {
  readonly digest: string;
  readonly answer: string | null;
}

/** Creates the store of idempotency keys. */
export function idempotencyStore(connection: PostgresConnection): Stores<PgClient>['idempotency'] {
  return {
    async begin(key, { claim, digest, now, leaseUntil, expires }, transaction) {
      for (;;) {
        const claimed = await connection.run(
          `insert into $s.idempotency as i values ($1, $2, $3, $4, $5, null)
           on conflict (key) do update set claim = excluded.claim, digest = excluded.digest,
             lease_until = excluded.lease_until, expires = excluded.expires, answer = null
           where i.expires <= $6 or (i.answer is null and i.lease_until <= $6)`,
          [key, claim, digest, leaseUntil, expires, now],
          transaction,
        );
        if (claimed > 0) return { state: 'new' };
        const [row] = await connection.rows<Row>(
          'select digest, answer from $s.idempotency where key = $1',
          [key],
          transaction,
        );
        // Released in the meantime.
        if (row === undefined) continue;
        return stateOf(row);
      }
    },
    async renew(key, claim, { leaseUntil }) {
      const changes = await connection.run(
        `update $s.idempotency set lease_until = $3
         where key = $1 and claim = $2 and answer is null`,
        [key, claim, leaseUntil],
      );
      return changes > 0;
    },
    async finish(key, claim, answer, transaction) {
      const changes = await connection.run(
        `update $s.idempotency set answer = $3
         where key = $1 and claim = $2 and answer is null`,
        [key, claim, writeValue(answer)],
        transaction,
      );
      return changes > 0;
    },
    async release(key, claim) {
      await connection.run(
        'delete from $s.idempotency where key = $1 and claim = $2 and answer is null',
        [key, claim],
      );
    },
  };
}

function stateOf({ digest, answer }: Row): IdempotencyState {
  return answer === null
    ? { state: 'running', digest }
    : { state: 'finished', digest, answer: readAnswer(answer) };
}
