import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generateText } from './reference/pages.js';

const guide = readFileSync('docs/guide/reference-docs.md', 'utf8');

test('the setting of the guide writes the pages that it names', async () => {
  const [, emitters = ''] = /emitters: \[(.*)\]/.exec(guide) ?? [];
  const { files, pages } = await generateText(
    { 'tea.yaml': readFileSync('test/cases/mcp/openapi.yaml', 'utf8') },
    { emitters: emitters.split(', ') },
  );
  const addresses = [...guide.matchAll(/`((?:operations|schemas)\/\w+\.html)#([^`]+)`/g)];
  expect(addresses.length).toBe(2);
  for (const [, page = '', id] of addresses)
    expect(
      pages.get(page)?.elements.some(({ attributes }) => attributes.get('id') === id),
      `${page}#${id}`,
    ).toBe(true);
  const folders = [...guide.matchAll(/^\| `(\w+)\/<name>\.html`/gm)].map(([, name]) => name);
  expect(folders).toEqual(['services', 'operations', 'schemas', 'channels', 'messages']);
  expect(pages.has('index.html') && pages.has('changelog.html')).toBe(true);
  expect(files.has('docs/assets/docs.css')).toBe(true);
});
