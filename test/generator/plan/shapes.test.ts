import { describe, expect, it } from 'vitest';
import type { Shape } from '../../../generator/model/shape/shape.js';
import { receive, send, shapesOf } from './describe.js';

/** A shape in few words, references by the last part of their target. */
function describeShape(shape: Shape): string {
  switch (shape.kind) {
    case 'literal':
      return JSON.stringify(shape.value);
    case 'array':
      return `${describeShape(shape.items)}[]`;
    case 'tuple': {
      const items = shape.items.map(
        (item, index) => describeShape(item) + (index < shape.required ? '' : '?'),
      );
      return `[${[...items, ...(shape.rest === undefined ? [] : [`...${describeShape(shape.rest)}[]`])].join(', ')}]`;
    }
    case 'object': {
      const members = shape.members.map(
        ({ name, optional, shape: member }) =>
          `${name}${optional ? '?' : ''}: ${describeShape(member)}`,
      );
      const index =
        shape.additional === undefined ? [] : [`[*]: ${describeShape(shape.additional)}`];
      const bases = shape.extends.map((id) => id.slice(id.lastIndexOf('/') + 1));
      return `${bases.length === 0 ? '' : `${bases.join(' ')} + `}{${[...members, ...index].join(', ')}}`;
    }
    case 'union': {
      const text = shape.members.map(describeShape).join(' | ');
      return shape.discriminator === undefined ? text : `${text} by ${shape.discriminator}`;
    }
    case 'intersection':
      return shape.members.map(describeShape).join(' & ');
    case 'reference':
      return shape.target.slice(shape.target.lastIndexOf('/') + 1);
    case 'open-enum':
      return `${shape.values.join('|')}|…`;
    default:
      return shape.kind;
  }
}

const text = { type: 'string' };
const point = {
  type: 'object',
  required: ['x'],
  properties: { x: { type: 'number' }, y: { type: 'number' } },
};

