import { describe, expect, it } from 'vitest';
import { description } from '../model/reading.js';
import { said, ok } from './said.js';

describe('strict rules', () => {
  it.each<[what: string, text: string, want: readonly string[]]>([
    [
      'an operation without prose and its tag',
      description({ paths: `/a:\n  get: { tags: [T], ${ok} }` }),
      ['warning missing-description 5', 'warning undeclared-tag 5'],
    ],
    [
      'a limit that is met without a word',
      description({
        root: 'x-rate-limit: { rate: 1, per: ip }',
        paths: `/a:\n  get: { summary: A, ${ok} }`,
      }),
      ['warning rate-limit-response 6'],
    ],
    [
      'a limit that is met with a refusal',
      description({
        root: 'x-rate-limit: { rate: 1, per: ip }',
        paths: `/a:\n  get: { summary: A, responses: { '200': { description: ok }, 4XX: { description: no } } }`,
      }),
      [],
    ],
    [
      'a body without example',
      description({
        paths:
          "/a:\n  get: { summary: A, responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } } }",
      }),
      ['warning missing-example 5'],
    ],
    [
      'a schema that nothing uses',
      description({ components: 'schemas:\n  A: { type: string, description: x }' }),
      ['warning unused-component 6'],
    ],
    [
      'objects that nothing tells apart',
      description({
        components:
          'schemas:\n  A: { description: x, anyOf: [{ type: object }, { type: object }] }',
      }),
      ['warning ambiguous-union 6', 'warning unused-component 6'],
    ],
    [
      'objects with members of their own, one of which may be absent',
      description({
        components:
          'schemas:\n  A: { description: x, anyOf: [{ type: object, required: [k], properties: { k: { type: string, description: k } } }, { type: object, properties: { l: { type: string, description: l } } }] }',
      }),
      ['warning unused-component 6'],
    ],
    [
      'objects whose required members others have too',
      description({
        components:
          'schemas:\n  A: { description: x, anyOf: [{ type: object, required: [k], properties: { k: { type: string } } }, { type: object, properties: { k: { type: string } } }] }',
      }),
      ['warning ambiguous-union 6', 'warning unused-component 6'],
    ],
    [
      'objects of which one refuses what the other requires',
      description({
        components:
          'schemas:\n  A: { description: x, oneOf: [{ type: object, required: [k], properties: { k: { type: string, description: k }, l: false } }, { type: object, required: [l], properties: { l: { type: string, description: l }, k: false } }] }',
      }),
      ['warning unused-component 6'],
    ],
    [
      'objects of which one requires a value that the other refuses',
      description({
        components:
          'schemas:\n  A: { description: x, anyOf: [{ type: object, properties: { k: { enum: [false] } } }, { type: object, required: [k], properties: { k: { enum: [true] } } }] }',
      }),
      ['warning unused-component 6'],
    ],
    [
      'three objects of which two are alike',
      description({
        components:
          'schemas:\n  A: { description: x, anyOf: [{ type: object, required: [k], properties: { k: { const: a } } }, { type: object, required: [l], properties: { l: { type: string } } }, { type: object, properties: { l: { type: string } } }] }',
      }),
      ['warning ambiguous-union 6', 'warning unused-component 6'],
    ],
    [
      'objects with constants of their own',
      description({
        components:
          'schemas:\n  A: { description: x, oneOf: [{ type: object, required: [k], properties: { k: { const: a } } }, { type: object, required: [k], properties: { k: { const: b } } }] }',
      }),
      ['warning unused-component 6'],
    ],
  ])('%s', async (_what, text, want) => {
    expect(await said(text)).toEqual([]);
    expect([...(await said(text, true))].sort()).toEqual([...want].sort());
  });
});
