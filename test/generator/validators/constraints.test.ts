import { describe, expect, test } from 'vitest';
import type { Json } from '../../../generator/model/schema.js';
import { compile } from './compile.js';

/** Names in which the marks stand that the text of a function's demands is made of. */
const names = [
  'a b',
  '100%',
  '%2A',
  '*',
  'a*b',
  '@',
  '=x',
  ':x',
  '&x',
  '!',
  '?',
  '>',
  'a/b',
  'a~b',
  '\n',
  '',
  '😀',
];

describe('property names with special characters of constraints', () => {
  test.each(names)('are reported unchanged: %j', (name) => {
    const text = { type: 'string', maxLength: 2, pattern: '^[a-z%\n*]*$' } as const;
    const schema: Json = {
      type: 'object',
      required: [name],
      properties: {
        [name]: text,
        list: { type: 'array', items: { properties: { [name]: text } } },
      },
      additionalProperties: { enum: [name] },
    };
    const { is, check } = compile(schema);
    const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const violationsOf = (value: unknown): readonly unknown[] => {
      expect(is(value)).toBe(false);
      return check(value).map((violation) => [
        violation.pointer,
        violation.keyword,
        violation.schema,
      ]);
    };
    expect(violationsOf({})).toEqual([['', 'required', 'api.yaml#/required']]);
    expect(check({})[0]?.expected).toBe(`a member ${JSON.stringify(name)}`);
    expect(violationsOf({ [name]: 1 })).toEqual([
      [pointer, 'type', `api.yaml#/properties${pointer}/type`],
    ]);
    expect(violationsOf({ [name]: 'a', list: [{ [name]: 'ABC' }] })).toEqual([
      [
        `/list/0${pointer}`,
        'maxLength',
        `api.yaml#/properties/list/items/properties${pointer}/maxLength`,
      ],
      [
        `/list/0${pointer}`,
        'pattern',
        `api.yaml#/properties/list/items/properties${pointer}/pattern`,
      ],
    ]);
    expect(violationsOf({ [name]: 'a', [`${name}~/${name}`]: 1 })).toEqual([
      [`${pointer}~0~1${pointer.slice(1)}`, 'enum', 'api.yaml#/additionalProperties/enum'],
    ]);
  });

  test.each(names)('are reported unchanged in branches and values: %j', (name) => {
    const branch = (title: string): Json => ({
      title,
      type: 'object',
      required: ['kind'],
      properties: { kind: { const: title }, size: { type: 'integer', minimum: 1 } },
    });
    const { check } = compile({ oneOf: [branch(`the ${name}`), branch('other')] });
    expect(check({ kind: `the ${name}`, size: 0 })).toMatchObject([
      {
        branch: `the ${name}`,
        keyword: 'minimum',
        schema: 'api.yaml#/oneOf/0/properties/size/minimum',
      },
    ]);
    expect(check({ kind: 'no' })).toMatchObject([
      { expected: `${JSON.stringify(`the ${name}`)} or "other"`, schema: 'api.yaml#/oneOf' },
    ]);
  });
});

describe('nested lists', () => {
  test('are reported with every index and name', () => {
    const { check } = compile({
      type: 'array',
      items: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: { type: 'array', items: { type: 'integer', minimum: 1 } },
        },
      },
    });
    expect(check([[], [{}, { a: [1], 'b/c': [1, 0, 'x'] }]])).toMatchObject([
      {
        pointer: '/1/1/b~1c/1',
        keyword: 'minimum',
        schema: 'api.yaml#/items/items/additionalProperties/items/minimum',
      },
      { pointer: '/1/1/b~1c/2', keyword: 'type' },
    ]);
  });
});
