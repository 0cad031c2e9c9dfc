import { parentPort } from 'node:worker_threads';
import { type Damage, damageIn, type EntryRow } from './damage.js';
import { JournalError } from './error.js';
import type { StoredEntry, StoredSnapshot } from './journal.js';
import { loadSqlite, type Database, type SqliteDriver, type Statement } from './sqlite-driver.js';
import type { RememberedRow, WorkerCall, WorkerCalls, WorkerReply } from './sqlite-calls.js';

/** The thread of the SQLite journal: the only one that uses the file. */

/** Version of the tables. */
const version = 1;

/** Number of commits after which expired single-use values are deleted. */
const pruneInterval = 1000;

/** Name of the number in `meta` of the entry that was found to be damaged. */
const damaged = 'damaged';

/** Snapshots that are kept: an older one serves if the newest is damaged. */
const keptSnapshots = 3;

const schema = `
  create table if not exists meta (name text primary key, value integer not null) without rowid;
  create table if not exists entries (number integer primary key, text text not null, digest text not null);
  create table if not exists snapshots (
    number integer primary key, entryDigest text not null, text text not null, digest text not null
  );
  create table if not exists remembered (
    owner text not null, value text not null, until real not null, primary key (owner, value)
  ) without rowid;
  create index if not exists remembered_until on remembered (until);
`;

class Store {
  readonly #driver: SqliteDriver;
  readonly #database: Database;
  readonly #statements: Record<
    'entry' | 'read' | 'check' | 'remember' | 'prune' | 'snapshot' | 'newest' | 'trim',
    Statement
  >;
  #commits = 0;

  constructor(driver: SqliteDriver, database: Database) {
    this.#driver = driver;
    this.#database = database;
    const prepare = (sql: string): Statement => database.prepare(sql);
    this.#statements = {
      entry: prepare('insert into entries (number, text, digest) values (?, ?, ?)'),
      read: prepare(
        'select number, text, digest from entries where number >= ? order by number limit ?',
      ),
      check: prepare(
        'select number, text, digest from entries where number between ? and ? order by number',
      ),
      remember: prepare('insert or replace into remembered (owner, value, until) values (?, ?, ?)'),
      prune: prepare('delete from remembered where until < ?'),
      snapshot: prepare(
        'insert or replace into snapshots (number, entryDigest, text, digest) values (?, ?, ?, ?)',
      ),
      newest: prepare(
        'select number, entryDigest, text, digest from snapshots where number < ? order by number desc limit 1',
      ),
      trim: prepare(
        'delete from snapshots where number not in (select number from snapshots order by number desc limit ?)',
      ),
    };
  }

  append({ entries, remembered, now }: WorkerCalls['append']['data']): void {
    this.#transaction(() => {
      for (const { number, text, digest } of entries)
        this.#statements.entry.run(number, text, digest);
      for (const row of remembered) this.#statements.remember.run(...row);
      this.#commits += 1;
      if (this.#commits % pruneInterval === 0) this.#statements.prune.run(now);
    });
  }

  read({ from, limit }: WorkerCalls['read']['data']): readonly StoredEntry[] {
    return this.#statements.read.all(from, limit) as readonly StoredEntry[];
  }

  findDamage({ from, to }: WorkerCalls['findDamage']['data']): Damage | undefined {
    const rows = this.#statements.check.all(from - 1, to) as readonly StoredEntry[];
    return damageIn(rows.map(rowOf), from, to);
  }

  markDamaged({ number }: WorkerCalls['markDamaged']['data']): void {
    if (number === undefined)
      this.#database.prepare('delete from meta where name = ?').run(damaged);
    else
      this.#database
        .prepare('insert or replace into meta (name, value) values (?, ?)')
        .run(damaged, number);
  }

  damagedEntry(): number | undefined {
    const row = this.#database.prepare('select value from meta where name = ?').get(damaged);
    return (row as { readonly value: number } | undefined)?.value;
  }

  saveSnapshot({ number, entryDigest, text, digest }: StoredSnapshot): void {
    this.#transaction(() => {
      this.#statements.snapshot.run(number, entryDigest, text, digest);
      this.#statements.trim.run(keptSnapshots);
    });
  }

  newestSnapshot({ before }: WorkerCalls['newestSnapshot']['data']): StoredSnapshot | undefined {
    return this.#statements.newest.get(before) as StoredSnapshot | undefined;
  }

  remembered(): readonly RememberedRow[] {
    return this.#database
      .prepare('select owner, value, until from remembered')
      .all()
      .map((row) => {
        const { owner, value, until } = row as {
          readonly owner: string;
          readonly value: string;
          readonly until: number;
        };
        return [owner, value, until] as const;
      });
  }

  async backUp(path: string): Promise<void> {
    await this.#driver.backUp(this.#database, path);
  }

  close(): void {
    this.#database.close();
  }

  #transaction(run: () => void): void {
    this.#database.exec('begin immediate');
    try {
      run();
      this.#database.exec('commit');
    } catch (error) {
      try {
        this.#database.exec('rollback');
      } catch {
        // SQLite itself ends the transaction after some errors. The first error is reported.
      }
      throw error;
    }
  }
}

