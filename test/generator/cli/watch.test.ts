import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bundleIfStale } from '../../../scripts/build.js';
import { memoryHost } from '../../../generator/index.js';
import { runCli } from '../../../generator/cli/run.js';
import { pets } from '../watch/following.js';
import { run } from './console.js';

const tallystick = resolve(import.meta.dirname, '../../../generator/bin/tallystick.js');

describe('generate --watch in a process', () => {
  let folder: string;
  let child: ChildProcess | undefined;
  beforeAll(bundleIfStale);
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'tallystick-watch-')));
  });
  afterEach(async () => {
    if (child?.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

  /** Starts a watch. The function returns what it has printed so far. */
  function start(...args: readonly string[]): () => string {
    child = spawn(process.execPath, [tallystick, 'generate', ...args, '--watch'], { cwd: folder });
    let printed = '';
    child.stdout?.on('data', (text) => (printed += String(text)));
    child.stderr?.on('data', (text) => (printed += String(text)));
    return () => printed;
  }

  test.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)(
    'ends with exit code 0 on %s, also if the last run had errors',
    async (signal) => {
      write('pets.yaml', pets('{ type: strong }'));
      const printed = start('pets.yaml', '--out', 'api');
      await expect.poll(printed).toContain('watching for changes');
      expect(printed()).toContain('nothing was written');
      child?.kill(signal);
      await expect.poll(() => child?.exitCode).toBe(0);
    },
  );

  test('loads a config module, and what it imports, again', async () => {
    write('pets.yaml', pets('{ type: object }'));
    write('suffix.mjs', "export const suffix = 'One';\n");
    write(
      'tallystick.config.mjs',
      `import { suffix } from './suffix.mjs';
export default {
  packages: [{ documents: ['pets.yaml'], out: 'api' }],
  hooks: { name: (name, { kind }) => (kind === 'schema' ? name + suffix : name) },
};
`,
    );
    const printed = start('--config', 'tallystick.config.mjs');
    await expect.poll(printed).toContain('watching for changes');
    expect(read('api/types.ts')).toContain('PetOne');
    write('suffix.mjs', "export const suffix = 'Two';\n");
    await expect.poll(() => read('api/types.ts')).toContain('PetTwo');
    write('suffix.mjs', "export const suffix = 'Three';\n");
    await expect.poll(() => read('api/types.ts')).toContain('PetThree');
    await expect.poll(printed).toContain('changed: suffix.mjs\n');
  });
});

describe('the report of generate --watch', () => {
  /** Runs until the condition holds for what was printed, and then interrupts. */
  async function watched(
    terminal: boolean,
    edits: readonly string[],
  ): Promise<{ readonly code: number; readonly printed: string }> {
    const host = memoryHost({ 'pets.yaml': pets('{ type: string }') });
    let [printed, interrupt] = ['', (): void => {}];
    const print = (text: string): void => void (printed += text);
    const running = runCli(['generate', 'pets.yaml', '--out', 'api', '--watch'], {
      host,
      async *input() {},
      out: print,
      error: print,
      colours: { out: false, error: false },
      terminal,
      debug: false,
      now: () => 0,
      onInterrupt: (listener) => (interrupt = listener),
    });
    const rounds = (): number => printed.split('watching for changes').length - 1;
    await expect.poll(rounds).toBe(1);
    for (const [index, edit] of edits.entries()) {
      host.write('/pets.yaml', new TextEncoder().encode(pets(edit)));
      await expect.poll(rounds).toBe(index + 2);
    }
    interrupt();
    return { code: await running, printed };
  }

  test('names the changed files line by line in a pipe', async () => {
    const { code, printed } = await watched(false, ['{ type: strong }', '{ type: integer }']);
    expect(code).toBe(0);
    expect(printed).not.toContain('\u001b');
    expect(printed.split('\n').filter((line) => line.startsWith('changed: '))).toEqual([
      'changed: pets.yaml',
      'changed: pets.yaml',
    ]);
    expect(printed).toContain('pets.yaml:6:18: error');
    expect(printed).toContain('1 error; nothing was written\n');
  });

  test('replaces the last report in a terminal, so that corrected errors disappear', async () => {
    const { printed } = await watched(true, ['{ type: strong }', '{ type: integer }']);
    const screens = printed.split('\u001b[2J\u001b[3J\u001b[H');
    expect(screens).toHaveLength(4);
    expect(screens[2]).toContain('pets.yaml:6:18: error');
    expect(screens[3]).not.toContain('error');
    expect(screens[3]).toContain('done in 0.00 s\nwatching for changes; Ctrl-C ends\n');
  });
});

test.each([
  ['generate - --out api --watch', 'standard input is read once'],
  ['generate pets.yaml --out api --watch --report json', 'use --report text or github'],
])('%s is incorrect usage', async (line, message) => {
  const { code, error } = await run(line.split(' '), memoryHost({ 'pets.yaml': pets('{}') }));
  expect(code).toBe(2);
  expect(error).toContain(message);
});
