import { coalesce } from './coalesce.js';
import type { Damage } from './damage.js';
import { JournalError } from './error.js';
import { Followers } from './followers.js';
import type {
  Following,
  Remembered,
  SharedJournal,
  StoredEntry,
  StoredSnapshot,
} from './journal.js';
import { channelOf, leaderSql, type LeaderRecord, LeaderSession, lost } from './leader.js';
import {
  loadPg,
  type PgClient,
  type PgDriver,
  type PgPool,
  postgresError,
} from './postgres-driver.js';
import {
  damagedEntry,
  damageOf,
  findDamageSql,
  markDamagedSql,
  unmarkDamagedSql,
} from './postgres-check.js';
import { prepareSchema } from './postgres-schema.js';

/** Number of entries that are read at a time. */
const readSize = 2000;

/** Snapshots that are kept: an older one serves if the newest is damaged. */
const keptSnapshots = 3;

/** Number of single-use values after which expired ones are deleted. */
const pruneInterval = 1000;

/** Milliseconds between two reads without a notification, because notifications can be lost (journal-10). */
const pollInterval = 1000;

/** Schema of the tables, unless the URL has the parameter `schema`. */
const defaultSchema = 'platform_sandbox';

/**
 * Opens a journal on PostgreSQL, which several processes share. Its tables are created if they do not exist, in the schema that the
 * parameter `schema` of the URL names. Nothing can be appended before {@link SharedJournal.elect} has made this process the leader.
 *
 * @param url `postgres://user:password@host:port/database?schema=name`
 * @throws {JournalError} `unreachable` or `credentials` if the server cannot be used, `version` for tables of another release, `driver` if
 * `pg` is not installed, `failed` for a URL or a database that is wrong
 */
export async function openPostgresJournal(url: string): Promise<SharedJournal> {
  const { connectionString, schema } = readUrl(url);
  const driver = loadPg();
  const options = { connectionString, keepAlive: true, connectionTimeoutMillis: 5000 };
  const pool = new driver.Pool({ ...options, max: 4, query_timeout: 15_000 });
  // The pool replaces an idle connection that breaks.
  pool.on('error', () => undefined);
  try {
    await prepareSchema(pool, schema);
  } catch (error) {
    await pool.end();
    throw postgresError(error);
  }
  return new PostgresJournal(driver, options, pool, schema);
}

function readUrl(text: string): { readonly connectionString: string; readonly schema: string } {
  if (!URL.canParse(text)) throw new JournalError('failed', 'The URL of the journal is not valid');
  const url = new URL(text);
  const name = url.searchParams.get('schema') ?? defaultSchema;
  url.searchParams.delete('schema');
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name))
    throw new JournalError(
      'failed',
      'The schema of the journal must consist of lower-case letters, digits and "_"',
    );
  return { connectionString: url.href, schema: `"${name}"` };
}

