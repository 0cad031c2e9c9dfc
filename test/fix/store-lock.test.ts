import { fileFixStore } from '@tallystick/runtime/fix/node';
import { commit } from './commit.js';
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
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle, start } from './kill/process.js';

let folder = '';
let holder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-lock-'));
  holder = bundle('holder', folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => join(folder, `lock-${count++}.fix`);

describe('open store', () => {
  test('is not opened again by the same process, under any path', () => {
    const path = fresh();
    const store = fileFixStore(path);
    const other = fresh();
    symlinkSync(path, other);
    for (const name of [path, other]) {
      expect(() => fileFixStore(name)).toThrow('is already open in this process');
    }
    store.close();
    expect(existsSync(`${path}.lock`)).toBe(false);
    fileFixStore(other).close();
  });

  test('is not opened by another process, which reports the owner', async () => {
    const path = fresh();
    const store = fileFixStore(path);
    const other = start(holder, path);
    expect(await other.nextLine()).toBe(
      `The FIX store "${path}" is in use by process ${process.pid}`,
    );
    expect(await other.ended).toEqual({ by: 0, errors: '' });
    void commit(store, { sent: { 1: undefined } });
    store.close();
    const later = start(holder, path);
    expect(await later.nextLine()).toBe('has 3');
    expect(() => fileFixStore(path)).toThrow(`is in use by process ${later.child.pid}`);
    later.child.kill('SIGKILL');
    await later.ended;
  });

  test('is unlocked when its process is killed, for exactly one of many', async () => {
    const path = fresh();
    let next = 2;
    for (let round = 0; round < 4; round++) {
      const first = start(holder, path);
      expect(await first.nextLine()).toBe(`has ${next++}`);
      first.child.kill('SIGKILL');
      await first.ended;
      const rivals = Array.from({ length: 5 }, () => start(holder, path));
      const outputs = await Promise.all(rivals.map((rival) => rival.nextLine()));
      const winner = outputs.indexOf(`has ${next++}`);
      expect(outputs.filter((line) => line.startsWith('has'))).toHaveLength(1);
      expect(new Set(outputs.filter((_, index) => index !== winner))).toEqual(
        new Set([`The FIX store "${path}" is in use by process ${rivals[winner]?.child.pid}`]),
      );
      rivals[winner]?.child.kill('SIGKILL');
      await Promise.all(rivals.map(({ ended }) => ended));
    }
    fileFixStore(path).close();
    expect(readdirSync(folder).filter((name) => name.startsWith(basename(path)))).toEqual([
      basename(path),
    ]);
  }, 300_000);
});

describe('lock file', () => {
  const writeLock = (change: object): string => {
    const path = fresh();
    const store = fileFixStore(path);
    const lock: unknown = JSON.parse(readFileSync(`${path}.lock`, 'utf8'));
    store.close();
    writeFileSync(`${path}.lock`, JSON.stringify({ ...Object(lock), ...change }));
    return path;
  };

  test.skipIf(!existsSync('/proc/self/stat'))(
    'is ignored if its process id belongs to a newer process',
    () => {
      const path = writeLock({ started: 'long ago' });
      fileFixStore(path).close();
      expect(existsSync(`${path}.lock`)).toBe(false);
    },
  );

  test('of another machine is kept', () => {
    const path = writeLock({ host: 'elsewhere', pid: 17 });
    expect(() => fileFixStore(path)).toThrow(
      `is in use by process 17 on elsewhere; remove "${path}.lock" if that process has ended`,
    );
  });

  test('with invalid content is kept', () => {
    const path = writeLock({ token: '../../x' });
    expect(() => fileFixStore(path)).toThrow(
      `The lock "${path}.lock" was not created by a FIX store`,
    );
  });
});

test('does not stay locked if a store is damaged', () => {
  const path = fresh();
  const store = fileFixStore(path);
  for (let number = 1; number < 4; number++) {
    void commit(store, { sent: { [number]: 'message' } });
  }
  store.close();
  const bytes = readFileSync(path);
  bytes[20] = 0;
  writeFileSync(path, bytes);
  for (let time = 0; time < 2; time++) {
    expect(() => fileFixStore(path)).toThrow('is damaged at byte');
  }
});
