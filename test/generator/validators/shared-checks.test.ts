import { describe, expect, test } from 'vitest';
import { compile } from './compile.js';

describe('schema that is used in several locations', () => {
  const user = {
    type: 'object',
    required: ['login'],
    properties: { login: { type: 'string' }, a: {}, b: {}, c: {}, d: {}, id: { type: 'integer' } },
  };
  const pull = compile({
    type: 'object',
    required: ['author', 'base'],
    properties: {
      author: { $ref: '#/$defs/User' },
      reviewers: { type: 'array', items: { $ref: '#/$defs/User' } },
      base: user,
      head: user,
    },
    $defs: { User: user },
  });

  test('is reported with its own location if referenced, and with each location if repeated', () => {
    const value = {
      author: { login: 1 },
      reviewers: [{ login: 'a' }, {}],
      base: { login: 2 },
      head: { login: 'b', id: 'x' },
    };
    expect(
      pull.check(value).map(({ pointer, keyword, schema }) => [pointer, keyword, schema]),
    ).toEqual([
      ['/author/login', 'type', 'api.yaml#/$defs/User/properties/login/type'],
      ['/reviewers/1', 'required', 'api.yaml#/$defs/User/required'],
      ['/base/login', 'type', 'api.yaml#/properties/base/properties/login/type'],
      ['/head/id', 'type', 'api.yaml#/properties/head/properties/id/type'],
    ]);
  });

  test('is reported as missing with the location of the schema that requires it', () => {
    expect(
      pull.check({}).map(({ pointer, expected, schema }) => [pointer, expected, schema]),
    ).toEqual([
      ['', 'a member "author"', 'api.yaml#/required'],
      ['', 'a member "base"', 'api.yaml#/required'],
    ]);
  });

  test('is reported as missing with the location of the subschema that requires it', () => {
    const pulls = compile({
      allOf: [{ type: 'object', required: ['base'], properties: { base: user } }],
      if: { type: 'object' },
      then: { required: ['head'], properties: { head: user } },
      properties: {
        stack: { type: 'array', items: { required: ['up'], properties: { up: user } } },
      },
    });
    expect(pulls.check({ stack: [{}] }).map(({ pointer, schema }) => [pointer, schema])).toEqual([
      ['/stack/0', 'api.yaml#/properties/stack/items/required'],
      ['', 'api.yaml#/allOf/0/required'],
      ['', 'api.yaml#/then/required'],
    ]);
  });
});