class PostgresJournal implements SharedJournal {
  readonly kind = 'postgres';
  // Single-use values are durable as soon as they are remembered.
  readonly isFlushed = true;
  readonly #driver: PgDriver;
  readonly #options: object;
  readonly #pool: PgPool;
  readonly #schema: string;
  readonly #leader: LeaderSession;
  readonly #followers = new Followers((from) => this.#readAvailable(from));
  readonly #lastNumber: () => Promise<number>;
  readonly #confirm: () => Promise<void>;
  #onLost: (error: JournalError) => void = () => undefined;
  #remembered = 0;
  #listening: PgClient | undefined;
  #poll: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(driver: PgDriver, options: object, pool: PgPool, schema: string) {
    this.#driver = driver;
    this.#options = options;
    this.#pool = pool;
    this.#schema = schema;
    this.#leader = new LeaderSession({
      schema,
      connect: () => new driver.Client({ ...options, query_timeout: 15_000 }),
      onLost: (error) => this.#onLost(error),
    });
    this.#lastNumber = coalesce(() => this.#readLastNumber());
    this.#confirm = coalesce(() => this.#checkEpoch());
  }

  async elect(address: string, onLost: (error: JournalError) => void): Promise<boolean> {
    this.#onLost = onLost;
    return this.#leader.elect(address);
  }

  async leader(): Promise<LeaderRecord> {
    const [row] = await this.#rows<{ readonly epoch: string; readonly address: string | null }>(
      leaderSql(this.#schema),
    );
    const { epoch = '0', address = null } = row ?? {};
    return { epoch: Number(epoch), ...(address === null ? {} : { address }) };
  }

  lastNumber(): Promise<number> {
    return this.#lastNumber();
  }

  confirm(): Promise<void> {
    return this.#confirm();
  }

  async append(entries: readonly StoredEntry[]): Promise<void> {
    if (entries.length === 0) return;
    await this.#leader.append(entries);
    this.#followers.wake();
  }

  async *read(from: number): AsyncIterable<StoredEntry> {
    const sql = `select number, text, digest from ${this.#schema}.entries where number >= $1 order by number limit ${readSize}`;
    let next = from;
    for (;;) {
      const rows = await this.#rows<StoredRow>(sql, [next]);
      for (const row of rows) {
        const number = Number(row.number);
        next = number + 1;
        yield { number, text: row.text, digest: row.digest };
      }
      if (rows.length < readSize) return;
    }
  }

  follow(from: number, listener: (entry: StoredEntry) => void | Promise<void>): Following {
    this.#poll ??= setInterval(() => {
      if (this.#listening === undefined) void this.#listen();
      this.#followers.wake();
    }, pollInterval);
    if (this.#listening === undefined) void this.#listen();
    return this.#followers.add(from, listener);
  }

  async findDamage(from: number, to: number): Promise<Damage | undefined> {
    return damageOf(await this.#rows(findDamageSql(this.#schema), [from, to]), from, to);
  }

  async markDamaged(number: number | undefined): Promise<void> {
    await (number === undefined
      ? this.#rows(unmarkDamagedSql(this.#schema))
      : this.#rows(markDamagedSql(this.#schema), [number]));
  }

  damagedEntry(): Promise<number | undefined> {
    return this.#asked(damagedEntry(this.#pool, this.#schema));
  }

  async saveSnapshot({ number, entryDigest, text, digest }: StoredSnapshot): Promise<void> {
    const table = `${this.#schema}.snapshots`;
    await this.#rows(
      `insert into ${table} (number, entry_digest, text, digest) values ($1, $2, $3, $4)
        on conflict (number) do update set entry_digest = $2, text = $3, digest = $4`,
      [number, entryDigest, text, digest],
    );
    await this.#rows(
      `delete from ${table} where number not in (select number from ${table} order by number desc limit ${keptSnapshots})`,
    );
  }

  async newestSnapshot(before = Number.MAX_SAFE_INTEGER): Promise<StoredSnapshot | undefined> {
    const [row] = await this.#rows<StoredRow & { readonly entryDigest: string }>(
      `select number, entry_digest as "entryDigest", text, digest from ${this.#schema}.snapshots
        where number < $1 order by number desc limit 1`,
      [before],
    );
    return row === undefined ? undefined : { ...row, number: Number(row.number) };
  }

  async remember(owner: string, value: string, until: number, now: number): Promise<Remembered> {
    this.#remembered += 1;
    const table = `${this.#schema}.remembered`;
    if (this.#remembered % pruneInterval === 0)
      await this.#rows(`delete from ${table} where until < $1`, [now]);
    const rows = await this.#rows(
      `insert into ${table} as known (owner, value, until) values ($1, $2, $3)
        on conflict (owner, value) do update set until = $3 where known.until < $4 returning 1`,
      [owner, value, until, now],
    );
    return rows.length === 1 ? 'new' : 'seen';
  }

  backUp(): Promise<void> {
    return Promise.reject(
      new JournalError('failed', 'A journal on PostgreSQL is backed up with pg_dump'),
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#poll);
    await Promise.allSettled([this.#leader.close(), this.#listening?.end()]);
    await this.#pool.end();
  }

  async #rows<Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.#asked(this.#pool.query(text, values))).rows as readonly Row[];
  }

  /** The result of a query, or the error of the journal. */
  async #asked<Result>(query: Promise<Result>): Promise<Result> {
    try {
      return await query;
    } catch (error) {
      throw this.#isClosed
        ? new JournalError('closed', 'The journal was closed')
        : postgresError(error);
    }
  }

  async #readLastNumber(): Promise<number> {
    const [row] = await this.#rows<{ readonly last: string | null }>(
      `select max(number) as last from ${this.#schema}.entries`,
    );
    return Number(row?.last ?? 0);
  }

  async #checkEpoch(): Promise<void> {
    const { epoch } = this.#leader;
    const [row] = await this.#rows<{ readonly epoch: string }>(
      `select epoch from ${this.#schema}.leader`,
    );
    if (epoch === undefined || Number(row?.epoch) !== epoch) throw lost();
  }

  /** Reads entries for followers. If the server does not respond, they are read after the next wake-up. */
  async *#readAvailable(from: number): AsyncIterable<StoredEntry> {
    const entries = this.read(from)[Symbol.asyncIterator]();
    for (;;) {
      let result: IteratorResult<StoredEntry>;
      try {
        result = await entries.next();
      } catch (error) {
        if (error instanceof JournalError) return;
        throw error;
      }
      if (result.done === true) return;
      yield result.value;
    }
  }

  /** Begins to listen for notifications. A connection that breaks is replaced after the next poll. */
  async #listen(): Promise<void> {
    const client = new this.#driver.Client(this.#options);
    this.#listening = client;
    const ended = (): void => {
      if (this.#listening === client) this.#listening = undefined;
    };
    client.on('error', ended);
    client.on('end', ended);
    client.on('notification', () => this.#followers.wake());
    try {
      await client.connect();
      await client.query(`listen "${channelOf(this.#schema)}"`);
    } catch {
      ended();
      client.end().catch(() => undefined);
    }
  }
}

interface StoredRow {
  readonly number: string;
  readonly text: string;
  readonly digest: string;
}
