import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const markdownBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return /^(?:node_modules|dist|\.vitepress)$/.test(entry.name) ? [] : markdownBelow(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...['generator', 'runtime', 'stores'].map((part) => `${part}/README.md`),
  ...markdownBelow('docs'),
  ...markdownBelow('examples'),
];

/** A page without the contents of its fenced blocks and of its code spans, which contain no links. */
const proseOf = (page: string): string =>
  readFileSync(page, 'utf8')
    .replaceAll(/^( *)```.*?^\1```/gms, '')
    .replaceAll(/(`+)[^`]+\1(?!`)/g, (code) => code.replaceAll(/[[\]()]/g, ' '));

/** The anchors of a page: its headings, as GitHub and the site write them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const text = readFileSync(page, 'utf8').replaceAll(/^( *)```.*?^\1```/gms, '');
  for (const [, heading = ''] of text.matchAll(/^#+ (.*)$/gm)) {
    const slug = heading
      .replaceAll(/\]\([^)]*\)/g, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    let unique = slug;
    for (let number = 1; anchors.has(unique); number += 1) unique = `${slug}-${number}`;
    anchors.add(unique);
  }
  return anchors;
}

describe('links between pages', () => {
  test.each(pages)('lead to files and headings that exist: %s', (page) => {
    const links = [...proseOf(page).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(
      ([, link = '']) => link,
    );
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), decodeURIComponent(path));
      if (!existsSync(target)) return true;
      if (anchor === undefined || statSync(target).isDirectory()) return anchor !== undefined;
      return target.endsWith('.md') && !anchorsOf(target).has(anchor);
    });
    expect(broken).toEqual([]);
  });
});
