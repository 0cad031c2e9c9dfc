import { describe, expect, it } from 'vitest';
import { both, document, planOf, receive, send } from './describe.js';
import type { Plan } from '../../../generator/plan/plan.js';
import { clientOf } from '../../../generator/emitters/client/plan.js';
import { serverOf } from '../../../generator/emitters/server/plan.js';

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const names = ({ types }: Plan): readonly string[] =>
  types.map(({ identifier }) => identifier.name);

function exchange(request: object, response: object): object {
  return {
    '/things': {
      post: {
        operationId: 'createThing',
        requestBody: { required: true, ...json(request) },
        responses: { '201': { description: 'Made.', ...json(response) } },
      },
    },
  };
}

describe('type names', () => {
  it('are those of the document if valid', () => {
    const plan = planOf(
      document({ Pet: {}, simple_user: {}, 'simple-user': {}, Error: {}, class: {} }),
    );
    expect(names(plan)).toEqual(['Pet', 'simple_user', 'SimpleUser', 'ErrorSchema', 'Class']);
  });

  it('do not change if an unrelated schema is added', () => {
    const one = names(planOf(document({ 'a-b': {}, 'a.b': {} })));
    const other = names(planOf(document({ Zebra: {}, 'a.b': {}, 'a-b': {} })));
    expect(new Set(other)).toEqual(new Set([...one, 'Zebra']));
    expect(new Set(one).size).toBe(2);
  });

  it('exist for inline bodies of operations', () => {
    const inline = { type: 'object', properties: { a: {} } };
    const plan = planOf(document({}, exchange(inline, { ...inline, title: 'Other' })));
    expect(names(plan)).toEqual(['CreateThingBody', 'CreateThingResponse']);
  });

  it('do not exist for short inline types', () => {
    const list = { type: 'array', items: { type: 'string' } };
    expect(names(planOf(document({}, exchange(list, { type: 'string' }))))).toEqual([]);
  });

  it('of schemas in a list include the name of the file', () => {
    const plan = planOf(
      document({}, exchange({ $ref: 'parts.json#/0' }, { $ref: 'parts.json#/1' })),
      {
        '/parts.json': [
          { type: 'object', properties: { other: { $ref: '#/1' } } },
          { type: 'object', properties: { other: { $ref: '#/0' } } },
        ],
      },
    );
    expect(names(plan)).toEqual(['Parts0', 'Parts1']);
  });

  it('are derived from the property of a large inline object', () => {
    const large = { type: 'object', properties: { a: {}, b: {}, c: {} } };
    const plan = planOf(
      document({
        Policy: {
          type: 'object',
          properties: { rules: { type: 'array', items: large }, owner: large },
        },
      }),
    );
    expect(names(plan)).toEqual(['Policy', 'PolicyRule', 'PolicyOwner']);
  });

  it('exist for every target of a reference', () => {
    const plan = planOf(
      document({
        A: {
          type: 'object',
          properties: {
            tag: { type: 'string' },
            same: { $ref: '#/components/schemas/A/properties/tag' },
          },
        },
      }),
    );
    expect(names(plan)).toEqual(['A', 'ATag']);
  });

  it('belong to the component that refers to another file', () => {
    const plan = planOf(document({ Pet: { $ref: 'pets.json#/Pet' } }), {
      '/pets.json': {
        Pet: {
          type: 'object',
          properties: {
            mate: { $ref: '#/Pet' },
            home: { $ref: 'api.json#/components/schemas/Pet' },
          },
        },
      },
    });
    expect(names(plan)).toEqual(['Pet']);
  });
});

describe('types for requests and responses', () => {
  const user = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', readOnly: true }, friend: ref('User') },
  };
  const schemas = {
    User: user,
    Team: { type: 'object', properties: { lead: ref('User') } },
    Plain: { type: 'object' },
  };

  it('are separate if they differ, also through references', () => {
    const plan = planOf(document(schemas, exchange(ref('Team'), ref('Team'))));
    expect(names(plan)).toEqual(['User', 'UserInput', 'Team', 'TeamInput', 'Plain']);
    const team = plan.types.find(({ identifier }) => identifier.name === 'Team');
    if (team === undefined) throw new Error('there is a team');
    expect(plan.typeOf(team.id, send)?.name).toBe('TeamInput');
    expect(plan.typeOf(team.id, receive)?.name).toBe('Team');
    expect(plan.checkOf(team.id, send)?.guard.name).toBe('isTeamInput');
    expect(plan.checkOf(team.id, receive)?.guard.name).toBe('isTeam');
  });

  it('are shared if a type is used in one direction only', () => {
    const plan = planOf(document(schemas, exchange(ref('Team'), ref('Plain'))));
    expect(names(plan)).toEqual(['User', 'Team', 'Plain']);
    expect(plan.types[0]).toMatchObject({ use: send });
  });
});

describe('alias of a recursive union', () => {
  it('omits the branch that refers to itself', () => {
    const self = { $dynamicAnchor: 'self', anyOf: [{ $dynamicRef: '#self' }, { type: 'null' }] };
    expect(planOf(document({ Self: self })).types.map(({ shape }) => shape.kind)).toEqual(['null']);
  });
});

