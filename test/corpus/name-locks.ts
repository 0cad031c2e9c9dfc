import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { lockOf, namesOf } from '../generator/plan/locked-names.js';
import {
  answer,
  grown,
  random,
  reordered,
  unrelated,
  zebra,
  type Tree,
} from '../generator/plan/variants.js';
import { sharedPath } from '../shared.js';

/** Tests that a lock keeps the names of documents, whatever is added and in whatever order. */
export function testNameLocks(files: readonly string[]): void {
  describe.each(files)('names of %s', (file) => {
    const path = sharedPath('corpus', 'openapi', file);
    let parsed: Tree;
    const described = (): Tree => structuredClone(parsed);
    beforeAll(() => {
      if (path !== undefined) parsed = parse(readFileSync(path, 'utf8'), { maxAliasCount: -1 });
    });

    test.skipIf(path === undefined)(
      'stay the same if unrelated schemas and operations are added',
      () => {
        const before = namesOf(described());
        const after = namesOf(grown(described(), ...unrelated));
        expect(before.size).toBeGreaterThan(3);
        expect(after.size).toBeGreaterThan(before.size);
        expect([...before].filter(([place, names]) => after.get(place) !== names)).toEqual([]);
      },
    );

    test.skipIf(path === undefined)('are equal with their own lock', () => {
      expect(namesOf(described(), lockOf(described()))).toEqual(namesOf(described()));
    });

    test.skipIf(path === undefined)('do not depend on the order of members', () => {
      const want = namesOf(described());
      for (const seed of [1, 2, 3])
        expect(new Map([...namesOf(reordered(described(), random(seed)))].sort())).toEqual(
          new Map([...want].sort()),
        );
    });

    test.skipIf(path === undefined)(
      'stay the same with a lock if new operations request them',
      () => {
        const lock = lockOf(described());
        const before = namesOf(described(), lock);
        const wanted = [...lock.operations.values()].slice(0, 40).map(({ name }) => name);
        const schemas = Object.fromEntries(wanted.map((name) => [name, zebra]));
        const paths = Object.fromEntries(
          [...lock.schemas.values()]
            .slice(0, 40)
            .map(({ name }, index) => [
              `/zebras${index}`,
              { get: { operationId: name, responses: answer } },
            ]),
        );
        const after = namesOf(grown(described(), schemas, paths), lock);
        const renamed = [...before].filter(([place, names]) => after.get(place) !== names);
        expect(renamed).toEqual([]);
      },
    );
  });
}
