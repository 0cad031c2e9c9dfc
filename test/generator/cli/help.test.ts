import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diagnosticPages } from '../../../generator/host/diagnostic-pages.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { run } from './console.js';

const pages = diagnosticPages(resolve('docs/diagnostics'));

describe('page of a diagnostic', () => {
  const host = memoryHost({
    'pets.yaml':
      "openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\npaths: {}\ncomponents: { schemas: { A: { $ref: '#/a' }, B: { $ref: '#/b' } } }\n",
  });

  test('is named with the first diagnostic of its code', async () => {
    const { error } = await run(['lint', 'pets.yaml'], host, { pages });
    const lines = error.split('\n').filter((line) => line.startsWith('  page: '));
    expect(lines).toEqual([
      expect.stringMatching(/^ {2}page: file:\/\/.*\/diagnostics\/unresolved-reference\.md$/u),
    ]);
  });

  test.each(['unresolved-reference', '[unresolved-reference]'])(
    'is printed by explain %s',
    async (code) => {
      const { out } = await run(['explain', code], host, { pages });
      expect(out).toMatch(/^# unresolved-reference\n/u);
    },
  );

  test.each([
    ['unresolved-refrence', 'did you mean "unresolved-reference"?'],
    ['../guide/cli', 'no diagnostic has the code "../guide/cli"'],
  ])('is not printed for the unknown code %s', async (code, message) => {
    const { code: exit, error } = await run(['explain', code], host, { pages });
    expect(exit).toBe(2);
    expect(error).toContain(message);
  });
});

describe('a flag or command of another tool', () => {
  test.each([
    ['generate pets.yaml --output src', 'use --out <folder>'],
    ['generate -i pets.yaml', 'use the document without a flag'],
    ['generate pets.yaml --client fetch', 'use --emitters types,client'],
    ['generate pets.yaml --exclude pets', 'use --exclude-tag <name>'],
    ['generate pets.yaml --silent', 'use --quiet'],
    ['generate --dry-run', 'use tallystick check'],
    ['generate -w', 'use --watch'],
    ['check --watch', 'use tallystick generate --watch'],
    ['validate pets.yaml', 'use tallystick lint'],
    ['codegen pets.yaml', 'use tallystick generate'],
  ])('is answered with what has its meaning: %s', async (line, hint) => {
    const { code, error } = await run(line.split(' '), memoryHost({}));
    expect(code).toBe(2);
    expect(error).toContain(`hint: ${hint}`);
    expect(error).not.toContain('Did you mean');
  });

  test('is answered by spelling if it has no meaning', async () => {
    const { error } = await run(['generate', '--outt', 'src'], memoryHost({}));
    expect(error).toContain('Did you mean --out?');
  });
});

describe('completions', () => {
  test.each([
    [
      ['generate', '--exclude-'],
      ['--exclude-tag', '--exclude-path', '--exclude-operation'],
    ],
    [
      ['generate', '--report', ''],
      ['text', 'json', 'github', 'sarif'],
    ],
    [
      ['fix', ''],
      ['decode', 'encode', '-h', '--help'],
    ],
    [['fix', 'decode', '--js'], ['--json']],
    [['generate', 'fix', '--ver'], ['--verify']],
    [['gen'], ['generate']],
  ])('in bash: %j', async (words, want) => {
    const { out } = await run(['completion', 'bash'], memoryHost({}));
    const file = join(mkdtempSync(join(tmpdir(), 'tallystick-')), 'completion.bash');
    const typed = ['tallystick', ...words].map((word) => `'${word}'`).join(' ');
    writeFileSync(
      file,
      `${out}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _tallystick; printf '%s\\n' "\${COMPREPLY[@]}"`,
    );
    expect(execFileSync('bash', [file], { encoding: 'utf8' }).trim().split('\n')).toEqual(want);
  });

  test.each(['zsh', 'fish'])('for %s name every command', async (shell) => {
    const { out } = await run(['completion', shell], memoryHost({}));
    const { out: help } = await run(['--help'], memoryHost({}));
    const commands = [...help.matchAll(/^ {2}([a-z]+) /gmu)].map(([, name = '']) => name);
    expect(commands.length).toBeGreaterThan(8);
    for (const command of commands) expect(out).toMatch(new RegExp(`\\b${command}\\b`, 'u'));
  });

  test('for an unknown shell are refused', async () => {
    const { code, error } = await run(['completion', 'tcsh'], memoryHost({}));
    expect(code).toBe(2);
    expect(error).toContain('Allowed choices are bash, zsh, fish');
  });
});
