import { describe, expect, it } from 'vitest';
import { description, read } from '../model/read.js';
import { ok, lintText } from './lint-text.js';

type Row = readonly [what: string, text: string, want: readonly string[]];

const rate = (root: string, own: string, other = '[]'): string =>
  description({
    root: `x-rate-limit: ${root}`,
    paths: `
/a:
  get:
    x-rate-limit: ${own}
    ${ok}
/b:
  x-rate-limit: ${other}
  get:
    ${ok}
  post:
    ${ok}`,
  });

describe('x-rate-limit', () => {
  it.each<Row>([
    [
      'valid limits',
      rate('{ rate: 1, per: ip }', '{ rate: 0.5, burst: 1, per: key }', 'default'),
      [],
    ],
    ['a rate of zero', rate('{ rate: 0, per: ip }', '[]'), ['error invalid-extension 3']],
    ['a rate in quotes', rate("{ rate: '1', per: ip }", '[]'), ['error invalid-extension 3']],
    [
      'a burst below one request',
      rate('{ rate: 1, burst: 0.5, per: ip }', 'default'),
      ['error invalid-extension 3'],
    ],
    ['no rate', rate('{ per: ip }', '[]'), ['error invalid-extension 3']],
    ['no scope', rate('{ rate: 1 }', '[]'), ['error missing-member 3']],
    [
      'a scope that is a phrase',
      rate('{ rate: 1, per: every day }', '[]'),
      ['error invalid-extension 3'],
    ],
    [
      'an unknown member',
      rate('{ rate: 1, per: ip, cost: 2 }', 'default'),
      ['error invalid-extension 3'],
    ],
    ['a number', rate('{ rate: 1, per: ip }', '10', 'default'), ['error invalid-type 7']],
    [
      'an undeclared bucket',
      rate('{ rate: 1, per: ip }', 'defualt', 'default'),
      ['error rate-limit-bucket 7'],
    ],
    [
      'one bucket with two limits',
      rate('{ rate: 1, per: ip }', '{ bucket: default, rate: 2, per: ip }', 'default'),
      ['error rate-limit-bucket 7'],
    ],
    [
      'one bucket with the same limit twice',
      rate('{ rate: 1, per: ip }', '{ bucket: default, rate: 1, burst: 1, per: ip }'),
      [],
    ],
    ['an unused limit', rate('{ rate: 1, per: ip }', '[]'), ['warning unused-rate-limit 3']],
    [
      'a limit on a webhook',
      description({
        root: `webhooks:\n  x:\n    post:\n      x-rate-limit: { rate: 1, per: ip }\n      ${ok}`,
      }),
      ['error invalid-extension 6'],
    ],
  ])('reports the diagnostics expected for %s', async (_, text, want) => {
    expect(await lintText(text)).toEqual(want);
  });

  it('applies the nearest limit, and all limits of a list', () => {
    const { api } = read(
      description({
        root: `
x-rate-limit: { bucket: all, rate: 15, burst: 30, per: profile }
tags:
  - { name: A }
  - { name: B, x-rate-limit: [{ rate: 10, per: ip }, { rate: 1, per: key }] }`,
        paths: `
/a:
  get: { operationId: byTag, tags: [A, B], ${ok} }
  post: { operationId: byDocument, tags: [A], ${ok} }
  put: { operationId: byNothing, tags: [B], x-rate-limit: [], ${ok} }
/b:
  x-rate-limit: { rate: 2.5, per: key }
  get: { operationId: byPath, tags: [B], ${ok} }
  put: { operationId: bySelf, x-rate-limit: [all, { rate: 3, per: key }], ${ok} }`,
      }),
    );
    const found = api?.operations.map(({ id, rateLimits = [] }) => [
      id,
      ...rateLimits.map(({ bucket, rate: perSecond, burst, per }) => [
        bucket,
        perSecond,
        burst,
        per,
      ]),
    ]);
    expect(found).toEqual([
      ['byTag', ['B ip', 10, 10, 'ip'], ['B key', 1, 1, 'key']],
      ['byDocument', ['all', 15, 30, 'profile']],
      ['byNothing'],
      ['byPath', ['/b', 2.5, 2.5, 'key']],
      ['bySelf', ['all', 15, 30, 'profile'], ['bySelf', 3, 3, 'key']],
    ]);
  });
});

