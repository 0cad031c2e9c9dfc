import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { generate } from '../../generator/index.js';
import { diskHost } from '../../generator/host/disk.js';
import { typeErrors } from './compiler.js';

const root = resolve(import.meta.dirname, '../..');

/** Folder in which the types of both are compiled, below the folder for temporary files. */
export let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-paths-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Schemas that the types of both have by the same name, and which of them are not assignable, each way. */
export async function compared(
  name: string,
  document: string,
): Promise<{ readonly both: number; readonly differing: readonly string[] }> {
  const place = join(folder, name);
  mkdirSync(place);
  const host = diskHost(folder);
  const request = { documents: [document], out: `${name}/api`, paths: true, lenient: true };
  const { ok, diagnostics } = await generate(request, host);
  expect(ok, JSON.stringify(diagnostics.map(({ message }) => message))).toBe(true);
  const view = readFileSync(join(place, 'api/paths.ts'), 'utf8');
  const types = readFileSync(join(place, 'api/types.ts'), 'utf8');
  const ours = new Set(namesIn(types, /^export (?:type|interface) (\w+)/gm));
  const schemas = view.slice(view.indexOf('\nexport interface components'));
  const theirs = namesIn(schemas.slice(0, schemas.indexOf('\n  responses:')), /^ {4}(\w+)\??:/gm);
  const both = theirs.filter((each) => ours.has(each));
  const lines = [
    `import type * as ours from './api/types.js';`,
    `import type { components } from './api/paths.js';`,
    // Ours are read-only throughout, and theirs nowhere.
    `type Frozen<T> = unknown extends T ? T : { readonly [Key in keyof T]: Frozen<T[Key]> };`,
    ...both.flatMap((each) => [
      `export const our${each} = (value: components['schemas']['${each}']): ours.${each} => value;`,
      `export const their${each} = (value: ours.${each}): Frozen<components['schemas']['${each}']> => value;`,
    ]),
  ];
  writeFileSync(join(place, 'assignments.ts'), lines.join('\n'));
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { isolatedDeclarations: false, declaration: false },
    include: ['**/*.ts'],
    exclude: [],
  };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(settings));
  const found = await typeErrors(join(place, 'tsconfig.json'));
  const differing = found.map(({ file, line, message }) =>
    file === 'assignments.ts'
      ? (/const (\w+)/.exec(lines[line - 1] ?? '')?.[1] ?? '')
      : `${file}:${line} ${message}`,
  );
  return { both: both.length, differing: [...new Set(differing)] };
}

function namesIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}
