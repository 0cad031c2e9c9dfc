import { describe, expect, it } from 'vitest';
import { createXmlEndpoints } from './endpoints.js';

const text = { type: 'string' };
const list = (items: object, xml?: object): object => ({
  type: 'array',
  items,
  ...(xml !== undefined && { xml }),
});
const zoo = (animals: object): object => ({
  type: 'object',
  xml: { name: 'zoo' },
  properties: { animals },
});
const called = (name: string): object => ({ xml: { name } });
const both = ['dog', 'cat'];

interface Example {
  readonly says: string;
  readonly schema: object;
  readonly value: unknown;
  readonly xml: string;
}

/** The tables of the XML Object in OpenAPI 3.0.4 (section 4.7.26) and 3.1.1 (section 4.8.26). */
const early: readonly Example[] = [
  {
    says: 'a text',
    schema: zoo(text),
    value: { animals: 'dog' },
    xml: '<zoo><animals>dog</animals></zoo>',
  },
  {
    says: 'a list without an element of its own',
    schema: zoo(list(text)),
    value: { animals: both },
    xml: '<zoo><animals>dog</animals><animals>cat</animals></zoo>',
  },
  {
    says: 'another name',
    schema: zoo({ ...text, ...called('animal') }),
    value: { animals: 'dog' },
    xml: '<zoo><animal>dog</animal></zoo>',
  },
  {
    says: 'an attribute, and a name in a namespace',
    schema: { $ref: '#/components/schemas/Person' },
    value: { id: 123, name: 'Ada' },
    xml: '<Person id="123"><sample:name xmlns:sample="http://example.com/schema/sample">Ada</sample:name></Person>',
  },
  {
    says: 'items with a name',
    schema: zoo(list({ ...text, ...called('animal') })),
    value: { animals: both },
    xml: '<zoo><animal>dog</animal><animal>cat</animal></zoo>',
  },
  {
    says: 'the name of a list that has no element',
    schema: zoo(list({ ...text, ...called('animal') }, { name: 'aliens' })),
    value: { animals: both },
    xml: '<zoo><animal>dog</animal><animal>cat</animal></zoo>',
  },
  {
    says: 'a list in an element',
    schema: zoo(list(text, { wrapped: true })),
    value: { animals: both },
    xml: '<zoo><animals><animals>dog</animals><animals>cat</animals></animals></zoo>',
  },
  {
    says: 'the same with items that have a name',
    schema: zoo(list({ ...text, ...called('animal') }, { wrapped: true })),
    value: { animals: both },
    xml: '<zoo><animals><animal>dog</animal><animal>cat</animal></animals></zoo>',
  },
  {
    says: 'names for the element and for items',
    schema: zoo(list({ ...text, ...called('animal') }, { name: 'aliens', wrapped: true })),
    value: { animals: both },
    xml: '<zoo><aliens><animal>dog</animal><animal>cat</animal></aliens></zoo>',
  },
  {
    says: 'a name for the element alone',
    schema: zoo(list(text, { name: 'aliens', wrapped: true })),
    value: { animals: both },
    xml: '<zoo><aliens><aliens>dog</aliens><aliens>cat</aliens></aliens></zoo>',
  },
];

