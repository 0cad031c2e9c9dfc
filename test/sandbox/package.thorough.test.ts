import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { missingSqlite } from './built.js';
import { installSandbox } from './packed.js';

const run = promisify(execFile);
let folder: string;
let project: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-package-'));
  project = await installSandbox(folder);
}, 900_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'close');
  }
});

/** The sandbox as it was started in the folder, when it has printed what to try. */
async function start(...words: readonly string[]): Promise<string> {
  const child = spawn(join(project, 'node_modules/.bin/platform-sandbox'), words, { cwd: project });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += String(data);
    });
  await new Promise<void>((onStarted, onEnded) => {
    child.stdout.on('data', () => {
      if (output.includes('Try:')) onStarted();
    });
    child.on('close', (status) => onEnded(new Error(`It ended with status ${status}: ${output}`)));
  });
  return output;
}

/** Variables that it printed for the shell. */
function exportsOf(output: string): Readonly<Record<string, string>> {
  const lines = [...output.matchAll(/^export (\w+)='([^']*)'/gm)];
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
}

function blocks(language: string): readonly string[] {
  const text = readFileSync(join(project, 'node_modules/@platform/sandbox/README.md'), 'utf8');
  const pattern = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...text.matchAll(pattern)].map(([, code = '']) => code.trimEnd());
}

describe('the package', { timeout: 300_000 }, () => {
  test('shape-1, start-1: the commands of its README, and those that it prints, run in a folder with nothing else', async () => {
    const [commands = ''] = blocks('sh');
    const [first = '', ...others] = commands.split('\n');
    expect(others).toHaveLength(2);
    const words = first.replace('npx platform-sandbox ', '').replace('8080', '0').split(' ');
    const output = await start(...words);
    const [, address = ''] = /http:\/\/(127\.0\.0\.1:\d+)\//.exec(output) ?? [];
    const env = { ...process.env, ...exportsOf(output) };
    const call = async (command: string): Promise<unknown> => {
      const line = command.replaceAll('127.0.0.1:8080', address);
      const { stdout } = await run('bash', ['-c', line], { cwd: project, env });
      return JSON.parse(stdout);
    };
    expect(await call(others[0] ?? '')).toEqual({ policies: [] });
    expect(await call(others[1] ?? '')).toMatchObject({ mode: 'running' });
    const page = await fetch(`http://${address}/page.js`);
    expect([page.status, (await page.text()).length > 10_000]).toEqual([200, true]);
    // What it prints to try works as well.
    const tried = output
      .slice(output.indexOf('Try:'))
      .split('\n')
      .filter((line) => line.startsWith('  '));
    expect(tried.length).toBeGreaterThan(2);
    for (const line of tried.filter((each) => each.includes('curl')))
      await run('bash', ['-c', `${line} --fail`], { cwd: project, env });
    const programs = tried.filter((each) => each.startsWith('  node '));
    const printed = programs.map((line) => run('bash', ['-c', line], { cwd: project, env }));
    const [order, signature] = (await Promise.all(printed)).map(({ stdout }) => stdout);
    expect(order).toContain("price: '100'");
    expect(signature).toContain("signedTransaction: '0x02");
  });

  test('shape-1: a test of the user starts it in process, compiles with its declarations, and passes', async () => {
    const [program = ''] = blocks('ts');
    writeFileSync(join(project, 'account.test.ts'), `${program}\n`);
    for (const name of ['vitest', '@types'])
      if (!existsSync(join(project, 'node_modules', name)))
        symlinkSync(resolve('node_modules', name), join(project, 'node_modules', name));
    const options = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--noEmit'];
    const types = ['--types', 'node', '--skipLibCheck', 'account.test.ts'];
    const compiler = resolve('node_modules/typescript/bin/tsc');
    const compiled = await run(process.execPath, [compiler, ...options, ...types], {
      cwd: project,
    }).catch((error: unknown) => error as { readonly stdout: string });
    expect(compiled.stdout).toBe('');
    const vitest = resolve('node_modules/vitest/vitest.mjs');
    const { stdout } = await run(process.execPath, [vitest, 'run', '--root', project], {
      cwd: project,
      env: { ...process.env, NO_COLOR: '1' },
    });
    expect(stdout).toContain('1 passed');
  });

  test('it contains what it needs, and none of its sources', () => {
    const own = join(project, 'node_modules/@platform/sandbox');
    expect(readdirSync(own).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    expect(existsSync(join(project, 'node_modules/better-sqlite3'))).toBe(false);
  });

  test.skipIf(missingSqlite !== undefined)(
    'journal-8: with better-sqlite3, everything is in a file, and there again after a restart',
    async () => {
      const link = join(project, 'node_modules/better-sqlite3');
      symlinkSync(resolve('node_modules/better-sqlite3'), link);
      const first = exportsOf(await start('--port', '0'));
      expect(existsSync(join(project, '.platform-sandbox/journal.db'))).toBe(true);
      const [child] = children.splice(0);
      child?.kill('SIGTERM');
      if (child !== undefined) await once(child, 'close');
      const second = exportsOf(await start('--port', '0'));
      expect(second['BEARER_KEY_NAME']).toBe(first['BEARER_KEY_NAME']);
    },
  );
});