const limits = (text: string): string =>
  description({
    root: `x-limits: ${text}`,
    paths: `
/a:
  get:
    parameters: [{ name: limit, in: query, schema: { type: integer, maximum: 1000 } }]
    ${ok}`,
  });
const maximum = "'#/paths/~1a/get/parameters/0/schema/maximum'";

describe('x-limits', () => {
  it.each<Row>([
    [
      'every kind of value',
      limits(
        "{ a: { value: 1 }, b: { value: '2', unit: s }, c: { value: true }, d: { value: [1, x], description: D } }",
      ),
      [],
    ],
    [
      'a value that equals its sameAs target',
      limits(`{ a: { value: 1000, sameAs: [${maximum}] } }`),
      [],
    ],
    [
      'a value that contradicts its sameAs target',
      limits(`{ a: { value: 100, sameAs: ${maximum} } }`),
      ['error limit-value 3'],
    ],
    [
      'a reference to a missing node',
      limits("{ a: { value: 1, sameAs: '#/nowhere' } }"),
      ['error unresolved-reference 3'],
    ],
    [
      'an invalid reference',
      limits('{ a: { value: 1, sameAs: limit } }'),
      ['error invalid-extension 3'],
    ],
    ['no value', limits('{ a: { unit: s } }'), ['error invalid-extension 3']],
    ['an object', limits('{ a: { value: {} } }'), ['error invalid-extension 3']],
    ['a list of lists', limits('{ a: { value: [[1]] } }'), ['error invalid-extension 3']],
    [
      'a number that a double cannot represent',
      limits('{ a: { value: 9007199254740993 } }'),
      ['error invalid-extension 3'],
    ],
    ['an invalid name', limits("{ 'max-a': { value: 1 } }"), ['error invalid-extension 3']],
    ['an unknown member', limits('{ a: { value: 1, units: s } }'), ['error invalid-extension 3']],
    ['a list instead of a map', limits('[1]'), ['error invalid-type 3']],
  ])('reports the diagnostics expected for %s', async (_, text, want) => {
    expect(await lintText(text)).toEqual(want);
  });
});

const changes = (text: string): string =>
  description({
    root: `x-changelog: ${text}`,
    paths: `/a:\n  get: { operationId: getA, ${ok} }`,
    components:
      'schemas:\n  A: { type: object, properties: { b: { type: string } } }\n  getB: { type: string }',
  });

