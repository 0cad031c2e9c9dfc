import { describe, expect, it } from 'vitest';
import { fileName } from '../../../generator/plan/files.js';
import { chooseNames, isIdentifier, legalName } from '../../../generator/plan/names/names.js';
import { camelCase, pascalCase, singular, wordsOf } from '../../../generator/plan/names/words.js';

describe('words', () => {
  it.each([
    ['listHTTPWebhooks_v2', 'list http webhooks v2'],
    ['EVM Smart Accounts', 'evm smart accounts'],
    ['repos/get-by-id', 'repos get by id'],
    ['simple-user.item', 'simple user item'],
    ["person's name", 'persons name'],
    ['größeÄndern', 'größe ändern'],
    ['!!!', ''],
  ])('splits %s into %s', (text, want) => {
    expect(wordsOf(text).join(' ')).toBe(want);
  });

  it.each([
    ['policies', 'policy'],
    ['webhooks', 'webhook'],
    ['addresses', 'address'],
    ['boxes', 'box'],
    ['status', 'status'],
    ['analysis', 'analysis'],
    ['access', 'access'],
    ['people', 'person'],
    ['hasOwnProperty', 'hasOwnProperty'],
  ])('returns the singular of %s: %s', (many, one) => {
    expect(singular(many)).toBe(one);
  });

  it('joins words in camel case and Pascal case', () => {
    expect(camelCase(['list', 'webhooks'])).toBe('listWebhooks');
    expect(pascalCase(['list', 'webhooks'])).toBe('ListWebhooks');
  });
});

describe('identifiers', () => {
  it.each(['policy', '$ref', '_a1', 'Größe', '名前'])('accept %s', (text) => {
    expect(isIdentifier(text)).toBe(true);
  });

  it.each([
    '',
    'class',
    'await',
    'a-b',
    '1a',
    'a b',
    "a'",
    '${a}',
    'a\u200d',
    'a\u202e',
    '\\u0061',
    'string',
  ])('reject %j', (text) => {
    expect(isIdentifier(text)).toBe(false);
  });

  it('are made of any text', () => {
    for (const text of [
      'a`${x}`',
      "*/ alert('x') /*",
      '42',
      '../../etc',
      '\u202e\u2066',
      '💥',
      '"',
      '',
    ]) {
      expect(isIdentifier(legalName(text, 'name'))).toBe(true);
    }
  });

  it('differ for texts that lose different characters', () => {
    expect(legalName('a💥', 'name')).not.toBe(legalName('a🔥', 'name'));
  });
});

describe('chooseNames', () => {
  const request = (
    key: string,
    ...candidates: readonly string[]
  ): { key: string; candidates: readonly string[] } => ({
    key,
    candidates,
  });

  it('returns the first candidate if it is unique', () => {
    expect(
      Object.fromEntries(chooseNames([request('a', 'Pet'), request('b', 'Owner')], new Set())),
    ).toEqual({ a: 'Pet', b: 'Owner' });
  });

  it('qualifies all colliding names, in any order', () => {
    const wishes = [
      request('a', 'Pet', 'StorePet'),
      request('b', 'Pet', 'ZooPet'),
      request('c', 'Owner'),
    ];
    const forwards = Object.fromEntries(chooseNames(wishes, new Set()));
    const backwards = Object.fromEntries(chooseNames(wishes.toReversed(), new Set()));
    expect(forwards).toEqual({ a: 'StorePet', b: 'ZooPet', c: 'Owner' });
    expect(backwards).toEqual(forwards);
  });

  it('avoids reserved names and keywords', () => {
    const names = chooseNames(
      [request('a', 'Error', 'ShopError'), request('b', 'delete', 'deletePet')],
      new Set(['Error']),
    );
    expect(Object.fromEntries(names)).toEqual({ a: 'ShopError', b: 'deletePet' });
  });

  it('distinguishes names without other candidates by a digest of their key', () => {
    const one = chooseNames([request('x', 'Pet'), request('y', 'Pet')], new Set());
    const other = chooseNames(
      [request('y', 'Pet'), request('x', 'Pet'), request('z', 'Fish')],
      new Set(),
    );
    expect(one.get('x')).not.toBe(one.get('y'));
    expect(other.get('x')).toBe(one.get('x'));
  });
});

describe('file name', () => {
  it.each([
    ['EVM Smart Accounts', 'evm-smart-accounts'],
    ['con', 'con-service'],
    ['LPT1', 'lpt1-service'],
    ['index', 'index-service'],
    ['principals', 'principals-service'],
  ])('of %s is %s', (tag, want) => {
    expect(fileName(wordsOf(tag))).toBe(want);
  });

  it('contains only safe ASCII characters, for any words', () => {
    for (const text of ['../../x', 'ペット', 'a/b\\c', '..', 'NUL.txt', '', 'x'.repeat(500)]) {
      expect(fileName([text])).toMatch(/^[a-z0-9][a-z0-9-]{0,99}$/);
    }
    expect(fileName(['ペット'])).not.toBe(fileName(['ネコ']));
  });
});
