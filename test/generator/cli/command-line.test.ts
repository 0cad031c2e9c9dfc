import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { memoryHost, type MemoryHost } from '../../../generator/host/memory.js';
import { run } from './console.js';

const document = 'openapi: 3.1.0\ninfo: { title: Pets, version: 1.0.0 }\npaths: {}\n';
const broken = document.replace('paths: {}', 'paths: []');
const config = 'packages: [{ documents: [pets.yaml], out: generated/pets }]\n';

function workspace(files: { readonly [path: string]: string } = {}): MemoryHost {
  return memoryHost({ 'pets.yaml': document, ...files }, '/work');
}

describe('incorrect usage', () => {
  test.each([
    ['', 'Usage: tallystick'],
    ['genrate', 'Did you mean generate?'],
    ['generate --ouf src', 'Did you mean --out?'],
    ['generate', 'this folder has no config file (tallystick.yaml)'],
    ['generate pets.yaml', 'set the output folder with --out'],
    ['generate --out src', '--out requires a document'],
    ['generate pets.yaml --package pets', '--package requires --out'],
    ['generate pets.yaml --out src --config x.yaml', 'cannot be combined'],
    ['generate pets.yaml --out src --license MIT', '--license requires --package'],
    ['generate pets.yaml --out src --package Pets', 'not a valid npm name'],
    ['generate pets.yaml --out src --package pets --package-version 1', 'not a version'],
    ['generate --config missing.yaml', 'the config file "missing.yaml" does not exist'],
    ['generate pets.yaml --out src --report xml', 'Allowed choices are text, json'],
    ['check --force', "unknown option '--force'"],
    ['lint', 'this folder has no config file (tallystick.yaml)'],
    ['inspect pets.yaml', 'either --model or --plan'],
    ['inspect pets.yaml --model --plan', 'either --model or --plan'],
    ['inspect --model', "missing required argument 'document'"],
  ])('exits with 2 and a hint: tallystick %s', async (line, want) => {
    const host = workspace();
    const { code, out, error } = await run(line.split(' ').filter(Boolean), host);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toContain(want);
    expect(error).not.toMatch(/\n +at /);
    expect([...host.files().keys()]).toEqual(['/work/pets.yaml']);
  });
});

describe('help', () => {
  test.each([
    ['--help'],
    ['generate --help'],
    ['check --help'],
    ['lint --help'],
    ['inspect --help'],
    ['import --help'],
    ['import fix --help'],
    ['fix --help'],
    ['fix decode --help'],
    ['fix encode --help'],
  ])('tallystick %s prints examples', async (line) => {
    const { code, out, error } = await run(line.split(' '), workspace());
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain('  $ tallystick ');
  });

  test('names the commands and exit codes', async () => {
    const { out } = await run(['--help'], workspace());
    for (const word of [
      'generate',
      'check',
      'lint',
      'inspect',
      'import',
      'Exit codes: 0 success',
      '1 errors',
      '2 incorrect usage',
    ])
      expect(out).toContain(word);
  });

  test('prints the version of the package', async () => {
    const { out } = await run(['--version'], workspace());
    expect(readFileSync('generator/package.json', 'utf8')).toContain(`"version": "${out.trim()}"`);
  });
});

