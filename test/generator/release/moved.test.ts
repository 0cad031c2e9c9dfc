import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { diskHost } from '../../../generator/host/disk.js';
import { run } from '../cli/console.js';
import { createProject, description, removeTemplate, type Project } from './project.js';

let project: Project;
beforeEach(async () => {
  project = await createProject();
});
afterEach(() => project.close());
afterAll(removeTemplate);

const release = async (words = ''): Promise<string> => {
  const { code, out, error } = await project.tallystick(`release --yes ${words}`.trim());
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return out;
};
const move = (from: string, to: string): void =>
  renameSync(join(project.folder, from), join(project.folder, to));

test('a description and an output folder that moved are compared with where they were', async () => {
  await release();
  mkdirSync(join(project.folder, 'api'));
  move('spec/pets.yaml', 'api/shop.yaml');
  project.edit('tallystick.yaml', 'spec/pets.yaml', 'api/shop.yaml');
  move('generated', 'lib');
  project.edit('tallystick.yaml', 'generated/pets', 'lib/pets');
  await project.commit();
  expect(await release()).toBe('@acme/pets: nothing to release\n');
  project.edit('api/shop.yaml', 'maximum: 100', 'maximum: 50');
  await project.commit();
  expect(await release()).toContain('@acme/pets 1.0.0 → 2.0.0');
});

test('a project that became a folder of a larger repository is compared with what it was', async () => {
  await release();
  mkdirSync(join(project.folder, 'packages/pets'), { recursive: true });
  for (const name of ['tallystick.yaml', 'spec', 'generated']) move(name, `packages/pets/${name}`);
  project.git('add', '--all');
  project.git('commit', '-qm', 'Move');
  const host = diskHost(join(project.folder, 'packages/pets'));
  expect(await run(['release', '--yes'], host)).toMatchObject({
    code: 0,
    error: '',
    out: '@acme/pets: nothing to release\n',
  });
  project.edit('packages/pets/spec/pets.yaml', 'maximum: 100', 'maximum: 50');
  expect((await run(['generate'], host)).code).toBe(0);
  project.git('commit', '-qam', 'Change');
  expect(await run(['release', '--yes'], host)).toMatchObject({ code: 0, error: '' });
  expect(project.git('tag')).toBe('@acme/pets@1.0.0\n@acme/pets@2.0.0\n');
  expect(project.read('packages/pets/generated/pets/CHANGELOG.md')).toContain('## [2.0.0]');
});

test('a shallow clone with tags, whose commits it lacks, is told to fetch them', async () => {
  await release();
  project.edit('spec/pets.yaml', 'maximum: 100', 'maximum: 50');
  await project.commit();
  const clone = mkdtempSync(join(tmpdir(), 'tallystick-release-'));
  const git = (...words: readonly string[]): void =>
    void execFileSync('git', words, { cwd: clone, stdio: 'ignore' });
  try {
    git('clone', '-q', '--depth', '1', '--no-tags', `file://${project.folder}`, '.');
    git('fetch', '-q', '--depth', '1', 'origin', 'refs/tags/*:refs/tags/*');
    expect(await run(['release', '--dry-run'], diskHost(clone))).toMatchObject({
      code: 1,
      error: expect.stringMatching(/this clone is shallow[^]*git fetch --tags --unshallow/),
    });
  } finally {
    rmSync(clone, { recursive: true });
  }
});

test('a published package stands for the package of its name alone', async () => {
  project.edit('tallystick.yaml', 'license: MIT', 'license: MIT\n    includeDescription: true');
  project.write('spec/cats.yaml', description.replaceAll('pet', 'cat').replaceAll('Pet', 'Cat'));
  project.edit(
    'tallystick.yaml',
    /$/,
    "  - { documents: [spec/cats.yaml], out: generated/cats, package: '@acme/cats' }\n",
  );
  await project.commit();
  await release();
  const options = ['pack', '--json', '--offline', '--ignore-scripts', './generated/pets'];
  const packed = execFileSync('npm', options, { cwd: project.folder, encoding: 'utf8' });
  const [, tarball = ''] = /"filename": "([^"]+)"/.exec(packed) ?? [];
  project.edit('spec/pets.yaml', 'maximum: 100', 'maximum: 50');
  await project.commit();
  const out = await release(`--from ${tarball}`);
  expect(out).toContain('@acme/pets 1.0.0 → 2.0.0');
  expect(out).toContain('@acme/cats: nothing to release');
  expect(await project.tallystick(`check --release --from ${tarball}`)).toMatchObject({ code: 0 });
});

test('a first release may be a prerelease', async () => {
  await release('--tag next');
  expect(await release('--tag next')).toBe('@acme/pets: nothing to release\n');
  await release();
  expect(project.git('tag')).toBe('@acme/pets@1.0.0\n@acme/pets@1.0.0-next.0\n');
});
