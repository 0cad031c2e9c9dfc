import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { releaseProblems, sizeReport } from '../../scripts/release.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-own-release-'));
  for (const path of [
    'package.json',
    'runtime/package.json',
    'stores/package.json',
    'generator/package.json',
    'generator/core/version.ts',
    'CHANGELOG.md',
  ])
    cpSync(path, join(folder, path));
});
afterEach(() => rmSync(folder, { recursive: true }));

const edit = (path: string, from: string | RegExp, to: string): void => {
  const text = readFileSync(join(folder, path), 'utf8');
  writeFileSync(join(folder, path), text.replace(from, to));
};

describe('npm run release', () => {
  test('has nothing against the state of this repository', () => {
    expect(releaseProblems(folder, [])).toEqual([]);
  });

  test.each([
    [
      'stores/package.json',
      /"version": "[^"]+"/,
      '"version": "9.0.0"',
      'stores/package.json has the version 9.0.0',
    ],
    [
      'stores/package.json',
      /"@tallystick\/runtime": "[^"]+"/,
      '"@tallystick/runtime": "*"',
      'requires @tallystick/runtime *',
    ],
    [
      'generator/core/version.ts',
      /'\d[^']*'/,
      "'9.0.0'",
      'generator/core/version.ts has another version',
    ],
    ['CHANGELOG.md', '## Unreleased', '## Later', 'has no section "## Unreleased"'],
    [
      'CHANGELOG.md',
      /## Unreleased[^]*/,
      '## Unreleased\n\nNothing.\n',
      'has no entry below "## Unreleased"',
    ],
  ])('refuses a wrong %s', (path, from, to, sentence) => {
    edit(path, from, to);
    expect(releaseProblems(folder, [])).toEqual([expect.stringContaining(sentence)]);
  });

  test('refuses changes that are not committed', () => {
    expect(releaseProblems(folder, [' M README.md'])).toEqual([
      'there are changes that are not committed:  M README.md',
    ]);
  });

  test('reports the sizes of tarballs, with the largest files first', () => {
    const files = [
      { path: 'README.md', size: 1000 },
      { path: 'dist/index.js', size: 234_567 },
    ];
    expect(sizeReport([{ id: 'a@1.0.0', size: 60_000, unpackedSize: 235_567, files }])).toBe(
      'a@1.0.0: 60.0 kB compressed, 235.6 kB in 2 files\n    234.6 kB  dist/index.js\n      1.0 kB  README.md\n',
    );
  });
});

test('the workflow pins its actions, and only the job that publishes has an identity', () => {
  const text = readFileSync('.github/workflows/release.yml', 'utf8');
  for (const [, action] of text.matchAll(/uses: (\S+)/g)) expect(action).toMatch(/@[0-9a-f]{40}$/);
  const { permissions, jobs } = parse(text) as {
    readonly permissions: object;
    readonly jobs: Readonly<Record<string, { readonly permissions?: object }>>;
  };
  expect(permissions).toEqual({ contents: 'read' });
  expect(jobs['build']).not.toHaveProperty('permissions');
  expect(jobs['publish']?.permissions).toEqual({ 'id-token': 'write' });
});
