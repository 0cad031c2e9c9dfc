import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { createProject, removeTemplate, type Project } from './project.js';

let project: Project;
beforeEach(async () => {
  project = await createProject();
  project.edit('tallystick.yaml', 'license: MIT', 'license: MIT\n    includeDescription: true');
  await project.commit();
});
afterEach(() => project.close());
afterAll(removeTemplate);

const pack = (): string => {
  const options = ['pack', '--json', '--offline', '--ignore-scripts', './generated/pets'];
  const packed = execFileSync('npm', options, { cwd: project.folder, encoding: 'utf8' });
  return /"filename": "([^"]+)"/.exec(packed)?.[1] ?? '';
};

test('a published package is compared with a description, as a folder and as a tarball', async () => {
  const tarball = pack();
  project.edit('spec/pets.yaml', 'maximum: 100', 'maximum: 50');
  for (const old of ['generated/pets', tarball]) {
    const { code, out, error } = await project.tallystick(`diff ${old} spec/pets.yaml`);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toMatch(
      /^breaking: .*limit.*\n.*\n {2}old: @acme\/pets@1\.0\.0:spec\/pets\.yaml:\d/,
    );
    expect(out).toContain('1 change for clients: 1 breaking');
  }
});

test('a release is compared with a published package', async () => {
  const tarball = pack();
  project.edit('spec/pets.yaml', 'maximum: 100', 'maximum: 50');
  await project.commit();
  expect(await project.tallystick(`release --dry-run --from ${tarball}`)).toMatchObject({
    error: '',
    code: 0,
    out: expect.stringContaining('@acme/pets 1.0.0 → 2.0.0 (the changes are breaking)'),
  });
});

test('a package with another name is released after the state that it is compared with', async () => {
  project.git('tag', '@acme/pets@1.0.0');
  project.edit('tallystick.yaml', '@acme/pets', '@acme/cats');
  await project.commit();
  expect(await project.tallystick('release --yes --from @acme/pets@1.0.0')).toMatchObject({
    code: 0,
    error: '',
    out: expect.stringContaining('@acme/cats 1.0.0 → 1.0.1'),
  });
  expect(project.read('generated/pets/CHANGELOG.md')).toContain('- Nothing that users');
});

test('packages that cannot be read are one error', async () => {
  writeFileSync(join(project.folder, 'broken.tgz'), 'x');
  const refused = async (old: string, sentence: string): Promise<void> => {
    const { code, error } = await project.tallystick(`diff ${old} spec/pets.yaml`);
    expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining(sentence) });
    expect(error.match(/error:/g)).toHaveLength(1);
  };
  await refused('broken.tgz', 'this is not the tarball of an npm package [package-description]');
  project.write('generated/pets/description.json', '{ "documents": 1 }');
  await refused('generated/pets', 'is not a file that tallystick has written');
  project.edit('tallystick.yaml', /\n *includeDescription: true/, '');
  await project.tallystick('generate --force');
  await refused('generated/pets', 'the package does not contain its descriptions');
});
