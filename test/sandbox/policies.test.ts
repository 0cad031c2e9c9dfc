import type { Rule } from '@platform/platform';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  evaluate,
  type PolicyRequest,
  type Verdict,
} from '../../sandbox/domain/policies/evaluation.js';
import { listPolicies, policyOf } from '../../sandbox/domain/policies/queries.js';
import type { PolicyRow } from '../../sandbox/domain/policies/state.js';
import { randomRuns } from '../rounds.js';
import { viem } from './independent.js';
import { destination, elsewhere, unsigned } from './transactions.js';
import { World } from './world.js';

type SignRule = Extract<Rule, { readonly operation: 'signEvmTransaction' }>;
type Operator = '>' | '>=' | '<' | '<=' | '==';

function value(action: 'accept' | 'reject', operator: Operator, ethValue: string): SignRule {
  const criteria = [{ type: 'ethValue', ethValue, operator } as const];
  return { action, operation: 'signEvmTransaction', criteria };
}

function address(
  action: 'accept' | 'reject',
  operator: 'in' | 'not in',
  ...addresses: string[]
): SignRule {
  const criteria = [{ type: 'evmAddress', addresses, operator } as const];
  return { action, operation: 'signEvmTransaction', criteria };
}

const any = value('accept', '>=', '0');
const none = value('reject', '>=', '0');

function sign(world: World, account: string, transaction = unsigned()): string {
  const outcome = world.send('accounts.sign-evm', { project: 'p', address: account, transaction });
  return outcome.ok ? 'signed' : outcome.refusal.code;
}

function newAccount(world: World, accountPolicy?: string): string {
  return world.ok('accounts.create-evm', { project: 'p', accountPolicy }).address;
}

function createPolicy(world: World, scope: 'project' | 'account', ...rules: Rule[]): PolicyRow {
  return world.ok('policies.create', { project: 'p', scope, rules });
}

/** Evaluates the rules of one policy. */
function judge(rules: readonly Rule[], request: PolicyRequest): Verdict {
  const times = { createdAt: 0, updatedAt: 0 };
  return evaluate([{ id: 'policy', project: 'p', scope: 'project', rules, ...times }], request);
}

function signing(amount: bigint, to: string | null = destination): PolicyRequest {
  return { operation: 'signEvmTransaction', to, value: amount };
}

