import { limits, type PlatformClient } from '@platform/platform';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestProject, testProject, type TestSandbox, testSandbox } from './sandbox.js';

let sandbox: TestSandbox;
let project: TestProject;
beforeEach(async () => {
  sandbox = await testSandbox();
  project = await testProject(sandbox);
});
afterEach(async () => {
  await sandbox.close();
});

const criterion = { type: 'ethValue', ethValue: '1', operator: '<=' } as const;
const rule = {
  action: 'accept',
  operation: 'signEvmTransaction',
  criteria: [criterion],
} as const;

/** Creates a policy. Returns the status. */
async function create(
  platform: PlatformClient,
  changes: object,
  idempotencyKey?: string,
): Promise<number> {
  const request = { scope: 'account', rules: [rule], ...changes } as const;
  const options = idempotencyKey === undefined ? {} : { idempotencyKey };
  const outcome = await platform.policies.create.result(request, { retry: false, ...options });
  if (!('status' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.status ?? 0;
}

/** A number of copies. */
function times<Item>(count: number, item: Item): readonly Item[] {
  return Array.from({ length: count }, () => item);
}

describe('limits of the platform', () => {
  const address = `0x${'1'.repeat(40)}`;
  const addresses = (count: number): object => ({
    rules: [
      {
        ...rule,
        criteria: [{ type: 'evmAddress', addresses: times(count, address), operator: 'in' }],
      },
    ],
  });
  const criteria = (count: number): object => ({
    rules: [{ ...rule, criteria: times(count, criterion) }],
  });

  test.each<readonly [string, number, (count: number) => object]>([
    ['rules of a policy', limits.maxRulesPerPolicy, (count) => ({ rules: times(count, rule) })],
    ['criteria of a rule', limits.maxCriteriaPerRule, criteria],
    ['addresses of a criterion', limits.maxAddressesPerCriterion, addresses],
  ])('limits-3: as many %s as the description says, and no more', async (_, limit, changes) => {
    const { platform } = project;
    expect(await create(platform, changes(limit))).toBe(201);
    expect(await create(platform, changes(limit + 1))).toBe(400);
    expect(await create(platform, changes(limit))).toBe(201);
  });

  test('limits-3: an idempotency key has as many characters as the description says', async () => {
    const { platform } = project;
    const key = 'k'.repeat(limits.idempotencyKeyLength);
    expect(await create(platform, {}, key)).toBe(201);
    expect(await create(platform, {}, `${key}k`)).toBe(400);
  });

  test('limits-2: requests to the platform are not limited in number', async () => {
    const { platform } = project;
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () => platform.policies.list.result()),
    );
    expect(outcomes.every(({ kind }) => kind === 'success')).toBe(true);
  });
});

describe('tenancy', () => {
  test('tenancy-1, tenancy-10: an organisation has projects, and a project keys, which the control plane manages', async () => {
    const { tenancy } = sandbox.control;
    const { id: organizationId } = await tenancy.createOrganization({ name: 'Other' });
    expect((await tenancy.listOrganizations()).map(({ name }) => name)).toEqual(['Acme', 'Other']);
    const first = await tenancy.createProject({ organizationId, name: 'One' });
    const second = await tenancy.createProject({ organizationId, name: 'Two' });
    expect(await tenancy.listProjects()).toEqual([
      expect.objectContaining({ id: project.projectId }),
      first,
      second,
    ]);
    expect(
      await tenancy.createProject.result({ organizationId: crypto.randomUUID(), name: 'None' }),
    ).toMatchObject({ status: 404 });
    const keys = await Promise.all(
      ['a', 'b'].map((label) => tenancy.createSecretApiKey(first.id, { label })),
    );
    expect((await tenancy.listSecretApiKeys(first.id)).map(({ name }) => name).sort()).toEqual(
      keys.map(({ name }) => name).sort(),
    );
    expect(await tenancy.listSecretApiKeys(second.id)).toEqual([]);
    const client = await tenancy.createClientApiKey(first.id, { label: 'c' });
    expect((await tenancy.listClientApiKeys(first.id)).map(({ id }) => id)).toEqual([client.id]);
  });
});
