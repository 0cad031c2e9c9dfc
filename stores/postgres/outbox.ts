import type { DeliveryState, Outbox } from '@tallystick/runtime/webhooks';
import { readDelivery, redriven, writeDelivery } from '../core/delivery.js';
import type { PostgresConnection } from './connection.js';
import type { PgClient } from './pool.js';

interface Row {
  readonly id: string;
  readonly status: DeliveryState;
  readonly delivery: string;
}

interface ClaimedRow {
  readonly seq: string;
  readonly due_at: number;
  readonly receiver: string;
  readonly delivery: string;
}

const maxInteger = 2 ** 31 - 1;

/** Creates the outbox. */
export function outbox(connection: PostgresConnection): Outbox<PgClient> {
  /** Receiver behind which the next claim starts, so that each has its turn. */
  let last = '';
  return {
    async enqueue(entries, transaction) {
      if (entries.length === 0) return;
      await connection.run(
        `insert into $s.outbox (id, receiver, ordering, status, due_at, created_at, delivery)
         select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[],
           $6::float8[], $7::text[])
         on conflict (id) do nothing`,
        [
          entries.map(({ delivery }) => delivery.id),
          entries.map(({ receiver }) => receiver),
          entries.map(({ order }) => order ?? null),
          entries.map(({ delivery }) => delivery.state),
          entries.map(({ delivery }) => delivery.nextAttemptAt ?? delivery.createdAt),
          entries.map(({ delivery }) => delivery.createdAt),
          entries.map(({ delivery }) => writeDelivery(delivery)),
        ],
        transaction,
      );
    },
    async claim({ claim, now, leaseUntil, limit, perReceiver, total }) {
      const most = Math.min(limit, maxInteger);
      const rows = await connection.rows<ClaimedRow>(
        'select * from $s.claim_deliveries($1, $2, $3, $4, $5, $6, $7)',
        [claim, now, leaseUntil, most, Math.min(perReceiver, maxInteger), total, last],
      );
      last = rows.at(-1)?.receiver ?? '';
      return [...rows]
        .sort((left, right) => left.due_at - right.due_at || Number(left.seq) - Number(right.seq))
        .map(({ delivery }) => readDelivery(delivery, 'processing'));
    },
    async renew(ids, claim, { leaseUntil }) {
      const rows = await connection.rows<{ readonly id: string }>(
        `update $s.outbox set lease_until = $3
         where id = any ($1) and claim = $2 and status = 'processing' returning id`,
        [[...ids], claim, leaseUntil],
      );
      const renewed = new Set(rows.map(({ id }) => id));
      return ids.filter((id) => !renewed.has(id));
    },
    async settle(delivery, claim, now) {
      const isDone = delivery.state === 'succeeded' || delivery.state === 'failed';
      const changes = await connection.run(
        `update $s.outbox set status = $3, delivery = $4, due_at = $5, finished_at = $6,
         claim = null, lease_until = null where id = $1 and claim = $2 and status = 'processing'`,
        [
          delivery.id,
          claim,
          delivery.state,
          writeDelivery(delivery),
          delivery.nextAttemptAt ?? now,
          isDone ? now : null,
        ],
      );
      return changes > 0;
    },
    async list({ state, receiver, after, limit = 100 } = {}) {
      const rows = await connection.rows<Row>(
        `select id, status, delivery from $s.outbox
         where status = coalesce($1, status) and receiver = coalesce($2, receiver)
         and seq > coalesce((select seq from $s.outbox where id = $3), 0)
         order by seq limit $4`,
        [state ?? null, receiver ?? null, after ?? null, limit],
      );
      return rows.map(({ status, delivery }) => readDelivery(delivery, status));
    },
    redrive: ({ ids, receiver }, now) =>
      connection.transaction(async (client) => {
        const rows = await connection.rows<Row>(
          `select id, status, delivery from $s.outbox where status = 'failed'
           and receiver = coalesce($1, receiver) and ($2::text[] is null or id = any ($2))
           order by seq for update`,
          [receiver ?? null, ids === undefined ? null : [...ids]],
          client,
        );
        await connection.run(
          `update $s.outbox as o set status = 'pending', due_at = $1, finished_at = null,
           delivery = t.delivery from unnest($2::text[], $3::text[]) as t (id, delivery)
           where o.id = t.id`,
          [
            now,
            rows.map(({ id }) => id),
            rows.map(({ delivery }) => writeDelivery(redriven(readDelivery(delivery, 'failed')))),
          ],
          client,
        );
        return rows.length;
      }),
    async stats(now) {
      const [counts] = await connection.rows<Counts>(
        `select
           count(*) filter (where status in ('pending', 'retrying'))::float8 as waiting,
           count(*) filter (where status in ('pending', 'retrying') and due_at <= $1)::float8 as due,
           count(*) filter (where status = 'processing')::float8 as running,
           count(*) filter (where status = 'failed')::float8 as dead,
           min(due_at) filter (where status in ('pending', 'retrying') and due_at <= $1) as oldest
         from $s.outbox where status in ('pending', 'retrying', 'processing', 'failed')`,
        [now],
      );
      const { waiting = 0, due = 0, running = 0, dead = 0, oldest = null } = counts ?? {};
      return { waiting, due, running, dead, lag: oldest === null ? 0 : now - oldest };
    },
  };
}

interface Counts {
  readonly waiting: number;
  readonly due: number;
  readonly running: number;
  readonly dead: number;
  readonly oldest: number | null;
}
