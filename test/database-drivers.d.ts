/** The parts of database drivers that the programs of the guide use. The drivers themselves are installed by the stage of the stores. */
declare module 'better-sqlite3' {
  export default class Database {
    constructor(file: string);
    readonly inTransaction: boolean;
    close(): void;
    exec(sql: string): void;
    prepare(sql: string): {
      run(...values: unknown[]): { readonly changes: number };
      get(...values: unknown[]): unknown;
      all(...values: unknown[]): unknown[];
    };
  }
}

declare module 'pg' {
  namespace pg {
    interface Client {
      query(sql: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
    }
    interface PoolClient extends Client {
      release(destroy?: boolean): void;
    }
    class Pool implements Client {
      constructor(options?: { readonly connectionString?: string | undefined });
      connect(): Promise<PoolClient>;
      query(sql: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
      end(): Promise<void>;
    }
  }
  export default pg;
}
