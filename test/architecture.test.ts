import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Allowed imports of an area: areas and packages by name, with true for types only. */
interface Area {
  readonly name: string;
  readonly rooms: ReadonlyMap<string, 'all' | 'types'>;
  readonly packages: ReadonlyMap<string, 'all' | 'types'>;
}

interface Import {
  readonly target: string;
  readonly typeOnly: boolean;
}

const areas = readTable(readFileSync('docs/architecture.md', 'utf8'));
const files = ['generator', 'runtime', 'stores', 'sandbox', ...generatedSources()].flatMap(
  sourcesBelow,
);

describe('import table', () => {
  test('lists existing areas', () => {
    for (const { name } of areas) expect(existsSync(name), name).toBe(true);
  });

  test('has an area for every source file', () => {
    expect(files.filter((file) => areaOf(file) === undefined)).toEqual([]);
    expect(files.length).toBeGreaterThan(100);
  });

  test('allows every import of the sources', () => {
    expect(files.flatMap((file) => forbiddenImports(file))).toEqual([]);
  });

  test.each([
    ["import { a } from '../load/load.js';", ['generator/core/x.ts imports generator/load']],
    ["import type { A } from '../plan/plan.js';", ['generator/core/x.ts imports generator/plan']],
    ["import fs from 'node:fs';", ['generator/core/x.ts imports node:fs']],
    ["const a = await import('../load/load.js');", ['generator/core/x.ts imports generator/load']],
    ["export * from '../load/load.js';", ['generator/core/x.ts imports generator/load']],
    ["import '../load/load.js';", ['generator/core/x.ts imports generator/load']],
    ["import { a } from './origin.js';", []],
  ])('is checked for %j', (text, want) => {
    expect(forbiddenImports('generator/core/x.ts', text)).toEqual(want);
  });
});

function readTable(page: string): readonly Area[] {
  const [, table = ''] = page.slice(page.indexOf('<!-- imports -->')).split('\n\n');
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.map(([, name = '', mayImport = '', packages = '']) => ({
    name: name.replaceAll('`', ''),
    rooms: readCell(mayImport),
    packages: readCell(packages),
  }));
}

function readCell(cell: string): ReadonlyMap<string, 'all' | 'types'> {
  return new Map(
    [...cell.matchAll(/`([^`]+)`( \(types\))?/g)].map(([, name = '', types]) => [
      name,
      types === undefined ? 'all' : 'types',
    ]),
  );
}

function areaOf(file: string): Area | undefined {
  return areas
    .filter(({ name }) => file === name || file.startsWith(`${name}/`))
    .sort((a, b) => b.name.length - a.name.length)[0];
}

function forbiddenImports(file: string, text = readFileSync(file, 'utf8')): readonly string[] {
  const area = areaOf(file);
  return importsOf(text).flatMap(({ target, typeOnly }) => {
    const name = target.startsWith('.') ? placeOf(file, target) : target;
    const allowed = target.startsWith('.')
      ? isOwn(file, area, name) || mayImport(area, name)
      : mayUse(area, target);
    return allowed === true || (allowed === 'types' && typeOnly) ? [] : [`${file} imports ${name}`];
  });
}

/** Area of an imported file, or its path if it belongs to no area. */
function placeOf(file: string, target: string): string {
  const path = normalize(join(dirname(file), target))
    .replaceAll('\\', '/')
    .replace(/\.js$/, '.ts');
  if (path.startsWith('templates/')) return 'templates';
  if (path.startsWith('generated/')) return path.split('/').slice(0, 2).join('/');
  return areaOf(path)?.name ?? path;
}

function isOwn(file: string, area: Area | undefined, name: string): boolean {
  // A single file with a row is also a file of its area.
  const isOwnFile = name.endsWith('.ts') && dirname(name) === area?.name;
  return name === area?.name || isOwnFile || file.startsWith(`${name}/src/`);
}

function mayImport(area: Area | undefined, name: string): true | 'types' | false {
  const found = area?.rooms.get(name);
  return found === 'all' ? true : (found ?? false);
}

function mayUse(area: Area | undefined, target: string): true | 'types' | false {
  for (const [name, how] of area?.packages ?? []) {
    if (target === name || target.startsWith(`${name}/`)) return how === 'all' ? true : how;
  }
  return false;
}

/** Every import of a module's text; comments and templates are no code. */
function importsOf(text: string): readonly Import[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/`(?:[^`\\]|\\.)*`/g, '``');
  const statements =
    /^(?:import|export)\b(\s+type\b)?[^'";]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;
  return [...code.matchAll(statements)].map(([, type, from, bare, dynamic]) => ({
    target: from ?? bare ?? dynamic ?? '',
    typeOnly: type !== undefined,
  }));
}

function generatedSources(): readonly string[] {
  if (!existsSync('generated')) return [];
  return readdirSync('generated')
    .map((name) => `generated/${name}/src`)
    .filter((path) => existsSync(path));
}

function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name !== 'node_modules' && name !== 'dist')
    .map((name) => `${folder}/${name}`)
    .flatMap((path) =>
      statSync(path).isDirectory()
        ? sourcesBelow(path)
        : path.endsWith('.ts') && !path.endsWith('.d.ts')
          ? [path]
          : [],
    );
}
