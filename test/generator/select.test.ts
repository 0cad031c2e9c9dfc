import { describe, expect, it } from 'vitest';
import { diagnosticPosition } from '../../generator/core/origin.js';
import { generate, memoryHost, type PackageRequest } from '../../generator/index.js';

const text = `openapi: 3.1.0
info: { title: Zoo, version: 1.0.0 }
tags: [{ name: pets, parent: living }, { name: shops }, { name: living }]
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      security: [{ key: [] }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
    post:
      operationId: addPet
      tags: [pets]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/NewPet' } } } }
      responses: { '204': { description: ok } }
      callbacks: { added: { '{$request.query.url}': { post: { operationId: petAdded, responses: { '204': { description: ok } } } } } }
  /shops/{id}:
    get:
      operationId: getShop
      tags: [shops]
      deprecated: true
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Shop' } } } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    login: { type: http, scheme: basic }
  schemas:
    Pet: { type: object, required: [kind], discriminator: { propertyName: kind }, properties: { kind: { type: string }, owner: { $ref: '#/components/schemas/Owner' } } }
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, properties: { lives: { type: integer } } }] }
    Owner: { type: object, properties: { name: { type: string } } }
    NewPet: { type: object, properties: { name: { type: string } } }
    Shop: { type: object, properties: { owner: { $ref: '#/components/schemas/Owner' } } }
    Unused: { type: string }
`;

async function run(select: PackageRequest['select']): Promise<{
  readonly diagnostics: readonly string[];
  readonly types: readonly string[];
  readonly calls: readonly string[];
  readonly all: string;
}> {
  const host = memoryHost({ '/w/api.yaml': text }, '/w');
  const result = await generate(
    { documents: ['api.yaml'], out: 'out', ...(select === undefined ? {} : { select }) },
    host,
  );
  const files = (result.packages[0]?.written ?? []).filter((path) => path.endsWith('.ts'));
  const texts = files.map((path) => new TextDecoder().decode(host.read(`/w/out/${path}`)));
  const all = texts.join('\n');
  const found = (pattern: RegExp): readonly string[] =>
    [...all.matchAll(pattern)].map(([, name = '']) => name).sort();
  return {
    diagnostics: result.diagnostics
      .filter(({ severity }) => severity === 'error')
      .map((each) => `${each.code} ${diagnosticPosition(each).position?.line}: ${each.message}`),
    types: found(/^export (?:interface|type) (Pet|Cat|Owner|NewPet|Shop|Unused)\b/gm),
    calls: found(/^export const (\w+)Descriptor\b/gm),
    all,
  };
}

describe('selection', () => {
  it.each<[what: string, select: PackageRequest['select'], calls: string[], types: string[]]>([
    [
      'everything',
      undefined,
      ['addPet', 'getShop', 'listPets'],
      ['Cat', 'NewPet', 'Owner', 'Pet', 'Shop', 'Unused'],
    ],
    ['a tag', { tags: ['shops'] }, ['getShop'], ['Owner', 'Shop']],
    [
      'the tags below a tag',
      { tags: ['living'] },
      ['addPet', 'listPets'],
      ['Cat', 'NewPet', 'Owner', 'Pet'],
    ],
    ['a path', { paths: ['/pets'] }, ['addPet', 'listPets'], ['Cat', 'NewPet', 'Owner', 'Pet']],
    ['paths that match a pattern', { paths: ['/shops/*'] }, ['getShop'], ['Owner', 'Shop']],
    [
      'an operation, with the subtypes of its discriminator',
      { operations: ['listPets'] },
      ['listPets'],
      ['Cat', 'Owner', 'Pet'],
    ],
    ['an operation by method and path', { operations: ['POST /pets'] }, ['addPet'], ['NewPet']],
    ['a schema', { schemas: ['Owner'] }, [], ['Owner']],
    [
      'a schema beside a tag',
      { tags: ['shops'], schemas: ['Un*'] },
      ['getShop'],
      ['Owner', 'Shop', 'Unused'],
    ],
    [
      'everything but a tag and what only it uses',
      { excludeTags: ['pets'] },
      ['getShop'],
      ['Owner', 'Shop', 'Unused'],
    ],
    [
      'everything but a path',
      { excludePaths: ['/shops/*'] },
      ['addPet', 'listPets'],
      ['Cat', 'NewPet', 'Owner', 'Pet', 'Unused'],
    ],
    [
      'a tag without an operation',
      { tags: ['pets'], excludeOperations: ['POST /pets'] },
      ['listPets'],
      ['Cat', 'Owner', 'Pet'],
    ],
    [
      'everything that is not deprecated',
      { deprecated: false },
      ['addPet', 'listPets'],
      ['Cat', 'NewPet', 'Owner', 'Pet', 'Unused'],
    ],
    [
      'a deprecated operation that is selected',
      { tags: ['shops'] },
      ['getShop'],
      ['Owner', 'Shop'],
    ],
  ])('contains %s', async (_what, select, calls, types) => {
    const result = await run(select);
    expect(result.diagnostics).toEqual([]);
    expect(result.calls.filter((name) => name !== 'petAdded')).toEqual(calls);
    expect(result.types).toEqual(types);
  });

  it('leaves out the callbacks of an operation with it, and a callback alone', async () => {
    expect((await run({ excludeOperations: ['addPet'] })).all).not.toContain('petAdded');
    const { calls, all } = await run({ excludeOperations: ['petAdded'] });
    expect(calls).toContain('addPet');
    expect(all).not.toContain('petAdded');
  });

  it('reports an excluded name that is unknown', async () => {
    const { diagnostics } = await run({ excludeTags: ['pet'], excludePaths: ['/pet'] });
    expect(diagnostics).toEqual([
      'unknown-selection 1: "pet" matches no tag of the description',
      'unknown-selection 1: "/pet" matches no path of the description',
    ]);
  });

  it('contains only the credentials of the selected operations', async () => {
    expect((await run({ operations: ['listPets'] })).all).toContain('X-Key');
    expect((await run({ operations: ['addPet'] })).all).not.toContain('X-Key');
  });

  it('is reported if a name is unknown', async () => {
    const { diagnostics, calls } = await run({ tags: ['pet'], schemas: ['Nobody'] });
    expect(diagnostics).toEqual([
      'unknown-selection 1: "pet" matches no tag of the description',
      'unknown-selection 1: "Nobody" matches no schema of the description',
    ]);
    expect(calls).toEqual([]);
  });
});

