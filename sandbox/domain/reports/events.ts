import { canReportStatusTransition } from '@platform/exchange';
import { type ApplyContext, type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { Instant } from '../time.js';
import type { ReportRow, ReportsState } from './state.js';

/** A report as its event has it. */
export type NewReport = Omit<ReportRow, 'status' | 'createdAt' | 'completedAt' | 'expiresAt'>;

/** Events of the subject `reports`. */
export interface ReportsEvents {
  readonly 'reports.requested': NewReport & {
    /** Time of the next step; `null` if the control plane takes it. */
    readonly next: Instant | null;
  };
  readonly 'reports.started': { readonly id: string; readonly next: Instant | null };
  readonly 'reports.ready': { readonly id: string; readonly expiresAt: Instant };
  readonly 'reports.failed': { readonly id: string };
}

export const event: EventMaker<ReportsEvents> = makeEvent;

export const reportsEvents: {
  readonly [Name in keyof ReportsEvents]: EventType<ReportsState, ReportsEvents[Name]>;
} = {
  'reports.requested': {
    version: 1,
    apply({ reports }, { next, ...data }, { at, due }) {
      reports.set(data.id, { ...data, status: 'pending', createdAt: at });
      schedule(due, data.id, next);
    },
  },
  'reports.started': {
    version: 1,
    apply(own, { id, next }, { due }) {
      advance(own, id, { status: 'creating' });
      schedule(due, id, next);
    },
  },
  'reports.ready': {
    version: 1,
    apply(own, { id, expiresAt }, { at, due }) {
      advance(own, id, { status: 'ready', completedAt: at, expiresAt });
      schedule(due, id, null);
    },
  },
  'reports.failed': {
    version: 1,
    apply(own, { id }, { at, due }) {
      advance(own, id, { status: 'failed', completedAt: at });
      schedule(due, id, null);
    },
  },
};

/** Changes the status. Decisions refuse what the table of transitions does not allow, so anything else is an error of the engine (shape-3). */
function advance(
  { reports }: ReportsState,
  id: string,
  change: Pick<ReportRow, 'status'> & Partial<ReportRow>,
): void {
  const row = reports.get(id);
  if (row === undefined || !canReportStatusTransition(row.status, change.status))
    throw new Error(`The report "${id}" cannot become ${change.status}.`);
  reports.set(id, { ...row, ...change });
}

function schedule(due: ApplyContext['due'], id: string, next: Instant | null): void {
  if (next === null) due.delete('reports.advance', id);
  else due.set('reports.advance', id, next);
}
