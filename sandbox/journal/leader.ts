import { JournalError } from './error.js';
import type { StoredEntry } from './journal.js';
import { requireUndamaged } from './postgres-check.js';
import { type PgClient, postgresError } from './postgres-driver.js';

/** Milliseconds between two renewals of the lease (journal-12). */
const renewInterval = 1000;

/** Milliseconds without a renewal after which another process ends the leader's session (journal-12). */
const leaseTime = 3000;

/** Who decides, as the journal knows it. */
export interface LeaderRecord {
  /** Raised each time that a process becomes the leader. */
  readonly epoch: number;
  /** Where it accepts requests; absent if there is no leader, or it has not renewed its lease in time. */
  readonly address?: string;
}

/** Options of {@link LeaderSession}. */
export interface LeaderSessionOptions {
  /** Quoted name of the schema. */
  readonly schema: string;
  readonly connect: () => PgClient;
  /** Called once if this process was the leader and no longer is, or the journal is damaged. */
  readonly onLost: (error: JournalError) => void;
}

/**
 * The database session of a process that is the leader, or would be. An advisory lock belongs to the session of the leader; its end, for
 * whatever reason, frees the lock. Entries are appended in this session and only with the latest epoch, so a leader that lost the lock
 * cannot commit, whether it has noticed or not (journal-9).
 */
export class LeaderSession {
  readonly #options: LeaderSessionOptions;
  #client: PgClient | undefined;
  #epoch: number | undefined;
  #renewal: NodeJS.Timeout | undefined;
  #isRenewing = false;
  #isClosed = false;

  constructor(options: LeaderSessionOptions) {
    this.#options = options;
  }

  /** Epoch of this process; `undefined` if it is not the leader. */
  get epoch(): number | undefined {
    return this.#epoch;
  }

  /**
   * Becomes the leader if the lock is free, and raises the epoch in the same statement: from then on no other process can append. Returns
   * false if another process is the leader; ends the session of one that has not renewed its lease.
   *
   * @throws {JournalError} `altered` if a process found a damaged entry
   */
  async elect(address: string): Promise<boolean> {
    if (this.#epoch !== undefined) return true;
    const { schema } = this.#options;
    const client = await this.#connected();
    try {
      await requireUndamaged(client, schema);
      await client.query(deposeSql(schema));
      const { rows } = await client.query(electSql(schema), [schema, address]);
      const [row] = rows as readonly { readonly epoch: string }[];
      if (row === undefined) return false;
      this.#epoch = Number(row.epoch);
    } catch (error) {
      // The session may have the lock.
      this.#drop();
      throw postgresError(error);
    }
    this.#renewal = setInterval(() => void this.#renew(), renewInterval);
    return true;
  }

  /**
   * Stores entries in one transaction, which also checks the epoch.
   *
   * @throws {JournalError} `lost` if this process is not the leader
   */
  async append(entries: readonly StoredEntry[]): Promise<void> {
    const client = this.#client;
    if (this.#epoch === undefined || client === undefined) throw lost();
    const columns = [
      entries.map(({ number }) => number),
      entries.map(({ text }) => text),
      entries.map(({ digest }) => digest),
    ];
    try {
      const sql = appendSql(this.#options.schema);
      const channel = channelOf(this.#options.schema);
      const { rows } = await client.query(sql, [this.#epoch, ...columns, channel]);
      const [row] = rows as readonly { readonly count: number }[];
      if (row?.count !== entries.length) throw lost();
    } catch (error) {
      throw sessionError(error);
    }
  }

  /** Gives the lock back, so that another process can take it at once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#renewal);
    const client = this.#client;
    const epoch = this.#epoch;
    this.#client = undefined;
    this.#epoch = undefined;
    if (client === undefined) return;
    const { schema } = this.#options;
    try {
      if (epoch !== undefined) await client.query(resignSql(schema), [epoch, channelOf(schema)]);
    } finally {
      await client.end();
    }
  }

  async #connected(): Promise<PgClient> {
    if (this.#client !== undefined) return this.#client;
    const client = this.#options.connect();
    client.on('error', (error) => this.#ended(client, error));
    client.on('end', () => this.#ended(client, undefined));
    try {
      await client.connect();
    } catch (error) {
      throw postgresError(error);
    }
    this.#client = client;
    return client;
  }

  async #renew(): Promise<void> {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    const deadline = setTimeout(() => this.#fail(lost()), leaseTime);
    const { schema } = this.#options;
    try {
      const sql = `update ${schema}.leader set renewed = clock_timestamp() where epoch = $1`;
      const result = await this.#client?.query(sql, [this.#epoch]);
      if (result?.rowCount !== 1) this.#fail(lost());
      if (this.#client !== undefined) await requireUndamaged(this.#client, schema);
    } catch (error) {
      this.#fail(sessionError(error));
    } finally {
      clearTimeout(deadline);
      this.#isRenewing = false;
    }
  }

  #ended(client: PgClient, error: unknown): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    this.#fail(lost(error));
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.end().catch(() => undefined);
  }

  #fail(error: JournalError): void {
    if (this.#isClosed || this.#epoch === undefined) return;
    this.#isClosed = true;
    clearInterval(this.#renewal);
    this.#epoch = undefined;
    this.#drop();
    this.#options.onLost(error);
  }
}

/** Name of the channel of notifications. */
export function channelOf(schema: string): string {
  return schema.slice(1, -1);
}

/** Selects who decides. */
export function leaderSql(schema: string): string {
  return `select epoch, case when renewed > clock_timestamp() - interval '${leaseTime} ms' then address end as address
    from ${schema}.leader`;
}

/** The error of a process that is no longer the leader. */
export function lost(cause?: unknown): JournalError {
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return new JournalError('lost', `This process is no longer the leader${reason}`, { cause });
}

/** The error of the leader's session. If that is lost, so is the lock. */
function sessionError(cause: unknown): JournalError {
  const error = postgresError(cause);
  return error.code === 'unreachable' ? lost(cause) : error;
}

function deposeSql(schema: string): string {
  return `select pg_terminate_backend(session.pid) from ${schema}.leader
    join pg_stat_activity session on session.pid = leader.pid and session.backend_start = leader.started
    where leader.renewed < clock_timestamp() - interval '${leaseTime} ms'`;
}

function electSql(schema: string): string {
  return `with lock as materialized (select pg_try_advisory_lock(hashtextextended($1, 0)) as is_mine)
    update ${schema}.leader set epoch = epoch + 1, address = $2, renewed = clock_timestamp(),
      pid = pg_backend_pid(),
      started = (select backend_start from pg_stat_activity where pid = pg_backend_pid())
    from lock where lock.is_mine returning epoch`;
}

function appendSql(schema: string): string {
  return `with leader as materialized (select 1 from ${schema}.leader where epoch = $1 for share),
    added as (
      insert into ${schema}.entries (number, text, digest)
      select number, text, digest
      from unnest($2::bigint[], $3::text[], $4::text[]) as entry (number, text, digest), leader
      returning number
    )
    select count(*)::integer as count, pg_notify($5, '') from added`;
}

function resignSql(schema: string): string {
  return `with resigned as (
      update ${schema}.leader set address = null, renewed = '-infinity' where epoch = $1 returning epoch
    )
    select pg_notify($2, '') from resigned`;
}
