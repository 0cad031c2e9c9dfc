import { JournalError } from './error.js';
import type { PgPool } from './postgres-driver.js';

/** Version of the tables. */
const version = 1;

/** Number of the lock under which tables are created, so that several processes can start at the same time. */
const creationLock = 7_108_395_223;

/**
 * Creates the tables of a schema, unless they exist.
 *
 * @param schema quoted name
 * @throws {JournalError} `version` if another release wrote them
 */
export async function prepareSchema(pool: PgPool, schema: string): Promise<void> {
  const { rows } = await pool.query('select to_regclass($1) is not null as exists', [
    `${schema}.meta`,
  ]);
  const [found] = rows as readonly { readonly exists: boolean }[];
  // Statements of one query are one transaction.
  if (found?.exists !== true)
    await pool.query(`select pg_advisory_xact_lock(${creationLock}); ${tables(schema)}`);
  const stored = await pool.query(`select value from ${schema}.meta where name = 'version'`);
  const [meta] = stored.rows as readonly { readonly value: number }[];
  if (meta?.value !== version)
    throw new JournalError(
      'version',
      `The schema ${schema} has version ${meta?.value ?? 0} of the journal; this release reads version ${version}`,
    );
}

function tables(schema: string): string {
  return `
  create schema if not exists ${schema};
  create table if not exists ${schema}.meta (name text primary key, value integer not null);
  create table if not exists ${schema}.entries (
    number bigint primary key, text text not null, digest text not null
  );
  create table if not exists ${schema}.snapshots (
    number bigint primary key, entry_digest text not null, text text not null, digest text not null
  );
  create table if not exists ${schema}.remembered (
    owner text not null, value text not null, until double precision not null, primary key (owner, value)
  );
  create index if not exists remembered_until on ${schema}.remembered (until);
  create table if not exists ${schema}.leader (
    single boolean primary key default true check (single), epoch bigint not null, address text,
    pid integer, started timestamptz, renewed timestamptz not null
  );
  insert into ${schema}.leader (epoch, renewed) values (0, '-infinity') on conflict do nothing;
  insert into ${schema}.meta (name, value) values ('version', ${version}) on conflict do nothing;
  `;
}
