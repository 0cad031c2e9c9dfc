import type { CreateWebhookRequest } from '@platform/platform';
import { row, type Row, v1Item, v1List } from './row.js';
import { addressOf, uuidOf } from './test-server.js';

/** A webhook whose filter is for wallets. */
export const webhookRequest: CreateWebhookRequest = {
  network_id: 'base-sepolia',
  event_type: 'wallet_activity',
  event_type_filter: { addresses: [addressOf(1)], wallet_id: uuidOf(9) },
  notification_uri: 'https://hooks.example.com/activity',
};

const webhooks = '/platform/v1/webhooks';

/** Operations of version 1: webhooks, of which the first is found, and assets. */
export const v1Operations: readonly Row[] = [
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
        {
          place: 'body/event_type_filter/wallet_id',
          body: {
            ...webhookRequest,
            event_type: 'smart_contract_event_activity',
            event_type_filter: { contract_addresses: [addressOf(1)], wallet_id: uuidOf(9) },
          },
        },
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
      faults: [
        { place: 'body/status', body: { status: 'asleep' } },
        {
          place: 'body/event_type_filter',
          body: {
            event_filters: [{ to_address: addressOf(1) }],
            event_type_filter: { addresses: [addressOf(1)] },
          },
        },
        {
          place: 'body/event_type_filter',
          body: {
            event_type_filter: {
              contract_addresses: [addressOf(1)],
              addresses: [addressOf(1)],
            },
          },
        },
      ],
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
