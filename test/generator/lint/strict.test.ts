import { describe, expect, it } from 'vitest';
import { description } from '../model/read.js';
import { lintText, ok } from './lint-text.js';

describe('strict rules', () => {
  it.each<[what: string, text: string, want: readonly string[]]>([
    [
      'an operation without a description and with an undeclared tag',
      description({ paths: `/a:\n  get: { tags: [T], ${ok} }` }),
      ['warning missing-description 5', 'warning undeclared-tag 5'],
    ],
    [
      'a rate limit without a response for it',
      description({
        root: 'x-rate-limit: { rate: 1, per: ip }',
        paths: `/a:\n  get: { summary: A, ${ok} }`,
      }),
      ['warning rate-limit-response 6'],
    ],
    [
      'a rate limit with a response for it',
      description({
        root: 'x-rate-limit: { rate: 1, per: ip }',
        paths: `/a:\n  get: { summary: A, responses: { '200': { description: ok }, 4XX: { description: no } } }`,
      }),
      [],
    ],
    [
      'a body without an example',
      description({
        paths:
          "/a:\n  get: { summary: A, responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } } }",
      }),
      ['warning missing-example 5'],
    ],
    [
      'a list whose items have an example',
      description({
        paths:
          "/a:\n  get: { summary: A, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: string, examples: [a] } } } } } } }",
      }),
      [],
    ],
    [
      'an unused schema',
      description({ components: 'schemas:\n  A: { type: string, description: x }' }),
      ['warning unused-component 6'],
    ],
    [
      'indistinguishable objects',
      description({
        components:
          'schemas:\n  A: { description: x, anyOf: [{ type: object }, { type: object }] }',
      }),
      ['warning ambiguous-union 6', 'warning unused-component 6'],
    ],
    [
      'objects with different properties, one of which is optional',
      description({
        components:
          'schemas:\n  A: { description: x, anyOf: [{ type: object, required: [k], properties: { k: { type: string, description: k } } }, { type: object, properties: { l: { type: string, description: l } } }] }',
      }),
      ['warning unused-component 6'],
    ],
    [
      'objects whose required properties others have too',
      description({
        components:
          'schemas:\n  A: { description: x, anyOf: [{ type: object, required: [k], properties: { k: { type: string } } }, { type: object, properties: { k: { type: string } } }] }',
      }),
      ['warning ambiguous-union 6', 'warning unused-component 6'],
    ],
    [
      'objects of which one forbids a property that the other requires',
      description({
        components:
          'schemas:\n  A: { description: x, oneOf: [{ type: object, required: [k], properties: { k: { type: string, description: k }, l: false } }, { type: object, required: [l], properties: { l: { type: string, description: l }, k: false } }] }',
      }),
      ['warning unused-component 6'],
    ],
    [
      'objects of which one requires a value that the other forbids',
      description({
        components:
          'schemas:\n  A: { description: x, anyOf: [{ type: object, properties: { k: { enum: [false] } } }, { type: object, required: [k], properties: { k: { enum: [true] } } }] }',
      }),
      ['warning unused-component 6'],
    ],
    [
      'three objects, two of which are indistinguishable',
      description({
        components:
          'schemas:\n  A: { description: x, anyOf: [{ type: object, required: [k], properties: { k: { const: a } } }, { type: object, required: [l], properties: { l: { type: string } } }, { type: object, properties: { l: { type: string } } }] }',
      }),
      ['warning ambiguous-union 6', 'warning unused-component 6'],
    ],
    [
      'objects with different constants',
      description({
        components:
          'schemas:\n  A: { description: x, oneOf: [{ type: object, required: [k], properties: { k: { const: a } } }, { type: object, required: [k], properties: { k: { const: b } } }] }',
      }),
      ['warning unused-component 6'],
    ],
  ])('report the diagnostics expected for %s', async (_what, text, want) => {
    expect(await lintText(text)).toEqual([]);
    expect([...(await lintText(text, true))].sort()).toEqual([...want].sort());
  });
});
