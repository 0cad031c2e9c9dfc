import type { Delivery, DeliveryState, Outbox, OutboxEntry } from '@tallystick/runtime/webhooks';
import { readDelivery, redriven, writeDelivery } from '../core/delivery.js';
import { batched } from './batch.js';
import type { PostgresConnection } from './connection.js';
import type { PgClient } from './pool.js';

interface Row {
  readonly id: string;
  readonly status: DeliveryState;
  readonly delivery: string;
}

/** A claimed delivery; after them, a row with the receiver behind which the next claim starts. */
type ClaimedRow =
  | { readonly seq: string; readonly due_at: number; readonly delivery: string }
  | { readonly seq: null; readonly receiver: string };

interface Settlement {
  readonly delivery: Delivery;
  readonly claim: string;
  readonly now: number;
}

const maxInteger = 2 ** 31 - 1;

/** Creates the outbox. */
export function outbox(connection: PostgresConnection): Outbox<PgClient> {
  /** Receiver behind which the next claim starts, so that each has its turn. */
  let last = '';
  const insert = async (
    entries: readonly OutboxEntry[],
    transaction?: PgClient,
  ): Promise<unknown> =>
    connection.run(
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
  const enqueue = batched(async (calls: readonly (readonly OutboxEntry[])[]) => {
    await insert(calls.flat());
    return calls.map(() => undefined);
  });
  const settle = batched(async (calls: readonly Settlement[]) => {
    const rows = await connection.rows<{ readonly id: string }>(
      // Locked in the order of their numbers, so that two statements never wait for each other.
      `with held as (
         select o.seq, t.* from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[],
           $6::float8[]) as t (id, claim, status, delivery, due_at, finished_at)
         join $s.outbox as o on o.id = t.id and o.claim = t.claim and o.status = 'processing'
         order by o.seq for update of o
       )
       update $s.outbox as o set status = t.status, delivery = t.delivery, due_at = t.due_at,
         finished_at = t.finished_at, claim = null, lease_until = null,
         releases = o.ordering is not null
       from held as t where o.seq = t.seq returning o.id`,
      [
        calls.map(({ delivery }) => delivery.id),
        calls.map(({ claim }) => claim),
        calls.map(({ delivery }) => delivery.state),
        calls.map(({ delivery }) => writeDelivery(delivery)),
        calls.map(({ delivery, now }) => delivery.nextAttemptAt ?? now),
        calls.map(({ delivery, now }) => (isDone(delivery) ? now : null)),
      ],
    );
    const settled = new Set(rows.map(({ id }) => id));
    return calls.map(({ delivery }) => settled.has(delivery.id));
  });
  return {
    async enqueue(entries, transaction) {
      if (entries.length === 0) return;
      await (transaction === undefined ? enqueue(entries) : insert(entries, transaction));
    },
    async claim({ claim, now, leaseUntil, limit, perReceiver, total }) {
      const most = Math.min(limit, maxInteger);
      const rows = await connection.rows<ClaimedRow>(
        'select * from $s.claim_deliveries($1, $2, $3, $4, $5, $6, $7)',
        [claim, now, leaseUntil, most, Math.min(perReceiver, maxInteger), total, last],
      );
      const claimed = rows.filter((row) => row.seq !== null);
      last = rows.find((row) => row.seq === null)?.receiver ?? '';
      return claimed
        .sort((left, right) => left.due_at - right.due_at || Number(left.seq) - Number(right.seq))
        .map(({ delivery }) => readDelivery(delivery, 'processing'));
    },
    async renew(ids, claim, { leaseUntil }) {
      const rows = await connection.rows<{ readonly id: string }>(
        `with held as (
           select seq from $s.outbox where id = any ($1) and claim = $2 and status = 'processing'
           order by seq for update
         )
         update $s.outbox as o set lease_until = $3 from held where o.seq = held.seq returning id`,
        [[...ids], claim, leaseUntil],
      );
      const renewed = new Set(rows.map(({ id }) => id));
      return ids.filter((id) => !renewed.has(id));
    },
    settle: (delivery, claim, now) => settle({ delivery, claim, now }),
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

function isDone({ state }: Delivery): boolean {
  return state === 'succeeded' || state === 'failed';
}
