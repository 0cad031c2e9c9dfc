import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DiagnosticPages } from '../core/diagnostic.js';

/** The pages about diagnostics in a folder: a Markdown file for each code. */
export function diagnosticPages(folder: string): DiagnosticPages {
  const fileOf = (code: string): string | undefined => {
    const file = join(folder, `${code}.md`);
    return /^[a-z\d-]+$/u.test(code) && existsSync(file) ? file : undefined;
  };
  return {
    codes: () =>
      existsSync(folder) ? readdirSync(folder).map((name) => name.replace(/\.md$/u, '')) : [],
    urlOf: (code) => {
      const file = fileOf(code);
      return file === undefined ? undefined : pathToFileURL(file).href;
    },
    textOf: (code) => {
      const file = fileOf(code);
      return file === undefined ? undefined : readFileSync(file, 'utf8');
    },
  };
}