const table: readonly (readonly [what: string, schema: unknown, want: string])[] = [
  ['anything', {}, 'unknown'],
  ['nothing', false, 'never'],
  ['what is not anything', { not: {} }, 'never'],
  ['a number of any kind', { type: 'integer' }, 'number'],
  ['several types', { type: ['string', 'null'] }, 'string | null'],
  ['listed values', { enum: ['a', 1, null, true] }, '"a" | 1 | null | true'],
  ['listed values of the type only', { type: 'string', enum: ['a', 1] }, '"a"'],
  ['a constant', { const: { a: [1] } }, '{a: [1]}'],
  ['a list', { type: 'array', items: text }, 'string[]'],
  ['a list of anything', { type: 'array' }, 'unknown[]'],
  ['items without a type', { items: text }, 'string[]'],
  [
    'a tuple that may go on',
    { type: 'array', prefixItems: [text, {}], minItems: 1 },
    '[string, unknown?, ...unknown[]]',
  ],
  ['a closed tuple', { prefixItems: [text], items: false }, '[string?]'],
  [
    'a tuple closed by its length',
    { prefixItems: [text, text], maxItems: 2, minItems: 2 },
    '[string, string]',
  ],
  ['members', point, '{x: number, y?: number}'],
  ['members without a type', { properties: { a: text } }, '{a?: string}'],
  ['a member that is only required', { type: 'object', required: ['a'] }, '{a: unknown}'],
  ['an object of which nothing is said', { type: 'object' }, '{[*]: unknown}'],
  ['a map', { type: 'object', additionalProperties: text }, '{[*]: string}'],
  [
    'a map with members of other types',
    { type: 'object', properties: { n: { type: 'number' } }, additionalProperties: text },
    '{n?: number, [*]: unknown}',
  ],
  [
    'a closed object',
    { type: 'object', properties: { a: text }, additionalProperties: false },
    '{a?: string}',
  ],
  [
    'patterns',
    { type: 'object', patternProperties: { '^x': text }, additionalProperties: { type: 'number' } },
    '{[*]: number | string}',
  ],
  [
    'patterns beside anything',
    { type: 'object', patternProperties: { '^x': text } },
    '{[*]: unknown}',
  ],
  ['an open list of values', { anyOf: [{ type: 'string', enum: ['a', 'b'] }, text] }, 'a|b|…'],
  ['an open list the other way round', { anyOf: [text, { enum: ['a'] }] }, 'a|…'],
  [
    'an open list that may be null',
    { anyOf: [{ enum: ['a'] }, text, { type: 'null' }] },
    'a|… | null',
  ],
  ['an extensible list', { type: 'string', 'x-extensible-enum': ['a'] }, 'a|…'],
  ['an extensible list of numbers', { type: 'integer', 'x-extensible-enum': [1, 'a', 2] }, '1|2|…'],
  [
    'what two extensible lists have in common',
    {
      allOf: [
        { type: 'string', 'x-extensible-enum': ['a', 'b'] },
        { type: 'string', 'x-extensible-enum': ['b', 'c'] },
      ],
    },
    'b|…',
  ],
  [
    'an extensible list beside numbers that are listed',
    { anyOf: [{ type: 'integer', 'x-extensible-enum': [1] }, { enum: [2, 'a'] }] },
    '1|2|… | "a"',
  ],
  ['a reference', { $ref: '#/components/schemas/Point' }, 'Point'],
  [
    'a reference with words beside it',
    { $ref: '#/components/schemas/Point', description: 'here' },
    'Point',
  ],
  [
    'a reference with limits beside it',
    { $ref: '#/components/schemas/Name', maxLength: 3 },
    'Name',
  ],
  ['a lone part', { allOf: [{ $ref: '#/components/schemas/Point' }] }, 'Point'],
  [
    'a part and members',
    { allOf: [{ $ref: '#/components/schemas/Point' }], properties: { z: text } },
    'Point + {z?: string}',
  ],
  [
    'a part whose member becomes required',
    { allOf: [{ $ref: '#/components/schemas/Point' }, { required: ['y'] }] },
    'Point + {y: number}',
  ],
  [
    'parts that conflict',
    { allOf: [{ $ref: '#/components/schemas/Point' }, { properties: { x: text } }] },
    'Point & {x: string}',
  ],
  [
    'a part with a map that its members do not fit',
    {
      allOf: [
        { $ref: '#/components/schemas/Point' },
        { type: 'object', additionalProperties: text },
      ],
    },
    'Point + {[*]: unknown}',
  ],
  [
    'a part with a map that its members fit',
    {
      allOf: [
        { $ref: '#/components/schemas/Point' },
        { type: 'object', additionalProperties: { type: 'number' } },
      ],
    },
    'Point & {[*]: number}',
  ],
  [
    'inline parts',
    { allOf: [point, { properties: { z: text } }] },
    '{x: number, y?: number, z?: string}',
  ],
  [
    'a type that forbids every branch but one',
    { type: 'string', anyOf: [text, { type: 'number' }] },
    'string',
  ],
  [
    'branches beside a plain object',
    {
      type: 'object',
      oneOf: [{ $ref: '#/components/schemas/Point' }, { $ref: '#/components/schemas/Circle' }],
    },
    'Point | Circle',
  ],
  [
    'branches that only demand members',
    { ...point, anyOf: [{ required: ['x'] }, { required: ['y'] }] },
    '{x: number, y?: number}',
  ],
  [
    'members that only a part beside branches demands',
    {
      allOf: [
        { required: ['y', 'z'] },
        {
          oneOf: [
            { type: 'object', required: ['a'], properties: { a: text, z: text } },
            { type: 'object', required: ['b'], properties: { b: text } },
          ],
        },
      ],
    },
    '{a: string, z: string, y: unknown} | {b: string, y: unknown, z: unknown}',
  ],
  [
    'a member that is demanded of referenced branches',
    {
      required: ['x', 'radius'],
      oneOf: [{ $ref: '#/components/schemas/Point' }, { $ref: '#/components/schemas/Circle' }],
    },
    'Point & {radius: unknown} | Circle & {x: unknown, radius: number}',
  ],
  [
    'a member that is demanded of whatever is an object',
    { required: ['x'], oneOf: [{ $ref: '#/components/schemas/Point' }, text] },
    'Point | string',
  ],
  [
    'a member of which an extension says limits only',
    { allOf: [{ $ref: '#/components/schemas/Point' }, { properties: { x: { minimum: 1 } } }] },
    'Point + {x: number}',
  ],
  ['zeros of both signs', { enum: [-0, 0] }, '0'],
  ['branches that anything satisfies', { oneOf: [text, {}] }, 'unknown'],
  [
    'lists that must be both',
    {
      allOf: [
        { type: 'array', items: text },
        { type: 'array', items: { enum: ['a'] } },
      ],
    },
    '"a"[]',
  ],
];