describe('schema of another file', () => {
  const files = {
    '/w/api.yaml': `openapi: 3.1.0
info: { title: Zoo, version: 1.0.0 }
paths:
  /pets:
    get: { operationId: listPets, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: 'pets.yaml#/components/schemas/Pet' } } } } } }
  /shops:
    get: { operationId: listShops, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: 'models/shop.yaml' } } } } } }
components: { schemas: { Unused: { type: string } } }
`,
    '/w/pets.yaml': `components:
  schemas:
    Pet: { type: object, properties: { toy: { $ref: '#/components/schemas/Toy' } } }
    Toy: { type: object, properties: { kg: { type: number } } }
    Alone: { type: object, properties: { part: { $ref: 'parts.yaml#/definitions/Part' } } }
    Broken: { type: object, properties: 1 }
`,
    '/w/parts.yaml':
      'definitions: { Part: { type: object, properties: { a: { type: string } } }, Toy: { type: object, properties: { b: { type: string } } } }\n',
    '/w/models/shop.yaml': 'type: object\nproperties: { name: { type: string } }\n',
  };
  async function types(...schemas: readonly string[]): Promise<readonly string[]> {
    const host = memoryHost(files, '/w');
    const result = await generate(
      { documents: ['api.yaml'], out: 'out', select: { schemas } },
      host,
    );
    const text = new TextDecoder().decode(host.read('/w/out/types.ts') ?? new Uint8Array());
    const reported = result.diagnostics.map(({ code, hint }) => `${code} ${hint}`);
    const declared = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(
      ([, name = '']) => name,
    );
    return [...reported, ...declared.sort()];
  }

  it.each<[schemas: readonly string[], want: readonly string[]]>([
    [['Pet'], ['Pet', 'Toy']],
    [['shop'], ['Shop']],
    [['Alone'], ['Alone', 'Part']],
    [
      ['Unused', 'Part', 'Alone'],
      ['Alone', 'Part', 'Unused'],
    ],
    [['pets.yaml#/components/schemas/Toy'], ['Toy']],
    [['models/*'], ['Shop']],
    [['Alon'], ['unknown-selection did you mean "Alone"?']],
  ])('%s is selected by its name or its path, whether used or not', async (schemas, want) => {
    expect(await types(...schemas)).toEqual(want);
  });

  it('is selected together with schemas of the same name', async () => {
    expect(await types('Toy', 'Alone')).toEqual(['Alone', 'Part', 'PartsToy', 'PetsToy']);
  });

  it('is checked only if it is selected', async () => {
    expect(await types('Broken')).toEqual([expect.stringContaining('invalid-type')]);
  });

  it('is not confused with a pattern', async () => {
    const { diagnostics } = await run({ operations: ['pets/list-all', 'list(Pets)|[a-z]'] });
    expect(diagnostics).toHaveLength(2);
    expect(diagnostics.join()).toContain('pets/list-all');
  });
});
