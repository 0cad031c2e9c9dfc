import { describe, expect, test } from 'vitest';
import {
  createKettlesServer,
  type SubscribeHandlerRequest,
} from '../../cases/deliveries/output/src/server.js';
import { KettlesClient } from '../../cases/deliveries/output/src/index.js';
import { createDeliveryFixture } from './fixture.js';

describe('callback', () => {
  test('is sent to the address in the request or the response', async () => {
    const { sender, seen, requests } = createDeliveryFixture();
    const done: Promise<unknown>[] = [];
    const server = createKettlesServer(
      {
        subscribe(request, respond) {
          const response = respond.created({ id: 's/1' });
          done.push(
            sender.boiled({ from: { request } }, { kettle: 'k1', celsius: 100 }),
            sender.reportProgress(
              { from: { request, response } },
              { body: 'nearly', query: { step: 3 } },
            ),
          );
          return response;
        },
        unsubscribe: (_, respond) => respond.noContent(),
      },
      { trustHost: true, security: { token: { head: () => ({ ok: true, principal: 'ada' }) } } },
    );
    const client = new KettlesClient({ transport: server, credentials: { token: 't0ken' } });
    const url = 'https://shop.example/boiled';
    await client.subscriptions.subscribe(
      'a&b',
      { url },
      {
        query: { progressUrl: 'https://shop.example/progress' },
      },
    );
    await Promise.all(done);
    expect(requests.map(({ method, target }) => `${method} ${target}`).sort()).toEqual([
      'POST /boiled',
      'PUT /progress?owner=a%26b&subscription=s%2F1&step=3',
    ]);
    expect(seen).toContainEqual({ webhook: 'reportProgress', body: [3, 'nearly'] });
  });

  test('is not sent without an address', async () => {
    const { sender, store } = createDeliveryFixture();
    const request: Pick<SubscribeHandlerRequest, 'path' | 'query'> = {
      path: { owner: 'ada' },
      query: {},
    };
    const response = { body: { id: 's1' } };
    const sent = sender.reportProgress(
      { from: { request, response } },
      { body: 'x', query: { step: 1 } },
    );
    await expect(sent).rejects.toThrow(
      'the request that registered this callback does not contain its address',
    );
    expect(store.list()).toEqual([]);
  });

  test('finds headers in any case', async () => {
    const { sender, seen, requests } = createDeliveryFixture();
    const headers = { 'x-callback': 'http://shop.example:8080/ping' };
    await sender.anywhere({ from: { request: { headers } } });
    expect(seen).toEqual([{ webhook: 'anywhere', body: undefined }]);
    expect(requests[0]).toMatchObject({ authority: 'shop.example:8080', target: '/ping' });
  });
});
