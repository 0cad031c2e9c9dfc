import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createReporter } from '../../../generator/core/diagnostic.js';
import { diskHost } from '../../../generator/host/disk.js';
import { memoryHost, type MemoryHost } from '../../../generator/host/memory.js';
import { checkOutputFolder } from '../../../generator/write/output-safety.js';
import { manifestName } from '../../../generator/write/manifest-name.js';
import { readManifest } from '../../../generator/write/manifest.js';
import { faultsOf, prepare, write } from './output.js';

function workspace(files: { readonly [path: string]: string } = {}): MemoryHost {
  return memoryHost({ 'spec/api.yaml': 'openapi: 3.1.0', ...files }, '/work');
}

function edit(host: MemoryHost, path: string, text: string): void {
  host.write(path, new TextEncoder().encode(text));
}

describe('changes of a run', () => {
  test('include new and removed files, but no equal ones', () => {
    const host = workspace();
    write(host, { 'a.ts': 'a', 'b.ts': 'b', 'old/c.ts': 'c' });
    const { changes } = prepare(host, { 'a.ts': 'a', 'b.ts': 'B' }).value ?? {};
    expect(changes?.writes.map(({ path }) => path)).toEqual(['b.ts']);
    expect(changes?.unchanged).toEqual(['a.ts']);
    expect(changes?.removes.map(({ path }) => path)).toEqual(['old/c.ts']);
    write(host, { 'a.ts': 'a', 'b.ts': 'B' });
    expect(host.list('/work/out')).toEqual([manifestName, 'a.ts', 'b.ts']);
  });

  test('exclude files of the user and their folder', () => {
    const host = workspace();
    write(host, { 'src/a.ts': 'a' });
    edit(host, '/work/out/src/mine.ts', 'mine');
    write(host, { 'b.ts': 'b' });
    expect(host.list('/work/out/src')).toEqual(['mine.ts']);
  });

  test('exclude a checkout with CRLF', () => {
    const host = workspace();
    write(host, { 'a.ts': 'one\ntwo\n' });
    edit(host, '/work/out/a.ts', 'one\r\ntwo\r\n');
    expect(prepare(host, { 'a.ts': 'one\ntwo\n' }).value?.changes.unchanged).toEqual(['a.ts']);
    expect(faultsOf(prepare(host, { 'a.ts': 'three\n' }))).toEqual([]);
  });

  test('are none in a run that changes nothing', () => {
    const host = workspace();
    write(host, { 'a.ts': 'a' });
    const refuse = (): never => {
      throw new Error('a step was taken');
    };
    write(
      {
        ...host,
        write: refuse,
        rename: refuse,
        remove: refuse,
        makeFolder: refuse,
        removeFolder: refuse,
      },
      { 'a.ts': 'a' },
    );
  });

  test('are recorded in the manifest, sorted and without absolute paths', () => {
    const host = workspace();
    write(host, { 'b.ts': 'b', 'a.ts': 'a' });
    const text = host.files().get(`/work/out/${manifestName}`) ?? '';
    const manifest = readManifest(host, '/work/out');
    if (manifest === undefined || manifest === 'unreadable') throw new Error('no manifest');
    expect([...manifest.inputs.keys()]).toEqual(['../spec/api.yaml']);
    expect([...manifest.outputs.keys()]).toEqual(['a.ts', 'b.ts']);
    expect(text).not.toContain('/work');
  });
});

