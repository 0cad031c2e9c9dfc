import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { typeErrors } from './compiler.js';

const folder = resolve(import.meta.dirname, 'cases');
const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));

/** The errors that the files ask for: the line's comment lists their codes. */
function wanted(): readonly string[] {
  return files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const codes = /\/\/ error: ([0-9,]+)$/.exec(line)?.[1]?.split(',') ?? [];
        return codes.map((code) => `${file}:${index + 1} TS${code}`);
      }),
  );
}

test.each(['tsconfig.json', 'tsconfig.bundler.json'])(
  'rejects the expected lines and no others (%s)',
  async (project) => {
    const found = await typeErrors(join(folder, project));
    expect(found.map(({ file, line, code }) => `${file}:${line} ${code}`).sort()).toEqual(
      [...wanted()].sort(),
    );
  },
);
