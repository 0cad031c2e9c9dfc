import type { PrepareUserOperationRequest } from '@platform/platform';
import { change, create, read, row, type Row } from './row.js';
import { addressOf, userOpHash } from './test-server.js';

const userOperationRequest: PrepareUserOperationRequest = {
  network: 'base-sepolia',
  calls: [{ to: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e', value: '10', data: '0x' }],
};

const evm = '/platform/v2/evm/accounts';

const smart = '/platform/v2/evm/smart-accounts';

/** Operations on EVM accounts and smart accounts. */
export const evmOperations: readonly Row[] = [
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
];
