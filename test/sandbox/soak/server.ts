import { pathToFileURL } from 'node:url';
import { openSqliteJournal } from '../../../sandbox/journal/sqlite.js';
import { openCore } from '../../../sandbox/server/core.js';
import { settings } from '../../../sandbox/settings.js';
import { startAlone } from '../../../sandbox/start.js';
import { heapInUse, onQuestion, type ProcessOptions, tell } from './messages.js';

/** The process whose memory is watched: the sandbox as `platform-sandbox` starts it, which tells what it has stored. */
const { file, worker, seed } = JSON.parse(process.argv[2] ?? '') as ProcessOptions;
const journal = await openSqliteJournal(file, { worker: pathToFileURL(worker) });
const append = journal.append.bind(journal);
const saveSnapshot = journal.saveSnapshot.bind(journal);
const { snapshotInterval } = settings['journal-6'];
const snapshot = { isBeingWritten: false };
journal.append = async (entries) => {
  await append(entries);
  const last = entries.at(-1)?.number ?? 0;
  if (last % snapshotInterval < entries.length) snapshot.isBeingWritten = last > 0;
  if (entries.length > 0) tell({ tell: 'entries', texts: entries.map(({ text }) => text) });
};
journal.saveSnapshot = async (stored) => {
  await saveSnapshot(stored);
  snapshot.isBeingWritten = false;
};
const onFailure = (error: unknown): void => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
};
const core = await openCore({ journal, seed: Buffer.from(seed), time: 'real', onFailure });
const sandbox = await startAlone(core, {
  host: '127.0.0.1',
  port: 0,
  controlPort: 0,
  onFailure,
  log({ reason, cause }) {
    if (cause !== undefined) process.stderr.write(`${reason}: ${String(cause)}\n`);
  },
});
tell({ tell: 'started', url: sandbox.url, token: sandbox.token, fixPorts: sandbox.fixPorts });
onQuestion(async ({ ask }) => {
  if (ask === 'stop') {
    await sandbox.close();
    process.disconnect();
    return;
  }
  await core.loop.settled();
  // The text of a snapshot that is being written is no leak. A state that is too large for one has none.
  for (let tries = 0; snapshot.isBeingWritten && tries < 600; tries += 1)
    await new Promise((resolve) => void setTimeout(resolve, 100));
  const heap = await heapInUse();
  tell({ tell: 'look', number: core.loop.number, heap, resident: process.memoryUsage().rss });
});
