import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { printPdf } from '../../../sandbox/surfaces/exchange/pdf.js';
import { type TestSandbox, testSandbox } from '../sandbox.js';
import { testTrader } from './traders.js';

let folder: string;
let sandbox: TestSandbox;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'report-'));
  sandbox = await testSandbox({ hasRateLimits: false });
  await sandbox.control.clock.freeze();
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

/** What Poppler reads from a PDF: its pages, each as lines. It is an error if it complains about the file. */
function pagesOf(pdf: string): readonly (readonly string[])[] {
  const file = join(folder, 'report.pdf');
  writeFileSync(file, pdf, 'latin1');
  const text = execFileSync('pdftotext', ['-layout', file, '-'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return text
    .split('\f')
    .slice(0, -1)
    .map((page) => page.trimEnd().split('\n'));
}

test('reports-3: a PDF has every line of text, with as many pages as it needs', () => {
  const lines = Array.from({ length: 200 }, (_, at) => `${at} (line) of the \\ report: 0.${at}`);
  const pages = pagesOf(printPdf([...lines, 'a word in Greek: λόγος']));
  expect(pages.length).toBe(4);
  expect(pages.flat()).toEqual([...lines, 'a word in Greek: ?????']);
  expect(pagesOf(printPdf([]))).toHaveLength(1);
});

test('reports-3: the PDF of a report says what its CSV says', async () => {
  const ada = await testTrader(sandbox);
  for (const amount of ['12.34', '0.01', '1000000'])
    await sandbox.control.money.createDeposit(ada.profileId, { currency: 'USDC', amount });
  const { reports } = ada.exchange;
  const read = async (format: 'csv' | 'pdf'): Promise<string> => {
    const { id } = await reports.create({ type: 'account', format, account: {} });
    await sandbox.control.clock.step({ milliseconds: 5000 });
    const { file_url: url = '' } = await reports.get(id);
    return (await fetch(url)).text();
  };
  const csv = await read('csv');
  const printed = pagesOf(await read('pdf'))
    .flat()
    .join('\n');
  const [, ...rows] = csv.trim().split(/\r?\n/);
  expect(rows.length).toBeGreaterThanOrEqual(3);
  for (const cell of rows.flatMap((row) => row.split(',')))
    expect(printed).toContain(cell.replaceAll('"', ''));
});
