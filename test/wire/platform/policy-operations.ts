import type { CreatePolicyRequest } from '@platform/platform';
import { change, create, type Fault, list, read, row, type Row } from './row.js';
import { addressOf, solanaAddress, uuidOf } from './test-server.js';

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

const policies = '/platform/v2/policy-engine/policies';

const shortKey: Fault = {
  place: 'header/X-Idempotency-Key',
  headers: ['X-Idempotency-Key', 'short'],
};

/** Operations on policies. Those that read one find the first that was made. */
export const policyOperations: readonly Row[] = [
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
];
