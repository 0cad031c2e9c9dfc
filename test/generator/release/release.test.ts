import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { diskHost } from '../../../generator/host/disk.js';
import { run } from '../cli/console.js';
import { config, createProject, description, removeTemplate, type Project } from './project.js';

let project: Project;
beforeEach(async () => {
  project = await createProject();
});
afterEach(() => project.close());
afterAll(removeTemplate);

const changelog = 'generated/pets/CHANGELOG.md';
const release = async (words = ''): Promise<string> => {
  const { code, out, error } = await project.tallystick(`release --yes ${words}`.trim());
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return out;
};
const versions = (): readonly string[] => [
  ...(/version: (.*)/.exec(project.read('tallystick.yaml'))?.slice(1) ?? []),
  JSON.parse(project.read('generated/pets/package.json')).version,
  ...project.git('tag').trim().split('\n'),
];

describe('the first release', () => {
  test('has the version of the description, and sets it in the config file without touching anything else', async () => {
    await release();
    expect(versions()).toEqual(['1.0.0', '1.0.0', '@acme/pets@1.0.0']);
    expect(project.read('tallystick.yaml')).toBe(
      config.replace('# on npm\n', '# on npm\n    version: 1.0.0\n'),
    );
    expect(project.read(changelog)).toContain('## [1.0.0]\n\n### Added\n\n- The first release.\n');
    expect(project.git('status', '--porcelain')).toBe('');
    expect(project.git('log', '-1', '--format=%s')).toBe('Release @acme/pets 1.0.0\n');
    expect(await project.tallystick('check')).toMatchObject({ code: 0 });
  });

  test('is followed by another one only if something changes', async () => {
    await release();
    expect(await release()).toBe('@acme/pets: nothing to release\n');
    await project.commit();
    expect(await release()).toBe('@acme/pets: nothing to release\n');
  });
});

describe('the next version', () => {
  const rows: readonly (readonly [
    string,
    string,
    readonly (readonly [string | RegExp, string])[],
  ])[] = [
    [
      '2.0.0',
      'a property of requests is required',
      [['required: [name]', 'required: [name, status]']],
    ],
    ['2.0.0', 'an operation is gone', [[/ {4}post:[^]*?Done\. \} \}\n/, '']]],
    ['2.0.0', 'an operation has another name', [['operationId: addPet', 'operationId: createPet']]],
    ['1.1.0', 'a property is added', [['name: {', 'born: { type: string }\n        name: {']]],
    [
      '1.1.0',
      'an operation is deprecated',
      [['operationId: addPet', 'operationId: addPet\n      deprecated: true']],
    ],
    ['1.0.1', 'only words change', [['The pets.', 'All pets.']]],
  ];
  test.each(rows)('is %s if %s', async (want, _, edits) => {
    await release();
    for (const [from, to] of edits) project.edit('spec/pets.yaml', from, to);
    if (want === '2.0.0') await project.tallystick('generate --accept-names');
    await project.commit();
    await release();
    expect(versions()).toEqual([want, want, '@acme/pets@1.0.0', `@acme/pets@${want}`]);
  });

  test.each([
    ['0.4.0', 'required: [name]', 'required: [name, status]'],
    ['0.3.3', 'name: {', 'born: { type: string }\n        name: {'],
  ])('is %s before 1.0.0', async (want, from, to) => {
    project.edit('spec/pets.yaml', 'version: 1.0.0', 'version: 0.3.2');
    await project.commit();
    await release();
    project.edit('spec/pets.yaml', from, to);
    await project.commit();
    await release();
    expect(versions()[0]).toBe(want);
  });

  test.each([
    ['client', '1.1.0'],
    ['server', '2.0.0'],
  ])('of a package with the emitter %s is judged by those who use it', async (emitter, want) => {
    project.edit('tallystick.yaml', 'license: MIT', `license: MIT\n    emitters: [${emitter}]`);
    await project.commit();
    await release();
    // Compatible for callers, but servers have to accept what they rejected before.
    project.edit('spec/pets.yaml', 'maximum: 100', 'maximum: 200');
    await project.commit();
    await release();
    expect(versions()[0]).toBe(want);
  });

  test.each([
    ['2.0.0', 'emitters: [types]', /`client` wrote is no longer/],
    ['2.0.0', 'int64: bigint', /The option `int64` of the generator changed/],
    ['1.0.1', 'publish: { access: public }', /manifest, the README or the licence/],
  ])('is %s if the config file has %s', async (want, option, entry) => {
    await release();
    project.edit('tallystick.yaml', 'license: MIT', `license: MIT\n    ${option}`);
    await project.commit();
    await release();
    expect(versions()[0]).toBe(want);
    expect(project.read(changelog)).toMatch(entry);
  });

  test('is the one that was set by hand, if it is high enough', async () => {
    await release();
    project.edit('spec/pets.yaml', 'maximum: 100', 'maximum: 50');
    project.edit('tallystick.yaml', 'version: 1.0.0', 'version: 1.5.0');
    await project.commit();
    for (const command of ['release --yes', 'check --release'])
      expect(await project.tallystick(command)).toMatchObject({
        code: 1,
        error: expect.stringContaining(
          '"@acme/pets" cannot be released as 1.5.0 after 1.0.0, but as 2.0.0, because a change is breaking or may be [release-version]',
        ),
      });
    project.edit('tallystick.yaml', 'version: 1.5.0', 'version: 3.0.0');
    await project.commit();
    expect(await project.tallystick('check --release')).toMatchObject({ code: 0 });
    await release();
    expect(versions().slice(0, 2)).toEqual(['3.0.0', '3.0.0']);
    project.edit('tallystick.yaml', 'version: 3.0.0', 'version: 2.9.0');
    await project.commit();
    expect(await project.tallystick('release --yes')).toMatchObject({
      code: 1,
      error: expect.stringContaining('2.9.0 of "@acme/pets" is not after its last release, 3.0.0'),
    });
  });
});

