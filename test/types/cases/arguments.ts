import { connectPlatform, createPolicy, getPolicy, PlatformClient } from '@platform/platform';

const client = new PlatformClient({ baseUrl: 'https://api.example.com' });
const bare = connectPlatform({ baseUrl: 'https://api.example.com' });
const rules = [
  {
    action: 'accept',
    operation: 'signEvmTransaction',
    criteria: [{ type: 'ethValue', ethValue: '1', operator: '<=' }],
  },
] as const;

/** Path parameters by position, then one object, then the options. */
export const right: readonly unknown[] = [
  client.policies.get('id'),
  client.policies.get('id', { timeout: 5 }),
  client.policies.create({ scope: 'account', rules }),
  client.policies.create({ scope: 'account', rules }, { idempotencyKey: 'key', retry: false }),
  client.policies.update('id', { rules }),
  client.policies.list(),
  client.policies.list({ pageSize: 5 }),
  client.policies.list({}, { signal: new AbortController().signal }),
  client.evmAccounts.create(),
  client.evmAccounts.create({ name: 'my-account' }),
  client.evmSmartAccounts.getUserOperation('address', 'hash'),
  client.policies.create.result({ scope: 'account', rules }),
  createPolicy(client, { scope: 'account', rules }),
  createPolicy(bare, { scope: 'account', rules }),
  getPolicy.result(bare, 'id'),
];

export const wrong: readonly unknown[] = [
  client.policies.get(), // error: 2554
  client.policies.get(5), // error: 2345
  client.policies.get({ policyId: 'id' }), // error: 2345
  client.policies.get('id', { limit: 5 }), // error: 2353
  client.policies.get('id', {}, { timeout: 5 }), // error: 2554
  client.policies.get('id', undefined, { timeout: 5 }), // error: 2554
  client.policies.list({ timeout: 5 }), // error: 2353
  client.policies.create(), // error: 2554
  client.policies.create({ scope: 'account' }), // error: 2741
  client.policies.create({ scope: 'account', rules, colour: 'red' }), // error: 2353
  client.policies.create({ scope: 'galaxy', rules }), // error: 2322
  client.policies.update({ rules }), // error: 2554
  client.policies.list({ pageSize: '5' }), // error: 2322
  client.policies.list({ limit: 5 }), // error: 2353
  client.policies.list({}, { timeout: '5' }), // error: 2322
  client.policies.destroy('id'), // error: 2339
  createPolicy({ scope: 'account', rules }), // error: 2554
  createPolicy({}, { scope: 'account', rules }), // error: 2741
];

export const wrongClients: readonly unknown[] = [
  new PlatformClient({ baseUrl: 5 }), // error: 2322
  new PlatformClient({ baseUrl: 'https://a.example', credentials: { password: 'x' } }), // error: 2353
  new PlatformClient({ baseUrl: 'https://a.example', variables: { isuer: 'x' } }), // error: 2561
];
