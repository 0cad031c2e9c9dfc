import { filtered } from '../filtered.js';
import type { View } from '../subject.js';
import type { Page, PageRange } from '../lists.js';
import type { Instant } from '../time.js';
import type { ReportRow, ReportsState } from './state.js';

/** Which reports a list has. */
export interface ReportFilter {
  readonly type?: string | undefined;
  /** True to omit those whose file is gone. */
  readonly ignoresExpired?: boolean | undefined;
}

/** A page of the reports of a profile, newest first. */
export function listReports(
  { byProfile }: View<ReportsState>,
  profile: string,
  { type, ignoresExpired = false }: ReportFilter,
  range: PageRange,
  now: Instant,
): Page<ReportRow> {
  const read = filtered<ReportRow>(
    (part) => byProfile.page(profile, part),
    (row) => (type === undefined || row.type === type) && !(ignoresExpired && isExpired(row, now)),
  );
  return read(range);
}

/** A report of a profile. */
export function reportOf(
  { reports }: View<ReportsState>,
  profile: string,
  id: string,
): ReportRow | undefined {
  const row = reports.get(id);
  return row?.profile === profile ? row : undefined;
}

/** True if the file of a report is gone (reports-1). */
export function isExpired({ expiresAt }: ReportRow, now: Instant): boolean {
  return expiresAt !== undefined && now >= expiresAt;
}
