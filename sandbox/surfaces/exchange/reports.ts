import type { Cursors } from '@tallystick/runtime/http/server';
import type { WireRequest } from '@tallystick/runtime';
import type { CreateReportRequest, Report } from '@platform/exchange';
import type { ReportsHandlers } from '@platform/exchange/server';
import { isExpired, listReports, reportOf } from '../../domain/reports/queries.js';
import type { ReportRow, ReportTerms } from '../../domain/reports/state.js';
import { type Instant, printInstant } from '../../domain/time.js';
import type { Core } from '../../server/core.js';
import { fileUrlOf } from './report-files.js';
import {
  type ExchangePrincipals,
  isOwnProfile,
  originOf,
  type Positions,
  profileIdOf,
  userOf,
} from './requests.js';
import { say } from './say-money.js';
import { instantOfDate, uuidOf } from './values.js';
import { newestFirst } from './walks.js';

/** Handlers of the operations about reports. */
export function reportsHandlers(
  core: Core,
  cursors: Cursors<'listReports', Positions>,
): ReportsHandlers<ExchangePrincipals> {
  const { loop } = core;
  return {
    async listReports(request, respond) {
      const { profile_id: profile, type, ignore_expired: ignoresExpired, limit } = request.query;
      if (!isOwnProfile(request, profile))
        return say('listReports', { code: 'forbidden', data: {} });
      const requested = await cursors.listReports(request);
      const { state, now } = loop;
      const filter = { type, ignoresExpired };
      const { rows, headers } = await newestFirst<ReportRow>(requested, limit, (range) =>
        listReports(state.reports, profileIdOf(request), filter, range, now),
      );
      return respond.ok(
        rows.map((row) => reportBody(core, request.wire, row)),
        headers,
      );
    },

    createReport(request, respond) {
      const { body } = request;
      if (!isOwnProfile(request, body.profile_id))
        return say('createReport', { code: 'forbidden', data: {} });
      const user = userOf(loop.state, request).id;
      const data = { user, profile: profileIdOf(request), ...termsOf(body) };
      const outcome = loop.execute('reports.create', data, originOf(request));
      return outcome.ok
        ? respond.ok(reportBody(core, request.wire, outcome.result))
        : say('createReport', outcome.refusal);
    },

    getReport(request, respond) {
      const id = uuidOf(request.path.report_id);
      const row = reportOf(loop.state.reports, profileIdOf(request), id);
      return row === undefined
        ? say('getReport', { code: 'not-found', data: { what: 'report' } })
        : respond.ok(reportBody(core, request.wire, row));
    },
  };
}

/** What a request asks for. Its parameters are shown as they were sent, with the format that was chosen. */
function termsOf(body: CreateReportRequest): ReportTerms {
  const { type, format = 'csv', email, profile_id: _, ...parameters } = body;
  const params = JSON.stringify({
    format,
    ...(email === undefined ? {} : { email }),
    ...parameters,
  });
  const terms = { type, format, email, params };
  switch (body.type) {
    case 'account': {
      const { account_id: account, ...period } = body.account;
      const id = account === undefined ? undefined : uuidOf(account);
      return { ...terms, ...periodOf(period), account: id };
    }
    case 'balance': {
      const { datetime, group_by_profile: groupsByProfile } = body.balance;
      return { ...terms, moment: instantOfDate(datetime), groupsByProfile };
    }
    case 'fills':
      return { ...terms, ...productTerms(body.fills) };
    case 'otc-fills':
      return { ...terms, ...productTerms(body.otc_fills) };
    case 'rfq-fills':
      return { ...terms, ...productTerms(body.rfq_fills ?? {}) };
    case 'tax-invoice':
      return { ...terms, ...productTerms(body.tax_invoice) };
    case '1099k-transaction-history':
      return terms;
  }
}

/** A period as requests name it. */
interface PeriodBody {
  readonly start_date?: string;
  readonly end_date?: string;
}

function periodOf({
  start_date: start,
  end_date: end,
}: PeriodBody): Pick<ReportTerms, 'from' | 'to'> {
  return { from: instantIn(start), to: instantIn(end) };
}

function productTerms({
  product_id: product,
  ...period
}: PeriodBody & { readonly product_id?: string }): Pick<ReportTerms, 'from' | 'to' | 'product'> {
  return { ...periodOf(period), product };
}

function instantIn(text: string | undefined): Instant | undefined {
  return text === undefined ? undefined : instantOfDate(text);
}

function reportBody(core: Core, wire: WireRequest, row: ReportRow): Report {
  const { completedAt, expiresAt } = row;
  const hasFile = row.status === 'ready' && !isExpired(row, core.loop.now);
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    created_at: printInstant(row.createdAt),
    ...(completedAt === undefined ? {} : { completed_at: printInstant(completedAt) }),
    ...(expiresAt === undefined ? {} : { expires_at: printInstant(expiresAt) }),
    user_id: row.user,
    ...(hasFile ? { file_url: fileUrlOf(core, wire, row) } : {}),
    params: JSON.parse(row.params) as { readonly [name: string]: unknown },
  };
}
