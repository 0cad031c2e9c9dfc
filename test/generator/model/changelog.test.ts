import { describe, expect, it } from 'vitest';
import { originKey } from '../../../generator/core/origin.js';
import { newestFirst } from '../../../generator/model/changelog.js';
import { changesOf } from '../../../generator/plan/changes.js';
import { description, read } from './read.js';

const files = {
  'api.yaml': description({
    root: `
x-changelog:
  - { date: 2024-02, text: month, touches: ['paths.yaml#/a', A] }
  - { date: 2024-02-05, text: day, touches: ['#/components/schemas/A/properties/b', '#/components/parameters/P'] }
  - { date: 2024-02, text: second of the month, touches: ['#/paths/~1a', getA] }
  - { date: 2023-12-31, text: nothing }
  - { date: 2023-11, text: by name, touches: [C] }
  - { date: 2023-10, text: by reference, touches: ['#/components/schemas/C'] }`,
    paths: '/a: { $ref: paths.yaml#/a }',
    components: `
parameters:
  P: { $ref: 'paths.yaml#/p' }
schemas:
  A: { type: object, properties: { b: { $ref: '#/components/schemas/B' } } }
  B: { type: string }
  C: { $ref: 'paths.yaml#/c' }`,
  }),
  'paths.yaml': `
a:
  get:
    operationId: getA
    parameters: [{ $ref: '#/p' }]
    responses: { '200': { description: ok } }
c: { type: integer }
p: { name: p, in: query, schema: { $ref: 'api.yaml#/components/schemas/A' } }
`,
};

describe('x-changelog', () => {
  const { api, places } = read(files);
  const [operation] = api?.operations ?? [];
  const at = api === undefined ? () => [] : changesOf(api);
  const schema = (name: string, start = '#/components/schemas/') => {
    const found = [...(api?.schemas.values() ?? [])].find(({ origin }) =>
      originKey(origin).endsWith(start + name),
    );
    return found === undefined ? undefined : at(found.origin).map(({ text }) => text);
  };

  it('resolves targets in any document', () => {
    expect(places).toEqual([]);
    expect(operation && at(operation.origin).map(({ text }) => text)).toEqual([
      'second of the month',
    ]);
    expect(operation?.parameters.map(({ origin }) => at(origin).map(({ text }) => text))).toEqual([
      ['day'],
    ]);
    const item = operation?.origin;
    expect(
      item !== undefined && 'parent' in item && at(item.parent).map(({ text }) => text),
    ).toEqual(['month', 'second of the month']);
  });

  it('applies to a property with a reference, but not to its schema', () => {
    expect(schema('A')).toEqual(['month']);
    expect(schema('A/properties/b')).toEqual(['day']);
    expect(schema('B')).toEqual([]);
  });

  it('applies to a component that is defined in another file', () => {
    expect(schema('c', 'paths.yaml#/')).toEqual(['by name', 'by reference']);
  });

  it('is sorted from newest to oldest, with a month after its days', () => {
    expect(newestFirst(api?.changes ?? []).map(({ text }) => text)).toEqual([
      'day',
      'month',
      'second of the month',
      'nothing',
      'by name',
      'by reference',
    ]);
  });
});
