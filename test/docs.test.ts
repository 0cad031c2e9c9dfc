import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lint } from '../generator/generate.js';
import { memoryHost } from '../generator/host/memory.js';

/** Whole documents among the fenced YAML blocks of the guide. */
const documents = readdirSync('docs/guide')
  .filter((name) => name.endsWith('.md'))
  .flatMap((page) => {
    const text = readFileSync(`docs/guide/${page}`, 'utf8');
    return [...text.matchAll(/^```ya?ml\n(.*?)^```/gms)].map(([, body = ''], index) => ({
      name: `${page}, example ${index + 1}`,
      body,
    }));
  })
  .filter(({ body }) => body.startsWith('openapi:'));

describe('the guide', () => {
  test('shows every extension in a document', () => {
    const page = readFileSync('docs/guide/extensions.md', 'utf8');
    const named = [...page.matchAll(/^## (x-[a-z-]+)$/gm)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(5);
    const shown = documents.map(({ body }) => body).join('\n');
    expect(named.filter((name) => !shown.includes(`${name}:`))).toEqual([]);
  });

  test.each(documents)('$name has nothing to complain about', async ({ body }) => {
    const host = memoryHost({ '/docs/openapi.yaml': body }, '/docs');
    const diagnostics = await lint({ documents: ['openapi.yaml'] }, host);
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });
});
