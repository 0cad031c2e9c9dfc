import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { memoryHost } from '../generator/host/memory.js';
import { run } from './generator/cli/console.js';

/**
 * A folder is a case. It contains the documents, the expected diagnostics as printed (`diagnostics.txt`), and the expected `output/`, if
 * any. `command.txt` is the command line, if it differs from the one below. UPDATE_CASES=1 records the current output.
 */
const cases = 'test/cases';
const update = process.env['UPDATE_CASES'] === '1';
const manifest = 'output/.tallystick.json';

describe('cases', () => {
  test.each(readdirSync(cases))('%s has the expected output and diagnostics', async (name) => {
    const folder = join(cases, name);
    const host = memoryHost(inputsOf(folder), '/case');
    const { code, error } = await run(commandOf(folder), host);
    const output = new Map(
      [...host.files()]
        .map(([path, text]) => [path.slice('/case/'.length), text] as const)
        .filter(([path]) => path.startsWith('output/') && path !== manifest),
    );
    expect(error).not.toContain('internal error');
    if (update) record(folder, error, output);

    expect(error).toBe(textOf(join(folder, 'diagnostics.txt')));
    expect(output).toEqual(filesBelow(folder, 'output'));
    expect(code).toBe(/: error: .* \[[a-z-]+\]$/m.test(error) ? 1 : 0);
  });
});

describe('output of cases', () => {
  test('compiles with the strictest options', () => {
    const folder = resolve('.tallystick/cases');
    const config = {
      extends: '../../tsconfig.json',
      compilerOptions: { paths: { msw: ['../../test/msw/library.d.ts'] } },
      include: ['../../test/cases/*/output'],
      exclude: [],
    };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const compiler = resolve('node_modules/typescript-7/bin/tsc');
    expect(spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' }).stdout).toBe(
      '',
    );
  });

  test.each(['index', 'server', 'validators'])(
    'executes no words of a hostile description: %s',
    async (name) => {
      const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
        throw new Error(`a word of the document ran and said ${code}`);
      });
      await import(pathToFileURL(resolve(cases, 'hostile-words/output', `${name}.ts`)).href);
      expect(exit).not.toHaveBeenCalled();
      exit.mockRestore();
    },
  );

  test.each(['feed', 'feed-server', 'feed-checks'])(
    'executes no words of a hostile feed: %s',
    async (name) => {
      const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
        throw new Error(`a word of the document ran and said ${code}`);
      });
      await import(pathToFileURL(resolve(cases, 'hostile-feed/output', `${name}.ts`)).href);
      expect(exit).not.toHaveBeenCalled();
      exit.mockRestore();
    },
  );
});

function commandOf(folder: string): readonly string[] {
  const written = textOf(join(folder, 'command.txt')).trim();
  if (written !== '') return written.split(/\s+/);
  const entry = readdirSync(folder).find((name) => /^(openapi|asyncapi)\.(yaml|json)$/.test(name));
  return ['generate', entry ?? 'openapi.yaml', '--out', 'output'];
}

function inputsOf(folder: string): { readonly [path: string]: string } {
  const ours = /^(output\/|diagnostics\.txt$|command\.txt$)/;
  return Object.fromEntries([...filesBelow(folder, '')].filter(([path]) => !ours.test(path)));
}

function filesBelow(folder: string, below: string): ReadonlyMap<string, string> {
  const at = join(folder, below);
  if (!existsSync(at)) return new Map();
  if (!statSync(at).isDirectory()) return new Map([[below, textOf(at)]]);
  const names = readdirSync(at).sort();
  return new Map(
    names.flatMap((name) => [...filesBelow(folder, below === '' ? name : `${below}/${name}`)]),
  );
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').replaceAll('\r\n', '\n') : '';
}

function record(folder: string, diagnostics: string, output: ReadonlyMap<string, string>): void {
  rmSync(join(folder, 'output'), { recursive: true, force: true });
  rmSync(join(folder, 'diagnostics.txt'), { force: true });
  const files = [
    ...output,
    ...(diagnostics === '' ? [] : [['diagnostics.txt', diagnostics] as const]),
  ];
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
