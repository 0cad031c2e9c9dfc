import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { compared, folder } from './paths-comparison.js';

const root = resolve(import.meta.dirname, '../..');

test('prints types equal to those of openapi-typescript for the platform', async () => {
  const { both, differing } = await compared('platform', join(root, 'spec/platform/openapi.yaml'));
  expect(both).toBeGreaterThan(50);
  expect(differing).toEqual([]);
});

test('prints equal types for schemas narrowed by the discriminator of their base', async () => {
  const pets = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths: { /pets: { get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Dog' } } } } } } } }
components:
  schemas:
    Animal: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind, mapping: { dog: '#/components/schemas/Dog', puppy: '#/components/schemas/Dog' } } }
    Dog: { allOf: [{ $ref: '#/components/schemas/Animal' }, { type: object, properties: { tail: { type: boolean } } }] }
`;
  const document = join(folder, 'pets.yaml');
  writeFileSync(document, pets);
  // The base is the union of what extends it in ours, and the base alone in theirs.
  expect(await compared('pets', document)).toEqual({ both: 2, differing: ['ourAnimal'] });
  expect(readFileSync(join(folder, 'pets/api/types.ts'), 'utf8')).toContain("'dog' | 'puppy'");
});

test('prints equal types for properties that only a subschema of a subtype requires', async () => {
  const pets = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths: {}
components:
  schemas:
    Pet: { type: object, required: [name], properties: { name: { type: string }, tail: { type: boolean } } }
    Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { required: [tail] }] }
`;
  const document = join(folder, 'demanded.yaml');
  writeFileSync(document, pets);
  expect(await compared('demanded', document)).toEqual({ both: 2, differing: [] });
  expect(readFileSync(join(folder, 'demanded/api/types.ts'), 'utf8')).toContain('tail: boolean');
});

test('prints equal types for tuples, required properties beside unions, and other differences', async () => {
  const odd = `openapi: 3.1.0
info: { title: Odd, version: 1.0.0 }
paths: {}
components:
  schemas:
    TupleNone: { type: array, prefixItems: [{ type: string }, { type: number }] }
    TupleSome: { type: array, prefixItems: [{ type: string }, { type: number }], minItems: 1 }
    TupleClosed: { type: array, prefixItems: [{ type: string }, { type: number }], minItems: 1, items: false }
    TupleRest: { type: array, prefixItems: [{ type: string }, { type: number }], minItems: 2, items: { type: boolean } }
    TupleCapped: { prefixItems: [{ type: string }, { type: number }], minItems: 1, maxItems: 1 }
    TupleNull: { type: [array, 'null'], prefixItems: [{ type: string }, { $ref: '#/components/schemas/TupleSome' }], minItems: 1 }
    ListOfNothing: { type: array, items: false }
    UntypedList: { items: { type: string } }
    A: { type: object, properties: { a: { type: string }, z: { type: string } } }
    B: { type: object, required: [b], properties: { b: { type: number }, z: { type: string } } }
    OneOf: { required: [z], oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }
    AnyOf: { required: [z], anyOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }
    OneOfOrNull: { required: [z], oneOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] }
    OneOfUnknown: { required: [n, z], oneOf: [{ $ref: '#/components/schemas/A' }, { type: object, properties: { z: { type: number } } }] }
    OneOfPart: { allOf: [{ oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }, { required: [z] }] }
    Union: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }
    Wider: { oneOf: [{ $ref: '#/components/schemas/Union' }, { type: object, properties: { v: { type: string } } }] }
    OrNull: { oneOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] }
    OfUnion: { allOf: [{ $ref: '#/components/schemas/Union' }, { required: [z] }] }
    OfWider: { allOf: [{ $ref: '#/components/schemas/Wider' }, { required: [z] }] }
    OfOrNull: { allOf: [{ $ref: '#/components/schemas/OrNull' }, { required: [z] }] }
    BesideUnion: { $ref: '#/components/schemas/Union', required: [z] }
    Tagged: { oneOf: [{ $ref: '#/components/schemas/T1' }, { $ref: '#/components/schemas/T2' }], discriminator: { propertyName: k } }
    T1: { type: object, required: [k], properties: { k: { type: string, enum: [T1] }, z: { type: string } } }
    T2: { type: object, required: [k], properties: { k: { type: string, enum: [T2] }, z: { type: number } } }
    OfTagged: { allOf: [{ $ref: '#/components/schemas/Tagged' }, { required: [z] }] }
    TypedOneOf: { type: object, required: [z], oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }
    TypedAnyOf: { type: object, required: [z], anyOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }
    TypedMembers: { type: object, required: [y, z], properties: { y: { type: string } }, oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }
    TypedOfUnion: { type: object, required: [z], allOf: [{ $ref: '#/components/schemas/Union' }] }
    OfTypedPart: { allOf: [{ type: object, required: [z] }, { $ref: '#/components/schemas/Union' }] }
    Within: { type: object, properties: { at: { required: [z], oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] } } }
    Either: { type: object, required: [w], properties: { w: { type: string }, x: { type: string } }, anyOf: [{ required: [x] }, { required: [w] }] }
    Undescribed: { type: object, required: [n], properties: { m: { type: string } } }
    BesideRef: { $ref: '#/components/schemas/A', required: [a], properties: { k: { type: string } } }
    More: { type: object, properties: { a: { type: string } }, additionalProperties: { type: string } }
    MoreOfOther: { type: object, required: [a], properties: { a: { type: string } }, additionalProperties: { type: number } }
    Patterns: { type: object, properties: { a: { type: integer } }, patternProperties: { '^x-': { type: string } } }
    Nothing: { type: object, additionalProperties: false }
    EnumOfType: { type: string, enum: [a, 1] }
    EnumWithoutNull: { type: [string, 'null'], enum: [a, b] }
    OnlyNull: { const: null }
    Never: { not: {} }
`;
  const document = join(folder, 'odd.yaml');
  writeFileSync(document, odd);
  // Its further members are unknown in ours.
  expect(await compared('odd', document)).toEqual({ both: 43, differing: ['theirMoreOfOther'] });
  const view = readFileSync(join(folder, 'odd/api/paths.ts'), 'utf8');
  expect(view.replace(/\s+/g, ' ')).toContain('TupleSome: [ string, number?, ...unknown[] ];');
});

test('prints wire types for converted values', async () => {
  const held = `openapi: 3.1.0
info: { title: Held, version: 1.0.0 }
x-dates: Date
x-int64: bigint
paths: {}
components:
  schemas:
    Held: { type: object, required: [at, count], properties: { at: { type: string, format: date-time }, count: { type: integer, format: int64 } } }
`;
  const document = join(folder, 'held.yaml');
  writeFileSync(document, held);
  expect(await compared('held', document)).toEqual({
    both: 1,
    differing: ['ourHeld', 'theirHeld'],
  });
  const texts = ['types', 'paths'].map((name) =>
    readFileSync(join(folder, `held/api/${name}.ts`), 'utf8'),
  );
  expect(texts[0]).toMatch(/at: Date;\s+readonly count: bigint;/);
  expect(texts[1]).toMatch(/at: string;[^;]*count: number;/);
});
