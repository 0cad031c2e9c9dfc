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

test('caches compiled code, and leaves the cache unchanged in the next run', async () => {
  expect(await version()).toMatch(/^\d+\.\d+\.\d+\n$/);
  const [file = ''] = kept();
  const before = readFileSync(file);
  expect(await version()).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(kept()).toEqual([file]);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('extends the cache if a run compiles much more', async () => {
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

test('loads libraries without warnings of Node', async () => {
  const document = join(temporary, 'slow.json');
  const schema = { type: 'string', pattern: '(?<=(a|a)*)$' };
  const info = { title: 'slow', version: '1' };
  const description = { openapi: '3.1.0', info, paths: {}, components: { schemas: { schema } } };
  writeFileSync(document, JSON.stringify(description));
  const { stdout, stderr } = await run(process.execPath, [tallystick, 'lint', document]);
  expect(stderr).not.toContain('ExperimentalWarning');
  expect(stdout + stderr).toContain('[slow-pattern]');
});

test('replaces an invalid cache', async () => {
  await version();
  const [file = ''] = kept();
  writeFileSync(file, 'not this');
  expect(await version()).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(kept()).toEqual([file]);
  expect(readFileSync(file).length).toBeGreaterThan(1000);
});

test('distinguishes scripts with the same length and time', async () => {
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

test('caches nothing for a script without a build marker', async () => {
  const start = resolve(tallystick, '../start.js');
  const script = join(temporary, 'script.cjs');
  writeFileSync(script, 'console.log(1);\n');
  const output = await node([
    '-e',
    `require(${JSON.stringify(start)}).start(${JSON.stringify(script)})`,
  ]);
  expect(output).toBe('1\n');
  expect(kept()).toEqual([]);
});

test('caches nothing if NODE_DISABLE_COMPILE_CACHE is set', async () => {
  expect(await version({ NODE_DISABLE_COMPILE_CACHE: '1' })).toMatch(/^\d/);
  expect(readdirSync(temporary)).toEqual([]);
});

test.skipIf(user === undefined)(
  'ignores a cache folder that other users can write to',
  async () => {
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    expect(await version()).toMatch(/^\d/);
    expect(kept()).toEqual([]);
  },
);

test.skipIf(user === undefined)('ignores a cache folder that is a symbolic link', async () => {
  const other = join(temporary, 'other');
  mkdirSync(other, { mode: 0o700 });
  symlinkSync(other, folder);
  expect(await version()).toMatch(/^\d/);
  expect(readdirSync(other)).toEqual([]);
});

test('works without a folder for temporary files', async () => {
  const nowhere = join(temporary, 'file');
  writeFileSync(nowhere, '');
  expect(await version({ TMPDIR: nowhere, TEMP: nowhere, TMP: nowhere })).toMatch(/^\d/);
});
