import { describe, expect, test } from 'vitest';
import { randomFrom, rounds, seed } from '../../rounds.js';
import { compareApis } from '../../../generator/diff/compare-apis.js';
import { compileCheck, createValues } from './checks.js';
import { documentOf, readDocument, relationBetween, subjectOf } from './descriptions.js';
import { createRandomSchemas, type RandomSchema } from './random-schemas.js';

/** Pairs of schemas, and values of each. Full rounds make a thousand values for each direction of each pair. */
const pairs = rounds(200, 40);
const values = rounds(1000, 40);

describe('schemas that are reported as compatible', () => {
  test('accept the values of one another', () => {
    const random = createRandomSchemas(randomFrom(seed));
    const wrong: string[] = [];
    let decided = 0;
    for (let round = 0; round < pairs; round++) {
      const old = random.schema();
      const next = random.edited(old);
      const [before, after] = [old, next].map((schema) => readDocument(documentOf(schema)));
      if (before === undefined || after === undefined) continue;
      const ids = { old: subjectOf(before), next: subjectOf(after) };
      const relation = relationBetween(before, after, ids, 'message');
      const directions = [
        [relation.oldInNew, before, ids.old, after, ids.next],
        [relation.newInOld, after, ids.next, before, ids.old],
      ] as const;
      for (const [answer, from, fromId, to, toId] of directions) {
        if (answer !== 'yes') continue;
        decided += 1;
        const make = createValues(from, fromId, 'message');
        const check = compileCheck(to, toId, 'message');
        const bad = rejected(make, check);
        if (bad !== undefined)
          wrong.push(reportOf(bad, from === before ? [old, next] : [next, old]));
      }
    }
    expect(wrong).toEqual([]);
    expect(decided).toBeGreaterThan(pairs / 4);
  });
});

/** Places of the schema `Subject` in AsyncAPI, with the role that sends its values. */
const placements: readonly (readonly [
  place: string,
  sender: 'publisher' | 'subscriber',
  document: (schema: RandomSchema) => object,
])[] = [
  ['a payload', 'publisher', (schema) => asyncDocument(schema, 'send')],
  ['a payload that clients publish', 'publisher', (schema) => asyncDocument(schema, 'receive')],
  ['a reply', 'subscriber', (schema) => asyncDocument(schema, 'reply')],
  [
    'a payload of AsyncAPI 2',
    'publisher',
    (schema) => ({
      asyncapi: '2.6.0',
      info: { title: 'Subjects', version: '1.0.0' },
      channels: { subjects: { publish: { message: { payload: subject } } } },
      components: { schemas: { Subject: schema } },
    }),
  ],
];

const subject = { $ref: '#/components/schemas/Subject' };

function asyncDocument(schema: RandomSchema, where: 'send' | 'receive' | 'reply'): object {
  const channel = { $ref: '#/channels/subjects' };
  const [message, answer] = ['message', 'answer'].map((name) => [
    { $ref: `#/channels/subjects/messages/${name}` },
  ]);
  return {
    asyncapi: '3.0.0',
    info: { title: 'Subjects', version: '1.0.0' },
    channels: {
      subjects: {
        address: 'subjects',
        messages: {
          message: { payload: where === 'reply' ? { type: 'null' } : subject },
          answer: { payload: subject },
        },
      },
    },
    operations: {
      operate: {
        action: where === 'receive' ? 'receive' : 'send',
        channel,
        messages: message,
        ...(where === 'reply' && { reply: { channel, messages: answer } }),
      },
    },
    components: { schemas: { Subject: schema } },
  };
}

describe('messages that are reported as compatible', () => {
  test.each(placements)('are read by the other side as %s', (_, sender, documentWith) => {
    const random = createRandomSchemas(randomFrom(seed));
    const wrong: string[] = [];
    let decided = 0;
    for (let round = 0; round < pairs; round++) {
      const old = random.schema();
      const next = random.edited(old);
      const [before, after] = [old, next].map((schema) => readDocument(documentWith(schema)));
      if (before === undefined || after === undefined) continue;
      const changes = compareApis(before, after);
      const isCompatible = (role: 'publisher' | 'subscriber'): boolean =>
        changes.every(({ verdicts }) => ['compatible', 'cosmetic'].includes(verdicts[role] ?? ''));
      const receiver = sender === 'publisher' ? 'subscriber' : 'publisher';
      const directions = [
        [sender, before, after],
        [receiver, after, before],
      ] as const;
      for (const [role, from, to] of directions) {
        if (!isCompatible(role)) continue;
        decided += 1;
        const make = createValues(from, subjectOf(from), 'message');
        const bad = rejected(make, compileCheck(to, subjectOf(to), 'message'));
        if (bad !== undefined)
          wrong.push(reportOf(bad, from === before ? [old, next] : [next, old]));
      }
    }
    expect(wrong).toEqual([]);
    expect(decided).toBeGreaterThan(pairs / 4);
  });
});

describe('a property that is not listed', () => {
  const conditions: readonly (readonly [string, object])[] = [
    ['then', { if: { required: ['a'] }, then: { required: ['b'] } }],
    ['else', { if: { required: ['a'] }, else: { allOf: [{ required: ['b'] }] } }],
    ['dependentRequired', { dependentRequired: { a: ['b'] } }],
    ['dependentSchemas', { dependentSchemas: { a: { required: ['b'] } } }],
    ['not', { not: { not: { required: ['b'] } } }],
  ];

  test.each(conditions)('is compared if %s requires it', (_, condition) => {
    const old = { type: 'object', ...condition };
    const next = { ...old, properties: { b: { type: 'string' } } };
    const [before, after] = [readDocument(documentOf(old)), readDocument(documentOf(next))];
    const ids = { old: subjectOf(before), next: subjectOf(after) };
    expect(relationBetween(before, after, ids, 'message').oldInNew).toBe('no');
  });

  test('is not compared otherwise, as nobody sends it', () => {
    const [before, after] = [
      { type: 'object' },
      { properties: { b: { type: 'string' } }, type: 'object' },
    ].map((schema) => readDocument(documentOf(schema)));
    if (before === undefined || after === undefined) throw new Error('not read');
    const ids = { old: subjectOf(before), next: subjectOf(after) };
    expect(relationBetween(before, after, ids, 'message').oldInNew).toBe('yes');
  });
});

function rejected(
  make: ReturnType<typeof createValues>,
  check: (value: unknown) => boolean,
): { readonly value: unknown } | undefined {
  for (let index = 0; index < values; index++) {
    const made = make(seed + index);
    if (made === undefined) return undefined;
    if (!check(made.value)) return made;
  }
  return undefined;
}

function reportOf(
  { value }: { readonly value: unknown },
  [from, to]: readonly [RandomSchema, RandomSchema] | readonly RandomSchema[],
): string {
  return `${JSON.stringify(value)} of ${JSON.stringify(from)} is no value of ${JSON.stringify(to)}`;
}
