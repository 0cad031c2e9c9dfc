import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { expect, test } from 'vitest';
import { configSchema, optionRows } from '../../../generator/options/documentation.js';

const isUpdate = process.env['UPDATE_CASES'] === '1';

/** Compares a file with text derived from the options; `UPDATE_CASES=1` writes it. */
async function expectFile(path: string, derived: string): Promise<void> {
  const { code, errors } = await format(
    path,
    derived,
    JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')),
  );
  expect(errors).toEqual([]);
  if (isUpdate) writeFileSync(path, code);
  expect(readFileSync(path, 'utf8')).toBe(code);
}

test('the JSON Schema of the config file contains every option', async () => {
  await expectFile(
    'generator/config/tallystick.schema.json',
    JSON.stringify(configSchema(), undefined, 2),
  );
});

test('the table of the guide contains every option', async () => {
  const path = 'docs/guide/cli.md';
  const rows = [
    '| member | flag | meaning |',
    '| --- | --- | --- |',
    ...optionRows().map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
  const page = readFileSync(path, 'utf8');
  const [before = '', rest = ''] = page.split('<!-- options -->');
  const [, after = ''] = rest.split('<!-- /options -->');
  await expectFile(path, `${before}<!-- options -->\n\n${rows}\n\n<!-- /options -->${after}`);
});
