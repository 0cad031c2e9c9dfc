import { describe, expect, it } from 'vitest';
import type { OperationPlan, Plan } from '../../../generator/plan/plan.js';
import { document, planOf } from './describe.js';

const ok = { responses: { '200': { description: 'Fine.' } } };
const text = { type: 'string' };

function pathParameters(path: string): readonly object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: text,
  }));
}

/** A plan of operations `METHOD /path` with what they say. */
function plan(operations: { readonly [line: string]: object }, more: object = {}): Plan {
  const paths: { [path: string]: { [method: string]: object } } = {};
  for (const [line, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = line.split(' ');
    const { parameters = [], ...rest } = operation as { parameters?: readonly object[] };
    const item = (paths[path] ??= {});
    item[method.toLowerCase()] = {
      ...ok,
      ...rest,
      parameters: [...pathParameters(path), ...parameters],
    };
  }
  return planOf({ ...document({}, paths), ...more });
}

function only(planned: Plan): OperationPlan {
  const [operation] = planned.operations;
  if (operation === undefined) throw new Error('there is an operation');
  return operation;
}

describe('services', () => {
  it('are derived from tags with any spelling', () => {
    const { services } = plan({
      'GET /a': { tags: ['EVM Smart Accounts'] },
      'GET /b': { tags: ['evm-smart-accounts'] },
      'GET /c': { tags: ['Con'] },
    });
    expect(
      services.map(({ property, className, file, operations }) => [
        property,
        className.name,
        file,
        operations.length,
      ]),
    ).toEqual([
      ['evmSmartAccounts', 'EvmSmartAccountsService', 'operations/evm-smart-accounts.ts', 2],
      ['con', 'ConService', 'operations/con-service.ts', 1],
    ]);
  });

  it('are derived from tags for navigation, not from badges and audiences', () => {
    const operations = {
      'GET /a': { tags: ['partners', 'beta', 'cats'] },
      'GET /dogs': { tags: ['partners'] },
    };
    const tags = [
      { name: 'animals', kind: 'nav' },
      { name: 'cats', kind: 'nav', parent: 'animals' },
      { name: 'partners', kind: 'audience' },
      { name: 'beta', kind: 'badge' },
    ];
    expect(plan(operations, { tags }).services.map(({ property }) => property)).toEqual([
      'cats',
      'dogs',
    ]);
  });

  it('are derived from the path without tags', () => {
    const { services } = plan({ 'GET /api/v1/pets': {}, 'GET /{id}': {} });
    expect(services.map(({ property }) => property)).toEqual(['pets', 'api']);
  });

  it('avoid the members of a client', () => {
    expect(plan({ 'GET /a': { tags: ['then'] } }).services[0]?.property).toBe('thenService');
  });
});

describe('operation names', () => {
  it('are derived from method and path without an operationId', () => {
    const { method, function: named } = only(plan({ 'GET /pets/{petId}': {} }));
    expect([method, named.name]).toEqual(['getByPetId', 'getPetsByPetId']);
  });

  it.each([
    ['createPolicy', ['Policies'], 'create', 'createPolicy'],
    ['listWebhooks', ['Webhooks'], 'list', 'listWebhooks'],
    [
      'prepareUserOperation',
      ['EVM Smart Accounts'],
      'prepareUserOperation',
      'prepareUserOperation',
    ],
    ['repos/get-branch', ['repos'], 'getBranch', 'reposGetBranch'],
    ['delete', ['Pets'], 'delete', 'deletePet'],
    ['pets', ['Pets'], 'pets', 'pets'],
    ['GetPetByID', ['Pets'], 'getById', 'getPetById'],
  ])('of %s in %s have the method %s', (operationId, tags, method, own) => {
    const operation = only(plan({ 'GET /x': { operationId, tags } }));
    expect([operation.method, operation.function.name]).toEqual([method, own]);
  });

  it('stay complete if the short method is not unique', () => {
    const { operations } = plan({
      'GET /a': { operationId: 'getPet', tags: ['Pets'] },
      'GET /b': { operationId: 'getPets', tags: ['Pets'] },
    });
    expect(operations.map(({ method }) => method)).toEqual(['getPet', 'getPets']);
  });
});

describe('arguments of an operation', () => {
  const query = (required = false): object => ({ name: 'q', in: 'query', required, schema: text });
  const header = (required = false): object => ({
    name: 'X-H',
    in: 'header',
    required,
    schema: text,
  });
  const requestBody = (required = true): object => ({
    required,
    content: { 'application/json': { schema: text } },
  });
  const cases: readonly (readonly [string, object, string])[] = [
    ['nothing', {}, 'none optional'],
    ['an optional query', { parameters: [query()] }, 'query optional GetXQuery'],
    ['a required query', { parameters: [query(true)] }, 'query required GetXQuery'],
    ['a body', { requestBody: requestBody() }, 'body required'],
    ['an optional body', { requestBody: requestBody(false) }, 'body optional'],
    [
      'a body and an optional query',
      { parameters: [query()], requestBody: requestBody() },
      'body required GetXOptions',
    ],
    [
      'a body and a required query',
      { parameters: [query(true)], requestBody: requestBody() },
      'parts required GetXInput',
    ],
    ['an optional header', { parameters: [header()] }, 'none optional GetXOptions'],
    ['a required header', { parameters: [header(true)] }, 'parts required GetXInput'],
    [
      'a header that OpenAPI reserves',
      { parameters: [{ ...header(true), name: 'Accept' }] },
      'none optional',
    ],
  ];
  it.each(cases)('have the expected layout for %s', (_, operation, want) => {
    const { input, options } = only(
      plan({ 'POST /x': { operationId: 'getX', ...operation } }),
    ).arguments;
    const names = [
      input.type?.name,
      options.name === 'CallOptions' ? undefined : options.name,
    ].filter((name) => name !== undefined);
    expect([input.kind, input.required ? 'required' : 'optional', ...names].join(' ')).toBe(want);
  });

  it('omit the idempotency key', () => {
    const parameters = [
      { name: 'Idempotency-Key', in: 'header', schema: text, 'x-idempotency': true },
    ];
    expect(only(plan({ 'POST /x': { parameters } })).arguments.headers).toEqual([]);
  });

  it('start with path parameters in path order, with valid names', () => {
    const operation = only(plan({ 'GET /a/{webhook_id}/b/{class}/{body}': {} }));
    expect(operation.arguments.path.map(({ name }) => name)).toEqual([
      'webhookId',
      'classParameter',
      'bodyParameter',
    ]);
  });
});

describe('outcomes of an operation', () => {
  const outcomes = (...codes: readonly string[]): readonly string[] => {
    const responses = Object.fromEntries(codes.map((code) => [code, { description: 'x' }]));
    return only(plan({ 'GET /x': { responses } })).outcomes.map(
      ({ respond, success }) => respond + (success ? '*' : ''),
    );
  };

  it('are named after reason phrases', () => {
    expect(
      outcomes('200', '201', '204', '400', '404', '422', '4XX', '499', '4XX', '5XX', 'default'),
    ).toEqual([
      'ok*',
      'created*',
      'noContent*',
      'badRequest',
      'notFound',
      'unprocessableContent',
      'status499',
      'clientError',
      'serverError',
      'other',
    ]);
  });

  it('include a successful default only without another success', () => {
    expect(outcomes('default', '404')).toContain('other*');
    expect(outcomes('2XX', 'default')).toEqual(['success*', 'other']);
  });
});
