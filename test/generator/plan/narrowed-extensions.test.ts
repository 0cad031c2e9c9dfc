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

/** What each schema says its `kind` is: nothing where it inherits it, `?` behind what may be absent. */
function kindsOf(schemas: object, use = both): Record<string, string> {
  const { of, shapes } = shapesOf(schemas);
  const said = (shape: Shape): string => {
    if (shape.kind === 'reference') return said(shapes.of(shape.target, use));
    if (shape.kind === 'union') return shape.members.map(said).join(' | ');
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
      const own = kind === undefined ? '' : `${said(kind.shape)}${kind.optional ? '?' : ''}`;
      return [name, `${base}: ${own}`];
    }),
  );
}

describe('a schema that extends a base with a discriminator', () => {
  it('has the value that its name implies', () => {
    expect(
      kindsOf({ Animal: animal(), Cat: extending('Animal'), Dog: extending('Animal', point) }),
    ).toEqual({ Animal: 'union', Cat: 'AnimalBase: Cat', Dog: 'AnimalBase: Dog' });
  });

  it('has the value that it states itself, unless a mapping says otherwise', () => {
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

  it('has every value that is mapped to it', () => {
    const mapping = { cat: 'Cat', kitten: ref('Cat')['$ref' as keyof object], dog: 'Dog' };
    expect(
      kindsOf({
        Animal: animal({ mapping }),
        Cat: extending('Animal', point),
        Dog: extending('Animal', point),
      }),
    ).toEqual({ Animal: 'union', Cat: 'AnimalBase: cat | kitten', Dog: 'AnimalBase: dog' });
  });

  it('has the values of those that extend it, which stay assignable to it', () => {
    const mapping = { bird: 'Bird', parrot: 'Parrot' };
    expect(
      kindsOf({
        Animal: animal({ mapping }),
        Bird: extending('Animal', point),
        Parrot: extending('Bird', point),
      }),
    ).toEqual({ Animal: 'union', Bird: 'AnimalBase: bird | parrot', Parrot: 'Bird: parrot' });
  });

  it('has those of a base of its own too', () => {
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

  it('may lack the member where the base may', () => {
    const { required: _, ...loose } = animal() as { required: unknown };
    expect(kindsOf({ Animal: loose, Cat: extending('Animal', point) })).toEqual({
      Animal: 'union',
      Cat: 'AnimalBase: Cat?',
    });
  });

  it('narrows listed values and what it repeats of the base', () => {
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

  it('travels the way that the member of the base does', () => {
    const schemas = {
      Animal: animal({}, { type: 'string', readOnly: true }),
      Cat: extending('Animal', point),
    };
    expect(kindsOf(schemas, receive)).toMatchObject({ Cat: 'AnimalBase: Cat' });
    expect(kindsOf(schemas, send)).toMatchObject({ Cat: 'AnimalBase: ' });
  });

  it.each<readonly [what: string, schemas: object, cat: string]>([
    [
      'that lists values itself',
      {
        Animal: animal(),
        Cat: extending('Animal', { properties: { kind: { enum: ['c', 'd'] } } }),
      },
      'Animal: c | d',
    ],
    [
      'whose base lists other values',
      { Animal: animal({}, { enum: ['cat'] }), Cat: extending('Animal', point) },
      'Animal: ',
    ],
    [
      'whose base has numbers there',
      {
        Animal: animal({ mapping: { 1: 'Cat' } }, { type: 'integer' }),
        Cat: extending('Animal', point),
      },
      'AnimalBase: ',
    ],
    [
      'that is not mapped where others are',
      {
        Animal: animal({ mapping: { dog: 'Dog' } }),
        Dog: extending('Animal'),
        Cat: extending('Animal', point),
      },
      'AnimalBase: ',
    ],
    [
      'that is taken for all other values',
      {
        Animal: animal({ mapping: { cat: 'Cat' }, defaultMapping: 'Cat' }),
        Cat: extending('Animal', point),
      },
      'AnimalBase: ',
    ],
    [
      'that is mapped and extends nothing',
      { Animal: animal({ mapping: { cat: 'Cat' } }), Cat: { type: 'object', required: ['kind'] } },
      ': unknown',
    ],
  ])('is left as it is where it is one %s', (_, schemas, cat) => {
    expect(kindsOf(schemas)).toMatchObject({ Cat: cat });
  });
});

const point = { type: 'object', properties: { x: { type: 'number' } } };
