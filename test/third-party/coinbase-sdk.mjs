// Calls what the SDK of version 1 has that the platform's interface has, too, and some that it has not.
import sdk from '@coinbase/coinbase-sdk';
import { call, report } from './calls.mjs';

const { Asset, Coinbase, Wallet, Webhook } = sdk;
const { BASE_PATH, KEY, SECRET, CONTRACT } = process.env;
Coinbase.configure({
  apiKeyName: KEY,
  privateKey: SECRET,
  basePath: BASE_PATH,
  maxNetworkRetries: 0,
});

const networkId = 'base-sepolia';
const notificationUri = 'https://hooks.example.com/a';
await call('Asset.fetch', () => Asset.fetch(networkId, 'usdc'));
const webhook = await call('Webhook.create', () =>
  Webhook.create({
    networkId,
    notificationUri,
    eventType: 'erc20_transfer',
    eventFilters: [{ contract_address: CONTRACT }],
  }),
);
const watching = await call('Webhook.create wallet_activity', () =>
  Webhook.create({
    networkId,
    notificationUri,
    eventType: 'wallet_activity',
    eventTypeFilter: { addresses: [CONTRACT], wallet_id: crypto.randomUUID() },
  }),
);
const { nextPage } = (await call('Webhook.list', () => Webhook.list({ limit: 1 }))) ?? {};
await call('Webhook.list next', () => Webhook.list({ limit: 1, page: nextPage }));
await call('webhook.update', () =>
  watching.update({
    notificationUri: 'https://hooks.example.com/b',
    eventTypeFilter: { addresses: [CONTRACT] },
  }),
);
await call('webhook.delete', () => webhook.delete());

await call('unknown asset', () => Asset.fetch(networkId, 'nothing'));
await call('no target', () => Webhook.create({ networkId, eventType: 'erc20_transfer' }));
await call('Wallet.create', () => Wallet.create({ networkId }));
report();
