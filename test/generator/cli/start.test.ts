import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
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
  const places = { TMPDIR: temporary, TEMP: temporary, TMP: temporary };
  const { NODE_DISABLE_COMPILE_CACHE: _, ...environment } = process.env;
  const env = { ...environment, ...places, ...more };
  const { stdout, stderr } = await run(process.execPath, [tallystick, '--version'], { env });
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

test('what is no compiled code is made anew', async () => {
  await version();
  const [file = ''] = kept();
  writeFileSync(file, 'not this');
  expect(await version()).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(kept()).toEqual([file]);
  expect(readFileSync(file).length).toBeGreaterThan(1000);
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
