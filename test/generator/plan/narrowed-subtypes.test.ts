import { describe, expect, it } from 'vitest';
import type { Shape } from '../../../generator/model/shape/shape.js';
import { both, receive, send, shapesOf } from './describe.js';

const text = { type: 'string' };
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const extending = (base: string, more: object = {}): object => ({ allOf: [ref(base), more] });
const animal = (more: object = {}, kind: object = text): object => ({
  type: 'object',
  required: ['kind'],
  properties: { kind },
  discriminator: { propertyName: 'kind', ...more },
});

/** Type of `kind` in each schema: empty if inherited, with `?` if optional. */
function kindsOf(schemas: object, use = both): Record<string, string> {
  const { of, shapes } = shapesOf(schemas);
  const describeShape = (shape: Shape): string => {
    if (shape.kind === 'reference') return describeShape(shapes.of(shape.target, use));
    if (shape.kind === 'union') return shape.members.map(describeShape).join(' | ');
    return shape.kind === 'literal' ? String(shape.value) : shape.kind;
  };
  return Object.fromEntries(
    Object.keys(schemas).map((name) => {
      const shape = of(name, use);
      if (shape.kind !== 'object') return [name, shape.kind];
      const kind = shape.members.find((member) => member.name === 'kind');
      const base = shape.extends
        .map((id) => id.replace(/\/base$/, 'Base').replace(/.*\//, ''))
        .join(' ');
      const own =
        kind === undefined ? '' : `${describeShape(kind.shape)}${kind.optional ? '?' : ''}`;
      return [name, `${base}: ${own}`];
    }),
  );
}

describe('subtype of a base with a discriminator', () => {
  it('has the value implied by its name', () => {
    expect(
      kindsOf({ Animal: animal(), Cat: extending('Animal'), Dog: extending('Animal', point) }),
    ).toEqual({ Animal: 'union', Cat: 'AnimalBase: Cat', Dog: 'AnimalBase: Dog' });
  });

  it('has its own discriminator value, unless a mapping replaces it', () => {
    const schemas = (more: object): object => ({
      Animal: animal(more),
      Cat: { ...extending('Animal'), 'x-ms-discriminator-value': '#cat' },
      Dog: extending('Animal'),
    });
    expect(kindsOf(schemas({}))).toEqual({
      Animal: 'union',
      Cat: 'AnimalBase: #cat',
      Dog: 'AnimalBase: Dog',
    });
    expect(kindsOf(schemas({ mapping: { hound: 'Dog', cat: 'Cat' } }))).toMatchObject({
      Cat: 'AnimalBase: cat',
      Dog: 'AnimalBase: hound',
    });
  });

  it('has every value mapped to it', () => {
    const mapping = { cat: 'Cat', kitten: ref('Cat')['$ref' as keyof object], dog: 'Dog' };
    expect(
      kindsOf({
        Animal: animal({ mapping }),
        Cat: extending('Animal', point),
        Dog: extending('Animal', point),
      }),
    ).toEqual({ Animal: 'union', Cat: 'AnimalBase: cat | kitten', Dog: 'AnimalBase: dog' });
  });

  it('has the values of its own subtypes, which stay assignable to it', () => {
    const mapping = { bird: 'Bird', parrot: 'Parrot' };
    expect(
      kindsOf({
        Animal: animal({ mapping }),
        Bird: extending('Animal', point),
        Parrot: extending('Bird', point),
      }),
    ).toEqual({ Animal: 'union', Bird: 'AnimalBase: bird | parrot', Parrot: 'Bird: parrot' });
  });

  it('has the values of a second base with a discriminator too', () => {
    expect(
      kindsOf({
        Animal: animal(),
        Bird: { ...extending('Animal'), ...animal({ mapping: { talker: 'Parrot' } }) },
        Parrot: extending('Bird', point),
      }),
    ).toEqual({
      Animal: 'union',
      Bird: 'union',
      Parrot: 'BirdBase: Parrot | talker',
    });
  });

  it('has an optional discriminator if the base has', () => {
    const { required: _, ...loose } = animal() as { required: unknown };
    expect(kindsOf({ Animal: loose, Cat: extending('Animal', point) })).toEqual({
      Animal: 'union',
      Cat: 'AnimalBase: Cat?',
    });
  });

  it('narrows an enum and a redeclared property of the base', () => {
    const kind = { enum: ['cat', 'dog'] };
    const mapping = { cat: 'Cat', dog: 'Dog' };
    expect(
      kindsOf({
        Kind: kind,
        Animal: animal({ mapping }, ref('Kind')),
        Cat: extending('Animal', { properties: { kind: ref('Kind') } }),
        Dog: extending('Animal', { properties: { kind: text } }),
      }),
    ).toEqual({ Kind: 'union', Animal: 'union', Cat: 'AnimalBase: cat', Dog: 'AnimalBase: dog' });
  });

  it('is narrowed only in the direction of the property', () => {
    const schemas = {
      Animal: animal({}, { type: 'string', readOnly: true }),
      Cat: extending('Animal', point),
    };
    expect(kindsOf(schemas, receive)).toMatchObject({ Cat: 'AnimalBase: Cat' });
    expect(kindsOf(schemas, send)).toMatchObject({ Cat: 'AnimalBase: ' });
  });

  it.each<readonly [what: string, schemas: object, cat: string]>([
    [
      'lists values itself',
      {
        Animal: animal(),
        Cat: extending('Animal', { properties: { kind: { enum: ['c', 'd'] } } }),
      },
      'Animal: c | d',
    ],
    [
      'has a base with other listed values',
      { Animal: animal({}, { enum: ['cat'] }), Cat: extending('Animal', point) },
      'Animal: ',
    ],
    [
      'has a base with a numeric discriminator',
      {
        Animal: animal({ mapping: { 1: 'Cat' } }, { type: 'integer' }),
        Cat: extending('Animal', point),
      },
      'AnimalBase: ',
    ],
    [
      'is not mapped, but others are',
      {
        Animal: animal({ mapping: { dog: 'Dog' } }),
        Dog: extending('Animal'),
        Cat: extending('Animal', point),
      },
      'AnimalBase: ',
    ],
    [
      'is the default mapping',
      {
        Animal: animal({ mapping: { cat: 'Cat' }, defaultMapping: 'Cat' }),
        Cat: extending('Animal', point),
      },
      'AnimalBase: ',
    ],
    [
      'is mapped, but extends nothing',
      { Animal: animal({ mapping: { cat: 'Cat' } }), Cat: { type: 'object', required: ['kind'] } },
      ': unknown',
    ],
  ])('is not narrowed if it %s', (_, schemas, cat) => {
    expect(kindsOf(schemas)).toMatchObject({ Cat: cat });
  });
});

const point = { type: 'object', properties: { x: { type: 'number' } } };