test('prereleases count up, tell what is new in each, and lead to the release', async () => {
  await release();
  project.edit('spec/pets.yaml', 'name: {', 'born: { type: string }\n        name: {');
  await project.commit();
  await release('--tag next');
  expect(versions()[0]).toBe('1.1.0-next.0');
  expect(await release('--tag next')).toBe('@acme/pets: nothing to release\n');
  project.edit('spec/pets.yaml', 'maximum: 100', 'maximum: 50');
  await project.commit();
  await release('--tag next');
  expect(versions()[0]).toBe('2.0.0-next.0');
  expect(project.read(changelog)).toMatch(/^## \[2\.0\.0-next\.0\](?:(?!born)[^])*^## \[1\.1/m);
  project.edit('spec/pets.yaml', 'name: {', 'tag: { type: string }\n        name: {');
  await project.commit();
  await release('--tag next');
  expect(versions()[0]).toBe('2.0.0-next.1');
  await release();
  expect(versions()[0]).toBe('2.0.0');
  const [, section = ''] = /^## \[2\.0\.0\]\n([^]*?)^## /m.exec(project.read(changelog)) ?? [];
  for (const name of ['born', 'tag', 'limit']) expect(section).toContain(name);
});

describe('before anything is changed', () => {
  test('the command asks, and refuses where nobody can answer', async () => {
    expect(await project.tallystick('release')).toMatchObject({
      code: 2,
      error: expect.stringContaining('add --yes, or --dry-run'),
    });
    for (const answer of ['', 'n', 'yellow'])
      expect(await project.tallystick('release', { answer })).toMatchObject({ code: 1 });
    expect(await project.tallystick('release --dry-run')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/@acme\/pets 1\.0\.0\ntag: .*\nsize: \d+ files, [\d.]+ kB/),
    });
    expect(project.git('tag')).toBe('');
    expect(project.git('status', '--porcelain')).toBe('');
    expect(await project.tallystick('release', { answer: 'y' })).toMatchObject({ code: 0 });
    expect(versions()[0]).toBe('1.0.0');
  });

  const refusals: readonly (readonly [string, () => unknown, string])[] = [
    [
      'changes that are not committed',
      () => project.edit('spec/pets.yaml', 'Pets', 'Cats'),
      'changes that are not committed: "spec/pets.yaml"',
    ],
    [
      'new files in the output folder',
      () => project.write('generated/pets/new.txt', ''),
      'not committed: "generated/pets/new.txt"',
    ],
    ['no branch', () => project.git('checkout', '-q', '--detach'), 'no branch is checked out'],
    [
      'an ignored output folder',
      () => {
        project.write('.gitignore', '.tallystick\ngenerated\n');
        project.git('rm', '-rq', '--cached', 'generated');
        project.git('add', '.');
        project.git('commit', '-qm', 'x');
      },
      'git ignores this folder',
    ],
    [
      'a changelog with a conflict',
      () => {
        project.write(changelog, '# Changelog\n\n<<<<<<< HEAD\n');
        project.git('add', '.');
        project.git('commit', '-qm', 'x');
      },
      'CHANGELOG.md:3:1: error: the changelog has a conflict of a merge [invalid-changelog]',
    ],
    [
      'a changelog that lists releases without tags',
      () => {
        project.write(changelog, '# Changelog\n\n## [0.9.0]\n');
        project.git('add', '.');
        project.git('commit', '-qm', 'x');
      },
      'the repository has no tag of one',
    ],
    [
      'a tag on another branch',
      () => {
        project.git('checkout', '-qb', 'other');
        project.git('commit', '-q', '--allow-empty', '-m', 'x');
        project.git('tag', '@acme/pets@1.0.0');
        project.git('checkout', '-q', 'main');
      },
      'was released as "@acme/pets@1.0.0" on another branch',
    ],
  ];
  test.each(refusals)('%s are one error', async (_, prepare, message) => {
    prepare();
    const before = [project.git('status', '--porcelain'), project.git('rev-parse', 'HEAD')];
    const { code, error } = await project.tallystick('release --yes');
    expect({ code, error }).toEqual({ code: 1, error: expect.stringContaining(message) });
    expect(error.match(/error:/g)).toHaveLength(1);
    expect([project.git('status', '--porcelain'), project.git('rev-parse', 'HEAD')]).toEqual(
      before,
    );
  });

  test('files that have nothing to do with the release are no obstacle', async () => {
    project.write('notes.txt', 'mine');
    await release();
    expect(project.git('status', '--porcelain')).toBe('?? notes.txt\n');
  });

  test('a folder without a repository, a repository without commits, and an unknown name are refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallystick-release-'));
    try {
      const host = diskHost(folder);
      host.write(`${folder}/tallystick.yaml`, new TextEncoder().encode(config));
      expect(await run(['release', '--yes'], host)).toMatchObject({
        code: 1,
        error: expect.stringContaining('is in no git repository'),
      });
      execFileSync('git', ['init', '-q'], { cwd: folder });
      expect(await run(['release', '--yes'], host)).toMatchObject({
        code: 1,
        error: expect.stringContaining('has no commit yet'),
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(await project.tallystick('release --yes @acme/cats')).toMatchObject({
      code: 2,
      error: expect.stringContaining('no package "@acme/cats"'),
    });
  });

  test('a shallow clone without tags is refused', async () => {
    await release();
    const clone = mkdtempSync(join(tmpdir(), 'tallystick-release-'));
    try {
      execFileSync('git', [
        'clone',
        '-q',
        '--depth',
        '1',
        '--no-tags',
        `file://${project.folder}`,
        clone,
      ]);
      expect(await run(['release', '--yes'], diskHost(clone))).toMatchObject({
        code: 1,
        error: expect.stringContaining('"@acme/pets" is unknown, because this clone is shallow'),
      });
    } finally {
      rmSync(clone, { recursive: true });
    }
  });
});

