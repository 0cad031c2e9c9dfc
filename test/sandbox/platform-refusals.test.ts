import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits, type PlatformClient, type Policy } from '@platform/platform';
import {
  platformOf,
  type TestProject,
  testProject,
  type TestSandbox,
  testSandbox,
} from './sandbox.js';
import { unsigned } from './transactions.js';

/** What a refusal says: its status and its code, which has another name in version 1 of the API. */
type Said = readonly [status: number | undefined, code: string | undefined];

/** The outcome of a call that was refused. */
interface Refused {
  readonly status?: number;
  readonly value?: { readonly [member: string]: string | undefined };
}

const unknown = '123e4567-e89b-12d3-a456-426614174000';
const nobody = `0x${'12'.repeat(20)}`;
const rule: Policy['rules'][number] = {
  action: 'accept',
  operation: 'signEvmTransaction',
  criteria: [{ type: 'ethValue', ethValue: '1', operator: '<=' }],
};
const policy = { scope: 'account', rules: [rule] } as const;
const webhook = {
  network_id: 'base',
  event_type: 'erc20_transfer',
  notification_uri: 'https://hooks.example.com/transfers',
} as const;

let sandbox: TestSandbox;
let project: TestProject;
let platform: PlatformClient;
beforeAll(async () => {
  sandbox = await testSandbox();
  project = await testProject(sandbox);
  ({ platform } = project);
});
afterAll(async () => {
  await sandbox.close();
});

/** Waits for a refusal, which must name the request (refusals-2). */
async function refused(call: Promise<unknown>): Promise<Said> {
  const { status, value = {} } = (await call) as Refused;
  expect(value['correlationId'] ?? value['correlation_id']).toMatch(/./);
  return [status, value['errorType'] ?? value['code']];
}

test('refusals-1: unauthenticated is 401', async () => {
  const { id: organizationId } = await sandbox.control.tenancy.createOrganization({
    name: 'Other',
  });
  const { id: projectId } = await sandbox.control.tenancy.createProject({
    organizationId,
    name: 'Shop',
  });
  const { secret } = await sandbox.control.tenancy.createSecretApiKey(projectId, { label: 'b' });
  const { secret: wallet } = await sandbox.control.tenancy.createWalletSecret(projectId);
  const stranger = platformOf(sandbox.url, project.keyName, secret, wallet);
  expect(await refused(stranger.policies.get.result(unknown))).toEqual([401, 'unauthorized']);
  expect(await refused(stranger.webhooks.list.result())).toEqual([401, 'unauthorized']);
});

test('refusals-1: forbidden is 403', async () => {
  const { platform: reader } = await testProject(sandbox, { permissions: ['view'] });
  expect(await refused(reader.policies.create.result(policy))).toEqual([403, 'forbidden']);
  expect(await refused(reader.webhooks.create.result(webhook))).toEqual([403, 'unauthorized']);
});

test('refusals-1: policy-rejects is 403', async () => {
  const own = await platform.policies.create(policy);
  const { address } = await platform.evmAccounts.create({ accountPolicy: own.id });
  const transaction = unsigned({ value: 2n * 10n ** 18n });
  expect(
    await refused(platform.evmAccounts.signEvmTransaction.result(address, { transaction })),
  ).toEqual([403, 'policy_violation']);
});

test('refusals-1: not-found is 404', async () => {
  expect(await refused(platform.evmAccounts.get.result(nobody))).toEqual([404, 'not_found']);
  expect(await refused(platform.webhooks.delete.result(unknown))).toEqual([404, 'not_found']);
});

test('refusals-1: form is 400', async () => {
  expect(await refused(platform.evmAccounts.create.result({ accountPolicy: unknown }))).toEqual([
    400,
    'invalid_request',
  ]);
  expect(
    await refused(platform.webhooks.create.result({ ...webhook, signature_header: '\n' })),
  ).toEqual([400, 'malformed_request']);
});

test('refusals-1: malformed-transaction is 400', async () => {
  const { address } = await platform.evmAccounts.create();
  const transaction = '0x02c0';
  expect(
    await refused(platform.evmAccounts.signEvmTransaction.result(address, { transaction })),
  ).toEqual([400, 'malformed_transaction']);
});

test('refusals-1: already-exists is 409', async () => {
  await platform.evmAccounts.create({ name: 'main' });
  expect(await refused(platform.evmAccounts.create.result({ name: 'main' }))).toEqual([
    409,
    'already_exists',
  ]);
});

test('refusals-1: in-use is 400', async () => {
  const { id } = await platform.policies.create(policy);
  await platform.evmAccounts.create({ accountPolicy: id });
  expect(await refused(platform.policies.delete.result(id))).toEqual([400, 'policy_in_use']);
});

test('refusals-1: too-many is 429', async () => {
  const { platform: full } = await testProject(sandbox);
  for (let count = 0; count < limits.maxWebhooks; count += 1) await full.webhooks.create(webhook);
  expect(await refused(full.webhooks.create.result(webhook))).toEqual([429, 'resource_exhausted']);
});

test('refusals-1: page-token is 400', async () => {
  expect(await refused(platform.policies.list.result({ pageToken: 'x' }))).toEqual([
    400,
    'invalid_request',
  ]);
  expect(await refused(platform.webhooks.list.result({ page: 'x' }))).toEqual([
    400,
    'invalid_page_token',
  ]);
});

test('refusals-1: once-mismatch is 422', async () => {
  const key = { idempotencyKey: '8f9a4a53-5f0d-4a6e-9a38-0b8a1f9c2d3e' };
  await platform.policies.create(policy, key);
  const other = { ...policy, description: 'other' };
  expect(await refused(platform.policies.create.result(other, key))).toEqual([
    422,
    'idempotency_error',
  ]);
});

test.each([
  ['v2', () => platform.evmAccounts.get.result(nobody, { retry: false }), 'service_unavailable'],
  ['v1', () => platform.webhooks.delete.result(unknown, { retry: false }), 'internal'],
] as const)('refusals-1: maintenance is 503 in %s', async (version, call, code) => {
  const path = `/platform/${version}/`;
  await sandbox.control.faults.inject({ kind: 'unavailable', surface: 'platform', path });
  expect(await refused(call())).toEqual([503, code]);
});
