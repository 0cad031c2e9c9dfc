import type { Webhook } from '@platform/platform';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Connected, ways } from './connection.js';
import { policyRequest } from './operations.js';
import { moment, uuidOf } from './test-server.js';

describe.each(ways)('pages of the platform $way', ({ connect }) => {
  let connected: Connected;
  beforeAll(async () => {
    connected = await connect();
    const { policies, webhooks } = connected.testServer;
    for (let number = 1; number <= 7; number++) {
      webhooks.set(uuidOf(number), { id: uuidOf(number), status: 'active' });
      policies.set(uuidOf(number), {
        ...policyRequest,
        scope: number === 7 ? 'project' : 'account',
        id: uuidOf(number),
        createdAt: moment,
        updatedAt: moment,
      });
    }
  });
  afterAll(() => connected.close());
  beforeEach(() => {
    connected.testServer.entered.length = 0;
  });

  test('of webhooks are read item by item', async () => {
    const ids: (string | undefined)[] = [];
    for await (const webhook of connected.client.webhooks.list({ limit: 3 })) ids.push(webhook.id);
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7].map(uuidOf));
    expect(connected.testServer.entered).toHaveLength(3);
  });

  test('of webhooks are read page by page', async () => {
    const sizes: number[] = [];
    for await (const page of connected.client.webhooks.list({ limit: 3 }).pages()) {
      sizes.push(page.data.length);
    }
    expect(sizes).toEqual([3, 3, 1]);
  });

  test('of policies are read with the filter of the first page', async () => {
    const ids: string[] = [];
    const list = connected.client.policies.list({ pageSize: 4, scope: 'account' });
    for await (const policy of list) ids.push(policy.id);
    expect(ids).toEqual([1, 2, 3, 4, 5, 6].map(uuidOf));
    expect(connected.testServer.entered).toHaveLength(2);
  });

  test('are requested only as far as they are read', async () => {
    const seen: Webhook[] = [];
    for await (const webhook of connected.client.webhooks.list({ limit: 3 })) {
      seen.push(webhook);
      if (seen.length === 2) break;
    }
    expect(connected.testServer.entered).toHaveLength(1);
    expect((await connected.client.webhooks.list({ limit: 2 })).data).toHaveLength(2);
    expect(connected.testServer.entered).toHaveLength(2);
  });

  test('that fail throw the error of the operation', async () => {
    const { client, testServer } = connected;
    const seen: Webhook[] = [];
    const read = async (): Promise<void> => {
      for await (const webhook of client.webhooks.list({ limit: 3 }, { retry: false })) {
        seen.push(webhook);
        testServer.instead.set('listWebhooks', (_, respond) =>
          respond['other']?.(500, { code: 'internal', message: 'Lost the rest.' }),
        );
      }
    };
    await expect(read()).rejects.toMatchObject({ operation: 'listWebhooks', status: 500 });
    expect(seen).toHaveLength(3);
    testServer.instead.clear();
  });

  test('that repeat throw instead of looping', async () => {
    const { client, testServer } = connected;
    const again = { data: [{ status: 'active' }], has_more: true, next_page: 'again' };
    testServer.instead.set('listWebhooks', (_, respond) => respond['ok']?.(again));
    const read = async (): Promise<void> => {
      for await (const webhook of client.webhooks.list()) expect(webhook.status).toBe('active');
    };
    await expect(read()).rejects.toMatchObject({ code: 'invalid-response' });
    testServer.instead.clear();
  });
});
