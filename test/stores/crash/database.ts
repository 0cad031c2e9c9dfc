import { writeSync } from 'node:fs';
import { type PgClient, postgresStores } from '@tallystick/stores/postgres';
import { redisStores, type RedisTransaction } from '@tallystick/stores/redis';
import { type SqliteDatabase, sqliteStores } from '@tallystick/stores/sqlite';
import type { Stores } from '../../../stores/core/stores.js';
import { openDatabase } from '../drivers.js';

/** A database that the processes share: its kind and its address. */
export interface Address {
  readonly kind: 'sqlite' | 'postgres' | 'redis';
  /** Path of the file, or URL of the server. */
  readonly at: string;
}

/** The stores of a process, and its own writes. */
export interface Shared {
  readonly stores: Stores;
  transaction<Result>(run: (transaction: unknown) => Promise<Result>): Promise<Result>;
  /** Records an effect of the program in its transaction. Nothing prevents that it is recorded twice. */
  record(transaction: unknown, kind: string, id: string): Promise<void>;
  /** Allows the database to grow to this number of pages. */
  limitPages(pages: number): void;
}

/** Lease of FIX sessions, for which the next process waits after a kill. */
const fixLease = 300;

/** Opens the database. The table of effects exists. */
export function openShared({ kind, at }: Address): Shared {
  if (kind === 'sqlite') {
    const database = openDatabase(at);
    const stores = sqliteStores({ database, fixLease });
    return {
      stores: stores as Stores,
      transaction: (run) => stores.transaction(run),
      async record(transaction, effect, id) {
        (transaction as SqliteDatabase)
          .prepare('insert into effects (kind, id) values (?, ?)')
          .run(effect, id);
      },
      limitPages: (pages) => void database.exec(`pragma max_page_count = ${pages}`),
    };
  }
  const limitPages = (): void => undefined;
  if (kind === 'postgres') {
    const stores = postgresStores({ connectionString: at, fixLease });
    return {
      stores: stores as Stores,
      transaction: (run) => stores.transaction(run),
      async record(transaction, effect, id) {
        const text = 'insert into effects (kind, id) values ($1, $2)';
        await (transaction as PgClient).query({ text, values: [effect, id] });
      },
      limitPages,
    };
  }
  const stores = redisStores({ url: at, fixLease });
  return {
    stores: stores as Stores,
    transaction: (run) => stores.transaction(run),
    async record(transaction, effect, id) {
      (transaction as RedisTransaction).add('RPUSH', 'effects', `${effect} ${id}`);
    },
    limitPages,
  };
}

/** Moves the clock of this process. */
export function moveClock(milliseconds: number): void {
  const { now } = Date;
  Date.now = () => now() + milliseconds;
}

/** Writes a line that the test reads. */
export function say(line: string): void {
  writeSync(1, `${line}\n`);
}

/** Arguments of a process: the database, and the difference of its clock, which is set. Then its own. */
export function readArguments(): { readonly shared: Shared; readonly own: readonly string[] } {
  const [, , kind = '', at = '', skew = '0', ...own] = process.argv;
  moveClock(Number(skew));
  return { shared: openShared({ kind: kind as Address['kind'], at }), own };
}
