import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { expect, test } from 'vitest';
import { ruleGroups } from '../../../generator/diff/rules/index.js';
import { diagnosticTypes } from '../../../generator/pipeline/diagnostics.js';
import { memoryHost } from '../../../generator/index.js';
import { run } from '../cli/console.js';

const isUpdate = process.env['UPDATE_CASES'] === '1';
const rules = ruleGroups.flatMap((group) => group.rules);

test('the page of rules has a section for each rule', async () => {
  const sections = ruleGroups.flatMap((group) => [
    `## ${group.title}`,
    ...group.rules.map(({ id, when, advice }) => `### ${id}\n\n${when}\n\n${advice}`),
  ]);
  const text = [
    '# Rules of `diff`',
    '[`tallystick diff`](diff.md) reports changes by these rules. The page is written from the rules themselves.',
    ...sections,
  ].join('\n\n');
  const path = 'docs/guide/diff-rules.md';
  const { code } = await format(path, text, JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')));
  if (isUpdate) writeFileSync(path, code);
  expect(readFileSync(path, 'utf8')).toBe(code);
});

test('every rule has a name of its own', () => {
  const ids = rules.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  // Both are explained by one command.
  expect(ids.filter((id) => diagnosticTypes.has(id))).toEqual([]);
  expect(ids.filter((id) => !/^[a-z-]+$/.test(id))).toEqual([]);
});

test('the guide shows what the command prints', async () => {
  const page = readFileSync('docs/guide/diff.md', 'utf8');
  const old = /^```yaml\n(openapi.*?)^```/ms.exec(page)?.[1] ?? '';
  const next = old
    .replace('maximum: 100', 'maximum: 50')
    .replace('[available, sold]', '[available, sold, pending]')
    .replace(/$(?![\s\S])/, '        born: { type: string }\n');
  const host = memoryHost({ '/w/old.yaml': old, '/w/new.yaml': next }, '/w');
  const [, words = ''] = /^```sh\ntallystick (diff old.*?)\n```/ms.exec(page) ?? [];
  const { out, code } = await run(words.split(' '), host);
  const shown = /^```text\n(.*?)^```/ms.exec(page)?.[1];
  if (isUpdate)
    writeFileSync(
      'docs/guide/diff.md',
      page.replace(shown ?? '', () => out),
    );
  else expect(shown).toBe(out);
  expect(code).toBe(0);
  const failing = await run([...words.split(' '), '--fail-on', 'breaking'], host);
  expect(failing.code).toBe(1);
});
