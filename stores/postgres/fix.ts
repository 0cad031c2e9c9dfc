import {
  type FixStore,
  type FixStoredMessage,
  FixStoreError,
  type FixStoreIdentity,
  type FixStores,
} from '@tallystick/runtime/fix';
import { randomUUID } from 'node:crypto';
import { queuedFixStore } from '../core/fix-store.js';
import { readIdentity, writeIdentity } from '../core/identity.js';
import type { StoreSettings } from '../core/stores.js';
import type { PostgresConnection } from './connection.js';
import type { PgClient } from './pool.js';

interface Row {
  readonly id: string;
  readonly next_outgoing: number;
  readonly next_incoming: number;
}

/** Creates the store of FIX sessions. */
export function fixStores(
  connection: PostgresConnection,
  { fixLease: lease, fixMessages, onError }: StoreSettings,
): FixStores {
  const open = async (identity: FixStoreIdentity): Promise<FixStore> => {
    const id = writeIdentity(identity);
    const owner = randomUUID();
    const lost = (): FixStoreError =>
      new FixStoreError('lost', `Another owner has opened the FIX session ${id}`);
    const now = Date.now();
    const opened = await connection.run(
      `insert into $s.fix_session as f values ($1, $2, $3, 1, 1)
       on conflict (id) do update set owner = excluded.owner, lease_until = excluded.lease_until
       where f.owner is null or f.lease_until <= $4`,
      [id, owner, now + lease, now],
    );
    if (opened === 0)
      throw new FixStoreError('in-use', `Another owner has the FIX session ${id} open`);
    const renew = async (): Promise<Row> => {
      const [row] = await connection.rows<Row>(
        `update $s.fix_session set lease_until = $3 where id = $1 and owner = $2
         returning id, next_outgoing, next_incoming`,
        [id, owner, Date.now() + lease],
      );
      if (row === undefined) throw lost();
      return row;
    };
    return queuedFixStore<PgClient>(
      {
        async load() {
          const row = await renew();
          return { nextOutgoing: row.next_outgoing, nextIncoming: row.next_incoming };
        },
        // One statement, so that the change is written completely or not at all.
        async write({ isReset, nextOutgoing, nextIncoming, messages }, transaction) {
          const [row] = await connection.rows<{ readonly owned: number }>(
            `with owned as (
               update $s.fix_session set
                 next_outgoing = greatest(case when $5 then 1 else next_outgoing end, $3),
                 next_incoming = greatest(case when $5 then 1 else next_incoming end, $4)
               where id = $1 and owner = $2 returning id
             ), removed as (
               delete from $s.fix_message where session = (select id from owned)
               and (sequence < $7 or ($5 and not sequence = any ($6::float8[])))
             ), added as (
               insert into $s.fix_message
               select owned.id, t.sequence, t.bytes
               from owned, unnest($6::float8[], $8::bytea[]) as t (sequence, bytes)
               on conflict (session, sequence) do update set bytes = excluded.bytes
             )
             select count(*)::float8 as owned from owned`,
            [
              id,
              owner,
              nextOutgoing,
              nextIncoming,
              isReset,
              messages.map(([sequence]) => sequence),
              nextOutgoing - fixMessages,
              messages.map(([, bytes]) => Buffer.from(bytes)),
            ],
            transaction,
          );
          if (row?.owned !== 1) throw lost();
        },
        async read(from, to, limit) {
          const rows = await connection.rows<{
            readonly sequence: number;
            readonly bytes: Uint8Array;
          }>(
            `select sequence, bytes from $s.fix_message
             where session = $1 and sequence between $2 and $3 order by sequence limit $4`,
            [id, from, to, Number.isFinite(limit) ? limit : null],
          );
          return rows.map(({ sequence, bytes }): FixStoredMessage => [
            sequence,
            new Uint8Array(bytes),
          ]);
        },
        async renew() {
          await renew();
        },
        async release() {
          await connection.run(
            'update $s.fix_session set owner = null where id = $1 and owner = $2',
            [id, owner],
          );
        },
      },
      { lease, onError },
    );
  };
  return Object.assign(open, {
    async list() {
      const rows = await connection.rows<Row>('select * from $s.fix_session order by id', []);
      return rows.map((row) => ({
        identity: readIdentity(row.id),
        nextOutgoing: row.next_outgoing,
        nextIncoming: row.next_incoming,
      }));
    },
  });
}
