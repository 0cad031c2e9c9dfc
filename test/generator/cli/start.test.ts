import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const run = promisify(execFile);
const tallystick = resolve(import.meta.dirname, '../../../generator/bin/tallystick.js');
const user = process.getuid?.();

let temporary: string;
let folder: string;

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'tallystick-start-'));
  folder = join(temporary, user === undefined ? 'tallystick' : `tallystick-${user}`);
});
afterEach(() => rmSync(temporary, { recursive: true, force: true }));

async function version(more: NodeJS.ProcessEnv = {}): Promise<string> {
  return node([tallystick, '--version'], more);
}

async function node(given: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const places = { TMPDIR: temporary, TEMP: temporary, TMP: temporary };
  const { NODE_DISABLE_COMPILE_CACHE: _, ...environment } = process.env;
  const env = { ...environment, ...places, ...more };
  const { stdout, stderr } = await run(process.execPath, given, { env });
  expect(stderr).toBe('');
  return stdout;
}

function kept(): readonly string[] {
  return readdirSync(folder).map((name) => join(folder, name));
}

test('compiled code is kept, and the next run leaves it as it is', async () => {
  expect(await version()).toMatch(/^\d+\.\d+\.\d+\n$/);
  const [file = ''] = kept();
  const before = readFileSync(file);
  expect(await version()).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(kept()).toEqual([file]);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a run that compiles much more than one before it keeps that', async () => {
  await node([tallystick, 'generate', '--help']);
  const [file = ''] = kept();
  const { length } = readFileSync(file);
  const document = join(temporary, 'described', 'small.json');
  mkdirSync(join(temporary, 'described'));
  const info = { title: 'small', version: '1' };
  writeFileSync(document, JSON.stringify({ openapi: '3.1.0', info, paths: {} }));
  const generate = [tallystick, 'generate', document, '--out', join(temporary, 'out')];
  expect(await node(generate)).toContain('done in');
  expect(kept()).toEqual([file]);
  expect(readFileSync(file).length).toBeGreaterThan(length * 1.2);
});

test('libraries beside the command line are loaded without a word of Node', async () => {
  const document = join(temporary, 'slow.json');
  const schema = { type: 'string', pattern: '(?<=(a|a)*)$' };
  const info = { title: 'slow', version: '1' };
  const description = { openapi: '3.1.0', info, paths: {}, components: { schemas: { schema } } };
  writeFileSync(document, JSON.stringify(description));
  const { stdout, stderr } = await run(process.execPath, [tallystick, 'lint', document]);
  expect(stderr).not.toContain('ExperimentalWarning');
  expect(stdout + stderr).toContain('[slow-pattern]');
});

test('what is no compiled code is made anew', async () => {
  await version();
  const [file = ''] = kept();
  writeFileSync(file, 'not this');
  expect(await version()).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(kept()).toEqual([file]);
  expect(readFileSync(file).length).toBeGreaterThan(1000);
});

test('a script of the same length and time is another one', async () => {
  const start = resolve(tallystick, '../start.js');
  const script = join(temporary, 'script.cjs');
  const say = async (word: string, build: string): Promise<string> => {
    writeFileSync(
      script,
      `// test ${build}\nfunction say() { return '${word}'; }\nconsole.log(say());\n`,
    );
    utimesSync(script, 0, 0);
    return node(['-e', `require(${JSON.stringify(start)}).start(${JSON.stringify(script)})`]);
  };
  expect(await say('one', 'a1')).toBe('one\n');
  expect(await say('two', 'b2')).toBe('two\n');
  expect(kept()).toHaveLength(2);
});

test('nothing of a script is kept that does not say which it is', async () => {
  const start = resolve(tallystick, '../start.js');
  const script = join(temporary, 'script.cjs');
  writeFileSync(script, 'console.log(1);\n');
  const said = await node([
    '-e',
    `require(${JSON.stringify(start)}).start(${JSON.stringify(script)})`,
  ]);
  expect(said).toBe('1\n');
  expect(kept()).toEqual([]);
});

test('nothing is kept where somebody wants no such thing', async () => {
  expect(await version({ NODE_DISABLE_COMPILE_CACHE: '1' })).toMatch(/^\d/);
  expect(readdirSync(temporary)).toEqual([]);
});

test.skipIf(user === undefined)('a folder that others can write to is left alone', async () => {
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  expect(await version()).toMatch(/^\d/);
  expect(kept()).toEqual([]);
});

test.skipIf(user === undefined)('a link in its place is left alone', async () => {
  const other = join(temporary, 'other');
  mkdirSync(other, { mode: 0o700 });
  symlinkSync(other, folder);
  expect(await version()).toMatch(/^\d/);
  expect(readdirSync(other)).toEqual([]);
});

test('a folder for temporary files that is not there costs nothing but time', async () => {
  const nowhere = join(temporary, 'file');
  writeFileSync(nowhere, '');
  expect(await version({ TMPDIR: nowhere, TEMP: nowhere, TMP: nowhere })).toMatch(/^\d/);
});
