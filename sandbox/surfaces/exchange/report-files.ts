import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WireRequest, WireResponse } from '@tallystick/runtime';
import type { ErrorMessage } from '@platform/exchange';
import { contentsOf, type ReportTable } from '../../domain/reports/contents.js';
import { isExpired } from '../../domain/reports/queries.js';
import type { ReportRow } from '../../domain/reports/state.js';
import type { Core } from '../../server/core.js';
import { printPdf } from './pdf.js';

/** Address of the file of a report, for whoever has it, until the file is gone (reports-4). */
export function fileUrlOf(
  core: Core,
  { scheme, authority }: Pick<WireRequest, 'scheme' | 'authority'>,
  report: ReportRow,
): string {
  return `${scheme}://${authority}${pathOf(report.id)}?signature=${signatureOf(core, report)}`;
}

/** The response to a request for the file of a report; `undefined` for any other request. */
export function reportFile(
  core: Core,
  { method, target }: Pick<WireRequest, 'method' | 'target'>,
): WireResponse | undefined {
  const [, id, given] =
    /^\/report-files\/([0-9a-f-]{36})\?signature=([\w-]{43})$/.exec(target) ?? [];
  if (method !== 'GET' || id === undefined || given === undefined) return undefined;
  const report = core.loop.state.reports.reports.get(id);
  if (report?.status !== 'ready' || isExpired(report, core.loop.now))
    return refusal(404, 'NotFound');
  const [own, other] = [signatureOf(core, report), given].map((text) => Buffer.from(text));
  if (own === undefined || other === undefined || !timingSafeEqual(own, other))
    return refusal(403, 'Forbidden');
  const table = contentsOf(core.loop.state, report);
  const isPdf = report.format === 'pdf';
  const headers = [
    'Content-Type',
    isPdf ? 'application/pdf' : 'text/csv; charset=utf-8',
    'Content-Disposition',
    `attachment; filename="${report.type}-${id}.${report.format}"`,
    'Cache-Control',
    'no-store',
  ];
  return { status: 200, headers, body: isPdf ? printPdf(linesOf(report, table)) : printCsv(table) };
}

/** Writes a table as CSV (RFC 4180): a line with the names of the columns, then one for each row. */
export function printCsv({ columns, rows }: ReportTable): string {
  return [columns, ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The lines of a PDF: for each row a block with a line for each column. */
function linesOf({ type, id }: ReportRow, { columns, rows }: ReportTable): readonly string[] {
  const width = Math.max(...columns.map((column) => column.length));
  const blocks = rows.map((row) => [
    '',
    ...row.map((text, at) => `${(columns[at] ?? '').padEnd(width)}  ${text}`),
  ]);
  return [`Report ${type} ${id}`, `Rows: ${rows.length}`, ...blocks.flat()];
}

function pathOf(id: string): string {
  return `/report-files/${id}`;
}

/** It depends on the user and on the expiry, too, so that it is valid for nothing else. */
function signatureOf(core: Core, { id, user, expiresAt = 0 }: ReportRow): string {
  return createHmac('sha256', core.secretKey('files of reports'))
    .update(`${id} ${user} ${expiresAt}`)
    .digest('base64url');
}

function refusal(status: 403 | 404, message: ErrorMessage): WireResponse {
  const headers = ['Content-Type', 'application/json'];
  return { status, headers, body: JSON.stringify({ message }) };
}