function rowOf({ number, text, digest }: StoredEntry): EntryRow {
  return [number, text, digest];
}

function openStore(path: string): Store {
  const driver = loadSqlite();
  const database = driver.open(path);
  // The lock is held until the file is closed, so a second process cannot open it.
  database.exec(
    'pragma busy_timeout = 0; pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full',
  );
  database.exec(`begin exclusive; ${schema} commit`);
  const found = database.prepare("select value from meta where name = 'version'").get() as
    | { readonly value: number }
    | undefined;
  if (found === undefined)
    database.prepare("insert into meta (name, value) values ('version', ?)").run(version);
  else if (found.value !== version)
    throw new JournalError(
      'version',
      `${path} has version ${found.value} of the journal; this release reads version ${version}`,
    );
  return new Store(driver, database);
}

let path = '';
let store: Store | undefined;

function opened(): Store {
  if (store === undefined) throw new JournalError('closed', 'The journal was closed');
  return store;
}

const calls: {
  readonly [Name in keyof WorkerCalls]: (
    data: WorkerCalls[Name]['data'],
  ) => WorkerCalls[Name]['result'] | Promise<WorkerCalls[Name]['result']>;
} = {
  open(data) {
    path = data.path;
    store = openStore(path);
    return { remembered: store.remembered() };
  },
  append: (data) => opened().append(data),
  read: (data) => opened().read(data),
  findDamage: (data) => opened().findDamage(data),
  markDamaged: (data) => opened().markDamaged(data),
  damagedEntry: () => opened().damagedEntry(),
  saveSnapshot: (data) => opened().saveSnapshot(data),
  newestSnapshot: (data) => opened().newestSnapshot(data),
  backUp: (data) => opened().backUp(data.path),
  close() {
    store?.close();
    store = undefined;
  },
};

/** The error of the journal for one of the driver. */
function journalError(error: unknown): JournalError {
  if (error instanceof JournalError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  const text = `${String(code)} ${message}`;
  if (/BUSY|LOCKED|is locked/.test(text))
    return new JournalError('locked', `Another process uses ${path}`);
  if (/CANTOPEN|unable to open|directory does not exist/.test(text))
    return new JournalError('failed', `SQLite cannot open ${path}`);
  if (/FULL|is full/.test(text))
    return new JournalError('failed', 'SQLite has no more space on the disk');
  return new JournalError('failed', message);
}

let last: Promise<unknown> = Promise.resolve();
parentPort?.on('message', ({ name, data }: WorkerCall) => {
  last = last.then(async () => {
    let reply: WorkerReply;
    try {
      // The type of the data belongs to the name.
      reply = { result: await calls[name](data as never) };
    } catch (error) {
      const { code, message } = journalError(error);
      reply = { error: { code, message } };
    }
    parentPort?.postMessage(reply);
  });
});
