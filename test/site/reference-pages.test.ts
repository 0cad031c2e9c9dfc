import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'oxfmt';
import { describe, expect, test } from 'vitest';
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
  await expectPage('docs/reference/diagnostics.md', text);
});

/** An entry of the navigation: a page, or a group of pages. */
interface Entry {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly Entry[];
}

describe('navigation', async () => {
  const module = pathToFileURL(resolve('docs/.vitepress/sidebar.js')).href;
  const { allGroups } = (await import(/* @vite-ignore */ module)) as {
    readonly allGroups: readonly Entry[];
  };
  /** The file of a page, relative to `docs`. */
  const fileOf = (link: string): string => {
    const [path = '', anchor] = link.slice(1).split('#');
    const file = path === '' || path.endsWith('/') ? `${path}README.md` : `${path}.md`;
    return anchor === undefined ? file : `${file}#${anchor}`;
  };
  const pages = allGroups.flatMap(({ items = [] }) =>
    items.map(({ link = '' }) => fileOf(link).replace(/#.*/, '')),
  );

  test('has every page except those of single diagnostics', () => {
    const files = readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter(
        (path) =>
          path.endsWith('.md') &&
          !/(?:^|\/)(?:node_modules|\.vitepress|diagnostics|playground)\//.test(path),
      )
      .filter((path) => !['README.md', 'index.md'].includes(path));
    expect([...new Set(pages)].sort()).toEqual(files.sort());
  });

  test('is also a page of the repository', async () => {
    const groups = allGroups.flatMap(({ text, items = [] }) => [
      `## ${text}`,
      items.map((item) => `- [${item.text}](${fileOf(item.link ?? '')})`).join('\n'),
    ]);
    const intro =
      'Every page by topic, in the order in which a new user needs them. `npm run docs -- --serve` shows them as a site with a search.';
    await expectPage('docs/README.md', ['# All pages', intro, ...groups].join('\n\n'));
  });
});

/** Compares a page with its derived text; `UPDATE_CASES=1` writes it. */
async function expectPage(path: string, text: string): Promise<void> {
  const { code } = await format(path, text, JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')));
  if (isUpdate) writeFileSync(path, code);
  expect(readFileSync(path, 'utf8')).toBe(code);
}
