import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listPolicies } from '../../sandbox/domain/policies/queries.js';
import { randomRuns } from '../rounds.js';
import { World } from './world.js';

const project = fc.constantFrom('p', 'q');
const scope = fc.constantFrom('account' as const, undefined);
const change = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), project }),
  fc.record({ kind: fc.constant('delete' as const), place: fc.nat(30) }),
);
const rules = [
  {
    action: 'accept',
    operation: 'signEvmTransaction',
    criteria: [{ type: 'ethValue', ethValue: '1', operator: '<=' }],
  },
] as const;

test('P6 and P10: a walk returns each row that stays once, none that was added, and none of another project', () => {
  fc.assert(
    fc.property(
      fc.array(project, { maxLength: 20 }),
      fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 12 }),
      fc.record({ project, scope, limit: fc.integer({ min: 1, max: 4 }) }),
      (first, changes, { project: walker, scope: filter, limit }) => {
        const world = new World();
        const create = (owner: string): string =>
          world.ok('policies.create', { project: owner, scope: 'account', rules }).id;
        for (const owner of first) create(owner);
        const rows = (): readonly string[] =>
          [...world.state.policies.policies.rows()]
            .filter((row) => row.project === walker)
            .map(({ id }) => id);
        const before = rows();
        const deleted = new Set<string>();
        const seen: string[] = [];
        let olderThan: number | undefined;
        for (let page = 0; ; page += 1) {
          const range = olderThan === undefined ? { limit } : { limit, olderThan };
          const { slots, hasMore } = listPolicies(world.state.policies, walker, filter, range);
          expect(slots.length).toBeLessThanOrEqual(limit);
          expect(slots.some(({ key }) => deleted.has(key))).toBe(false);
          seen.push(...slots.map(({ key }) => key));
          if (!hasMore) break;
          olderThan = slots.at(-1)?.position;
          for (const each of changes[page] ?? [])
            if (each.kind === 'create') create(each.project);
            else {
              const row = [...world.state.policies.policies.rows()][each.place];
              if (row === undefined) continue;
              world.ok('policies.delete', { project: row.project, id: row.id });
              deleted.add(row.id);
            }
        }
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.filter((id) => !before.includes(id))).toEqual([]);
        const stayed = before.filter((id) => !deleted.has(id));
        expect(stayed.filter((id) => !seen.includes(id))).toEqual([]);
        expect(seen).toEqual(before.filter((id) => seen.includes(id)).toReversed());
        world.checkReplay();
      },
    ),
    // About thirty commands and pages each.
    randomRuns(3_500),
  );
});
