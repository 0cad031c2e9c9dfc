import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { typeErrors } from './types/compiler.js';

/** Folder below the project, so that the programs find the runtime of the workspace. */
const folder = resolve('.tallystick/readmes');

/** Folders of generated packages with a README. */
const packages = [
  ...readdirSync('generated').map((name) => `generated/${name}`),
  ...readdirSync('test/cases').map((name) => `test/cases/${name}/output`),
].filter((path) => existsSync(join(path, 'README.md')));

test('every program in the README of a generated package compiles', async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const compilerOptions = { isolatedDeclarations: false, noUnusedLocals: true };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.json',
      compilerOptions,
      include: ['*.ts', '../../generator/printer/*.d.ts', '../../generator/patterns/*.d.ts'],
      exclude: [],
    }),
  );
  for (const path of packages)
    for (const [index, program] of programsOf(path).entries())
      writeFileSync(join(folder, `${path.replaceAll('/', '-')}-${index}.ts`), program);
  expect(packages.length).toBeGreaterThan(15);
  expect(await typeErrors(folder)).toEqual([]);
}, 120_000);

/**
 * Programs of a package's README. A block without imports continues the program of the block before
 * it. Imports of the package lead to its sources.
 */
function programsOf(path: string): readonly string[] {
  const text = readFileSync(join(path, 'README.md'), 'utf8');
  const manifest: { readonly name: string } = JSON.parse(
    readFileSync(join(path, 'package.json'), 'utf8'),
  );
  const sources = relative(folder, resolve(path, 'src'));
  const programs: string[] = [];
  for (const [, block = ''] of text.matchAll(/^```ts\n(.*?)^```/gms)) {
    if (block.includes('import ')) programs.push(block);
    else programs.push(`${programs.pop() ?? ''}${block}`);
  }
  return programs.map((program) =>
    program
      .replaceAll(`from '${manifest.name}'`, `from '${sources}/index.js'`)
      .replaceAll(`from '${manifest.name}/`, `from '${sources}/`)
      .replaceAll(/(from '\.\.[^']*?\/src\/[\w-]+)'/g, "$1.js'"),
  );
}
