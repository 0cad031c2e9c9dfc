import type {
  CreatePolicyRequest,
  CreateWebhookRequest,
  PlatformClient,
  PrepareUserOperationRequest,
} from '@platform/platform';
import { addressOf, solanaAddress, userOpHash, uuidOf } from './world.js';

/** How a call ended, as far as every outcome says it. */
export interface AnyOutcome {
  readonly kind: string;
  readonly ok: boolean;
  readonly when?: unknown;
  readonly status?: number;
  readonly value?: unknown;
  readonly headers?: unknown;
}

/** One operation of the description, and what a test knows about it. */
export interface Row {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly success: number;
  /** Every other declared status. */
  readonly failures: readonly (number | 'default')[];
  readonly wallet: 'required' | 'optional' | 'none';
  readonly idempotent: boolean;
  /** What is wrong with each, and where the answer says that it is; the value is the body or the target that is sent raw. */
  readonly faults: readonly Fault[];
  /** A body that is right. */
  readonly body?: object;
  call(client: PlatformClient): PromiseLike<unknown>;
  result(client: PlatformClient): Promise<AnyOutcome>;
  failed(client: PlatformClient, error: unknown): boolean;
}

/** A request that is not as described. */
export interface Fault {
  readonly place: string;
  readonly body?: unknown;
  readonly path?: string;
  readonly headers?: readonly string[];
}

interface AnyCall<Arguments extends readonly unknown[]> {
  (...args: Arguments): PromiseLike<unknown>;
  result(...args: Arguments): Promise<AnyOutcome>;
  failed(error: unknown): boolean;
}

type Facts = Omit<Row, 'call' | 'result' | 'failed' | 'idempotent'> & {
  readonly idempotent?: boolean;
};

function row<Arguments extends readonly unknown[]>(
  facts: Facts,
  callOf: (client: PlatformClient) => AnyCall<Arguments>,
  ...args: Arguments
): Row {
  return {
    idempotent: false,
    ...facts,
    call: (client) => callOf(client)(...args),
    result: (client) => callOf(client).result(...args),
    failed: (client, error) => callOf(client).failed(error),
  };
}

const read = [400, 401, 404, 429, 500, 502, 503] as const;
const list = [400, 401, 429, 500, 502, 503] as const;
const create = [400, 401, 409, 422, 429, 500, 502, 503] as const;
const change = [400, 401, 404, 409, 422, 429, 500, 502, 503] as const;
const v1List = [400, 401, 429, 'default'] as const;
const v1Item = [400, 401, 404, 429, 'default'] as const;

/** A policy that uses each kind of EVM criterion. */
export const policyRequest: CreatePolicyRequest = {
  scope: 'account',
  description: 'Allow small payments',
  rules: [
    {
      action: 'accept',
      operation: 'sendEvmTransaction',
      criteria: [
        { type: 'ethValue', ethValue: '1000000000000000000', operator: '<=' },
        { type: 'evmAddress', addresses: [addressOf(1)], operator: 'in' },
        { type: 'evmNetwork', networks: ['base'], operator: 'not in' },
      ],
    },
    {
      action: 'reject',
      operation: 'signSolTransaction',
      criteria: [{ type: 'solAddress', addresses: [solanaAddress], operator: 'in' }],
    },
  ],
};

const updateRequest = { rules: policyRequest.rules };

export const webhookRequest: CreateWebhookRequest = {
  network_id: 'base-sepolia',
  event_type: 'wallet_activity',
  event_type_filter: { addresses: [addressOf(1)], wallet_id: uuidOf(9) },
  notification_uri: 'https://hooks.example.com/activity',
};

