import type { Delivery, DeliveryState, Outbox } from '@tallystick/runtime/webhooks';
import { readDelivery, redriven, writeDelivery } from '../core/delivery.js';
import type { SqliteConnection, Statements } from './connection.js';
import type { SqliteDatabase } from './database.js';

interface Row {
  readonly seq: number;
  readonly status: DeliveryState;
  readonly delivery: string;
}

/** Maximum number of receivers that one claim considers. The next claim continues behind them. */
const receiversPerClaim = 500;

/** Creates the outbox. */
export function outbox(connection: SqliteConnection): Outbox<SqliteDatabase> {
  /** Receiver behind which the next claim starts, so that each has its turn. */
  let last = '';
  const claimFrom = (
    { get, all, run }: Statements,
    receiver: string,
    { claim, now, leaseUntil }: { claim: string; now: number; leaseUntil: number },
    { limit, perReceiver }: { limit: number; perReceiver: number },
  ): readonly Delivery[] => {
    const running =
      get<{ readonly running: number }>(
        `select count(*) as running from tallystick_outbox
         where status = 'processing' and receiver = ?`,
        receiver,
      )?.running ?? 0;
    const room = Math.min(limit, perReceiver - running);
    if (room <= 0) return [];
    const rows = all<Row>(
      `select seq, status, delivery from tallystick_outbox as one
       where receiver = ? and due_at <= ? and status in ('pending', 'retrying')
       and (ordering is null or (
         seq = (select min(seq) from tallystick_outbox as other
           where other.ordering = one.ordering
           and other.status in ('pending', 'retrying', 'processing'))
         and not exists (select 1 from tallystick_outbox as other
           where other.ordering = one.ordering and other.status = 'processing')))
       order by due_at, seq limit ?`,
      receiver,
      now,
      Math.min(room, 1_000_000),
    );
    for (const { seq } of rows)
      run(
        `update tallystick_outbox set status = 'processing', claim = ?, lease_until = ? where seq = ?`,
        claim,
        leaseUntil,
        seq,
      );
    return rows.map(({ delivery }) => readDelivery(delivery, 'processing'));
  };
  const nextReceiver = ({ get }: Statements, after: string): string | undefined =>
    get<{ readonly receiver: string }>(
      `select receiver from tallystick_outbox
       where status in ('pending', 'retrying') and receiver > ? order by receiver limit 1`,
      after,
    )?.receiver;
  return {
    enqueue: (entries, transaction) =>
      connection.execute(({ run }) => {
        for (const { delivery, receiver, order } of entries)
          run(
            `insert into tallystick_outbox (id, receiver, ordering, status, due_at, created_at, delivery)
             values (?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing`,
            delivery.id,
            receiver,
            order ?? null,
            delivery.state,
            delivery.nextAttemptAt ?? delivery.createdAt,
            delivery.createdAt,
            writeDelivery(delivery),
          );
      }, transaction),
    claim: (request) =>
      connection.execute((statements) => {
        const { now, limit, perReceiver, total } = request;
        const { get, run } = statements;
        run(
          `update tallystick_outbox set status = 'retrying', claim = null, lease_until = null
           where status = 'processing' and lease_until <= ?`,
          now,
        );
        const { running = 0 } =
          get<{ readonly running: number }>(
            `select count(*) as running from tallystick_outbox where status = 'processing'`,
          ) ?? {};
        const room = Math.min(limit, total - running);
        const claimed: Delivery[] = [];
        const first = nextReceiver(statements, last) ?? nextReceiver(statements, '');
        let receiver = first;
        for (let count = 0; receiver !== undefined && claimed.length < room; count += 1) {
          if (count >= receiversPerClaim) break;
          const left = { limit: room - claimed.length, perReceiver };
          claimed.push(...claimFrom(statements, receiver, request, left));
          last = receiver;
          receiver = nextReceiver(statements, receiver) ?? nextReceiver(statements, '');
          if (receiver === first || (first !== undefined && receiver === undefined)) break;
        }
        return claimed;
      }),
    renew: (ids, claim, { leaseUntil }) =>
      connection.execute(({ run }) =>
        ids.filter(
          (id) =>
            run(
              `update tallystick_outbox set lease_until = ?
               where id = ? and claim = ? and status = 'processing'`,
              leaseUntil,
              id,
              claim,
            ) === 0,
        ),
      ),
    settle: (delivery, claim, now) =>
      connection.execute(({ run }) => {
        const isDone = delivery.state === 'succeeded' || delivery.state === 'failed';
        return (
          run(
            `update tallystick_outbox set status = ?, delivery = ?, due_at = ?, finished_at = ?,
             claim = null, lease_until = null where id = ? and claim = ? and status = 'processing'`,
            delivery.state,
            writeDelivery(delivery),
            delivery.nextAttemptAt ?? now,
            isDone ? now : null,
            delivery.id,
            claim,
          ) > 0
        );
      }),
    list: ({ state, receiver, after, limit = 100 } = {}) =>
      connection.execute(({ all }) =>
        all<Row>(
          `select seq, status, delivery from tallystick_outbox
           where status = coalesce(?, status) and receiver = coalesce(?, receiver)
           and seq > coalesce((select seq from tallystick_outbox where id = ?), 0)
           order by seq limit ?`,
          state ?? null,
          receiver ?? null,
          after ?? null,
          limit,
        ).map(({ status, delivery }) => readDelivery(delivery, status)),
      ),
    redrive: ({ ids, receiver }, now) =>
      connection.execute(({ all, run }) => {
        const rows = all<Row>(
          `select seq, status, delivery from tallystick_outbox where status = 'failed'
           and receiver = coalesce(?, receiver)
           and (? is null or id in (select value from json_each(?)))`,
          receiver ?? null,
          ids === undefined ? null : 1,
          JSON.stringify(ids ?? []),
        );
        for (const { seq, delivery } of rows)
          run(
            `update tallystick_outbox set status = 'pending', due_at = ?, finished_at = null,
             delivery = ? where seq = ?`,
            now,
            writeDelivery(redriven(readDelivery(delivery, 'failed'))),
            seq,
          );
        return rows.length;
      }),
    stats: (now) =>
      connection.execute(({ get }) => {
        const {
          waiting = 0,
          due = 0,
          running = 0,
          dead = 0,
          oldest = null,
        } = get<Counts>(
          `select
               count(*) filter (where status in ('pending', 'retrying')) as waiting,
               count(*) filter (where status in ('pending', 'retrying') and due_at <= ?) as due,
               count(*) filter (where status = 'processing') as running,
               count(*) filter (where status = 'failed') as dead,
               min(due_at) filter (where status in ('pending', 'retrying') and due_at <= ?) as oldest
             from tallystick_outbox where status <> 'succeeded'`,
          now,
          now,
        ) ?? ({} as Partial<Counts>);
        return { waiting, due, running, dead, lag: oldest === null ? 0 : now - oldest };
      }),
  };
}

interface Counts {
  readonly waiting: number;
  readonly due: number;
  readonly running: number;
  readonly dead: number;
  readonly oldest: number | null;
}
