import { describe, expect, it } from 'vitest';
import { document, planOf } from './describe.js';

const answer = { '200': { description: 'Fine.' } };

/** What operations are called, by method and path; given with their `operationId`, or none. */
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
      responses: answer,
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

describe('operations of one wish', () => {
  it('are told apart as one and many where one has items of the other', () => {
    expect(
      namesOf({
        'GET /chart/': undefined,
        'DELETE /chart/': undefined,
        'POST /chart/': undefined,
        'GET /chart/{pk}': undefined,
        'DELETE /chart/{pk}': undefined,
        'GET /query': undefined,
        'GET /query/{id}': undefined,
      }),
    ).toEqual({
      'GET /chart/': 'listCharts',
      'DELETE /chart/': 'deleteCharts',
      'POST /chart/': 'createChart',
      'GET /chart/{pk}': 'getChart',
      'DELETE /chart/{pk}': 'deleteChart',
      'GET /query': 'listQueries',
      'GET /query/{id}': 'getQuery',
    });
  });

  it.each([
    ['GET /items/{id}/photo', 'getItemPhoto'],
    ['POST /items/{id}/photo', 'createItemPhoto'],
    ['PUT /items/{id}/photo', 'updateItemPhoto'],
    ['DELETE /items/{id}/photo', 'deleteItemPhoto'],
    ['POST /users/{id}/verification-code', 'createUserVerificationCode'],
    ['POST /users/{id}/subscription', 'createUserSubscription'],
    ['POST /orders/{id}/ship', 'shipOrder'],
    ['POST /orders/{id}/refund', 'refundOrder'],
    ['POST /orders/{id}/upload-image', 'uploadOrderImage'],
    ['POST /sendMessage', 'sendMessage'],
    ['POST /get-chat-members', 'getChatMembers'],
    ['POST /login', 'login'],
    ['POST /api/v1/logOut', 'logOut'],
    ['POST /import', 'createImport'],
    ['POST /api/upload_pic', 'uploadPic'],
    ['POST /users/me/avatar/pick', 'pickUserMeAvatar'],
    ['POST /users/{id}/sign-out', 'signOutUser'],
    ['POST /users/me/notifications/read-all', 'readAllUserMeNotifications'],
    ['POST /videos/{id}/give-ownership', 'giveVideoOwnership'],
    ['POST /videos/{id}/studio/edit', 'editVideoStudio'],
    ['POST /posts/{id}/comments/add', 'addPostComment'],
    ['POST /invoices/{id}/linkPdf', 'linkInvoicePdf'],
    ['POST /products/undelete/{id}', 'undeleteProduct'],
    ['POST /collections/{id}/stockkeepingunit', 'createCollectionStockkeepingunit'],
    ['GET /programs/search', 'searchPrograms'],
    ['GET /search/images', 'searchImages'],
    ['GET /search/{id}/results', 'listSearchResults'],
    ['GET /media.json', 'getMedia'],
    ['GET /tags/{id}.json', 'getTag'],
    ['GET /tags/{id}/related.{format}', 'getTagRelated'],
    ['GET /v1.0/tags', 'listTags'],
  ])('%s is %s', (call, name) => {
    expect(namesOf({ [call]: undefined })).toEqual({ [call]: name });
  });

  it('are called after the verb behind a colon', () => {
    const calls = {
      'POST /v1/users/{id}:activate': undefined,
      'GET /v1/users:batch-get': undefined,
      'POST /v1/users/{id}/posts:search': undefined,
      'GET /v1/users/{id}': undefined,
    };
    expect(namesOf(calls)).toEqual({
      'POST /v1/users/{id}:activate': 'activateUser',
      'GET /v1/users:batch-get': 'batchGetUsers',
      'POST /v1/users/{id}/posts:search': 'searchUserPosts',
      'GET /v1/users/{id}': 'getUser',
    });
  });

  it('are told apart by their marks where they differ in nothing else', () => {
    expect(namesOf({ 'GET /dev/db-reset': undefined, 'GET /dev/db/reset': undefined })).toEqual({
      'GET /dev/db-reset': 'getDevDbDashReset',
      'GET /dev/db/reset': 'getDevDbReset',
    });
  });

  it('are told apart by their parameters, and the one without any keeps its name', () => {
    expect(namesOf({ 'GET /a/status': undefined, 'GET /a/{x}/status': undefined })).toEqual({
      'GET /a/status': 'getAStatus',
      'GET /a/{x}/status': 'getAStatusByX',
    });
  });

  it('take their paths where their ids are the same words', () => {
    expect(
      namesOf({ 'GET /rules/fax': 'rules - list', 'GET /rules/sms': 'rules-list' }),
    ).toMatchObject({ 'GET /rules/fax': 'getRuleFax', 'GET /rules/sms': 'getRuleSms' });
  });

  it('give way to the one whose id is spelt so', () => {
    expect(
      namesOf({ 'GET /a': 'list_pets', 'GET /b': 'listPets', 'GET /pets': undefined }),
    ).toMatchObject({ 'GET /b': 'listPets' });
  });
});

describe('schemas of one wish', () => {
  it('give way to the one that is spelt so', () => {
    const object = { type: 'object', properties: { a: { type: 'string' } } };
    const { types } = planOf(document({ 'Pet.created': object, PetCreated: object }));
    expect(types.map(({ identifier }) => identifier.name)).toEqual([
      'PetCreatedSchema',
      'PetCreated',
    ]);
  });
});
