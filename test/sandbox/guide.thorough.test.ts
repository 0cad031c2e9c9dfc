import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openSqliteJournal, startSandbox } from '../../sandbox/index.js';
import { buildSandboxIfStale } from '../../scripts/build-sandbox.js';
import { missingSqlite, sqliteWorker } from './built.js';
import { programsOf } from './guide.js';

beforeAll(() => buildSandboxIfStale());

test.skipIf(missingSqlite !== undefined)('docs/sandbox/deployment.md: backUp', async () => {
  const place = mkdtempSync(join(tmpdir(), 'sandbox-backup-'));
  const open = (file: string): ReturnType<typeof openSqliteJournal> =>
    openSqliteJournal(join(place, file), { worker: sqliteWorker });
  try {
    const sandbox = await startSandbox({ journal: await open('journal.db'), seed: 'backup' });
    const { backUp } = await programsOf('deployment');
    expect(await backUp?.(sandbox, join(place, 'copy.db'))).toBe(true);
    await sandbox.close();
    // What was copied is a journal, with which another sandbox starts.
    const restored = await startSandbox({ journal: await open('copy.db'), seed: 'backup' });
    expect(restored.isLeading).toBe(true);
    await restored.close();
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
