import { createPrivateKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viem } from '../sandbox/independent.js';
import { type TestSandbox, testSandbox } from '../sandbox/sandbox.js';
import { elsewhere, unsigned } from '../sandbox/transactions.js';
import { failures, missingClients, type Outcome, runProgram, succeeded } from './program.js';

/** What clients of the platform that others published expect: the names of their own platform, and nothing else. */
const names = { issuer: 'cdp', audience: 'cdp_service', methodPrefix: 'cdp' };
const usdc = '0x036cbd53842c5426634e7929541ec2318f3dcf7e';

let sandbox: TestSandbox;
let organizationId: string;
beforeAll(async () => {
  sandbox = await testSandbox(names);
  const { control } = sandbox;
  const delays = { sign: 1, broadcast: 1, include: 1 };
  await control.userOperations.setMode({ mode: 'automatic', delays });
  ({ id: organizationId } = await control.tenancy.createOrganization({ name: 'Acme' }));
});
afterAll(() => sandbox.close());

interface Credentials {
  readonly project: string;
  readonly name: string;
  readonly secret: string;
  readonly wallet: string;
}

async function credentials(algorithm: 'Ed25519' | 'ES256' = 'Ed25519'): Promise<Credentials> {
  const { tenancy } = sandbox.control;
  const { id: project } = await tenancy.createProject({ organizationId, name: 'Shop' });
  const { name, secret } = await tenancy.createSecretApiKey(project, { label: 'a', algorithm });
  const wallet = await tenancy.createWalletSecret(project);
  return { project, name, secret, wallet: wallet.secret };
}

/** The object that a call returned. */
function valueOf(
  outcomes: ReadonlyMap<string, Outcome>,
  name: string,
): Readonly<Record<string, unknown>> {
  return outcomes.get(name)?.value as Readonly<Record<string, unknown>>;
}

/** What the sandbox was asked since it had answered so many requests: each kind of request once, with its status. */
async function requestsSince(count: number): Promise<readonly string[]> {
  const { requests } = await position();
  const recent = (await sandbox.control.activity.listRequests()).slice(0, requests - count);
  const lines = recent.map(
    ({ method, path, status }) =>
      `${method} ${path.replace(/\/(?:0x[0-9a-f]+|[0-9a-f-]{36}|[1-9A-HJ-NP-Za-km-z]{32,44})(?=\/|$)/g, '/*')} ${status}`,
  );
  return [...new Set(lines)].sort();
}

async function position(): Promise<{ readonly requests: number }> {
  const { request } = await sandbox.control.activity.awaitChange({ wait: 0 });
  return { requests: request };
}

