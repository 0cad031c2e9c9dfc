import { fileFixStore } from '@tallystick/runtime/fix/node';
import type * as FileSystem from 'node:fs';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';

/** Bytes that the disk still takes. */
const disk = vi.hoisted(() => ({ room: Infinity }));

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
  return { ...real, writeSync };
});

const folder = mkdtempSync(join(tmpdir(), 'tallystick-full-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a file on a disk that becomes full', () => {
  let path = '';
  let count = 0;
  beforeEach(() => {
    disk.room = Infinity;
    path = join(folder, `${count++}.fix`);
  });

  /** A message of which `room` bytes still fit, after two that were kept. */
  function filled(room: number): ReturnType<typeof fileFixStore> {
    const store = fileFixStore(path);
    for (const number of [1, 2]) store.append(number, Buffer.from(`message ${number}`));
    store.expect(7);
    store.flush();
    disk.room = room;
    store.append(3, Buffer.from('message 3'));
    store.expect(8);
    expect(() => store.flush()).toThrow('ENOSPC');
    return store;
  }

  // A record of message 3 has 24 bytes, and that of the number 15.
  const rooms = Array.from({ length: 39 }, (_, room) => room);

  test('goes on where it was when there is room again, wherever it was stopped', () => {
    for (const room of rooms) {
      path = join(folder, `${count++}.fix`);
      const store = filled(room);
      expect(() => [...store.read(1, 3)]).toThrow('ENOSPC');
      disk.room = Infinity;
      store.append(4, Buffer.from('message 4'));
      expect([...store.read(1, 4)].map(([, bytes]) => Buffer.from(bytes).toString())).toEqual(
        [1, 2, 3, 4].map((number) => `message ${number}`),
      );
      store.close();
      expect(kept(path)).toEqual({ next: [5, 8], messages: 4 });
    }
  });

  test('has all that was kept for who is killed meanwhile, wherever it was stopped', () => {
    for (const room of rooms) {
      path = join(folder, `${count++}.fix`);
      const store = filled(room);
      const copy = `${path}.copy`;
      copyFileSync(path, copy);
      disk.room = Infinity;
      store.close();
      expect(kept(copy)).toEqual(
        room < 24 ? { next: [3, 7], messages: 2 } : { next: [4, 7], messages: 3 },
      );
    }
  });

  test('is closed, and its lock gone, though what was pending is lost', () => {
    const store = filled(10);
    expect(() => store.close()).toThrow('ENOSPC');
    disk.room = Infinity;
    expect(kept(path)).toEqual({ next: [3, 7], messages: 2 });
  });
});

function kept(path: string): { readonly next: readonly number[]; readonly messages: number } {
  const store = fileFixStore(path);
  const next = [store.nextOutgoing, store.nextIncoming];
  const messages = [...store.read(1, 10)].length;
  store.close();
  return { next, messages };
}
