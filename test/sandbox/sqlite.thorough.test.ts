import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSandboxIfStale } from '../../scripts/build-sandbox.js';
import { openSqliteJournal } from '../../sandbox/journal/sqlite.js';
import { missingSqlite, openDatabase, runProcess, sqliteWorker, startProcess } from './built.js';
import { testJournal } from './journal-conformance.js';
import { controlOf } from './sandbox.js';

let folder = '';
let files = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-sqlite-'));
  await buildSandboxIfStale();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newFile = (): string => join(folder, `${(files += 1)}.db`);

describe.skipIf(missingSqlite !== undefined)(`SQLite (${missingSqlite ?? 'compiled'})`, () => {
  const options = { worker: sqliteWorker };
  let last = '';
  testJournal('on SQLite', {
    open: () => openSqliteJournal((last = newFile()), options),
    reopen: () => openSqliteJournal(last, options),
  });

  test('journal-8: a second journal on the same file is refused', async () => {
    const file = newFile();
    const journal = await openSqliteJournal(file, options);
    await expect(openSqliteJournal(file, options)).rejects.toMatchObject({ code: 'locked' });
    await journal.close();
    await (await openSqliteJournal(file, options)).close();
  });

  test('journal-8: a file that cannot be opened is one clear error', async () => {
    await expect(openSqliteJournal(join(folder, 'no/such.db'), options)).rejects.toMatchObject({
      code: 'failed',
      message: `SQLite cannot open ${join(folder, 'no/such.db')}`,
    });
  });

  test('journal-6: a file of another release is refused', async () => {
    const file = newFile();
    await (await openSqliteJournal(file, options)).close();
    const database = openDatabase(file);
    database.exec('update meta set value = 99');
    database.close();
    await expect(openSqliteJournal(file, options)).rejects.toThrow('version 99');
  });

  test('start-2: a process stops cleanly, and continues where it stopped', async () => {
    const file = newFile();
    const first = await startProcess('--journal', `sqlite:${file}`);
    const { digest } = await controlOf(first).state.get();
    expect(await first.stop()).toBe(0);
    const database = openDatabase(file);
    expect(database.prepare('select number from snapshots').all()).toHaveLength(1);
    database.close();
    const second = await startProcess('--journal', `sqlite:${file}`);
    expect((await controlOf(second).state.get()).digest).toBe(digest);
    const keyOf = (output: string): string => /BEARER_KEY_SECRET='(.*)'/.exec(output)?.[1] ?? '';
    expect(keyOf(second.output)).toBe(keyOf(first.output));
    expect(keyOf(second.output)).not.toBe('');
    await second.stop();
  });

  test('secrets-1: only the owner can read the seed, and another seed is refused', async () => {
    const file = newFile();
    await (await startProcess('--journal', `sqlite:${file}`)).stop();
    expect(statSync(`${file}.seed`).mode & 0o777).toBe(0o600);
    expect(statSync(`${file}.credentials.json`).mode & 0o777).toBe(0o600);
    const { status, output } = await runProcess('--journal', `sqlite:${file}`, '--seed', 'other');
    expect([status, output.trim()]).toEqual([1, 'The journal belongs to another seed.']);
  });

  test('journal-8: a second process is refused', async () => {
    const file = newFile();
    const first = await startProcess('--journal', `sqlite:${file}`);
    const { status, output } = await runProcess('--journal', `sqlite:${file}`);
    expect([status, output.trim()]).toEqual([1, `Another process uses ${file}`]);
    await first.stop();
  });

  test.each([
    [
      'altered',
      "update entries set text = replace(text, 'Sample', 'Simple') where number = 2",
      'Entry 2 of the journal was altered, or is incomplete.',
    ],
    [
      'torn',
      'update entries set text = substr(text, 1, 20) where number = 3',
      'Entry 3 of the journal was altered, or is incomplete.',
    ],
    ['removed', 'delete from entries where number = 2', 'Entry 2 of the journal is missing.'],
    [
      'exchanged',
      'update entries set text = (select text from entries where number = 2) where number = 3',
      'Entry 3 of the journal was altered, or is incomplete.',
    ],
  ])('journal-4: after an entry was %s nothing is served', async (_, sql, message) => {
    const file = newFile();
    await (await startProcess('--journal', `sqlite:${file}`)).stop();
    const database = openDatabase(file);
    database.exec(sql);
    database.close();
    const { status, output } = await runProcess('--journal', `sqlite:${file}`);
    expect(status).toBe(1);
    expect(output).toContain(`${message}\nNothing is served.`);
  });

  test('journal-4: a damaged snapshot is not used', async () => {
    const file = newFile();
    const first = await startProcess('--journal', `sqlite:${file}`);
    const { digest } = await controlOf(first).state.get();
    await first.stop();
    const database = openDatabase(file);
    database.exec("update snapshots set text = replace(text, 'Sample', 'Simple')");
    database.close();
    const second = await startProcess('--journal', `sqlite:${file}`);
    expect((await controlOf(second).state.get()).digest).toBe(digest);
    await second.stop();
  });

  test('control-4: a backup is a journal, too', async () => {
    const file = newFile();
    const copy = newFile();
    const first = await startProcess('--journal', `sqlite:${file}`, '--seed', 'a');
    const { digest } = await controlOf(first).state.get();
    await controlOf(first).state.createBackup({ path: copy });
    await controlOf(first).tenancy.createOrganization({ name: 'Later' });
    await first.stop();
    const second = await startProcess('--journal', `sqlite:${copy}`, '--seed', 'a');
    expect((await controlOf(second).state.get()).digest).toBe(digest);
    await second.stop();
  });
});
