import { defaultFixPolicy, type FixStore, memoryFixStore } from '@tallystick/runtime/fix';
import { fileFixStore, fixStoreFolder } from '@tallystick/runtime/fix/node';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { usualFixStore } from '../../runtime/fix/store/usual.js';

const folder = mkdtempSync(join(tmpdir(), 'tallystick-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => join(folder, `store-${count++}.fix`);
const bytes = (text: string): Uint8Array => Buffer.from(text);
const messages = (store: FixStore, from = 1, to = Infinity): readonly string[] =>
  [...store.read(from, to)].map(([number, message]) => `${number} ${Buffer.from(message)}`);

describe.each<[string, () => FixStore]>([
  ['in memory', () => memoryFixStore()],
  ['in a file', () => fileFixStore(fresh())],
])('a store %s', (_, open) => {
  test('begins with 1', () => {
    const store = open();
    expect([store.nextOutgoing, store.nextIncoming]).toEqual([1, 1]);
    expect(messages(store)).toEqual([]);
    store.close();
  });

  test('gives back what was sent, but for what is never sent again', () => {
    const store = open();
    store.append(1, undefined);
    store.append(2, bytes('two'));
    store.append(3, undefined);
    store.append(4, bytes('four'));
    store.expect(9);
    expect([store.nextOutgoing, store.nextIncoming]).toEqual([5, 9]);
    expect(messages(store)).toEqual(['2 two', '4 four']);
    expect(messages(store, 3)).toEqual(['4 four']);
    expect(messages(store, 0, 3)).toEqual(['2 two']);
    store.close();
  });

  test('forgets everything when it is reset', () => {
    const store = open();
    store.append(1, bytes('one'));
    store.expect(7);
    store.flush();
    store.reset();
    expect([store.nextOutgoing, store.nextIncoming]).toEqual([1, 1]);
    expect(messages(store)).toEqual([]);
    store.append(1, bytes('anew'));
    expect(messages(store)).toEqual(['1 anew']);
    store.close();
  });
});

test('a store in memory keeps as many messages as it may', () => {
  const store = memoryFixStore({ keep: 2 });
  for (const number of [1, 2, 3, 4]) store.append(number, bytes(String(number)));
  expect(messages(store)).toEqual(['3 3', '4 4']);
});

test('a session that names no store keeps in memory what its description sends again', async () => {
  const many = (policy: Parameters<typeof defaultFixPolicy>[1]): number => {
    const store = usualFixStore(defaultFixPolicy('FIX.4.2', policy));
    for (let number = 1; number <= 50; number++) store.append(number, bytes('x'));
    return [...store.read(1, 50)].length;
  };
  expect(many({ resend: { window: 20 } })).toBe(20);
  expect(many({})).toBe(50);
});

describe('a file that is opened again', () => {
  const written = (): string => {
    const path = fresh();
    const store = fileFixStore(path);
    for (let number = 1; number <= 3000; number++) {
      store.append(number, number % 3 === 0 ? undefined : bytes(`message ${number}`.repeat(30)));
    }
    store.expect(42);
    store.close();
    return path;
  };

  test('goes on where it was', () => {
    const path = written();
    const store = fileFixStore(path);
    expect([store.nextOutgoing, store.nextIncoming]).toEqual([3001, 42]);
    expect(messages(store, 2999, 2999)).toEqual([`2999 ${'message 2999'.repeat(30)}`]);
    expect([...store.read(1, 3000)]).toHaveLength(2000);
    store.close();
  });

  test('drops a record that was cut short, wherever it was cut', () => {
    const path = fresh();
    const store = fileFixStore(path);
    store.append(1, bytes('one'));
    store.flush();
    const { size } = statSync(path);
    store.append(2, bytes('two'));
    store.close();
    const whole = readFileSync(path);
    for (let length = size; length < whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      const again = fileFixStore(path);
      expect(again.nextOutgoing).toBe(2);
      again.append(2, bytes('anew'));
      again.close();
      const third = fileFixStore(path);
      expect(messages(third)).toEqual(['1 one', '2 anew']);
      third.close();
    }
  });

  test('drops zeros at the end, and a last record that is not what was written', () => {
    const path = written();
    const { size } = statSync(path);
    appendFileSync(path, Buffer.alloc(4096));
    fileFixStore(path).close();
    expect(statSync(path).size).toBe(size);
    truncateSync(path, size - 1);
    appendFileSync(path, '?');
    const store = fileFixStore(path);
    expect([store.nextOutgoing, store.nextIncoming]).toEqual([3001, 1]);
    store.close();
  });

  test('is not cut where it is damaged in the middle, for what follows would be lost', () => {
    const path = written();
    const whole = readFileSync(path);
    whole[100] = (whole[100] ?? 0) ^ 1;
    writeFileSync(path, whole);
    expect(() => fileFixStore(path)).toThrow(`The FIX store "${path}" is damaged at byte`);
    expect(statSync(path).size).toBe(whole.length);
  });
});

test('a folder keeps strangers by name apart, and within it', () => {
  const store = fixStoreFolder(join(folder, 'names'));
  const names = [
    'ME',
    'me',
    '../../etc/passwd',
    'a/b',
    'a%2fb',
    '',
    'x'.repeat(300),
    'x'.repeat(301),
  ];
  for (const senderCompId of names) {
    store({ beginString: 'FIX.4.2', senderCompId, targetCompId: 'VENUE' }).close();
  }
  const files = readdirSync(join(folder, 'names'));
  expect(new Set(files.map((name) => name.toLowerCase())).size).toBe(names.length);
  expect(files.every((name) => /^[\w%+-]+\.fix$/.test(name))).toBe(true);
});
