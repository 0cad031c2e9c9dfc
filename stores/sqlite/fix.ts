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
import type { SqliteConnection, Statements } from './connection.js';
import type { SqliteDatabase } from './database.js';

interface Row {
  readonly id: string;
  readonly owner: string | null;
  readonly lease_until: number;
  readonly next_outgoing: number;
  readonly next_incoming: number;
}

/** Creates the store of FIX sessions. */
export function fixStores(
  connection: SqliteConnection,
  { fixLease: lease, fixMessages, onError }: StoreSettings,
): FixStores {
  const open = async (identity: FixStoreIdentity): Promise<FixStore> => {
    const id = writeIdentity(identity);
    const owner = randomUUID();
    const lost = (): FixStoreError =>
      new FixStoreError('lost', `Another owner has opened the FIX session ${id}`);
    await connection.execute(({ get, run }) => {
      const now = Date.now();
      const row = get<Row>('select * from tallystick_fix_session where id = ?', id);
      if (row !== undefined && row.owner !== null && row.lease_until > now)
        throw new FixStoreError('in-use', `Another owner has the FIX session ${id} open`);
      run(
        `insert into tallystick_fix_session values (?, ?, ?, 1, 1)
         on conflict (id) do update set owner = excluded.owner, lease_until = excluded.lease_until`,
        id,
        owner,
        now + lease,
      );
    });
    const requireOwned = ({ run }: Statements): void => {
      const changes = run(
        'update tallystick_fix_session set lease_until = ? where id = ? and owner = ?',
        Date.now() + lease,
        id,
        owner,
      );
      if (changes === 0) throw lost();
    };
    return queuedFixStore<SqliteDatabase>(
      {
        load: () =>
          connection.execute((statements) => {
            requireOwned(statements);
            const row = statements.get<Row>(
              'select * from tallystick_fix_session where id = ?',
              id,
            );
            if (row === undefined) throw lost();
            return { nextOutgoing: row.next_outgoing, nextIncoming: row.next_incoming };
          }),
        write: ({ isReset, nextOutgoing, nextIncoming, messages }, transaction) =>
          connection.execute(({ run }) => {
            const changes = run(
              `update tallystick_fix_session set
               next_outgoing = max(case ? when 1 then 1 else next_outgoing end, ?),
               next_incoming = max(case ? when 1 then 1 else next_incoming end, ?)
               where id = ? and owner = ?`,
              Number(isReset),
              nextOutgoing,
              Number(isReset),
              nextIncoming,
              id,
              owner,
            );
            if (changes === 0) throw lost();
            if (isReset) run('delete from tallystick_fix_message where session = ?', id);
            for (const [sequence, bytes] of messages)
              run('replace into tallystick_fix_message values (?, ?, ?)', id, sequence, bytes);
            if (fixMessages < nextOutgoing)
              run(
                'delete from tallystick_fix_message where session = ? and sequence < ?',
                id,
                nextOutgoing - fixMessages,
              );
          }, transaction),
        read: (from, to, limit) =>
          connection.execute(({ all }) =>
            all<{ readonly sequence: number; readonly bytes: Uint8Array }>(
              `select sequence, bytes from tallystick_fix_message
               where session = ? and sequence between ? and ? order by sequence limit ?`,
              id,
              from,
              Math.min(to, Number.MAX_SAFE_INTEGER),
              Math.min(limit, Number.MAX_SAFE_INTEGER),
            ).map(({ sequence, bytes }): FixStoredMessage => [sequence, new Uint8Array(bytes)]),
          ),
        renew: () => connection.execute(requireOwned),
        release: () =>
          connection.execute(({ run }) => {
            run(
              'update tallystick_fix_session set owner = null where id = ? and owner = ?',
              id,
              owner,
            );
          }),
      },
      { lease, onError },
    );
  };
  return Object.assign(open, {
    list: () =>
      connection.execute(({ all }) =>
        all<Row>('select * from tallystick_fix_session order by id').map((row) => ({
          identity: readIdentity(row.id),
          nextOutgoing: row.next_outgoing,
          nextIncoming: row.next_incoming,
        })),
      ),
  });
}