/** What OpenAPI 3.2.0 (section 4.26) adds. */
const late: readonly Example[] = [
  {
    says: 'a list in an element, as a type of node',
    schema: zoo(list({ ...text, ...called('animal') }, { nodeType: 'element' })),
    value: { animals: both },
    xml: '<zoo><animals><animal>dog</animal><animal>cat</animal></animals></zoo>',
  },
  {
    says: 'attributes beside text',
    schema: list(
      {
        type: 'object',
        xml: { name: 'animal' },
        properties: {
          kind: { ...text, xml: { nodeType: 'attribute' } },
          name: { ...text, xml: { nodeType: 'text' } },
        },
      },
      { nodeType: 'element', name: 'animals' },
    ),
    value: [
      { kind: 'Cat', name: 'Fluffy' },
      { kind: 'Dog', name: 'Fido' },
    ],
    xml: '<animals><animal kind="Cat">Fluffy</animal><animal kind="Dog">Fido</animal></animals>',
  },
  {
    says: 'a section of text',
    schema: { $ref: '#/components/schemas/Documentation' },
    value: { content: '<html>a ]]> b</html>' },
    xml: '<Documentation><![CDATA[<html>a ]]]]><![CDATA[> b</html>]]></Documentation>',
  },
  {
    says: 'a name where a schema without one is referred to',
    schema: {
      xml: { nodeType: 'element', name: 'Stored' },
      $ref: '#/components/schemas/Nameless',
    },
    value: { content: '<b>' },
    xml: '<Stored><![CDATA[<b>]]></Stored>',
  },
  {
    says: 'elements in order, and null',
    schema: {
      type: 'array',
      xml: { nodeType: 'element', name: 'OneTwoThree' },
      minItems: 3,
      maxItems: 3,
      prefixItems: [
        { ...text, ...called('One') },
        {
          type: 'object',
          xml: { name: 'Two' },
          required: ['unit', 'value'],
          properties: {
            unit: { ...text, xml: { nodeType: 'attribute' } },
            value: { type: 'number', xml: { nodeType: 'text' } },
          },
        },
        { type: ['boolean', 'null'], ...called('Three') },
      ],
    },
    value: ['Some text', { unit: 'cubits', value: 42 }, null],
    xml:
      '<OneTwoThree><One>Some text</One><Two unit="cubits">42</Two>' +
      '<Three xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></OneTwoThree>',
  },
  {
    says: 'text between elements',
    schema: {
      type: 'array',
      xml: { nodeType: 'element', name: 'Report' },
      prefixItems: [
        { ...text, xml: { nodeType: 'text' } },
        { type: 'number', xml: { name: 'data' } },
        { ...text, xml: { nodeType: 'text' } },
      ],
    },
    value: ['Some preamble.', 42, ' Some end.'],
    xml: '<Report>Some preamble.<data>42</data> Some end.</Report>',
  },
  {
    says: 'null as an attribute that is not there',
    schema: { $ref: '#/components/schemas/Product' },
    value: { count: null, description: 'Thing', related: null },
    xml:
      '<product><description>Thing</description>' +
      '<related xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></product>',
  },
  {
    says: 'an object without members',
    schema: { $ref: '#/components/schemas/Product' },
    value: { count: 42, description: 'Thing', related: {} },
    xml: '<product count="42"><description>Thing</description><related/></product>',
  },
];

const Person = {
  type: 'object',
  properties: {
    id: { type: 'integer', format: 'int32', xml: { attribute: true } },
    name: { ...text, xml: { namespace: 'http://example.com/schema/sample', prefix: 'sample' } },
  },
};
const content = { content: { ...text, xml: { nodeType: 'cdata' } } };
const Documentation = { type: 'object', properties: content };
const Nameless = { type: 'object', xml: { nodeType: 'none' }, properties: content };
const Product = {
  type: 'object',
  xml: { name: 'product' },
  required: ['count', 'description', 'related'],
  properties: {
    count: { type: ['number', 'null'], xml: { nodeType: 'attribute' } },
    rating: { ...text, xml: { nodeType: 'attribute' } },
    description: text,
    related: { type: ['object', 'null'] },
  },
};

const bodiesOf = (examples: readonly Example[]): Readonly<Record<string, object>> =>
  Object.fromEntries(examples.map(({ says, schema }) => [says, schema]));

describe.each([
  ['3.0.4', early, { Person }],
  ['3.1.1', early, { Person }],
  ['3.2.0', [...early, ...late], { Person, Documentation, Nameless, Product }],
] as const)('XML examples of OpenAPI %s', async (openapi, examples, schemas) => {
  const endpoints = await createXmlEndpoints({ openapi, bodies: bodiesOf(examples), schemas });

  it.each(examples)('are read and written: $says', async ({ says, value, xml }) => {
    const { request, got, response, outcome } = await endpoints.send(says, value);
    expect(request).toBe(xml);
    expect(got).toEqual(value);
    expect(response).toBe(xml);
    expect(outcome).toMatchObject({ kind: 'success', value });
  });
});