describe('files of the user', () => {
  test('an edited file is kept, with a hint about --force', () => {
    const host = workspace();
    write(host, { 'a.ts': 'a' });
    edit(host, '/work/out/a.ts', 'mine');
    const checked = prepare(host, { 'a.ts': 'b' });
    expect(faultsOf(checked)).toEqual(['output-edited out/a.ts']);
    expect(checked.diagnostics[0]?.hint).toContain('--force');
    write(host, { 'a.ts': 'b' }, 'overwrite');
    expect(host.files().get('/work/out/a.ts')).toBe('b');
  });

  test('an edited file that is no longer generated is kept', () => {
    const host = workspace();
    write(host, { 'a.ts': 'a' });
    edit(host, '/work/out/a.ts', 'mine');
    expect(faultsOf(prepare(host, {}))).toEqual(['output-edited out/a.ts']);
    write(host, {}, 'overwrite');
    expect(host.list('/work/out')).toEqual([manifestName]);
  });

  test('an edit equal to the generated text is accepted', () => {
    const host = workspace();
    write(host, { 'a.ts': 'a' });
    edit(host, '/work/out/a.ts', 'b');
    expect(prepare(host, { 'a.ts': 'b' }).value?.changes.unchanged).toEqual(['a.ts']);
  });

  test.each([
    ['a file that existed before', { 'out/a.ts': 'mine' }, ['output-foreign out/a.ts']],
    [
      'a folder with files instead of a file',
      { 'out/a.ts/mine.ts': 'mine' },
      ['output-foreign out/a.ts'],
    ],
    ['a name that differs by case', { 'out/A.ts': 'mine' }, ['output-case out/A.ts']],
    [
      'a manifest with merge markers',
      { [`out/${manifestName}`]: '<<<<<<< HEAD\n{}' },
      [`output-manifest out/${manifestName}`],
    ],
    [
      'a manifest with a path outside the folder',
      {
        [`out/${manifestName}`]:
          '{"generator":"","settings":"","warnings":0,"inputs":{},"outputs":{"../../etc/passwd":"x"}}',
      },
      [`output-manifest out/${manifestName}`],
    ],
  ])('%s stops the run', (_name, files, want) => {
    expect(faultsOf(prepare(workspace(files), { 'a.ts': 'a' }))).toEqual(want);
  });

  test('a folder with files is not removed even with --force', () => {
    expect(
      faultsOf(prepare(workspace({ 'out/a.ts/mine.ts': 'mine' }), { 'a.ts': 'a' }, 'overwrite')),
    ).toEqual(['output-foreign out/a.ts']);
  });
});

describe('paths', () => {
  test.each([
    '../escaped.ts',
    'a/../../escaped.ts',
    '/etc/passwd',
    'a//b.ts',
    './a.ts',
    'a\\b.ts',
    'c:b.ts',
    'nul\u0000.ts',
    'con.ts',
    'a/LPT1',
    'dot./a.ts',
    'space /a.ts',
    '.git/config',
    '.GIT/hooks/x',
    'node_modules/x.js',
    '.Tallystick.json',
    '.tallystick/out/journal.json',
  ])('%j is rejected', (path) => {
    expect(faultsOf(prepare(workspace(), { [path]: 'x' }))).toEqual(['output-path out']);
  });

  test('two files that differ only in case are rejected', () => {
    expect(faultsOf(prepare(workspace(), { 'Pet.ts': 'a', 'pet.ts': 'b' }))).toEqual([
      'output-case out/pet.ts',
    ]);
  });

  test.each([
    ['the folder of the document', '/work/spec', ['output-in-documents spec']],
    ['a folder that contains the document', '/work', ['output-in-documents .']],
    ['a file', '/work/file.txt', ['output-not-a-folder file.txt']],
  ])('the output may not be %s', (_name, out, want) => {
    const report = createReporter();
    const host = workspace({ 'file.txt': '' });
    checkOutputFolder(
      host,
      { out, root: '/work', documents: ['/work/spec/api.yaml'], configured: false },
      report,
    );
    expect(faultsOf({ value: undefined, diagnostics: report.diagnostics })).toEqual(want);
  });

  test.each([
    ['/work/generated', '/work/spec/api.yaml'],
    ['/work/spec/generated', '/work/spec/api.yaml'],
    ['/work/src/api', '/work/openapi.yaml'],
  ])('the output may be %s beside the document %s', (out, document) => {
    const report = createReporter();
    checkOutputFolder(
      workspace(),
      { out, root: '/work', documents: [document], configured: false },
      report,
    );
    expect(report.diagnostics).toEqual([]);
  });

  test('the output of a config file may not be outside its folder', () => {
    const report = createReporter();
    checkOutputFolder(
      workspace(),
      { out: '/elsewhere', root: '/work', documents: ['/work/spec/api.yaml'], configured: true },
      report,
    );
    expect(faultsOf({ value: undefined, diagnostics: report.diagnostics })).toEqual([
      'output-outside ../elsewhere',
    ]);
  });

  test('a reference into the output is rejected', () => {
    const host = workspace();
    const checked = prepare(
      {
        ...host,
        realPath: (path) => (path === '/work/spec/api.yaml' ? '/work/out/api.yaml' : path),
      },
      { 'a.ts': 'a' },
    );
    expect(faultsOf(checked)).toEqual(['output-in-documents spec/api.yaml']);
  });
});

