import { describe, expect, test } from 'vitest';
import { randomFrom, rounds, seed } from '../../rounds.js';
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
