import {
  type FixChange,
  type FixStore,
  FixStoreError,
  type FixStoredMessage,
  type FixStoreIdentity,
} from '@tallystick/runtime/fix';
import { randomUUID } from 'node:crypto';
import type { Database } from './sqlite.js';

/** Sessions in the database of the program, which share its transactions. Opening a session takes it over from its previous owner. */
export function sqliteFixStores(database: Database): (identity: FixStoreIdentity) => FixStore {
  database.exec(`
    create table if not exists fix_session
      (id text primary key, owner text, next_outgoing integer, next_incoming integer);
    create table if not exists fix_message
      (session text, sequence integer, bytes blob, primary key (session, sequence));
  `);
  return ({ beginString, senderCompId, targetCompId }) => {
    const id = JSON.stringify([beginString, senderCompId, targetCompId]);
    const owner = randomUUID();
    const begin = database.prepare(
      `insert into fix_session values (?, ?, 1, 1) on conflict (id) do update set owner = excluded.owner`,
    );
    const find = database.prepare('select * from fix_session where id = ? and owner = ?');
    const move = database.prepare(
      'update fix_session set next_outgoing = ?, next_incoming = ? where id = ? and owner = ?',
    );
    const forget = database.prepare('delete from fix_message where session = ?');
    const add = database.prepare('insert or replace into fix_message values (?, ?, ?)');
    const select = database.prepare(
      'select sequence, bytes from fix_message where session = ? and sequence between ? and ? order by sequence limit ?',
    );
    const lost = (): FixStoreError => new FixStoreError('lost', `${id} has another owner`);
    begin.run(id, owner);
    const numbers = { nextOutgoing: 1, nextIncoming: 1 };
    const write = ({ isReset, nextOutgoing, nextIncoming, messages }: FixChange): void => {
      if (move.run(nextOutgoing, nextIncoming, id, owner).changes === 0) throw lost();
      if (isReset) forget.run(id);
      for (const [sequence, bytes] of messages) add.run(id, sequence, bytes);
    };
    return {
      get nextOutgoing() {
        return numbers.nextOutgoing;
      },
      get nextIncoming() {
        return numbers.nextIncoming;
      },
      isKeptOnReturn: true,
      load() {
        const row = find.get(id, owner) as Row | undefined;
        if (row === undefined) throw lost();
        numbers.nextOutgoing = row.next_outgoing;
        numbers.nextIncoming = row.next_incoming;
      },
      commit(change, transaction) {
        if (transaction === database && database.inTransaction) write(change);
        else database.transaction(() => write(change))();
        ({ nextOutgoing: numbers.nextOutgoing, nextIncoming: numbers.nextIncoming } = change);
      },
      read: (from, to, limit) =>
        (select.all(id, from, to, limit) as StoredRow[]).map(
          ({ sequence, bytes }): FixStoredMessage => [sequence, new Uint8Array(bytes)],
        ),
      close() {},
    };
  };
}

interface Row {
  readonly next_outgoing: number;
  readonly next_incoming: number;
}

interface StoredRow {
  readonly sequence: number;
  readonly bytes: Uint8Array;
}