describe('mistakes in a description', () => {
  test('exit with 1, are printed on stderr, and prevent writing', async () => {
    const host = workspace({ 'pets.yaml': broken });
    const { code, out, error } = await run(['generate', 'pets.yaml', '--out', 'src'], host);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toContain('pets.yaml:3:8: error: ');
    expect(error).toContain('\n1 error; nothing was written\n');
    expect(host.list('/work/src')).toBeUndefined();
  });

  test('stop every package of a config file', async () => {
    const both =
      'packages: [{ documents: [pets.yaml], out: generated/pets }, { documents: [toys.yaml], out: generated/toys }]';
    const host = workspace({ 'toys.yaml': broken, 'tallystick.yaml': both });
    expect((await run(['generate'], host)).code).toBe(1);
    expect(host.list('/work/generated')).toBeUndefined();
  });

  test('are printed as JSON only, with --report json', async () => {
    const { code, out, error } = await run(
      ['generate', 'pets.yaml', '--out', 'src', '--report', 'json'],
      workspace({ 'pets.yaml': broken }),
    );
    expect({ code, error }).toEqual({ code: 1, error: '' });
    expect(JSON.parse(out)).toMatchObject({
      command: 'generate',
      ok: false,
      diagnostics: [
        { severity: 'error', path: 'pets.yaml', line: 3, column: 8, pointer: '/paths' },
      ],
      packages: [{ out: 'src', written: [], removed: [] }],
    });
  });

  test('are coloured on a terminal and plain elsewhere', async () => {
    const host = workspace({ 'pets.yaml': broken });
    const escape = '\u001b[';
    expect((await run(['lint', 'pets.yaml'], host)).error).not.toContain(escape);
    expect((await run(['lint', 'pets.yaml'], host, { colours: true })).error).toContain(
      `${escape}31merror:${escape}39m`,
    );
  });

  test('include a missing file', async () => {
    const { code, error } = await run(['generate', 'missing.yaml', '--out', 'src'], workspace());
    expect(code).toBe(1);
    expect(error).toContain('missing.yaml: error: this file does not exist [missing-file]');
  });

  test('include a document that no package uses', async () => {
    const { code, error } = await run(
      ['generate', 'other.yaml'],
      workspace({ 'tallystick.yaml': config }),
    );
    expect(code).toBe(1);
    expect(error).toContain('no package of the config file uses this document');
  });

  test.each([
    ['the same folder', 'a', 'a'],
    ['one folder inside the other', 'a', 'a/b'],
    ['one folder inside the other, in reverse order', 'a/b', 'a'],
  ])('include two packages in %s', async (_name, first, second) => {
    const packages = `packages: [{ documents: [pets.yaml], out: ${first} }, { documents: [pets.yaml], out: ${second} }]`;
    const { code, error } = await run(['generate'], workspace({ 'tallystick.yaml': packages }));
    expect(code).toBe(1);
    expect(error).toContain('would share this folder [output-shared]');
  });
});

describe('errors outside a description', () => {
  const failing = (error: Error): MemoryHost => ({
    ...workspace(),
    read: () => {
      throw error;
    },
  });
  const denied = Object.assign(new Error('EACCES: permission denied, open'), {
    code: 'EACCES',
    syscall: 'open',
    path: '/work/pets.yaml',
  });

  test('of the file system are printed as one sentence', async () => {
    const { code, error } = await run(['lint', 'pets.yaml'], failing(denied));
    expect({ code, error }).toEqual({
      code: 1,
      error: 'error: cannot open "/work/pets.yaml": permission denied\n',
    });
  });

  test.each<[string, readonly string[], object]>([
    [
      'of the system',
      ['lint', 'pets.yaml', '--report', 'json'],
      { command: 'lint', fault: expect.stringContaining('cannot open "/work/pets.yaml"') },
    ],
    [
      'of the command line',
      ['generate', '--report=json', '--nothing'],
      { command: 'generate', fault: "unknown option '--nothing'" },
    ],
    [
      'of a combination of options',
      ['generate', 'pets.yaml', '--report', 'json', '--ref-credential', 'x'],
      { command: 'generate', fault: expect.stringContaining('--ref-credential requires') },
    ],
  ])('%s are reported as JSON', async (_what, argv, want) => {
    const { code, out } = await run(argv, failing(denied));
    expect(code).not.toBe(0);
    expect(JSON.parse(out)).toMatchObject({ ok: false, diagnostics: [], ...want });
  });

  test('of the generator are printed as one sentence without a stack', async () => {
    const { code, error } = await run(
      ['lint', 'pets.yaml'],
      failing(new Error('a promise was broken\nsecond line')),
    );
    expect(code).toBe(1);
    expect(error).toBe(
      'internal error: a promise was broken\nSet TALLYSTICK_DEBUG=1 to print the stack.\n',
    );
  });

  test('of the generator are printed with a stack in debug mode', async () => {
    const { error } = await run(['lint', 'pets.yaml'], failing(new Error('a promise was broken')), {
      debug: true,
    });
    expect(error).toMatch(/\n +at /);
  });
});
