import { describe, expect, test } from 'vitest';
import { compile } from './compile.js';

const branch = (type: string, members: object) => ({
  type: 'object',
  required: ['type', ...Object.keys(members)],
  properties: { type: { type: 'string', enum: [type] }, ...members },
});

describe('union discriminated by a constant property', () => {
  const criterion = compile({
    oneOf: [
      { title: 'EthValue', ...branch('ethValue', { value: { type: 'string' } }) },
      {
        title: 'Address',
        ...branch('address', { addresses: { type: 'array', items: { type: 'string' } } }),
      },
      { type: 'null' },
    ],
  });

  test('accepts the values of its branches', () => {
    expect(criterion.is({ type: 'ethValue', value: '1' })).toBe(true);
    expect(criterion.is({ type: 'address', addresses: [] })).toBe(true);
    expect(criterion.is(null)).toBe(true);
    expect(criterion.is({ type: 'address', value: '1' })).toBe(false);
    expect(criterion.is({ value: '1' })).toBe(false);
    expect(criterion.is('ethValue')).toBe(false);
  });

  test('reports violations of the selected branch, with its name', () => {
    expect(criterion.check({ type: 'address', addresses: ['a', 1] })).toEqual([
      {
        pointer: '/addresses/1',
        keyword: 'type',
        expected: 'a string',
        found: '1',
        branch: 'Address',
        schema: 'api.yaml#/oneOf/1/properties/addresses/items/type',
      },
    ]);
  });

  test('reports the allowed values if none matches', () => {
    const [violation, ...others] = criterion.check({ type: 'solValue' });
    expect(others).toEqual([]);
    expect(violation).toMatchObject({
      pointer: '/type',
      keyword: 'discriminator',
      expected: '"ethValue" or "address"',
      found: '"solValue"',
    });
  });
});

describe('union with a discriminator', () => {
  const pet = compile({
    oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
    discriminator: {
      propertyName: 'kind',
      mapping: { cat: '#/$defs/Cat', hound: '#/$defs/Dog', dog: '#/$defs/Dog' },
    },
    $defs: {
      Cat: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' }, lives: { type: 'integer' } },
      },
      Dog: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' }, lives: { type: 'string' } },
      },
    },
  });

  test('follows the mapping', () => {
    expect(pet.is({ kind: 'cat', lives: 9 })).toBe(true);
    expect(pet.is({ kind: 'hound', lives: 'one' })).toBe(true);
    expect(pet.is({ kind: 'dog', lives: 9 })).toBe(false);
    expect(pet.is({ kind: 'fish' })).toBe(false);
    expect(pet.is({ kind: 'constructor' })).toBe(false);
    expect(pet.check({ kind: 'dog', lives: 9 })).toMatchObject([
      { pointer: '/lives', keyword: 'type' },
    ]);
  });
});

describe('union without a discriminator', () => {
  test('reports the closest branch', () => {
    const value = compile({
      anyOf: [
        { title: 'Text', type: 'string', minLength: 3 },
        {
          title: 'Point',
          type: 'object',
          required: ['x', 'y'],
          properties: { x: { type: 'number' }, y: { type: 'number' } },
        },
        { title: 'Line', type: 'object', required: ['from', 'to'] },
      ],
    });
    expect(value.check({ x: 1, y: '2' })).toMatchObject([
      { pointer: '/y', keyword: 'type', expected: 'a number', branch: 'Point' },
    ]);
    expect(value.check('ab')).toMatchObject([
      { pointer: '', keyword: 'minLength', branch: 'Text' },
    ]);
    expect(value.check(5)).toMatchObject([
      {
        pointer: '',
        keyword: 'anyOf',
        expected: 'Text (a string of at least 3 characters), Point or Line',
      },
    ]);
  });

  test('accepts exactly one branch of oneOf', () => {
    const value = compile({
      oneOf: [
        { type: 'number', multipleOf: 2 },
        { type: 'number', multipleOf: 3 },
      ],
    });
    expect([2, 3, 6, 7].map((number) => value.is(number))).toEqual([true, true, false, false]);
    expect(value.check(6)).toMatchObject([
      {
        keyword: 'oneOf',
        expected:
          'exactly one of a number that is a multiple of 2 or a number that is a multiple of 3, not several at once',
      },
    ]);
  });

  test('limits the number of checks for nested values', () => {
    let reads = 0;
    const node = compile({
      anyOf: ['a', 'b'].map((name) => ({
        title: name,
        type: 'object',
        required: [name],
        properties: { [name]: { type: 'string' }, child: { $ref: '#' } },
      })),
    });
    const counted = (child: unknown): object => ({
      get child() {
        reads += 1;
        return child;
      },
    });
    let value: unknown = {};
    for (let level = 0; level < 100; level += 1) value = counted(value);
    const violations = node.check(value);
    expect(violations[0]).toMatchObject({ pointer: '', keyword: 'required' });
    expect(violations.length).toBeLessThan(1000);
    expect(reads).toBeLessThan(100_000);
  });
});
