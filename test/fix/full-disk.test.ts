import type { FixStore } from '@tallystick/runtime/fix';
import { fileFixStore } from '@tallystick/runtime/fix/node';
import type * as FileSystem from 'node:fs';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { commit, messages } from './commit.js';

const disk = vi.hoisted(() => ({
  /** Free space in bytes. */
  room: Infinity,
  /** Number of syncs. */
  syncs: 0,
  /** True if a sync fails. */
  isBroken: false,
  /** Callbacks of pending syncs, if they are delayed. */
  waiting: undefined as (() => void)[] | undefined,
}));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof FileSystem>();
  const writeSync = (
    file: number,
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): number => {
    if (disk.room === 0)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const written = real.writeSync(file, bytes, offset, Math.min(length, disk.room), position);
    disk.room -= written;
    return written;
  };
  const fdatasync = (file: number, done: (error: Error | null) => void): void => {
    disk.syncs++;
    const answer = (): void => {
      if (disk.isBroken) queueMicrotask(() => done(new Error('EIO: i/o error, fdatasync')));
      else real.fdatasync(file, done);
    };
    if (disk.waiting === undefined) answer();
    else disk.waiting.push(answer);
  };
  return { ...real, writeSync, fdatasync };
});

const folder = mkdtempSync(join(tmpdir(), 'tallystick-full-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let path = '';
let count = 0;
beforeEach(() => {
  Object.assign(disk, { room: Infinity, syncs: 0, isBroken: false, waiting: undefined });
  path = join(folder, `${count++}.fix`);
});

/** Data of a file when it is opened again. */
function kept(file: string): { readonly next: readonly number[]; readonly messages: string[] } {
  const store = fileFixStore(file);
  const next = [store.nextOutgoing, store.nextIncoming];
  const found = messages(store);
  void store.close();
  return { next, messages: found };
}

const before = { next: [3, 7], messages: ['1 one', '2 two'] };

describe('store file on a disk that becomes full', () => {
  /** A store with two messages, and a change of which `room` bytes still fit. */
  function filled(room: number): FixStore {
    const store = fileFixStore(path);
    void commit(store, { sent: { 1: 'one', 2: 'two' }, expected: 7 });
    disk.room = room;
    expect(() => commit(store, { sent: { 3: 'three', 4: 'four' }, expected: 8 })).toThrow('ENOSPC');
    return store;
  }

  // The record of that change has 15 + 6 + 10 + 5 + 10 + 4 bytes.
  const rooms = Array.from({ length: 50 }, (_, room) => room);

  test('rolls back a change that did not fit, and continues when there is space, from any byte', () => {
    for (const room of rooms) {
      path = join(folder, `${count++}.fix`);
      const store = filled(room);
      expect([store.nextOutgoing, store.nextIncoming]).toEqual(before.next);
      expect(() => commit(store, { expected: 9 })).toThrow('ENOSPC');
      disk.room = Infinity;
      void store.load();
      expect(messages(store)).toEqual(before.messages);
      void commit(store, { sent: { 3: 'anew' } });
      void store.close();
      expect(kept(path)).toEqual({ next: [4, 7], messages: ['1 one', '2 two', '3 anew'] });
    }
  });

  test('keeps all committed data if the process is killed, from any byte', () => {
    for (const room of rooms) {
      path = join(folder, `${count++}.fix`);
      const store = filled(room);
      const copy = `${path}.copy`;
      copyFileSync(path, copy);
      disk.room = Infinity;
      void store.close();
      expect(kept(copy)).toEqual(before);
      expect(kept(path)).toEqual(before);
    }
  });

  test('keeps its data if it cannot be reset', () => {
    const store = filled(10);
    disk.room = 10;
    void store.load();
    expect(() => commit(store, { isReset: true })).toThrow('ENOSPC');
    disk.room = Infinity;
    void store.close();
    expect(kept(path)).toEqual(before);
  });

  test('is written completely if the disk accepts a few bytes at a time', () => {
    const store = fileFixStore(path);
    const take = (): void => void commit(store, { sent: { 1: 'one', 2: 'two' }, expected: 7 });
    const { room } = disk;
    let left = 3;
    Object.defineProperty(disk, 'room', {
      configurable: true,
      get: () => left,
      set(next: number) {
        left = Math.max(next, 3);
      },
    });
    take();
    Object.defineProperty(disk, 'room', { configurable: true, writable: true, value: room });
    void store.close();
    expect(kept(path)).toEqual(before);
  });
});

describe('store file with sync', () => {
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  /** States of promises after a turn: resolved, pending, or the error. */
  const states = async (promises: readonly (void | Promise<void>)[]): Promise<string[]> => {
    const found = promises.map(() => 'waits');
    promises.forEach((promise, index) => {
      promise?.then(
        () => (found[index] = 'kept'),
        (error: Error) => (found[index] = error.message.slice(0, 3)),
      );
    });
    await turn();
    return found;
  };
  /** Lets the disk answer those who wait for it, and everybody hear of it. */
  const answer = async (all: readonly (void | Promise<void>)[]): Promise<void> => {
    const waiting = disk.waiting?.splice(0) ?? [];
    for (const go of waiting) go();
    await Promise.allSettled(all);
  };

  test('syncs once for all commits of a turn', async () => {
    const store = fileFixStore(path, { sync: true });
    const all = Array.from({ length: 100 }, (_, index) =>
      commit(store, { sent: { [index + 1]: `message ${index + 1}` } }),
    );
    expect(disk.syncs).toBe(0);
    await Promise.all(all);
    expect(disk.syncs).toBe(1);
    void store.close();
  });

  test('syncs once for all commits within syncDelay', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const store = fileFixStore(path, { sync: true, syncDelay: 50 });
    const all = [commit(store, { sent: { 1: 'one' } })];
    for (let number = 2; number < 5; number++) {
      await turn();
      vi.advanceTimersByTime(16);
      all.push(commit(store, { sent: { [number]: 'more' } }));
    }
    expect(disk.syncs).toBe(0);
    vi.advanceTimersByTime(2);
    await Promise.all(all);
    expect(disk.syncs).toBe(1);
    void store.close();
  });

  test('resolves commits after their sync, and groups the next ones', async () => {
    disk.waiting = [];
    const store = fileFixStore(path, { sync: true });
    const first = commit(store, { sent: { 1: 'one' } });
    await turn();
    const second = [2, 3].map((number) => commit(store, { sent: { [number]: 'more' } }));
    expect(await states([first, ...second])).toEqual(['waits', 'waits', 'waits']);
    expect(disk.syncs).toBe(1);
    await answer([first]);
    expect(await states([first, ...second])).toEqual(['kept', 'waits', 'waits']);
    expect(disk.syncs).toBe(2);
    await answer(second);
    void store.close();
  });

  test('rolls back to the last synced commit if a sync fails, and continues', async () => {
    const store = fileFixStore(path, { sync: true });
    await commit(store, { sent: { 1: 'one', 2: 'two' }, expected: 7 });
    const { size } = statSync(path);
    disk.waiting = [];
    const first = commit(store, { sent: { 3: 'three' }, expected: 8 });
    await turn();
    const second = commit(store, { sent: { 4: 'four' }, expected: 9 });
    disk.isBroken = true;
    await answer([first, second]);
    expect(await states([first, second])).toEqual(['EIO', 'EIO']);
    expect(() => commit(store, { expected: 10 })).toThrow('EIO');
    disk.isBroken = false;
    disk.waiting = undefined;
    void store.load();
    expect([store.nextOutgoing, store.nextIncoming]).toEqual(before.next);
    expect(messages(store)).toEqual(before.messages);
    expect(statSync(path).size).toBe(size);
    await commit(store, { sent: { 3: 'anew' } });
    void store.close();
    expect(kept(path)).toEqual({ next: [4, 7], messages: ['1 one', '2 two', '3 anew'] });
  });

  test('is closed and unlocked after the last sync', async () => {
    disk.waiting = [];
    const store = fileFixStore(path, { sync: true });
    const first = commit(store, { sent: { 1: 'one', 2: 'two' }, expected: 7 });
    await turn();
    const second = commit(store, { sent: { 3: 'three' } });
    const closed = store.close();
    expect(await states([first, second, closed])).toEqual(['waits', 'waits', 'waits']);
    expect(existsSync(`${path}.lock`)).toBe(true);
    await answer([first]);
    await answer([second]);
    await closed;
    expect(existsSync(`${path}.lock`)).toBe(false);
    expect(kept(path)).toEqual({ next: [4, 7], messages: ['1 one', '2 two', '3 three'] });
  });

  test('can be reset during a sync', async () => {
    disk.waiting = [];
    const store = fileFixStore(path, { sync: true });
    const first = commit(store, { sent: { 1: 'one' } });
    await turn();
    const second = commit(store, { isReset: true, sent: { 1: 'anew' }, expected: 2 });
    const third = commit(store, { sent: { 2: 'next' } });
    expect(messages(store)).toEqual(['1 anew', '2 next']);
    await answer([first]);
    await answer([second, third]);
    await answer([third]);
    expect(await states([first, second, third])).toEqual(['kept', 'kept', 'kept']);
    void store.close();
    expect(kept(path)).toEqual({ next: [3, 2], messages: ['1 anew', '2 next'] });
  });
});

test('rejects changes after its lock was removed', () => {
  const store = fileFixStore(path);
  rmSync(`${path}.lock`);
  const other = fileFixStore(path);
  expect(() => store.load()).toThrow('was taken over');
  void store.close();
  expect(() => fileFixStore(path)).toThrow('is already open in this process');
  void other.close();
});
