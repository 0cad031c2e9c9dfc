import { describe, expect, it } from 'vitest';
import { diagnosticPosition } from '../../generator/core/origin.js';
import { generate, memoryHost } from '../../generator/index.js';

const kinds = (mapping: string): string => `openapi: 3.1.0
info: { title: Zoo, version: 1.0.0 }
paths:
  /pet:
    get:
      operationId: getPet
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
components:
  schemas:
    Pet:
      type: object
      required: [kind]
      properties: { kind: { type: string } }
      discriminator:
        propertyName: kind
        mapping: ${mapping}
`;

const pets = `components:
  schemas:
    Cat:
      allOf:
        - $ref: 'api.yaml#/components/schemas/Pet'
        - { type: object, required: [lives], properties: { lives: { type: integer }, owner: { $ref: '#/components/schemas/Owner' } } }
    Owner: { type: object, properties: { name: { type: string } } }
    Toy: { type: object, required: [what], properties: { what: { type: string } }, discriminator: { propertyName: what, mapping: { ball: Ball } } }
    Ball: { allOf: [{ $ref: '#/components/schemas/Toy' }, { type: object, properties: { round: { type: boolean } } }] }
`;

const dog = `allOf:
  - $ref: 'api.yaml#/components/schemas/Pet'
  - { type: object, properties: { toy: { $ref: 'pets.yaml#/components/schemas/Toy' } } }
`;

interface Run {
  readonly diagnostics: readonly string[];
  file(name: string): string;
}

async function run(mapping: string): Promise<Run> {
  return runOf({
    '/w/api.yaml': kinds(mapping),
    '/w/pets.yaml': pets,
    '/w/Dog.yaml': dog,
    '/secret.yaml': 'type: object',
  });
}

async function runOf(files: Readonly<Record<string, string>>): Promise<Run> {
  const host = memoryHost(files, '/w');
  const result = await generate({ documents: ['api.yaml'], out: 'out' }, host);
  return {
    diagnostics: result.diagnostics.map((diagnostic) => {
      const { source, position } = diagnosticPosition(diagnostic);
      return `${diagnostic.severity} ${diagnostic.code} ${source.path}:${position?.line}`;
    }),
    file: (name) => new TextDecoder().decode(host.read(`/w/out/${name}`) ?? new Uint8Array()),
  };
}

describe('discriminator mapping', () => {
  it('generates types and checks for schemas that only the mapping refers to', async () => {
    const { diagnostics, file } = await run(
      "{ cat: 'pets.yaml#/components/schemas/Cat', dog: ./Dog.yaml }",
    );
    expect(diagnostics).toEqual([]);
    const types = file('types.ts');
    for (const name of ['Pet', 'Cat', 'Dog', 'Owner', 'Toy', 'Ball'])
      expect(types).toMatch(new RegExp(`export (?:interface|type) ${name} `));
    expect(types).toMatch(/interface Cat extends \w*<?Pet.*\{\s*readonly kind: 'cat'/);
    const checks = file('validators.ts');
    for (const name of ['Cat', 'Dog', 'Ball']) expect(checks).toContain(`function is${name}(`);
  });

  it.each<[what: string, mapping: string, want: string]>([
    ['a missing file', '{ cat: cats.yaml }', 'warning unresolved-mapping api.yaml:16'],
    [
      'a missing schema',
      "{ cat: 'pets.yaml#/components/schemas/Kat' }",
      'warning unresolved-mapping api.yaml:16',
    ],
    ['a missing name', '{ cat: Cat }', 'warning unresolved-mapping api.yaml:16'],
    [
      'a file outside the folder',
      '{ cat: ../secret.yaml }',
      'error forbidden-reference api.yaml:16',
    ],
    [
      'the network',
      "{ cat: 'https://example.com/cat.yaml' }",
      'error forbidden-reference api.yaml:16',
    ],
  ])('is reported if it refers to %s', async (_what, mapping, want) => {
    expect((await run(mapping)).diagnostics).toEqual([want]);
  });
});

describe('base schema in another file', () => {
  const api = `openapi: 3.1.0
info: { title: Zoo, version: 1.0.0 }
paths:
  /pet:
    get:
      operationId: getPet
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: 'pets.yaml#/components/schemas/Pet' } } } } }
components: { schemas: { Bird: { allOf: [{ $ref: 'pets.yaml#/components/schemas/Pet' }, { type: object, properties: { wings: { type: integer } } }] } } }
`;
  const others = `components:
  schemas:
    Pet: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }
    Kitten: { allOf: [{ $ref: 'pets.yaml#/components/schemas/Cat' }, { type: object, properties: { weeks: { type: integer } } }] }
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, required: [lives], properties: { lives: { type: integer } } }] }
    Stone: { type: object, properties: { weight: { type: number } } }
`;

  it('is a union of its subtypes in both files', async () => {
    const { diagnostics, file } = await runOf({ '/w/api.yaml': api, '/w/pets.yaml': others });
    expect(diagnostics).toEqual([]);
    const types = file('types.ts');
    for (const name of ['Bird', 'Cat', 'Kitten'])
      expect(types).toMatch(new RegExp(`${name} [^{]*\\{\\s*readonly kind: '${name}'`));
    expect(types).not.toContain('Stone');
    const checks = file('validators.ts');
    for (const name of ['Bird', 'Cat', 'Kitten']) expect(checks).toContain(`function is${name}(`);
  });
});
