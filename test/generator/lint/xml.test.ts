import { expect, it } from 'vitest';
import { description } from '../model/read.js';
import { lintText } from './lint-text.js';

/** A description with a body of XML of one schema. */
const body = (schema: string, type = 'application/xml'): string =>
  description({
    paths: `/a:
  post:
    requestBody: { content: { ${type}: { schema: { $ref: '#/components/schemas/A' } } } }
    responses: { '200': { description: ok } }`,
    components: `schemas:\n  A: ${schema}`,
  });

const members = (text: string): string => `{ type: object, properties: { ${text} } }`;

it.each<readonly [what: string, schema: string, want: readonly string[]]>([
  ['text or a number', members('a: { type: [string, integer] }'), ['xml-undecided']],
  [
    'text or a number, in branches',
    members('a: { anyOf: [{ type: string }, { type: integer }] }'),
    ['xml-undecided'],
  ],
  ['an enum of words or a number', members('a: { anyOf: [{ enum: [a] }, { type: integer }] }'), []],
  [
    'an enum of digits or a number',
    members('a: { anyOf: [{ enum: ["12"] }, { type: integer }] }'),
    ['xml-undecided'],
  ],
  [
    'a date or a number',
    members('a: { anyOf: [{ type: string, format: date }, { type: integer }] }'),
    [],
  ],
  ['text or null', members('a: { type: [string, "null"] }'), []],
  ['any value', members('a: {}'), []],
  [
    'a list or one item',
    members('a: { anyOf: [{ type: string }, { type: array, items: { type: string } }] }'),
    ['xml-undecided'],
  ],
  [
    'two elements with the same name',
    members('a: { type: string }, b: { type: string, xml: { name: a } }'),
    ['xml-undecided'],
  ],
  [
    'an element and an attribute with the same name',
    members('a: { type: string }, b: { type: string, xml: { name: a, attribute: true } }'),
    [],
  ],
  ['an invalid name', members('"@a": { type: string }'), ['xml-name']],
  [
    'an invalid property name with a valid XML name',
    members('"@a": { type: string, xml: { name: a } }'),
    [],
  ],
  [
    'an object as attribute',
    members('a: { type: object, xml: { attribute: true } }'),
    ['xml-attribute'],
  ],
  [
    'a prefix without a namespace',
    members('a: { type: string, xml: { prefix: q } }'),
    ['xml-prefix'],
  ],
  ['a property name with a colon', members('"dc:creator": { type: string }'), ['xml-prefix']],
  [
    'a prefix declared by another property',
    members(
      'a: { type: string, xml: { prefix: q } }, b: { type: string, xml: { prefix: q, namespace: "urn:q" } }',
    ),
    [],
  ],
  [
    'an unknown node type',
    members('a: { type: string, xml: { nodeType: leaf } }'),
    ['ignored-member'],
  ],
  ['a name that is not text', members('a: { type: string, xml: { name: 1 } }'), ['ignored-member']],
])('XML: reports the diagnostics expected for %s', async (_, schema, want) => {
  const codes = (await lintText(body(schema))).map((each) => each.split(' ').slice(0, 2).join(' '));
  expect(codes).toEqual(want.map((code) => `warning ${code}`));
});

it('XML: reports nothing for JSON', async () => {
  expect(
    await lintText(body(members('"@a": { type: [string, integer] }'), 'application/json')),
  ).toEqual([]);
});

it('XML: warns of a root element without a name in strict linting only', async () => {
  const text = body('{ type: object }').replace(
    "{ $ref: '#/components/schemas/A' }",
    '{ type: array, items: { type: string } }',
  );
  expect(await lintText(text)).toEqual([]);
  expect((await lintText(text, true)).filter((each) => each.includes('xml'))).toEqual([
    'warning xml-root-name 6',
  ]);
});
