import { canReportStatusTransition, limits, type ReportStatus } from '@platform/exchange';
import { accountOf } from '../ledger/queries.js';
import { productOf } from '../products/queries.js';
import { timeOfStep } from '../progress/commands.js';
import { settings } from '../../settings.js';
import {
  accept,
  type CommandType,
  type Context,
  type Decide,
  type Decision,
  refuse,
  type Refused,
} from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event } from './events.js';
import type { ReportKind, ReportRow, ReportTerms } from './state.js';

type StepRefusal = 'not-found' | 'state';

type Step = Decision<ReportRow, StepRefusal>;

/** Commands of the subject `reports`. */
export interface ReportsCommands {
  readonly 'reports.create': CommandType<
    ReportTerms & { readonly user: string; readonly profile: string },
    ReportRow,
    'form' | 'too-many'
  >;
  readonly 'reports.start': CommandType<{ readonly id: string }, ReportRow, StepRefusal>;
  readonly 'reports.finish': CommandType<{ readonly id: string }, ReportRow, StepRefusal>;
  readonly 'reports.fail': CommandType<{ readonly id: string }, ReportRow, StepRefusal>;
  /** Due: the next step of a report. */
  readonly 'reports.advance': CommandType<{ readonly reference: string }, ReportRow, StepRefusal>;
}

export const reportsCommands: {
  readonly [Name in keyof ReportsCommands]: Decide<ReportsCommands[Name], DomainState>;
} = {
  'reports.create'(context, terms) {
    const { state, random, now } = context;
    const problem = problemOf(context, terms);
    if (problem !== undefined) return problem;
    const row = {
      ...terms,
      id: random.uuid(),
      ledgerEntries: state.ledger.entries.size,
      fills: state.orders.fills.size,
    };
    const next = timeOfStep(context, 'start-report');
    return accept(
      { ...row, status: 'pending', createdAt: now },
      event('reports.requested', { ...row, next }),
    );
  },

  'reports.start': (context, { id }) => start(context, id),
  'reports.finish': (context, { id }) => finish(context, id),

  'reports.fail'({ state, now }, { id: given }) {
    const row = advanceable(state, given, 'failed');
    if ('refusal' in row) return row;
    const { id } = row;
    return accept({ ...row, status: 'failed', completedAt: now }, event('reports.failed', { id }));
  },

  'reports.advance'(context, { reference: id }) {
    const status = context.state.reports.reports.get(id)?.status;
    return status === 'pending' ? start(context, id) : finish(context, id);
  },
};

/** Types that the sandbox has no data for (reports-3). */
const unavailable: ReadonlySet<ReportKind> = new Set(['tax-invoice', '1099k-transaction-history']);

function start(context: Context<DomainState>, given: string): Step {
  const row = advanceable(context.state, given, 'creating');
  if ('refusal' in row) return row;
  const next = timeOfStep(context, 'finish-report');
  return accept({ ...row, status: 'creating' }, event('reports.started', { id: row.id, next }));
}

function finish({ state, now }: Context<DomainState>, given: string): Step {
  const row = advanceable(state, given, 'ready');
  if ('refusal' in row) return row;
  const { id, type } = row;
  if (unavailable.has(type))
    return accept({ ...row, status: 'failed', completedAt: now }, event('reports.failed', { id }));
  const expiresAt = now + settings['reports-1'].lifetime;
  return accept(
    { ...row, status: 'ready', completedAt: now, expiresAt },
    event('reports.ready', { id, expiresAt }),
  );
}

/** Why a report cannot be requested. */
function problemOf(
  { state, now }: Context<DomainState>,
  terms: ReportTerms & { readonly profile: string },
): Refused<'form' | 'too-many'> | undefined {
  const { profile, from, to, account, product, moment } = terms;
  if (from !== undefined && to !== undefined && to < from)
    return refuse('form', { member: 'end_date', problem: 'is before start_date' });
  if (account !== undefined && accountOf(state.ledger, profile, account) === undefined)
    return refuse('form', { member: 'account_id', problem: 'is not an account of the profile' });
  if (product !== undefined && productOf(state.products, product) === undefined)
    return refuse('form', { member: 'product_id', problem: 'is not a product' });
  if (moment !== undefined && moment > now)
    return refuse('form', { member: 'datetime', problem: 'is in the future' });
  const limit = limitOf(terms.type);
  return limit !== undefined && inProgress(state, terms) >= limit
    ? refuse('too-many', { what: 'reports', limit })
    : undefined;
}

function limitOf(type: ReportKind): number | undefined {
  if (type === 'account') return limits.maxAccountReports;
  return type === 'fills' ? limits.maxFillReports : undefined;
}

/** Number of reports in progress that a new one is counted with (reports-2). One over all products counts for each of them. */
function inProgress(
  { reports }: DomainState,
  { profile, type, product }: ReportTerms & { readonly profile: string },
): number {
  const same = reports.inProgress.rows(profile).filter((row) => row.type === type);
  if (type !== 'fills') return same.length;
  const counts = new Map<string, number>();
  for (const row of same)
    if (row.product !== undefined) counts.set(row.product, (counts.get(row.product) ?? 0) + 1);
  const ofAll = same.filter((row) => row.product === undefined).length;
  const ofOne =
    product === undefined ? Math.max(0, ...counts.values()) : (counts.get(product) ?? 0);
  return ofAll + ofOne;
}

/** A report whose status can become another one. */
function advanceable(
  { reports }: DomainState,
  id: string,
  to: ReportStatus,
): ReportRow | Refused<StepRefusal> {
  const row = reports.reports.get(id.toLowerCase());
  if (row === undefined) return refuse('not-found', { what: 'report' });
  return canReportStatusTransition(row.status, to)
    ? row
    : refuse('state', { what: 'report', state: row.status });
}
