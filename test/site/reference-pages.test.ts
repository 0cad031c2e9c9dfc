import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { expect, test } from 'vitest';
import { diagnosticTypes } from '../../generator/pipeline/diagnostics.js';

const isUpdate = process.env['UPDATE_CASES'] === '1';

/** The severity and the meaning of a diagnostic, from the first paragraph of its page. */
function summaryOf(code: string): readonly [severity: string, meaning: string] {
  const page = readFileSync(`docs/diagnostics/${code}.md`, 'utf8');
  const [, severity = '', meaning = ''] =
    /^# .*\n\n(.*?)\. (.*?)[.:](?=\s|$)/.exec(page.replaceAll(/(?<!\n)\n(?!\n)/g, ' ')) ?? [];
  return [severity, meaning];
}

test('the index of the diagnostics has a row for each', async () => {
  const rows = [...diagnosticTypes.keys()].sort().map((code) => {
    const [severity, meaning] = summaryOf(code);
    return `| [${code}](../diagnostics/${code}.md) | ${severity} | ${meaning.replaceAll('|', String.raw`\|`)}. |`;
  });
  const text = [
    '# Diagnostics',
    'What the generator reports about a description, a configuration or a folder of output. `tallystick explain <code>` prints the page of a diagnostic. This table is written from those pages.',
    ['| code | severity | meaning |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
  const path = 'docs/reference/diagnostics.md';
  const { code } = await format(path, text, JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')));
  if (isUpdate) writeFileSync(path, code);
  expect(readFileSync(path, 'utf8')).toBe(code);
});
