import { expect, it } from 'vitest';
import { description } from '../model/reading.js';
import { said } from './said.js';

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
    'text or a number, apart',
    members('a: { anyOf: [{ type: string }, { type: integer }] }'),
    ['xml-undecided'],
  ],
  ['words or a number', members('a: { anyOf: [{ enum: [a] }, { type: integer }] }'), []],
  [
    'words like numbers',
    members('a: { anyOf: [{ enum: ["12"] }, { type: integer }] }'),
    ['xml-undecided'],
  ],
  [
    'a date or a number',
    members('a: { anyOf: [{ type: string, format: date }, { type: integer }] }'),
    [],
  ],
  ['text or null', members('a: { type: [string, "null"] }'), []],
  ['anything', members('a: {}'), []],
  [
    'a list or an item',
    members('a: { anyOf: [{ type: string }, { type: array, items: { type: string } }] }'),
    ['xml-undecided'],
  ],
  [
    'one name twice',
    members('a: { type: string }, b: { type: string, xml: { name: a } }'),
    ['xml-undecided'],
  ],
  [
    'one name as element and attribute',
    members('a: { type: string }, b: { type: string, xml: { name: a, attribute: true } }'),
    [],
  ],
  ['a name that is none', members('"@a": { type: string }'), ['xml-name']],
  ['a name that is given', members('"@a": { type: string, xml: { name: a } }'), []],
  [
    'an object as attribute',
    members('a: { type: object, xml: { attribute: true } }'),
    ['xml-attribute'],
  ],
  ['a prefix alone', members('a: { type: string, xml: { prefix: q } }'), ['xml-prefix']],
  ['a member with a prefix', members('"dc:creator": { type: string }'), ['xml-prefix']],
  [
    'a prefix of another name',
    members(
      'a: { type: string, xml: { prefix: q } }, b: { type: string, xml: { prefix: q, namespace: "urn:q" } }',
    ),
    [],
  ],
  [
    'a type of node that is none',
    members('a: { type: string, xml: { nodeType: leaf } }'),
    ['invalid-value'],
  ],
  ['a name that is no text', members('a: { type: string, xml: { name: 1 } }'), ['invalid-type']],
])('tells of %s in XML', async (_, schema, want) => {
  const codes = (await said(body(schema))).map((each) => each.split(' ').slice(0, 2).join(' '));
  expect(codes).toEqual(want.map((code) => `warning ${code}`));
});

it('tells nothing of the same in JSON', async () => {
  expect(
    await said(body(members('"@a": { type: [string, integer] }'), 'application/json')),
  ).toEqual([]);
});

it('asks for the name of a root where more than correctness is asked for', async () => {
  const text = body('{ type: object }').replace(
    "{ $ref: '#/components/schemas/A' }",
    '{ type: array, items: { type: string } }',
  );
  expect(await said(text)).toEqual([]);
  expect((await said(text, true)).filter((each) => each.includes('xml'))).toEqual([
    'warning xml-root-name 6',
  ]);
});