describe('shape of a schema', () => {
  const components = Object.fromEntries(table.map(([, schema], index) => [`S${index}`, schema]));
  const { of } = shapesOf({
    ...components,
    Name: text,
    Point: point,
    Circle: { type: 'object', properties: { radius: { type: 'number' } } },
  });
  it.each(table.map(([what, , want], index) => [what, want, index] as const))(
    'is as expected for %s: %s',
    (_, want, index) => {
      expect(describeShape(of(`S${index}`))).toBe(want);
    },
  );
});

describe('union of objects', () => {
  const branch = (kind: object, required = true): object => ({
    type: 'object',
    ...(required ? { required: ['kind'] } : {}),
    properties: { kind },
  });
  const of = (schemas: object): string => describeShape(shapesOf(schemas).of('Union'));
  const union = { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] };

  it('is discriminated by constants without a discriminator', () => {
    expect(of({ Union: union, A: branch({ const: 'a' }), B: branch({ enum: ['b'] }) })).toBe(
      'A | B by kind',
    );
  });
  it('is discriminated despite null', () => {
    const nullable = { oneOf: [...union.oneOf, { type: 'null' }] };
    expect(of({ Union: nullable, A: branch({ const: 'a' }), B: branch({ const: 'b' }) })).toBe(
      'A | B | null by kind',
    );
  });
  it('is discriminated through nested unions', () => {
    const inner = { oneOf: [branch({ const: 'b' }), branch({ const: 'c' })] };
    expect(of({ Union: union, A: branch({ const: 'a' }), B: inner })).toBe('A | B by kind');
  });
  it.each([
    ['two branches share a value', { const: 'a' }, { const: 'a' }, true],
    ['a branch has more than one value', { const: 'a' }, { enum: ['b', 'c'] }, true],
    ['the property is optional', { const: 'a' }, { const: 'b' }, false],
  ])('is not discriminated if %s', (_, a, b, required) => {
    expect(of({ Union: union, A: branch(a), B: branch(b, required) })).toBe('A | B');
  });
  it('narrows a string property to the values of the discriminator', () => {
    const stated = {
      ...union,
      discriminator: { propertyName: 'kind', mapping: { first: '#/components/schemas/A' } },
    };
    expect(
      of({ Union: stated, A: branch({ type: 'string' }), B: branch({ type: 'string' }) }),
    ).toBe('A & {kind: "first"} | B & {kind: "B"} by kind');
  });
  it('keeps the branch of the default mapping unnarrowed', () => {
    const stated = { ...union, discriminator: { propertyName: 'kind', defaultMapping: 'B' } };
    const text = { type: 'string' };
    expect(of({ Union: stated, A: branch(text), B: branch(text, false) })).toBe(
      'A & {kind: "A"} | B by kind',
    );
  });
  it('prefers constants to names implied by the discriminator', () => {
    const stated = { ...union, discriminator: { propertyName: 'kind' } };
    expect(of({ Union: stated, A: branch({ const: 'a' }), B: branch({ const: 'b' }) })).toBe(
      'A | B by kind',
    );
  });
});

describe('recursion', () => {
  it('ends in references', () => {
    const { of } = shapesOf({
      Tree: {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
      },
    });
    expect(describeShape(of('Tree'))).toBe('{children?: Tree[]}');
  });
  it('is discriminated by constants without an endless loop', () => {
    const operand = {
      oneOf: [{ $ref: '#/components/schemas/Sum' }, { $ref: '#/components/schemas/Leaf' }],
    };
    const { of } = shapesOf({
      Sum: { type: 'object', required: ['op'], properties: { op: { const: '+' }, left: operand } },
      Leaf: { type: 'object', required: ['op'], properties: { op: { const: '1' } } },
    });
    expect(describeShape(of('Sum'))).toBe('{op: "+", left?: Sum | Leaf by op}');
  });
});

describe('readOnly and writeOnly properties', () => {
  const { of } = shapesOf({
    User: {
      type: 'object',
      required: ['id', 'password'],
      properties: {
        id: { type: 'string', readOnly: true },
        password: { type: 'string', writeOnly: true },
        name: text,
      },
    },
    Plain: { type: 'object', properties: { name: text } },
  });
  it('are omitted in the other direction', () => {
    expect(describeShape(of('User', send))).toBe('{password: string, name?: string}');
    expect(describeShape(of('User', receive))).toBe('{id: string, name?: string}');
    expect(describeShape(of('User'))).toBe('{id: string, password: string, name?: string}');
  });
  it('cause no second shape if there are none', () => {
    expect(of('Plain', send)).toBe(of('Plain', receive));
  });
});