describe('x-changelog', () => {
  it.each<Row>([
    ['days and months', changes('[{ date: 2025-01-28, text: T }, { date: 2024-02, text: T }]'), []],
    [
      'targets of every kind',
      changes(
        "[{ date: 2024-02, text: T, touches: [getA, A, '#/components/schemas/A/properties/b', '#/paths/~1a'] }]",
      ),
      [],
    ],
    [
      'a day that does not exist',
      changes('[{ date: 2025-02-29, text: T }]'),
      ['error invalid-extension 3'],
    ],
    [
      'a month that does not exist',
      changes('[{ date: 2025-13, text: T }]'),
      ['error invalid-extension 3'],
    ],
    ['a year', changes("[{ date: '2025', text: T }]"), ['error invalid-extension 3']],
    [
      'a date with the name of a month',
      changes('[{ date: 2025-JAN-28, text: T }]'),
      ['error invalid-extension 3'],
    ],
    ['no date', changes('[{ text: T }]'), []],
    ['a sentence', changes('T'), []],
    ['a list of sentences', changes('[T, { text: T, kind: fixed }]'), []],
    ['a number', changes('[1]'), ['error invalid-type 3']],
    ['no kind of change', changes('[{ text: T, kind: new }]'), ['error invalid-extension 3']],
    ['no text', changes('[{ date: 2024-02 }]'), ['error missing-member 3']],
    [
      'an unknown target',
      changes('[{ date: 2024-02, text: T, touches: [getC] }]'),
      ['error unknown-change-target 3'],
    ],
    [
      'an unresolved reference',
      changes("[{ date: 2024-02, text: T, touches: ['#/components/schemas/B'] }]"),
      ['error unresolved-reference 3'],
    ],
    [
      'a target that is a number',
      changes('[{ date: 2024-02, text: T, touches: [1] }]'),
      ['error invalid-type 3'],
    ],
    [
      'an unknown member',
      changes('[{ date: 2024-02, text: T, touch: [A] }]'),
      ['error invalid-extension 3'],
    ],
    ['an object', changes('{ date: 2024-02, text: T }'), []],
    [
      'elements of the description',
      changes('[T]').replace(
        'type: object,',
        'x-changelog: [1, { text: T, touches: [getA] }], type: object,',
      ),
      ['error invalid-type 9', 'error invalid-extension 9'],
    ],
    [
      'a name of both an operation and a schema',
      changes('[{ date: 2024-02, text: T, touches: [getB] }]').replace(
        'operationId: getA',
        'operationId: getB',
      ),
      ['error unknown-change-target 3'],
    ],
  ])('reports the diagnostics expected for %s', async (_, text, want) => {
    expect(await lintText(text)).toEqual(want);
  });
});

const slash = (root: string, first: string, second: string, own = ''): string =>
  description({
    root: `x-trailing-slash: ${root}`,
    paths: `${first}:\n  ${own}\n  get: { ${ok} }\n${second}:\n  post: { ${ok} }`,
  });

describe('x-trailing-slash', () => {
  it.each<Row>([
    ['one spelling of each path', slash('exact', '/a', '/b', 'x-trailing-slash: optional'), []],
    ['both spellings, both exact', slash('exact', '/a', '/a/'), []],
    [
      'both spellings, the first optional',
      slash('exact', '/a', '/a/', 'x-trailing-slash: optional'),
      ['error trailing-slash 5'],
    ],
    ['both spellings, all optional', slash('optional', '/a', '/a/'), ['error trailing-slash 5']],
    [
      'both spellings with different parameter names',
      slash('optional', '/{a}/', '/{b}')
        .replaceAll(
          '  get',
          '  parameters: [{ name: a, in: path, required: true, schema: { type: string } }]\n    get',
        )
        .replaceAll(
          '  post',
          '  parameters: [{ name: b, in: path, required: true, schema: { type: string } }]\n    post',
        ),
      ['error trailing-slash 5'],
    ],
    ['the root path in a document that makes it optional', slash('optional', '/', '/b'), []],
    [
      'the root path with the extension',
      slash('exact', '/', '/b', 'x-trailing-slash: optional'),
      ['error invalid-extension 6'],
    ],
    ['an unknown value', slash('maybe', '/a', '/b'), ['error invalid-extension 3']],
    [
      'a webhook, which has no path',
      description({ root: `webhooks:\n  x:\n    x-trailing-slash: optional\n    post: { ${ok} }` }),
      ['error invalid-extension 5'],
    ],
  ])('reports the diagnostics expected for %s', async (_, text, want) => {
    expect(await lintText(text)).toEqual(want);
  });
});

describe('extensions beside the $ref of a path item', () => {
  it('are reported because they would be lost', () => {
    const { places } = read({
      'api.yaml': description({
        paths: '/a:\n  $ref: a.yaml\n  x-rate-limit: { rate: 1, per: ip }',
      }),
      'a.yaml': `get: { ${ok} }\n`,
    });
    expect(places).toEqual(['warning ignored-sibling api.yaml:6:5']);
  });
});
