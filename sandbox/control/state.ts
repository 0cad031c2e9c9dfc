import type { JournalEntry, Recorded, StateDescription } from '@platform/sandbox-control';
import type { StateHandlers } from '@platform/sandbox-control/server';
import type { Entry } from '../domain/engine.js';
import { printInstant } from '../domain/time.js';
import { decodeCanonical } from '../domain/value.js';
import { sha256 } from '../journal/digest.js';
import { JournalError } from '../journal/error.js';
import { isIntact } from '../journal/snapshot.js';
import type { Core } from '../server/core.js';
import { origin } from './origin.js';
import { say } from './say.js';

/** Handlers about the journal and snapshots (control-4). */
export function stateHandlers(core: Core): StateHandlers {
  const { loop, journal } = core;
  const describeState = (): StateDescription => ({
    number: loop.number,
    digest: sha256(loop.capture()),
    journal: journal.kind,
  });
  return {
    getState: (_, respond) => respond.ok(describeState()),

    async takeSnapshot(_, respond) {
      const number = await loop.snapshot();
      if (number !== undefined) return respond.created({ number });
      return say('takeSnapshot', {
        code: 'state',
        data: { what: 'sandbox', state: 'too large for a snapshot' },
      });
    },

    async restoreState({ body: { number } }, respond) {
      const snapshot = await journal.newestSnapshot(number + 1);
      if (snapshot?.number !== number || !isIntact(snapshot))
        return say('restoreState', { code: 'not-found', data: { what: 'snapshot' } });
      loop.execute('deployment.restore', { state: snapshot.text }, origin);
      loop.runDue();
      return respond.ok(describeState());
    },

    async createBackup({ body: { path } }, respond) {
      try {
        await loop.settled();
        await journal.backUp(path);
        return respond.created();
      } catch (error) {
        if (!(error instanceof JournalError)) throw error;
        const data = { member: 'path', problem: error.message };
        return say('createBackup', { code: 'form', data });
      }
    },

    async readJournal({ query: { from, limit } }, respond) {
      const entries: JournalEntry[] = [];
      await loop.settled();
      const last = Math.min(loop.number, from + limit - 1);
      if (from <= last) await core.requireIntact(from, last);
      for await (const { text } of journal.read(from)) {
        entries.push(entryBody(decodeCanonical(text) as Entry));
        if (entries.length === limit) break;
      }
      return respond.ok(entries);
    },
  };
}

function entryBody({ number, at, surface, caller, command, events }: Entry): JournalEntry {
  return {
    number,
    at: printInstant(at),
    surface,
    caller,
    command: recorded(command),
    events: events.map(recorded),
  };
}

function recorded({
  type,
  version,
  data,
}: {
  readonly type: string;
  readonly version?: number;
  readonly data: unknown;
}): Recorded {
  return { type, ...(version === undefined ? {} : { version }), data: plain(data) };
}

/** JSON data, in which integers of any size are texts. */
function plain(data: unknown): unknown {
  const text = JSON.stringify(data ?? null, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return JSON.parse(text);
}
