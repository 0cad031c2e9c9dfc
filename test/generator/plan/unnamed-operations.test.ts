import { describe, expect, it } from 'vitest';
import { document, planOf } from './describe.js';

const responses = { '200': { description: 'Fine.' } };

/** Names of operations by method and path; each is given with its `operationId`, or without one. */
function namesOf(calls: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [call, operationId] of Object.entries(calls)) {
    const [method = '', path = ''] = call.split(' ');
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    const item = (paths[path] ??= {});
    item[method.toLowerCase()] = {
      ...(operationId !== undefined && { operationId }),
      parameters,
      responses,
    };
  }
  const { services } = planOf(document({}, paths));
  const named = services.flatMap(({ operations }) => operations);
  return Object.fromEntries(
    named.map((each) => {
      const call = Object.keys(calls).find((key) => key === each.id || calls[key] === each.id);
      return [call ?? each.id, each.function.name];
    }),
  );
}

describe('operation without an id', () => {
  it.each([
    ['GET /pets', 'getPets'],
    ['GET /pets/', 'getPets'],
    ['GET /pets/{petId}', 'getPetsByPetId'],
    ['POST /pets/{petId}/photo', 'postPetsByPetIdPhoto'],
    ['POST /pets:sync', 'postPetsSync'],
    ['GET /v1/users:batch-get', 'getUsersBatchGet'],
    ['PUT /users/{user_id}/posts/{id}', 'putUsersByUserIdPostsById'],
    ['DELETE /api/v1/sign-out', 'deleteSignOut'],
    ['GET /v1.0/tags', 'getTags'],
    ['GET /media.json', 'getMediaJson'],
    ['GET /tags/{id}/related.{format}', 'getTagsByIdRelatedByFormat'],
    ['GET /compare/{base}...{head}', 'getCompareByBaseByHead'],
    ['PATCH /{id}', 'patchById'],
    ['HEAD /', 'headRoot'],
    ['GET /api/v2', 'getRoot'],
  ])('is named after its method and path: %s is %s', (call, name) => {
    expect(namesOf({ [call]: undefined })).toEqual({ [call]: name });
  });

  it('has all segments in its name if only the version of the path differs', () => {
    expect(namesOf({ 'GET /v1/pets': undefined, 'GET /v2/pets': undefined })).toEqual({
      'GET /v1/pets': 'getV1Pets',
      'GET /v2/pets': 'getV2Pets',
    });
  });

  it('has punctuation in its name if paths otherwise collide', () => {
    expect(namesOf({ 'GET /dev/db-reset': undefined, 'GET /dev/db/reset': undefined })).toEqual({
      'GET /dev/db-reset': 'getDevDbDashReset',
      'GET /dev/db/reset': 'getDevDbReset',
    });
  });

  it('avoids the id of another operation', () => {
    expect(namesOf({ 'GET /pets': undefined, 'GET /all': 'getPets' })).toMatchObject({
      'GET /all': 'getPets',
    });
  });
});

describe('operations with ids of the same words', () => {
  it('are named after their paths', () => {
    expect(
      namesOf({ 'GET /rules/fax': 'rules - list', 'GET /rules/sms': 'rules-list' }),
    ).toMatchObject({ 'GET /rules/fax': 'getRulesFax', 'GET /rules/sms': 'getRulesSms' });
  });

  it('give precedence to the id spelled like the name', () => {
    expect(
      namesOf({ 'GET /a': 'list_pets', 'GET /b': 'listPets', 'GET /pets': undefined }),
    ).toMatchObject({ 'GET /b': 'listPets' });
  });
});

describe('schemas with the same name candidate', () => {
  it('give precedence to the schema spelled like it', () => {
    const object = { type: 'object', properties: { a: { type: 'string' } } };
    const { types } = planOf(document({ 'Pet.created': object, PetCreated: object }));
    expect(types.map(({ identifier }) => identifier.name)).toEqual([
      'PetCreatedSchema',
      'PetCreated',
    ]);
  });
});
