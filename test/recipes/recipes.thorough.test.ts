import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

/**
 * Applies the recipes of CONTRIBUTING.md to a copy of the repository. Each `<recipe>.diff` adds a tiny keyword, diagnostic, option,
 * emitter, adapter or security scheme, with its test. If a diff no longer applies, adapt it and the recipe.
 */
const folder = 'test/recipes';
const copy = resolve('.tallystick/recipes');
const recipes = readdirSync(folder)
  .filter((name) => name.endsWith('.diff'))
  .map((name) => name.slice(0, -'.diff'.length));

/** Parts of the repository that the recipes and their tests need. */
const copied = [
  'docs',
  'generated',
  'generator',
  'runtime',
  'scripts',
  'spec',
  'sandbox',
  'stores',
  'templates',
  'test',
  '.oxfmtrc.json',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'package.json',
  'tallystick.yaml',
  'tsconfig.json',
  'tsconfig.published.json',
  'vitest.config.ts',
];

/** Tests of the repository that an addition may break. */
const affectedTests = [
  'test/architecture.test.ts',
  'test/diagnostics.test.ts',
  'test/generator/options',
];

const runInCopy = (command: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    // Otherwise git would look for the paths of a diff in the repository around the copy.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: resolve('.tallystick') },
  });
  return status === 0 ? '' : `${stdout}${stderr}`;
};

beforeAll(() => {
  rmSync(copy, { recursive: true, force: true });
  const isSource = (path: string): boolean => !/\/(?:node_modules|dist|\.tallystick)$/.test(path);
  for (const name of copied) cpSync(name, join(copy, name), { recursive: true, filter: isSource });
  linkPackages('node_modules', { tallystick: 'generator', '@tallystick': undefined });
  linkPackages('generator/node_modules', {});
  mkdirSync(join(copy, 'node_modules/@tallystick'));
  for (const name of ['runtime', 'stores'])
    symlinkSync(join(copy, name), join(copy, 'node_modules/@tallystick', name));
});

/** Links installed packages into the copy; those of the workspace lead to the copy itself. */
function linkPackages(
  path: string,
  workspace: { readonly [name: string]: string | undefined },
): void {
  mkdirSync(join(copy, path), { recursive: true });
  for (const name of readdirSync(path)) {
    const own = Object.hasOwn(workspace, name) ? workspace[name] : name;
    if (own === undefined) continue;
    symlinkSync(own === name ? resolve(path, name) : join(copy, own), join(copy, path, name));
  }
}

describe('recipes of CONTRIBUTING.md', () => {
  test('cover the six kinds of additions', () => {
    expect(recipes.sort()).toEqual([
      'adapter',
      'diagnostic',
      'emitter',
      'keyword',
      'option',
      'security-scheme',
    ]);
  });

  test.each(recipes)('name every file that "%s" touches', (recipe) => {
    const section = sectionOf(recipe);
    const paths = touchedPaths(readFileSync(join(folder, `${recipe}.diff`), 'utf8'));
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect(section).toContain(`\`${path}\``);
  });

  test.each(recipes)('apply: %s', (recipe) => {
    expect(runInCopy('git', 'apply', resolve(folder, `${recipe}.diff`))).toBe('');
  });

  // Compiling the entire copy takes long on a busy machine.
  test('compile together', { timeout: 600_000 }, () => {
    expect(
      runInCopy(process.execPath, 'node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.json'),
    ).toBe('');
  });

  test('pass their own tests and those of the catalogues', { timeout: 600_000 }, () => {
    const vitest = [
      'node_modules/vitest/vitest.mjs',
      'run',
      'test/recipes/added',
      ...affectedTests,
    ];
    expect(runInCopy(process.execPath, ...vitest)).toBe('');
  });
});

/** Paths of a diff, except tests: of a new file its folder, of a changed file the file. */
function touchedPaths(diff: string): readonly string[] {
  return [...diff.matchAll(/^--- (.*)\n\+\+\+ b\/(.*)$/gm)]
    .map(([, before, path = '']) =>
      before === '/dev/null' ? `${dirname(path)}/`.replace('/tiny/', '/<name>/') : path,
    )
    .filter((path) => !path.startsWith('test/'));
}

/** The section of CONTRIBUTING.md about a recipe. */
function sectionOf(recipe: string): string {
  const page = readFileSync('CONTRIBUTING.md', 'utf8');
  const heading = new RegExp(`^### Add an? ${recipe.replace('-', ' ')}$`, 'm').exec(page);
  expect(heading, `a section about "${recipe}"`).not.toBeNull();
  const start = heading?.index ?? 0;
  const end = page.indexOf('\n##', start + 1);
  return page.slice(start, end < 0 ? undefined : end);
}