describe('a release that fails midway', () => {
  test('is completed by the same command after git refuses the commit', async () => {
    project.write('.githooks/pre-commit', '#!/bin/sh\necho "not today" >&2\nexit 1\n');
    chmodSync(join(project.folder, '.githooks/pre-commit'), 0o755);
    expect(await project.tallystick('release --yes')).toMatchObject({
      code: 1,
      error: expect.stringContaining('git refuses: not today'),
    });
    expect(project.git('tag')).toBe('');
    rmSync(join(project.folder, '.githooks'), { recursive: true });
    expect(await release()).toContain('A release was interrupted and is completed:');
    expect(versions()).toEqual(['1.0.0', '1.0.0', '@acme/pets@1.0.0']);
    expect(project.git('status', '--porcelain')).toBe('');
    expect(await release()).toBe('@acme/pets: nothing to release\n');
  });
});

test('several packages have versions, tags and changelogs of their own', async () => {
  project.write(
    'spec/cats.yaml',
    description.replaceAll('pet', 'cat').replaceAll('Pet', 'Cat').replace('1.0.0', '0.1.0'),
  );
  project.edit(
    'tallystick.yaml',
    /$/,
    "  - { documents: [spec/cats.yaml], out: generated/cats, package: '@acme/cats' }\n  - { documents: [spec/cats.yaml], out: src/cats }\n",
  );
  await project.commit();
  await release();
  project.edit('spec/cats.yaml', 'maximum: 100', 'maximum: 200');
  await project.commit();
  expect(await release()).toContain('@acme/pets: nothing to release');
  expect(project.git('tag').trim().split('\n')).toEqual([
    '@acme/cats@0.1.0',
    '@acme/cats@0.2.0',
    '@acme/pets@1.0.0',
  ]);
  expect(project.read('tallystick.yaml')).toContain("package: '@acme/cats', version: 0.2.0 }");
  expect(project.read('generated/cats/CHANGELOG.md')).toContain('## [0.2.0]');
});

