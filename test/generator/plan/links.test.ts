import { describe, expect, it } from 'vitest';
import { document, planOf } from './describe.js';

/** Functions that the links of the first operation call. */
function called(...links: readonly object[]): readonly string[] {
  const { operations } = planOf(
    document(
      {},
      {
        '/pets': {
          post: {
            operationId: 'adopt',
            responses: {
              '201': {
                description: 'Done.',
                links: Object.fromEntries(links.map((link, index) => [`l${index}`, link])),
              },
            },
          },
        },
        '/pets/{id}': {
          get: {
            operationId: 'read-pet',
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
            responses: { '200': { description: 'Fine.' } },
          },
        },
      },
    ),
  );
  return (operations[0]?.links ?? []).map((link) => link.function);
}

describe('links of a response', () => {
  it('name the function of the target operation, by id or by reference', () => {
    expect(
      called(
        { operationId: 'read-pet' },
        { operationRef: '#/paths/~1pets~1{id}/get' },
        { operationRef: '#/paths/~1pets~1%7Bid%7D/get' },
        { operationRef: 'api.json#/paths/~1pets~1%7Bid%7D/get' },
      ),
    ).toEqual(['readPet', 'readPet', 'readPet', 'readPet']);
  });

  it('keep the reference to an operation of another description', () => {
    expect(called({ operationRef: 'https://example.com/api#/paths/~1a/get' })).toEqual([
      'https://example.com/api#/paths/~1a/get',
    ]);
  });
});
