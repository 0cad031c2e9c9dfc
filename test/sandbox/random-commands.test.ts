import { canUserOperationStatusTransition, type UserOperationStatus } from '@platform/platform';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Commands } from '../../sandbox/domain/subjects.js';
import { second } from '../../sandbox/domain/time.js';
import { randomRuns } from '../rounds.js';
import { destination, unsigned } from './transactions.js';
import { World } from './world.js';

/** Things that commands name: by their place among those that exist, so that most names are known and some belong to another project. */
const place = fc.nat(5);
const project = fc.constantFrom('p', 'q');
const name = fc.option(fc.constantFrom('one', 'two'), { nil: undefined });
const rule = fc
  .record({
    action: fc.constantFrom('accept', 'reject'),
    operation: fc.constantFrom('signEvmTransaction', 'sendEvmTransaction'),
    ethValue: fc.constantFrom('0', '1', '2'),
  })
  .map(({ action, operation, ethValue }) => ({
    action,
    operation,
    criteria: [{ type: 'ethValue', ethValue, operator: '<=' }] as const,
  }));
const rules = fc.array(rule, { minLength: 1, maxLength: 3 });
const transactions = [0n, 1n, 2n].map((value) => unsigned({ value }));

const step = fc.oneof(
  fc.record({
    kind: fc.constant('policies.create' as const),
    project,
    rules,
    scope: fc.constantFrom('project', 'account'),
  }),
  fc.record({ kind: fc.constant('policies.update' as const), project, rules, place }),
  fc.record({ kind: fc.constant('policies.delete' as const), project, place }),
  fc.record({
    kind: fc.constant('accounts.create-evm' as const),
    project,
    name,
    policy: fc.option(place),
  }),
  fc.record({
    kind: fc.constant('accounts.update-evm' as const),
    project,
    name,
    place,
    policy: fc.option(place),
  }),
  fc.record({ kind: fc.constant('accounts.create-solana' as const), project, name }),
  fc.record({ kind: fc.constant('accounts.create-smart' as const), project, name, place }),
  fc.record({ kind: fc.constant('accounts.sign-evm' as const), project, place, value: fc.nat(2) }),
  fc.record({ kind: fc.constant('accounts.send-evm' as const), project, place, value: fc.nat(2) }),
  fc.record({ kind: fc.constant('userOperations.prepare' as const), project, place }),
  fc.record({
    kind: fc.constantFrom('userOperations.broadcast' as const, 'userOperations.drop' as const),
    place,
  }),
  fc.record({ kind: fc.constant('userOperations.include' as const), place, success: fc.boolean() }),
  fc.record({
    kind: fc.constant('userOperations.set-mode' as const),
    mode: fc.constantFrom('automatic', 'manual'),
  }),
  fc.record({ kind: fc.constant('step' as const), seconds: fc.nat(5) }),
  fc.record({
    kind: fc.constant('restart' as const),
    from: fc.constantFrom('entries' as const, 'snapshot' as const),
  }),
);

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** The key of something that exists, or of nothing. */
function keyAt(rows: Iterable<object>, member: string, at: number): string {
  const row = [...rows][at];
  return row === undefined ? 'none' : String(Reflect.get(row, member));
}

/** The command of a step. */
function commandOf(
  { state }: World,
  each: Exclude<Step, { readonly kind: 'step' | 'restart' }>,
): unknown {
  const policy = (at: number): string => keyAt(state.policies.policies.rows(), 'id', at);
  const evm = (at: number): string => keyAt(state.accounts.evm.rows(), 'address', at);
  const operation = (at: number): string =>
    keyAt(state.userOperations.operations.rows(), 'hash', at);
  switch (each.kind) {
    case 'policies.create':
    case 'accounts.create-solana':
      return each;
    case 'policies.update':
    case 'policies.delete':
      return { ...each, id: policy(each.place) };
    case 'accounts.create-evm':
      return { ...each, accountPolicy: each.policy === null ? undefined : policy(each.policy) };
    case 'accounts.update-evm': {
      const accountPolicy = each.policy === null ? undefined : policy(each.policy);
      return { ...each, address: evm(each.place), accountPolicy };
    }
    case 'accounts.create-smart':
      return {
        ...each,
        owners: [each.place < state.accounts.evm.size ? evm(each.place) : destination],
      };
    case 'accounts.sign-evm':
    case 'accounts.send-evm':
      return { ...each, address: evm(each.place), transaction: transactions[each.value] };
    case 'userOperations.prepare': {
      const address = keyAt(state.accounts.smart.rows(), 'address', each.place);
      const calls = [{ to: destination, value: '0', data: '0x' }];
      return { ...each, address, network: 'base', calls };
    }
    case 'userOperations.set-mode':
      return { ...each, delays: { sign: second, broadcast: second, include: second } };
    default:
      return { ...each, hash: operation(each.place) };
  }
}

test('P5, P7, P8 and P10: random commands with restarts cross no tenant, take no illegal step, and are repeatable', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const world = new World();
      const statuses = new Map<string, UserOperationStatus>();
      for (const each of steps) {
        if (each.kind === 'step') world.step(each.seconds * second);
        else if (each.kind === 'restart') world.restart(each.from);
        else {
          const { kind } = each;
          const data = commandOf(world, each) as Commands[typeof kind]['data'];
          const before = world.engine.encode();
          const outcome = world.send(kind, data);
          if (!outcome.ok) expect(world.engine.encode()).toBe(before);
          else if ('project' in each && typeof outcome.result === 'object')
            expect(Reflect.get(outcome.result, 'project') ?? each.project).toBe(each.project);
        }
        for (const { hash, status, transaction } of world.state.userOperations.operations.rows()) {
          const known = statuses.get(hash) ?? 'pending';
          // A step of several seconds passes through several statuses.
          if (each.kind !== 'step' && status !== known)
            expect(canUserOperationStatusTransition(known, status)).toBe(true);
          expect(status === 'complete' && transaction === undefined).toBe(false);
          statuses.set(hash, status);
        }
      }
      for (const { policy, project: owner } of world.state.accounts.evm.rows())
        if (policy !== undefined)
          expect(world.state.policies.policies.get(policy)).toMatchObject({
            project: owner,
            scope: 'account',
          });
      for (const owner of ['p', 'q'])
        expect(world.state.policies.byScope.count(`${owner} project`)).toBeLessThanOrEqual(1);
      world.checkReplay();
    }),
    // About 35 commands each.
    randomRuns(3_000),
  );
});