test('sentences of the author are told once, by the release that has them first', async () => {
  const note = (text: string): void =>
    project.edit(
      'spec/pets.yaml',
      /name: \{ (?:x-changelog: '[^']*', )?/,
      `name: { x-changelog: '${text}', `,
    );
  note('Names are at most as long as a line.');
  await project.commit();
  await release();
  expect(project.read(changelog)).not.toContain('Names');
  note('Names  are *unique*.');
  project.edit(
    'spec/pets.yaml',
    'title: Pets',
    'title: Pets, x-changelog: { kind: fixed, text: Pets no longer bite. }',
  );
  await project.commit();
  await release();
  expect(project.read(changelog)).toMatch(
    /## \[1\.0\.1\]\n\n### Changed\n\n- Names are \\\*unique\\\*\. \(`spec\/pets\.yaml:28`\)\n\n### Fixed\n\n- Pets no longer bite\. \(/,
  );
  project.edit('spec/pets.yaml', 'The pets.', 'All pets.');
  await project.commit();
  await release();
  expect(project.read(changelog).match(/no longer bite/g)).toHaveLength(1);
});

test('a changelog keeps its line ends and what was written by hand', async () => {
  const own =
    '# Changes\n\nIntro.\n\n## Unreleased\n\nThanks.\n\n### Fixed\n\n- By hand.\n\n```md\n## No heading\n```\n\n[link]: https://acme.example\n';
  project.write(changelog, own.replaceAll('\n', '\r\n'));
  await project.commit();
  await release();
  expect(project.read(changelog)).toBe(
    own
      .replace('## Unreleased\n', '## Unreleased\n\n## [1.0.0]\n')
      .replace('### Fixed', '### Added\n\n- The first release.\n\n### Fixed')
      .replaceAll('\n', '\r\n'),
  );
});
