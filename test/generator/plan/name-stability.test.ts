import { describe, expect, test } from 'vitest';
import { document } from './describe.js';
import { lockOf, namesOf } from './locked-names.js';
import { answer } from './variants.js';

describe('locked names', () => {
  const small = (paths: object, schemas: object = {}): object => document(schemas, paths);

  test('stay while they are among the candidates', () => {
    const one = { '/pets': { get: { responses: answer } } };
    const lock = lockOf(small(one));
    const both = {
      '/animals': { get: { operationId: 'getPets', responses: answer } },
      ...one,
    };
    expect(namesOf(small(both)).get('GET /pets')).not.toContain('"getPets"');
    expect(namesOf(small(both), lock).get('GET /pets')).toContain('"getPets"');
  });

  test('stay for an operation that lost its id', () => {
    const paths = { '/pets': { get: { responses: answer } } };
    const lock = lockOf(small({ '/pets': { get: { operationId: 'allPets', responses: answer } } }));
    expect(namesOf(small(paths)).get('GET /pets')).toContain('"getPets"');
    expect(namesOf(small(paths), lock).get('GET /pets')).toContain('"allPets"');
  });

  test('stay exported for a schema that would no longer have a name', () => {
    const holder = (members: readonly string[]): object => ({
      Pet: {
        type: 'object',
        properties: {
          owner: {
            type: 'object',
            properties: Object.fromEntries(members.map((name) => [name, { type: 'string' }])),
          },
        },
      },
    });
    const place = '#/components/schemas/Pet/properties/owner';
    const lock = lockOf(small({}, holder(['name', 'street', 'town'])));
    expect(lock.schemas.get(place)?.name).toBe('PetOwner');
    expect(lockOf(small({}, holder(['name']))).schemas.get(place)).toBeUndefined();
    expect(lockOf(small({}, holder(['name'])), lock).schemas.get(place)?.name).toBe('PetOwner');
  });
});