describe('policies', () => {
  test('policies-1: a project has one policy of scope "project", and any number of the other', () => {
    const world = new World();
    createPolicy(world, 'project', any);
    expect(
      world.refused('policies.create', { project: 'p', scope: 'project', rules: [any] }),
    ).toEqual({
      code: 'already-exists',
      data: { what: 'policy of the project' },
    });
    createPolicy(world, 'account', any);
    createPolicy(world, 'account', any);
    world.ok('policies.create', { project: 'q', scope: 'project', rules: [any] });
    world.checkReplay();
  });

  test('policies-2: an update replaces description and rules, and keeps scope and creation', () => {
    const world = new World();
    const created = world.ok('policies.create', {
      project: 'p',
      scope: 'account',
      description: 'small',
      rules: [any],
    });
    const first = world.ok('policies.update', { project: 'p', id: created.id, rules: [none] });
    expect(first).toEqual({
      ...created,
      description: undefined,
      rules: [none],
      updatedAt: first.updatedAt,
    });
    expect(first.updatedAt).toBeGreaterThan(created.updatedAt);
    const second = world.ok('policies.update', { project: 'p', id: created.id, rules: [none] });
    expect(second.updatedAt).toBeGreaterThan(first.updatedAt);
    expect(policyOf(world.state.policies, 'p', created.id.toUpperCase())).toEqual(second);
    const update = { project: 'q', id: created.id, rules: [any] };
    expect(world.refused('policies.update', update).code).toBe('not-found');
    world.checkReplay();
  });

  test('policies-3: a changed policy governs every account that uses it from that entry on', () => {
    const world = new World();
    const { id } = createPolicy(world, 'account', any);
    const accounts = [newAccount(world, id), newAccount(world, id)];
    expect(accounts.map((each) => sign(world, each))).toEqual(['signed', 'signed']);
    world.ok('policies.update', { project: 'p', id, rules: [none] });
    expect(accounts.map((each) => sign(world, each))).toEqual(['policy-rejects', 'policy-rejects']);
    const other = newAccount(world);
    expect(sign(world, other)).toBe('signed');
  });

  test('policies-4: the first rule that matches decides, and the project comes first', () => {
    const small = value('accept', '<=', '10');
    const rejectListed = address('reject', 'in', destination);
    expect(judge([small, rejectListed], signing(10n)).action).toBe('accept');
    expect(judge([rejectListed, small], signing(10n)).action).toBe('reject');
    expect(judge([rejectListed, small], signing(11n, elsewhere))).toMatchObject({
      action: 'reject',
      reason: 'no-match',
    });
    const both: SignRule = { ...small, criteria: [...small.criteria, ...rejectListed.criteria] };
    expect(judge([both], signing(10n)).action).toBe('accept');
    expect(judge([both], signing(10n, elsewhere)).action).toBe('reject');
    expect(judge([both], signing(11n)).action).toBe('reject');

    const world = new World();
    createPolicy(world, 'project', rejectListed);
    const account = newAccount(world, createPolicy(world, 'account', any).id);
    expect(sign(world, account)).toBe('policy-rejects');
    expect(sign(world, account, unsigned({ to: elsewhere }))).toBe('signed');
    expect(sign(world, newAccount(world), unsigned({ to: elsewhere }))).toBe('policy-rejects');
  });

  test('policies-4: only rules about the operation are considered', () => {
    const send: Rule = { ...any, operation: 'sendEvmTransaction' };
    expect(judge([send], signing(1n))).toEqual({
      action: 'reject',
      reason: 'no-match',
      considered: [],
    });
    expect(judge([send, none, any], signing(1n))).toEqual({
      action: 'reject',
      reason: 'rule',
      considered: [{ policy: 'policy', rule: 1, action: 'reject', criteria: [true] }],
    });
  });

  test('policies-5: without any policy everything is accepted', () => {
    expect(evaluate([], signing(2n ** 256n - 1n)).action).toBe('accept');
    const world = new World();
    const account = newAccount(world);
    expect(sign(world, account)).toBe('signed');
    const { id } = createPolicy(world, 'project', none);
    expect(sign(world, account)).toBe('policy-rejects');
    world.ok('policies.delete', { project: 'p', id });
    expect(sign(world, account)).toBe('signed');
  });

  test('policies-6: `ethValue` compares integers of any size', () => {
    const largest = 2n ** 256n - 1n;
    expect(judge([value('accept', '==', String(largest))], signing(largest)).action).toBe('accept');
    expect(judge([value('accept', '<', String(largest))], signing(largest)).action).toBe('reject');
    expect(judge([value('accept', '<=', '9'.repeat(100))], signing(largest)).action).toBe('accept');
    expect(judge([value('accept', '>', '9'.repeat(100))], signing(largest)).action).toBe('reject');
    const meaning: { [Each in Operator]: (left: bigint, right: bigint) => boolean } = {
      '>': (left, right) => left > right,
      '>=': (left, right) => left >= right,
      '<': (left, right) => left < right,
      '<=': (left, right) => left <= right,
      '==': (left, right) => left === right,
    };
    const near = fc.bigInt(10n ** 30n, 10n ** 30n + 3n);
    const operators = fc.constantFrom<Operator>('>', '>=', '<', '<=', '==');
    fc.assert(
      fc.property(near, near, operators, (amount, limit, operator) => {
        const { action } = judge([value('accept', operator, String(limit))], signing(amount));
        expect(action === 'accept').toBe(meaning[operator](amount, limit));
      }),
      randomRuns(200),
    );
  });

  test('policies-6: `evmAddress` compares in any case, and a creation is in no list', () => {
    const checksum = viem.getAddress(destination);
    expect(checksum).not.toBe(destination);
    const world = new World();
    const { id, rules } = createPolicy(world, 'account', address('accept', 'in', checksum));
    expect(rules).toMatchObject([{ criteria: [{ addresses: [destination] }] }]);
    const account = newAccount(world, id);
    expect(sign(world, account, unsigned({ to: checksum }))).toBe('signed');
    expect(sign(world, account, unsigned({ to: elsewhere }))).toBe('policy-rejects');
    const creation = unsigned({ to: null, data: '0x6001' });
    expect(sign(world, account, creation)).toBe('policy-rejects');
    world.ok('policies.update', {
      project: 'p',
      id,
      rules: [address('accept', 'not in', checksum)],
    });
    expect(sign(world, account, creation)).toBe('signed');
    expect(sign(world, account, unsigned({ to: checksum }))).toBe('policy-rejects');
  });

  test('policies-7: `solAddress` compares every recipient, and `evmNetwork` chain ids', () => {
    const rule = (operator: 'in' | 'not in'): Rule => ({
      action: 'accept',
      operation: 'signSolTransaction',
      criteria: [{ type: 'solAddress', addresses: ['Aa', 'Bb'], operator }],
    });
    const to = (...recipients: (string | null)[]): PolicyRequest => ({
      operation: 'signSolTransaction',
      recipients,
    });
    const accepts = (operator: 'in' | 'not in', ...recipients: (string | null)[]): boolean =>
      judge([rule(operator)], to(...recipients)).action === 'accept';
    expect(accepts('in', 'Aa', 'Bb')).toBe(true);
    expect(accepts('in', 'Aa', 'Cc')).toBe(false);
    expect(accepts('in', 'aA')).toBe(false);
    expect(accepts('in')).toBe(false);
    expect(accepts('not in', 'Cc', 'aA')).toBe(true);
    expect(accepts('not in', 'Cc', 'Bb')).toBe(false);
    expect(accepts('not in')).toBe(true);
    const rejectListed: Rule = { ...rule('in'), action: 'reject' } as Rule;
    expect(judge([rejectListed, rule('not in')], to(null))).toMatchObject({
      action: 'reject',
      reason: 'undecidable',
    });

    const network = (
      operator: 'in' | 'not in',
      ...networks: ('base' | 'base-sepolia')[]
    ): Rule => ({
      action: 'accept',
      operation: 'sendEvmTransaction',
      criteria: [{ type: 'evmNetwork', networks, operator }],
    });
    const sending = (chainId: bigint): PolicyRequest => ({
      operation: 'sendEvmTransaction',
      to: destination,
      value: 0n,
      chainId,
    });
    expect(judge([network('in', 'base')], sending(8453n)).action).toBe('accept');
    expect(judge([network('in', 'base')], sending(84532n)).action).toBe('reject');
    expect(judge([network('in', 'base', 'base-sepolia')], sending(84532n)).action).toBe('accept');
    expect(judge([network('not in', 'base')], sending(1n)).action).toBe('accept');
  });

  test('policies-10: a policy in use is not deleted, and a deleted one is unknown', () => {
    const world = new World();
    const { id } = createPolicy(world, 'account', any);
    const other = createPolicy(world, 'account', any);
    const account = newAccount(world, id);
    const solana = world.ok('accounts.create-solana', { project: 'p', accountPolicy: id });
    expect(world.refused('policies.delete', { project: 'p', id }).code).toBe('in-use');
    const changed = { project: 'p', accountPolicy: other.id };
    world.ok('accounts.update-evm', { ...changed, address: account });
    expect(world.refused('policies.delete', { project: 'p', id }).code).toBe('in-use');
    world.ok('accounts.update-solana', { ...changed, address: solana.address });
    expect(world.refused('policies.delete', { project: 'q', id }).code).toBe('not-found');
    world.ok('policies.delete', { project: 'p', id });
    expect(world.refused('policies.delete', { project: 'p', id }).code).toBe('not-found');
    const project = createPolicy(world, 'project', any);
    world.ok('policies.delete', { project: 'p', id: project.id });
    world.checkReplay();
  });

  test('policies-11: an account takes a policy of its project with scope "account" only', () => {
    const world = new World();
    const ofProject = createPolicy(world, 'project', any);
    const { id } = createPolicy(world, 'account', any);
    const unknown = '123e4567-e89b-12d3-a456-426614174000';
    for (const [project, accountPolicy] of [
      ['p', ofProject.id],
      ['p', unknown],
      ['q', id],
    ] as const)
      for (const command of ['accounts.create-evm', 'accounts.create-solana'] as const)
        expect(world.refused(command, { project, accountPolicy })).toMatchObject({
          code: 'form',
          data: { member: 'accountPolicy' },
        });
    const account = newAccount(world, id.toUpperCase());
    expect(world.state.accounts.evm.get(account)?.policy).toBe(id);
    const second = createPolicy(world, 'account', none);
    const update = { project: 'p', address: account, accountPolicy: second.id };
    expect(world.ok('accounts.update-evm', update).policy).toBe(second.id);
    expect(world.refused('accounts.update-evm', { ...update, accountPolicy: unknown }).code).toBe(
      'form',
    );
  });

  test('policies-12: a list is newest first, by scope, and pages lose and repeat nothing', () => {
    const world = new World();
    const ids = [1, 2, 3, 4, 5].map(() => createPolicy(world, 'account', any).id);
    const project = createPolicy(world, 'project', any).id;
    const list = (scope: 'project' | 'account' | undefined, olderThan?: number, limit = 2) =>
      listPolicies(world.state.policies, 'p', scope, { limit, olderThan });
    expect(list(undefined, undefined, 9).slots.map(({ key }) => key)).toEqual([
      project,
      ...ids.toReversed(),
    ]);
    expect(list('project').slots.map(({ key }) => key)).toEqual([project]);
    const first = list('account');
    expect([first.slots.map(({ key }) => key), first.hasMore]).toEqual([[ids[4], ids[3]], true]);
    createPolicy(world, 'account', any);
    world.ok('policies.delete', { project: 'p', id: ids[3] ?? '' });
    const second = list('account', first.slots.at(-1)?.position);
    expect(second.slots.map(({ key }) => key)).toEqual([ids[2], ids[1]]);
    const third = list('account', second.slots.at(-1)?.position);
    expect([third.slots.map(({ key }) => key), third.hasMore]).toEqual([[ids[0]], false]);
  });
});