describe.skipIf(missingClients !== undefined)('public clients', { timeout: 120_000 }, () => {
  test.each(['@coinbase/cdp-sdk', 'cdp-sdk-2025'])(
    'P12: %s creates policies and accounts, signs, and follows user operations',
    async (name) => {
      const own = await credentials();
      const other = await credentials();
      const { requests } = await position();
      const outcomes = await runProgram('cdp-sdk.mjs', [name], {
        BASE_PATH: `${sandbox.url}/platform`,
        KEY: own.name,
        SECRET: own.secret,
        WALLET: own.wallet,
        OTHER_SECRET: other.secret,
        OTHER_WALLET: other.wallet,
        SMALL: unsigned({ value: 1000n }),
        LARGE: unsigned({ value: 1001n }),
      });
      expect(succeeded(outcomes)).toEqual([
        'createPolicy',
        'getPolicyById',
        'listPolicies',
        'updatePolicy',
        'createAccount',
        'getAccount',
        'updateAccount',
        'signTransaction',
        'createOwner',
        'createSmartAccount',
        'getSmartAccount',
        'prepareUserOperation',
        'getUserOperation',
        'waitForUserOperation',
        'createSolanaAccount',
        'getSolanaAccount',
        'updateSolanaAccount',
        'createPolicy again',
        'deletePolicy',
      ]);
      expect(failures(outcomes)).toEqual({
        'policy in use': 'APIError 400 policy_in_use',
        'policy rejects': 'APIError 403 policy_violation',
        'malformed transaction': 'APIError 400 malformed_transaction',
        'name taken': 'APIError 409 already_exists',
        'unknown account': 'APIError 404 not_found',
        'unknown policy': 'APIError 404 not_found',
        'wrong key': 'APIError 401 unauthorized',
        'wrong wallet secret': 'APIError 401 unauthorized',
        listAccounts: 'APIError 405 invalid_request',
        'getAccount by name': 'APIError 404 not_found',
        signMessage: 'APIError 404 not_found',
        requestFaucet: 'APIError 404 not_found',
      });
      const policy = valueOf(outcomes, 'createPolicy')['id'];
      const { address, policies } = valueOf(outcomes, 'createAccount');
      expect(policies).toEqual([policy]);
      const serializedTransaction = String(valueOf(outcomes, 'signTransaction')['signature']);
      const signer = await viem.recoverTransactionAddress({ serializedTransaction });
      expect(signer.toLowerCase()).toBe(address);
      expect(outcomes.get('waitForUserOperation')?.value).toMatchObject({
        status: 'complete',
        transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
      });
      expect(await requestsSince(requests)).toEqual(
        [
          'DELETE /platform/v2/policy-engine/policies/* 204',
          'DELETE /platform/v2/policy-engine/policies/* 400',
          'GET /platform/v2/evm/accounts 405',
          'GET /platform/v2/evm/accounts/* 200',
          'GET /platform/v2/evm/accounts/* 404',
          'GET /platform/v2/evm/accounts/by-name/renamed 404',
          'GET /platform/v2/evm/smart-accounts/* 200',
          'GET /platform/v2/evm/smart-accounts/*/user-operations/* 200',
          'GET /platform/v2/policy-engine/policies 200',
          'GET /platform/v2/policy-engine/policies 401',
          'GET /platform/v2/policy-engine/policies/* 200',
          'GET /platform/v2/policy-engine/policies/* 404',
          'GET /platform/v2/solana/accounts/* 200',
          'POST /platform/v2/evm/accounts 201',
          'POST /platform/v2/evm/accounts 401',
          'POST /platform/v2/evm/accounts 409',
          'POST /platform/v2/evm/accounts/*/sign/message 404',
          'POST /platform/v2/evm/accounts/*/sign/transaction 200',
          'POST /platform/v2/evm/accounts/*/sign/transaction 400',
          'POST /platform/v2/evm/accounts/*/sign/transaction 403',
          'POST /platform/v2/evm/faucet 404',
          'POST /platform/v2/evm/smart-accounts 201',
          'POST /platform/v2/evm/smart-accounts/*/user-operations 201',
          'POST /platform/v2/policy-engine/policies 201',
          'POST /platform/v2/solana/accounts 201',
          'PUT /platform/v2/evm/accounts/* 200',
          'PUT /platform/v2/policy-engine/policies/* 200',
          'PUT /platform/v2/solana/accounts/* 200',
        ].sort(),
      );
    },
  );

  test.each(['Ed25519', 'ES256'] as const)(
    'P12: @coinbase/coinbase-sdk keeps webhooks and reads assets, with a key of %s',
    async (algorithm) => {
      const { name, secret } = await credentials(algorithm);
      // It takes keys of P-256 in the older form of PEM only.
      const key =
        algorithm === 'ES256'
          ? String(createPrivateKey(secret).export({ type: 'sec1', format: 'pem' }))
          : secret;
      const { requests } = await position();
      const outcomes = await runProgram('coinbase-sdk.mjs', [], {
        BASE_PATH: `${sandbox.url}/platform`,
        KEY: name,
        SECRET: key,
        CONTRACT: usdc,
      });
      expect(succeeded(outcomes)).toEqual([
        'Asset.fetch',
        'Webhook.create',
        'Webhook.create wallet_activity',
        'Webhook.list',
        'Webhook.list next',
        'webhook.update',
        'webhook.delete',
      ]);
      expect(failures(outcomes)).toEqual({
        'unknown asset': 'NotFoundError 404 not_found',
        'no target': 'MalformedRequestError 400 malformed_request',
        'Wallet.create': 'NotFoundError 404 not_found',
      });
      expect(outcomes.get('Asset.fetch')?.value).toMatchObject({
        contractAddress: usdc,
        decimals: 6,
      });
      expect(outcomes.get('Webhook.list')?.value).toMatchObject({ hasMore: true });
      expect(outcomes.get('Webhook.list next')?.value).toMatchObject({ hasMore: false });
      expect(await requestsSince(requests)).toEqual([
        'DELETE /platform/v1/webhooks/* 200',
        'GET /platform/v1/networks/base-sepolia/assets/nothing 404',
        'GET /platform/v1/networks/base-sepolia/assets/usdc 200',
        'GET /platform/v1/webhooks 200',
        'POST /platform/v1/wallets 404',
        'POST /platform/v1/webhooks 200',
        'POST /platform/v1/webhooks 400',
        'PUT /platform/v1/webhooks/* 200',
      ]);
    },
  );

  test('P12: viem, ethers and permissionless call JSON-RPC, one by one and in batches', async () => {
    const { control, url } = sandbox;
    const { project } = await credentials();
    const { key } = await control.tenancy.createClientApiKey(project, { label: 'a' });
    const from = `0x${'0'.repeat(40)}`;
    const value = '9007199254740993';
    const transfers = [{ asset: 'usdc', from, to: elsewhere, value }];
    await control.chain.makeBlock('base', { transfers });
    const outcomes = await runProgram('rpc.mjs', [], {
      RPC_URL: `${url}/rpc/v1/base/${key}`,
      WRONG_URL: `${url}/rpc/v1/base/wrong`,
      ADDRESS: elsewhere,
      METHOD: 'cdp_listBalances',
    });
    expect(succeeded(outcomes)).toEqual([
      'viem',
      'viem next page',
      'viem batch',
      'ethers',
      'ethers batch',
      'permissionless',
    ]);
    expect(failures(outcomes)).toEqual({
      'viem invalid params': 'InvalidParamsRpcError -32602',
      'viem unknown method': 'MethodNotFoundRpcError -32601',
      'viem wrong key': 'InvalidRequestRpcError -32600',
      'ethers unknown method': 'Error UNKNOWN_ERROR',
      'permissionless unknown method': 'MethodNotFoundRpcError -32601',
      'permissionless bundler': 'MethodNotFoundRpcError -32601',
    });
    const first = { balances: [{ asset: { id: 'eth' }, valueStr: '0' }] };
    for (const name of ['viem', 'ethers', 'permissionless'])
      expect(outcomes.get(name)?.value).toMatchObject(first);
    expect(outcomes.get('viem batch')?.value).toMatchObject([first, first, first]);
    expect(outcomes.get('ethers batch')?.value).toMatchObject([first, first]);
    expect(outcomes.get('viem next page')?.value).toMatchObject({
      balances: [{ asset: { id: 'usdc' }, value, valueStr: value }],
    });
  });
});
