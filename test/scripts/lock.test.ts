import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isLockCurrent } from '../../scripts/lock.js';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

const pets = {
  name: '@acme/pets',
  version: '1.0.0',
  dependencies: { '@tallystick/runtime': '^0.1.0' },
};
const locked = {
  'generated/pets': pets,
  'node_modules/@acme/pets': { resolved: 'generated/pets', link: true },
};

function project(packages: object, manifests: { readonly [path: string]: object }): string {
  const root = mkdtempSync(join(tmpdir(), 'tallystick-lock-'));
  folders.push(root);
  for (const [path, content] of Object.entries({
    'package-lock.json': { packages },
    ...manifests,
  })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(content));
  }
  return root;
}

test('the lockfile of the project contains every generated package', () => {
  expect(isLockCurrent('.')).toBe(true);
});

test.each([
  ['the lockfile contains the package', locked, { 'generated/pets/package.json': pets }, true],
  ['no package is generated', {}, {}, true],
  ['a new package', {}, { 'generated/pets/package.json': pets }, false],
  ['a removed package', locked, {}, false],
  [
    'another version',
    locked,
    { 'generated/pets/package.json': { ...pets, version: '1.1.0' } },
    false,
  ],
  [
    'another dependency',
    locked,
    { 'generated/pets/package.json': { ...pets, dependencies: {} } },
    false,
  ],
  [
    'another name',
    locked,
    { 'generated/pets/package.json': { ...pets, name: '@acme/dogs' } },
    false,
  ],
])('isLockCurrent: %s', (_name, packages, manifests, want) => {
  expect(isLockCurrent(project(packages, manifests))).toBe(want);
});
