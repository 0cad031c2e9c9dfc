import { loadDriver, openDatabase } from '../drivers.js';
import { type PgPool, type PgResult, postgresStores } from '@tallystick/stores/postgres';
import { type RedisClient, redisStores } from '@tallystick/stores/redis';
import { sqliteStores } from '@tallystick/stores/sqlite';
import type { Address } from './database.js';

/** The effects that the processes have recorded. */
export interface Effects {
  /** Ids of one kind of effect, in the order in which they were recorded. */
  list(kind: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Creates the tables of the stores and of the effects in an empty database. */
export async function prepareDatabase(address: Address): Promise<Effects> {
  const create = (id: string): string =>
    `create table if not exists effects (seq ${id}, kind text not null, id text not null)`;
  const select = 'select id from effects where kind = ';
  if (address.kind === 'sqlite') {
    const database = openDatabase(address.at);
    await sqliteStores({ database }).migrate();
    database.exec(create('integer primary key'));
    return {
      list: async (kind) => ids(database.prepare(`${select} ? order by seq`).all(kind)),
      close: async () => void database.close(),
    };
  }
  if (address.kind === 'postgres') {
    const { Pool } = loadDriver('pg') as { readonly Pool: new (options: object) => Pool };
    const pool = new Pool({ connectionString: address.at });
    // The server is killed while its connections are idle.
    pool.on('error', () => undefined);
    await postgresStores({ pool }).migrate();
    await pool.query(create('bigserial'));
    return {
      list: async (kind) => ids((await pool.query(`${select} $1 order by seq`, [kind])).rows),
      close: () => pool.end(),
    };
  }
  const { createClient } = loadDriver('redis') as { createClient(options: object): Client };
  const client = createClient({ url: address.at });
  client.on('error', () => undefined);
  await client.connect();
  await redisStores({ client }).migrate();
  return {
    async list(kind) {
      const rows = (await client.sendCommand(['LRANGE', 'effects', '0', '-1'])) as string[];
      return rows
        .map((row) => row.split(' '))
        .flatMap(([of, id = '']) => (of === kind ? [id] : []));
    },
    close: async () => void client.destroy(),
  };
}

function ids(rows: readonly unknown[]): readonly string[] {
  return (rows as readonly { readonly id: string }[]).map(({ id }) => id);
}

interface Pool extends PgPool {
  on(event: 'error', listener: () => void): unknown;
  query: PgPool['query'] & ((text: string, values?: readonly unknown[]) => Promise<PgResult>);
}

interface Client extends RedisClient {
  on(event: 'error', listener: () => void): unknown;
  destroy(): void;
}