describe('checks', () => {
  it('exist for every named type and every transferred value', () => {
    const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer' } }];
    const plan = planOf(
      document(
        { Pet: {} },
        {
          '/pets': {
            get: {
              operationId: 'listPets',
              parameters,
              responses: {
                '200': { description: 'x', ...json({ type: 'array', items: ref('Pet') }) },
              },
            },
          },
        },
      ),
    );
    expect(
      plan.checks.map(({ guard, schema, exported }) => [guard.name, schema?.name, exported]),
    ).toEqual([
      ['isPet', 'petSchema', true],
      ['isListPetsLimit', undefined, false],
      ['isListPetsResponse', undefined, false],
    ]);
    const [type] = plan.types;
    expect(type && plan.checkOf(type.id, both)?.guard.name).toBe('isPet');
  });
});

describe('names of the package', () => {
  it('are derived from its base name', () => {
    const plan = planOf(document({}));
    const [client, server] = [clientOf(plan), serverOf(plan)];
    expect([
      client.className.name,
      client.connect.name,
      client.description.name,
      server.factory.name,
    ]).toEqual(['ShopClient', 'connectShop', 'shopDescription', 'createShopServer']);
  });

  it('avoid names of the document', () => {
    const client = clientOf(planOf(document({ ShopClient: {} })));
    expect(client.className.name).toBe('ShopApiClient');
  });
});

describe('name of a nested schema', () => {
  const inside = {
    Pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'object', properties: {} }] },
    Uses: {
      properties: {
        a: { $ref: '#/components/schemas/Pair/prefixItems/0' },
        b: { $ref: '#/components/schemas/Pair/prefixItems/1' },
      },
    },
  };

  it('is its path if several have the same words', () => {
    expect(names(planOf(document(inside)))).toEqual([
      'Pair',
      'Uses',
      'PairPrefixItems0',
      'PairPrefixItems1',
    ]);
  });

  it('does not depend on the folder of the description', () => {
    const many = Object.fromEntries(
      ['a b', 'a-b', 'a.b', 'a+b'].map((name) => [name, { properties: { x: { enum: [name] } } }]),
    );
    const files = (folder: string): Plan =>
      planOf(
        document({}, exchange({ $ref: './x.json#/$defs/a-b' }, { $ref: './x.json#/$defs/a+b' })),
        { '/x.json': { $defs: many } },
        folder,
      );
    expect(names(files('/home/ann'))).toEqual(names(files('/home/bob/api')));
    expect(new Set(names(files('/home/ann'))).size).toBe(2);
  });
});

describe('name of a schema referenced inside an operation or a shared response', () => {
  const line = { type: 'object', properties: { id: { type: 'string' } } };
  const order = {
    type: 'object',
    properties: {
      lines: { type: 'array', items: { allOf: [line, { type: 'object', properties: { n: {} } }] } },
    },
  };
  const at = '#/paths/~1things/post/responses/201/content/application~1json/schema';

  it('is derived from its role in the operation', () => {
    const uses = {
      a: { $ref: at },
      b: { $ref: `${at}/properties/lines/items` },
      c: { $ref: `${at}/properties/lines/items/allOf/0` },
      d: { $ref: `${at}/properties/lines/items/allOf/1` },
    };
    const plan = planOf(document({ Uses: { properties: uses } }, exchange({}, order)));
    expect(names(plan)).toEqual([
      'Uses',
      'CreateThingResponse',
      'CreateThingResponseLine',
      'CreateThingResponseLineAllOf0',
      'CreateThingResponseLineAllOf1',
    ]);
  });

  it('is derived from the response if its name is taken', () => {
    const answer = (property: string): object => ({
      description: 'An answer.',
      ...json({ type: 'object', properties: { [property]: {}, id: {} } }),
    });
    const responses = {
      Error: answer('a'),
      Pet: answer('b'),
      Other: answer('c'),
      404: answer('d'),
    };
    const paths = Object.keys(responses).map((name) => [
      `/${name}`,
      { get: { responses: { 200: { $ref: `#/components/responses/${name}` } } } },
    ]);
    const plan = planOf({
      ...document({ Pet: { type: 'object' } }, Object.fromEntries(paths) as object),
      components: { schemas: { Pet: { type: 'object' } }, responses },
    });
    expect(new Set(names(plan))).toEqual(
      new Set(['Pet', 'NotFoundResponse', 'ErrorResponse', 'PetResponse', 'Other']),
    );
  });
});

describe('base with a discriminator', () => {
  const schemas = {
    Pet: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' } },
      discriminator: { propertyName: 'kind', mapping: { cat: 'Cat', kitty: 'Cat' } },
    },
    Cat: {
      allOf: [ref('Pet'), { properties: { id: { type: 'string', readOnly: true } } }],
      required: ['id'],
    },
    Dog: { allOf: [ref('Pet')] },
    Owner: { type: 'object', properties: { pet: ref('Pet') } },
  };

  it('is split into two types with its subtypes and users, unlike its own properties', () => {
    const plan = planOf(document(schemas, exchange(ref('Owner'), ref('Owner'))));
    expect(names(plan)).toEqual([
      'Pet',
      'PetInput',
      'Cat',
      'CatInput',
      'Dog',
      'Owner',
      'OwnerInput',
      'PetBase',
    ]);
  });

  it('has separate checks for each direction, as do its users', () => {
    const plan = planOf(document(schemas, exchange(ref('Owner'), ref('Owner'))));
    const checks = plan.checks.map(({ guard, use }) => `${guard.name} ${use.direction}`);
    expect(checks).toEqual([
      'isPet receive',
      'isPetInput send',
      'isCat receive',
      'isCatInput send',
      'isDog both',
      'isOwner receive',
      'isOwnerInput send',
      'isPetBase both',
    ]);
  });
});
