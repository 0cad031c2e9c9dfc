import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesOf, folderOf, stageOf, stages, testFiles } from '../../scripts/stages.js';
import { isFailureInCi } from '../../scripts/test-run.js';

const names = Object.keys(stages);

describe('test stages', () => {
  test('contain each test file exactly once', () => {
    const files = testFiles();
    expect(files.filter((path) => stageOf(path) === undefined)).toEqual([]);
    const quick = files.filter((path) => stageOf(path) === 'quick');
    const all = [...quick, ...names.flatMap((name) => filesOf(name))];
    expect(all.sort()).toEqual([...files].sort());
    expect(quick.length).toBeGreaterThan(300);
  });

  test.each([
    ['test/fix/codec.test.ts', 'quick'],
    ['test/fix/kill.thorough.test.ts', 'fix'],
    ['test/engines/browser.thorough.test.ts', 'engines'],
    ['test/wire/engines.thorough.test.ts', undefined],
  ])('contain %s in %s', (path, want) => {
    expect(stageOf(path)).toBe(want);
  });

  test.each(names)('have tests, a summary and a description: %s', (name) => {
    expect(filesOf(name).length).toBeGreaterThan(0);
    expect(stages[name]?.adds).toMatch(/^[^\n]{20,100}$/);
    expect(readFileSync('CONTRIBUTING.md', 'utf8')).toContain(`| \`${name}\``);
  });

  test.each(names)('have a lockfile without registries for their packages: %s', (name) => {
    if (!existsSync(join(folderOf(name), 'package.json'))) return;
    const lock = readFileSync(join(folderOf(name), 'package-lock.json'), 'utf8');
    expect(lock).not.toMatch(/"resolved"|https?:\/\/[^"]*registry/);
    const { workspaces } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly workspaces: readonly string[];
    };
    expect(workspaces.filter((path) => path.startsWith('test'))).toEqual([]);
  });
});

describe('skipped test', () => {
  const absent = { CI: 'true', TALLYSTICK_SHARED: '/nonexistent' };
  const present = { CI: 'true', TALLYSTICK_SHARED: '.' };
  test.each([
    ['is skipped outside CI', { mayNeedShared: false }, {}, false],
    ['fails in CI if a browser is missing', { mayNeedShared: false }, absent, true],
    ['is skipped in CI if the shared folder is missing', { mayNeedShared: true }, absent, false],
    ['fails in CI if the shared folder exists', { mayNeedShared: true }, present, true],
  ])('%s', (_, skipped, env, want) => {
    expect(isFailureInCi(skipped, env)).toBe(want);
  });
});