describe('on a disk', () => {
  const folders: string[] = [];
  afterEach(() =>
    folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })),
  );

  function disk(): string {
    const folder = mkdtempSync(join(tmpdir(), 'tallystick-write-'));
    folders.push(folder);
    mkdirSync(join(folder, 'work', 'spec'), { recursive: true });
    writeFileSync(join(folder, 'work', 'spec', 'api.yaml'), 'openapi: 3.1.0');
    return folder;
  }

  /** The disk as if `folder` were its root, so that the paths of the other tests hold. */
  function rooted(folder: string): ReturnType<typeof diskHost> {
    const host = diskHost(join(folder, 'work'));
    const real = host.realPath(folder);
    const inside = (path: string): string => real + path;
    return {
      cwd: '/work',
      read: (path) => host.read(inside(path)),
      list: (path) => host.list(inside(path)),
      realPath: (path) => host.realPath(inside(path)).slice(real.length),
      write: (path, bytes) => host.write(inside(path), bytes),
      rename: (from, to) => host.rename(inside(from), inside(to)),
      remove: (path) => host.remove(inside(path)),
      makeFolder: (path) => host.makeFolder(inside(path)),
      removeFolder: (path) => host.removeFolder(inside(path)),
    };
  }

  test('an unchanged file keeps its time, a changed one gets its text, and no temporary file is left', () => {
    const folder = disk();
    const host = rooted(folder);
    write(host, { 'kept.ts': 'kept', 'src/deep/changed.ts': 'one' });
    const kept = join(folder, 'work', 'out', 'kept.ts');
    utimesSync(kept, 1_000_000, 1_000_000);
    write(host, { 'kept.ts': 'kept', 'src/deep/changed.ts': 'two' });
    expect(statSync(kept).mtimeMs).toBe(1_000_000_000);
    expect(readFileSync(join(folder, 'work', 'out', 'src', 'deep', 'changed.ts'), 'utf8')).toBe(
      'two',
    );
    expect(host.list('/work')).toEqual(['out', 'spec']);
  });

  test.each([
    ['a link instead of a file', 'a.ts', '../elsewhere/file.ts', 'output-symlink out/a.ts'],
    ['a link to nothing', 'a.ts', '../elsewhere/missing.ts', 'output-symlink out/a.ts'],
    ['a link instead of a folder', 'src', '../elsewhere', 'output-symlink out/src/b.ts'],
    ['a link to a folder that does not exist', 'src', '../missing', 'output-symlink out/src/b.ts'],
    [
      'a link instead of the manifest',
      manifestName,
      '../elsewhere/file.ts',
      `output-symlink out/${manifestName}`,
    ],
  ])('%s stops the run, and its target stays unchanged', (_name, path, target, want) => {
    const folder = disk();
    const host = rooted(folder);
    mkdirSync(join(folder, 'work', 'elsewhere'));
    mkdirSync(join(folder, 'work', 'out'));
    writeFileSync(join(folder, 'work', 'elsewhere', 'file.ts'), 'mine');
    symlinkSync(target, join(folder, 'work', 'out', path));
    expect(faultsOf(prepare(host, { 'a.ts': 'a', 'src/b.ts': 'b' }, 'overwrite'))).toContain(want);
    expect(readFileSync(join(folder, 'work', 'elsewhere', 'file.ts'), 'utf8')).toBe('mine');
  });
});
