import type { Damage } from './damage.js';
import { JournalError } from './error.js';
import type { PgClient } from './postgres-driver.js';

/** Name of the number in `meta` of the entry that was found to be damaged. */
const damaged = 'damaged';

/** The first entry between two numbers that is damaged, as the database finds it, and the last number that it saw. */
interface FoundRow {
  readonly last: string | null;
  readonly number: string | null;
  readonly before: string | null;
}

/** Parameters of {@link findDamageSql}: the first and the last entry to check. The rows are read with {@link damageOf}. */
export function findDamageSql(schema: string): string {
  const digest = `rtrim(translate(encode(sha256(convert_to(
      coalesce(previous, '') || chr(10) || text, 'UTF8')), 'base64'), '+/', '-_'), '=')`;
  const entries = `${schema}.entries where number between $1::bigint - 1 and $2::bigint`;
  // The entries are read once, in order, and kept nowhere: they are more than the database sorts in memory.
  return `select (select max(number) from ${entries}) as last, found.number, found.before
    from (select 1) as one left join lateral (
      select number, before from (
        select number, text, digest, lag(number) over entry as before, lag(digest) over entry as previous
        from ${entries} window entry as (order by number)
      ) as chunk
      where number >= $1::bigint and (number <> coalesce(before, 0) + 1 or digest <> ${digest})
      order by number limit 1
    ) as found on true`;
}

/** Reads the result of {@link findDamageSql}. */
export function damageOf(rows: readonly FoundRow[], from: number, to: number): Damage | undefined {
  const [row] = rows;
  const last = Number(row?.last ?? Math.max(0, from - 2));
  if (row === undefined || row.number === null)
    return last < to ? { code: 'gap', number: last + 1 } : undefined;
  const number = Number(row.number);
  const before = row.before === null ? Math.max(0, from - 2) : Number(row.before);
  return number === before + 1 ? { code: 'altered', number } : { code: 'gap', number: before + 1 };
}

/** Stores the number of a damaged entry; its parameter. */
export function markDamagedSql(schema: string): string {
  return `insert into ${schema}.meta (name, value) values ('${damaged}', $1)
    on conflict (name) do update set value = $1`;
}

/** Stores that no entry is damaged. */
export function unmarkDamagedSql(schema: string): string {
  return `delete from ${schema}.meta where name = '${damaged}'`;
}

/** The entry that was marked as damaged. */
export async function damagedEntry(
  connection: Pick<PgClient, 'query'>,
  schema: string,
): Promise<number | undefined> {
  const { rows } = await connection.query(
    `select value from ${schema}.meta where name = '${damaged}'`,
  );
  const [row] = rows as readonly { readonly value: number }[];
  return row?.value;
}

/**
 * Refuses a journal with an entry that another process found to be damaged.
 *
 * @throws {JournalError} `altered`
 */
export async function requireUndamaged(
  connection: Pick<PgClient, 'query'>,
  schema: string,
): Promise<void> {
  const number = await damagedEntry(connection, schema);
  if (number !== undefined)
    throw new JournalError('altered', `Entry ${number} of the journal is damaged.`, { number });
}
