import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { rounds } from '../../rounds.js';
import { missingPackage, missingSqlite } from '../drivers.js';
import type { Address } from './database.js';
import { type Effects, prepareDatabase } from './effects.js';
import { bundleScripts } from './scripts.js';
import { type OwnServer, ownPostgres, ownRedis, postgresFolder, redisProgram } from './servers.js';

/** A database of the test itself, and scripts for processes that share it. */
export interface OwnDatabase<Script extends string> {
  readonly address: Address;
  readonly effects: Effects;
  /** Its server; none for SQLite. */
  readonly server: OwnServer | undefined;
  readonly scripts: Readonly<Record<Script, string>>;
  /** Folder for other files. */
  readonly folder: string;
}

/** Defines a test; it is skipped if the database is not installed. */
export type TestOwn<Script extends string> = (
  name: string,
  body: (database: OwnDatabase<Script>) => Promise<void>,
) => void;

/** Longest time of a test; it grows with the number of rounds. */
const timeout = 120_000 + rounds(900_000, 0);

/** Defines tests for each kind of database. Those of one kind share a database. */
export function describeOwn<Script extends string>(
  title: string,
  kinds: readonly Address['kind'][],
  scripts: readonly Script[],
  define: (testOwn: TestOwn<Script>, kind: Address['kind']) => void,
): void {
  describe.each(kinds)(`${title} on %s`, (kind) => {
    const missing = missingDatabase(kind);
    let own: OwnDatabase<Script>;
    const undo: (() => unknown)[] = [];
    beforeAll(async () => {
      if (missing !== undefined) return;
      const folder = mkdtempSync(join(tmpdir(), 'tallystick-crash-'));
      undo.push(() => rmSync(folder, { recursive: true, force: true }));
      const bundled = bundleScripts(...scripts);
      undo.push(bundled.remove);
      const server = await startServer(kind);
      undo.push(() => server?.remove());
      const address =
        kind === 'sqlite' || server === undefined
          ? { kind, at: join(folder, 'own.db') }
          : addressOf(kind, server.port);
      const effects = await prepareDatabase(address);
      undo.push(() => effects.close());
      own = { address, effects, server, scripts: bundled.files, folder };
    });
    afterAll(async () => {
      for (const each of undo.reverse()) await each();
    });
    define((name, body) => {
      test(`${name}`, { timeout }, async (context) => {
        if (missing !== undefined) return context.skip(missing);
        return body(own);
      });
    }, kind);
  });
}

/** Address of a server at a port of the loopback interface. */
export function addressOf(kind: 'postgres' | 'redis', port: number): Address {
  const at =
    kind === 'postgres'
      ? `postgres://postgres@127.0.0.1:${port}/postgres`
      : `redis://127.0.0.1:${port}`;
  return { kind, at };
}

async function startServer(kind: Address['kind']): Promise<OwnServer | undefined> {
  if (kind === 'sqlite') return undefined;
  return kind === 'postgres' ? ownPostgres(postgresFolder() ?? '') : ownRedis(redisProgram() ?? '');
}

/** Reason why there can be no such database; `undefined` if there can. */
function missingDatabase(kind: Address['kind']): string | undefined {
  if (kind === 'sqlite') return missingSqlite;
  const [driver, name, program] =
    kind === 'postgres'
      ? ['pg', 'PostgreSQL', postgresFolder()]
      : ['redis', 'Redis', redisProgram()];
  return missingPackage(driver) ?? (program === undefined ? `${name} is not installed` : undefined);
}