const userOperationRequest: PrepareUserOperationRequest = {
  network: 'base-sepolia',
  calls: [{ to: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e', value: '10', data: '0x' }],
};

const policies = '/platform/v2/policy-engine/policies';
const evm = '/platform/v2/evm/accounts';
const smart = '/platform/v2/evm/smart-accounts';
const solana = '/platform/v2/solana/accounts';
const webhooks = '/platform/v1/webhooks';
const shortKey: Fault = {
  place: 'header/X-Idempotency-Key',
  headers: ['X-Idempotency-Key', 'short'],
};

/** All operations of the platform. Those that read a policy or a webhook find the first one that was made. */
export const operations: readonly Row[] = [
  row(
    {
      id: 'listPolicies',
      method: 'GET',
      path: policies,
      success: 200,
      failures: list,
      wallet: 'none',
      faults: [
        { place: 'query/pageSize', path: `${policies}?pageSize=0` },
        { place: 'query/pageSize', path: `${policies}?pageSize=ten` },
        { place: 'query/scope', path: `${policies}?scope=galaxy` },
      ],
    },
    ({ policies: service }) => service.list,
    { pageSize: 5, scope: 'account' },
  ),
  row(
    {
      id: 'createPolicy',
      method: 'POST',
      path: policies,
      success: 201,
      failures: create,
      wallet: 'none',
      idempotent: true,
      body: policyRequest,
      faults: [
        { place: 'body', body: undefined },
        { place: 'body/scope', body: { ...policyRequest, scope: 'galaxy' } },
        { place: 'body/rules', body: { ...policyRequest, rules: [] } },
        { place: 'body/description', body: { ...policyRequest, description: 'x'.repeat(51) } },
        {
          place: 'body/rules/0/criteria/0/operator',
          body: {
            scope: 'account',
            rules: [
              {
                action: 'accept',
                operation: 'signEvmTransaction',
                criteria: [{ type: 'ethValue', ethValue: '1', operator: '~' }],
              },
            ],
          },
        },
        {
          place: 'body/rules/0/operation',
          body: {
            scope: 'account',
            rules: [{ action: 'accept', operation: 'dance', criteria: [] }],
          },
        },
        { ...shortKey, body: policyRequest },
      ],
    },
    ({ policies: service }) => service.create,
    policyRequest,
  ),
  row(
    {
      id: 'getPolicy',
      method: 'GET',
      path: `${policies}/${uuidOf(1)}`,
      success: 200,
      failures: read,
      wallet: 'none',
      faults: [{ place: 'path/policyId', path: `${policies}/one` }],
    },
    ({ policies: service }) => service.get,
    uuidOf(1),
  ),
  row(
    {
      id: 'updatePolicy',
      method: 'PUT',
      path: `${policies}/${uuidOf(1)}`,
      success: 200,
      failures: change,
      wallet: 'none',
      idempotent: true,
      body: updateRequest,
      faults: [{ place: 'body', body: {} }],
    },
    ({ policies: service }) => service.update,
    uuidOf(1),
    updateRequest,
  ),
  row(
    {
      id: 'deletePolicy',
      method: 'DELETE',
      path: `${policies}/${uuidOf(1)}`,
      success: 204,
      failures: change,
      wallet: 'none',
      idempotent: true,
      faults: [{ place: 'path/policyId', path: `${policies}/one` }, shortKey],
    },
    ({ policies: service }) => service.delete,
    uuidOf(1),
  ),
  row(
    {
      id: 'createEvmAccount',
      method: 'POST',
      path: evm,
      success: 201,
      failures: create,
      wallet: 'required',
      idempotent: true,
      body: { name: 'my-account' },
      faults: [
        { place: 'body/name', body: { name: '-x' } },
        { place: 'body/accountPolicy', body: { accountPolicy: 'one' } },
      ],
    },
    ({ evmAccounts }) => evmAccounts.create,
    { name: 'my-account' },
  ),
  row(
    {
      id: 'getEvmAccount',
      method: 'GET',
      path: `${evm}/${addressOf(1)}`,
      success: 200,
      failures: read,
      wallet: 'none',
      faults: [{ place: 'path/address', path: `${evm}/0x12` }],
    },
    ({ evmAccounts }) => evmAccounts.get,
    addressOf(1),
  ),
  row(
    {
      id: 'updateEvmAccount',
      method: 'PUT',
      path: `${evm}/${addressOf(1)}`,
      success: 200,
      failures: change,
      wallet: 'optional',
      idempotent: true,
      body: { name: 'renamed' },
      faults: [{ place: 'body/name', body: { name: 5 } }],
    },
    ({ evmAccounts }) => evmAccounts.update,
    addressOf(1),
    { name: 'renamed' },
  ),
  row(
    {
      id: 'signEvmTransaction',
      method: 'POST',
      path: `${evm}/${addressOf(1)}/sign/transaction`,
      success: 200,
      failures: [400, 401, 403, 404, 409, 422, 429, 500, 502, 503],
      wallet: 'required',
      idempotent: true,
      body: { transaction: '0x02ef' },
      faults: [
        { place: 'body/transaction', body: { transaction: 'zz' } },
        { place: 'body', body: { transaktion: '0x' } },
      ],
    },
    ({ evmAccounts }) => evmAccounts.signEvmTransaction,
    addressOf(1),
    { transaction: '0x02ef' },
  ),
  row(
    {
      id: 'createEvmSmartAccount',
      method: 'POST',
      path: smart,
      success: 201,
      failures: create,
      wallet: 'none',
      idempotent: true,
      body: { owners: [addressOf(1)] },
      faults: [
        { place: 'body/owners', body: { owners: [] } },
        { place: 'body/owners/0', body: { owners: ['me'] } },
      ],
    },
    ({ evmSmartAccounts }) => evmSmartAccounts.create,
    { owners: ['0x742d35Cc6634C0532925a3b844Bc454e4438f44e'] },
  ),
  row(
    {
      id: 'getEvmSmartAccount',
      method: 'GET',
      path: `${smart}/${addressOf(2)}`,
      success: 200,
      failures: read,
      wallet: 'none',
      faults: [{ place: 'path/address', path: `${smart}/me` }],
    },
    ({ evmSmartAccounts }) => evmSmartAccounts.get,
    addressOf(2),
  ),
  row(
    {
      id: 'prepareUserOperation',
      method: 'POST',
      path: `${smart}/${addressOf(2)}/user-operations`,
      success: 201,
      failures: read,
      wallet: 'none',
      body: userOperationRequest,
      faults: [
        { place: 'body/network', body: { ...userOperationRequest, network: 'moon' } },
        {
          place: 'body/calls/0/value',
          body: { ...userOperationRequest, calls: [{ to: addressOf(1), value: '-1', data: '0x' }] },
        },
      ],
    },
    ({ evmSmartAccounts }) => evmSmartAccounts.prepareUserOperation,
    addressOf(2),
    userOperationRequest,
  ),
  row(
    {
      id: 'getUserOperation',
      method: 'GET',
      path: `${smart}/${addressOf(2)}/user-operations/${userOpHash}`,
      success: 200,
      failures: read,
      wallet: 'none',
      faults: [{ place: 'path/userOpHash', path: `${smart}/${addressOf(2)}/user-operations/0x1` }],
    },
    ({ evmSmartAccounts }) => evmSmartAccounts.getUserOperation,
    addressOf(2),
    userOpHash,
  ),
  row(
    {
      id: 'createSolanaAccount',
      method: 'POST',
      path: solana,
      success: 201,
      failures: create,
      wallet: 'required',
      idempotent: true,
      body: { name: 'my-account' },
      faults: [{ place: 'body/name', body: { name: 'x' } }],
    },
    ({ solanaAccounts }) => solanaAccounts.create,
    { name: 'my-account' },
  ),
  row(
    {
      id: 'getSolanaAccount',
      method: 'GET',
      path: `${solana}/${solanaAddress}`,
      success: 200,
      failures: read,
      wallet: 'none',
      faults: [{ place: 'path/address', path: `${solana}/0OIl` }],
    },
    ({ solanaAccounts }) => solanaAccounts.get,
    solanaAddress,
  ),
  row(
    {
      id: 'updateSolanaAccount',
      method: 'PUT',
      path: `${solana}/${solanaAddress}`,
      success: 200,
      failures: change,
      wallet: 'optional',
      idempotent: true,
      body: { name: 'renamed' },
      faults: [{ place: 'body/accountPolicy', body: { accountPolicy: '' } }],
    },
    ({ solanaAccounts }) => solanaAccounts.update,
    solanaAddress,
    { name: 'renamed' },
  ),
  row(
    {
      id: 'listWebhooks',
      method: 'GET',
      path: webhooks,
      success: 200,
      failures: v1List,
      wallet: 'none',
      faults: [
        { place: 'query/limit', path: `${webhooks}?limit=101` },
        { place: 'query/limit', path: `${webhooks}?limit=1&limit=2` },
        { place: 'query/page', path: `${webhooks}?page=${'x'.repeat(5001)}` },
      ],
    },
    ({ webhooks: service }) => service.list,
    { limit: 5 },
  ),
  row(
    {
      id: 'createWebhook',
      method: 'POST',
      path: webhooks,
      success: 200,
      failures: v1List,
      wallet: 'none',
      body: webhookRequest,
      faults: [
        { place: 'body/notification_uri', body: { ...webhookRequest, notification_uri: 5 } },
        { place: 'body/event_type', body: { ...webhookRequest, event_type: 'rain' } },
      ],
    },
    ({ webhooks: service }) => service.create,
    webhookRequest,
  ),
  row(
    {
      id: 'updateWebhook',
      method: 'PUT',
      path: `${webhooks}/${uuidOf(1)}`,
      success: 200,
      failures: v1Item,
      wallet: 'none',
      body: { status: 'inactive' },
      faults: [{ place: 'body/status', body: { status: 'asleep' } }],
    },
    ({ webhooks: service }) => service.update,
    uuidOf(1),
    { status: 'inactive' },
  ),
  row(
    {
      id: 'deleteWebhook',
      method: 'DELETE',
      path: `${webhooks}/${uuidOf(1)}`,
      success: 200,
      failures: v1Item,
      wallet: 'none',
      faults: [],
    },
    ({ webhooks: service }) => service.delete,
    uuidOf(1),
  ),
  row(
    {
      id: 'getAsset',
      method: 'GET',
      path: '/platform/v1/networks/base-sepolia/assets/usdc',
      success: 200,
      failures: v1Item,
      wallet: 'none',
      faults: [],
    },
    ({ assets }) => assets.get,
    'base-sepolia',
    'usdc',
  ),
];

/** The names of the makers of answers, by status. */
export const makers: Readonly<Record<string, string>> = {
  400: 'badRequest',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  422: 'unprocessableContent',
  429: 'tooManyRequests',
  500: 'internalServerError',
  502: 'badGateway',
  503: 'serviceUnavailable',
  default: 'other',
};
