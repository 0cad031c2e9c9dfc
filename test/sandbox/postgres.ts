import { createRequire } from 'node:module';
import { connect } from 'node:net';

/** URL of the database in which tests create schemas. */
const database = 'postgres://postgres@127.0.0.1:5432/test';

/** A connection of the test itself. */
export interface Connection {
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
  end(): Promise<void>;
}

/** Reason why there is no PostgreSQL; `undefined` if there is. */
export const missingPostgres: string | undefined = await missing();

function missing(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: 5432 });
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.once('error', ({ message }) => resolve(`PostgreSQL: ${message}`));
  });
}

/** Schemas for the tests of one file. */
export class Schemas {
  readonly #names: string[] = [];
  #connection: Promise<Connection> | undefined;
  /** The statement that is executed now: a connection executes one at a time. */
  #executing: Promise<unknown> = Promise.resolve();

  /** URL of a journal that does not exist yet. */
  next(): string {
    const name = `sandbox_test_${process.pid}_${Date.now().toString(36)}_${this.#names.length}`;
    this.#names.push(name);
    return `${database}?schema=${name}`;
  }

  /** Executes statements in which `$s` stands for the schema of a journal. */
  async query(url: string, text: string): Promise<readonly unknown[]> {
    this.#connection ??= openConnection();
    const connection = await this.#connection;
    const schema = new URL(url).searchParams.get('schema') ?? '';
    const result = this.#executing.then(() => connection.query(text.replaceAll('$s', schema)));
    this.#executing = result.catch(() => undefined);
    return (await result).rows;
  }

  /** Removes all of them. */
  async remove(): Promise<void> {
    for (const name of this.#names)
      await this.query(`${database}?schema=${name}`, 'drop schema if exists $s cascade');
    await (await this.#connection)?.end();
  }
}

async function openConnection(): Promise<Connection> {
  const { Client } = createRequire(import.meta.url)('pg') as {
    readonly Client: new (options: object) => Connection & { connect(): Promise<void> };
  };
  const client = new Client({ connectionString: database });
  await client.connect();
  return client;
}
