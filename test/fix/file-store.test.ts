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
import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { defaultFixStore } from '../../runtime/fix/store/memory.js';
import { commit, messages } from './commit.js';

const folder = mkdtempSync(join(tmpdir(), 'tallystick-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => join(folder, `store-${count++}.fix`);

describe.each<[string, () => FixStore]>([
  ['in memory', () => memoryFixStore()],
  ['in a file', () => fileFixStore(fresh())],
])('store %s', (_, open) => {
  test('starts with sequence numbers 1', () => {
    const store = open();
    expect([store.nextOutgoing, store.nextIncoming]).toEqual([1, 1]);
    expect(messages(store)).toEqual([]);
    void store.close();
  });

  test('returns sent messages except those that are never resent', () => {
    const store = open();
    void commit(store, { sent: { 1: undefined, 2: 'two' } });
    void commit(store, { sent: { 3: undefined, 4: 'four' }, expected: 9 });
    expect([store.nextOutgoing, store.nextIncoming]).toEqual([5, 9]);
    expect(messages(store)).toEqual(['2 two', '4 four']);
    expect(messages(store, 3)).toEqual(['4 four']);
    expect(messages(store, 0, 3)).toEqual(['2 two']);
    expect(messages(store, 1, 9, 1)).toEqual(['2 two']);
    void store.close();
  });

  test('discards everything when it is reset', () => {
    const store = open();
    void commit(store, { sent: { 1: 'one', 2: 'two' }, expected: 7 });
    void commit(store, { isReset: true });
    expect([store.nextOutgoing, store.nextIncoming]).toEqual([1, 1]);
    expect(messages(store)).toEqual([]);
    void commit(store, { sent: { 1: 'anew' } });
    expect(messages(store)).toEqual(['1 anew']);
    void store.close();
  });
});

test('memory store keeps a limited number of messages', () => {
  const store = memoryFixStore({ keep: 2 });
  for (const number of [1, 2, 3, 4]) void commit(store, { sent: { [number]: String(number) } });
  expect(messages(store)).toEqual(['3 3', '4 4']);
});

test('default store keeps the messages that the policy allows to be resent', async () => {
  const many = (policy: Parameters<typeof defaultFixPolicy>[1]): number => {
    const store = defaultFixStore(defaultFixPolicy('FIX.4.2', policy));
    for (let number = 1; number <= 50; number++) void commit(store, { sent: { [number]: 'x' } });
    return messages(store).length;
  };
  expect(many({ resend: { window: 20 } })).toBe(20);
  expect(many({})).toBe(50);
});

describe('reopened file', () => {
  const written = (): string => {
    const path = fresh();
    const store = fileFixStore(path);
    for (let number = 1; number <= 3000; number++) {
      const text = number % 3 === 0 ? undefined : `message ${number}`.repeat(30);
      void commit(store, { sent: { [number]: text } });
    }
    void commit(store, { expected: 42 });
    void store.close();
    return path;
  };

  test('continues with its sequence numbers and messages', () => {
    const path = written();
    const store = fileFixStore(path);
    expect([store.nextOutgoing, store.nextIncoming]).toEqual([3001, 42]);
    expect(messages(store, 2999, 2999)).toEqual([`2999 ${'message 2999'.repeat(30)}`]);
    expect(messages(store)).toHaveLength(2000);
    void store.close();
  });

  test('discards a truncated record', () => {
    const path = fresh();
    const store = fileFixStore(path);
    void commit(store, { sent: { 1: 'one' }, expected: 3 });
    const { size } = statSync(path);
    void commit(store, { sent: { 2: 'two', 3: 'three' }, expected: 4 });
    void store.close();
    const whole = readFileSync(path);
    for (let length = size; length < whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      const again = fileFixStore(path);
      expect([again.nextOutgoing, again.nextIncoming]).toEqual([2, 3]);
      void commit(again, { sent: { 2: 'anew' } });
      void again.close();
      const third = fileFixStore(path);
      expect(messages(third)).toEqual(['1 one', '2 anew']);
      void third.close();
    }
  });

  test('discards trailing zeros and a corrupt last record', () => {
    const path = written();
    const { size } = statSync(path);
    appendFileSync(path, Buffer.alloc(4096));
    void fileFixStore(path).close();
    expect(statSync(path).size).toBe(size);
    truncateSync(path, size - 1);
    appendFileSync(path, '?');
    const store = fileFixStore(path);
    expect([store.nextOutgoing, store.nextIncoming]).toEqual([3001, 1]);
    void store.close();
  });

  test('is not truncated if it is damaged in the middle', () => {
    const path = written();
    const whole = readFileSync(path);
    whole[100] = (whole[100] ?? 0) ^ 1;
    writeFileSync(path, whole);
    expect(() => fileFixStore(path)).toThrow(`The FIX store "${path}" is damaged at byte`);
    expect(statSync(path).size).toBe(whole.length);
  });
});

test('folder keeps sessions with similar names apart, and within it', () => {
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
    void store({ beginString: 'FIX.4.2', senderCompId, targetCompId: 'VENUE' }).close();
  }
  const files = readdirSync(join(folder, 'names'));
  expect(new Set(files.map((name) => name.toLowerCase())).size).toBe(names.length);
  expect(files.every((name) => /^[\w%+-]+\.fix$/.test(name))).toBe(true);
  const listed = store.list().map(({ identity }) => identity.senderCompId);
  expect(listed.toSorted()).toEqual(names.toSorted());
});

test('folder lists sessions with their sequence numbers', () => {
  const store = fixStoreFolder(join(folder, 'list'));
  const identity = { beginString: 'FIX.4.2', senderCompId: 'BUYER', targetCompId: 'VENUE' };
  const open = store(identity);
  expect(store.list()).toEqual([{ identity, nextOutgoing: 1, nextIncoming: 1 }]);
  void commit(open, { sent: { 1: 'one' }, expected: 5 });
  expect(store.list()).toEqual([{ identity, nextOutgoing: 2, nextIncoming: 5 }]);
  void commit(open, { isReset: true, sent: { 1: 'anew' }, expected: 2 });
  expect(store.list()).toEqual([{ identity, nextOutgoing: 2, nextIncoming: 2 }]);
  void open.close();
  const again = store(identity);
  expect(messages(again)).toEqual(['1 anew']);
  void again.close();
});

test('file frees its space when it is reset', () => {
  const path = fresh();
  const store = fileFixStore(path);
  for (let number = 1; number < 100; number++) {
    void commit(store, { sent: { [number]: 'x'.repeat(1000) } });
  }
  void commit(store, { isReset: true, sent: { 1: undefined } });
  expect(statSync(path).size).toBeLessThan(100);
  void store.close();
  const again = fileFixStore(path);
  expect([again.nextOutgoing, messages(again)]).toEqual([2, []]);
  void again.close();
});

test('file of an earlier version is continued', () => {
  const path = fresh();
  // A message, a number without one, and the expected number, each in a separate record.
  const record = (kind: number, number: number, body = ''): Buffer => {
    const bytes = Buffer.alloc(15 + body.length);
    bytes.writeUInt32BE(bytes.length, 0);
    bytes[8] = kind;
    bytes.writeUIntBE(number, 9, 6);
    bytes.write(body, 15);
    bytes.writeUInt32BE(crc32(bytes.subarray(8)), 4);
    return bytes;
  };
  writeFileSync(path, Buffer.concat([record(1, 1, 'one'), record(2, 2), record(3, 9)]));
  const store = fileFixStore(path);
  expect([store.nextOutgoing, store.nextIncoming]).toEqual([3, 9]);
  void commit(store, { sent: { 3: 'three' } });
  void store.close();
  const again = fileFixStore(path);
  expect([again.nextOutgoing, again.nextIncoming]).toEqual([4, 9]);
  expect(messages(again)).toEqual(['1 one', '3 three']);
  void again.close();
});

test('file rejects a database transaction', () => {
  const store = fileFixStore(fresh());
  const change = { isReset: false, nextOutgoing: 2, nextIncoming: 1, messages: [] };
  expect(() => store.commit(change, {})).toThrow('does not support database transactions');
  expect(store.nextOutgoing).toBe(1);
  void store.close();
  expect(() => store.commit(change)).toThrow('was closed');
});
