import { withHeader, type WireRequest } from '@tallystick/runtime';
import type { Delivery } from '@tallystick/runtime/webhooks';
import { describe, expect, test } from 'vitest';
import {
  createKettlesWebhookReceiver,
  createKettlesWebhookVerifier,
  deliverySignatureVerifier,
} from '../../cases/deliveries/output/src/webhook-receiver.js';
import { address, secret, createDeliveryFixture, type DeliveryFixture } from './fixture.js';

/** The request of a good delivery, which did not arrive. */
async function taken(
  fixture: DeliveryFixture,
  body: object = { shop: 'Leith' },
): Promise<WireRequest> {
  const { between } = fixture;
  fixture.between = () => Promise.resolve({ status: 204, headers: [], body: undefined });
  await fixture.sender.shopOpened(address, body as { shop: string });
  fixture.between = between;
  const request = fixture.requests.at(-1);
  if (request === undefined) throw new Error('it was sent');
  return request;
}

function receiverOf(
  fixture: DeliveryFixture,
  reasons: string[] = [],
): ReturnType<typeof createKettlesWebhookReceiver> {
  return createKettlesWebhookReceiver(
    { shopOpened: (_, respond) => respond.noContent() },
    {
      security: {
        deliverySignature: deliverySignatureVerifier({
          secrets: secret,
          clock: fixture.time,
          onReason: ({ reason }) => reasons.push(reason),
        }),
      },
    },
  );
}

describe('webhook receiver', () => {
  test('handles a replayed request only once', async () => {
    const fixture = createDeliveryFixture();
    const request = await taken(fixture);
    const handled: string[] = [];
    const receive = createKettlesWebhookReceiver(
      {
        shopOpened({ body }, respond) {
          handled.push(body.shop);
          return respond.noContent();
        },
      },
      {
        security: {
          deliverySignature: deliverySignatureVerifier({ secrets: secret, clock: fixture.time }),
        },
        clock: fixture.time,
      },
    );
    expect([(await receive(request)).status, (await receive(request)).status]).toEqual([204, 204]);
    expect(handled).toEqual(['Leith']);
  });

  test('rejects a replayed request by its verifier without a delivery store', async () => {
    const fixture = createDeliveryFixture();
    const request = await taken(fixture);
    const reasons: string[] = [];
    const verifier = deliverySignatureVerifier({
      secrets: secret,
      clock: fixture.time,
      onReason: ({ reason }) => reasons.push(reason),
    });
    expect(await verifier.verify(request)).toMatchObject({ ok: true });
    expect(await verifier.verify(request)).toMatchObject({ ok: false });
    expect(reasons).toEqual(['signature-replayed']);
  });

  test.each([
    ['a changed body', (request: WireRequest) => ({ ...request, body: '{"shop":"Leeds"}' })],
    [
      'a body with other white space',
      (request: WireRequest) => ({ ...request, body: '{ "shop": "Leith" }' }),
    ],
    [
      'a changed header that is signed',
      (request: WireRequest) => ({
        ...request,
        headers: withHeader(request.headers, 'Content-Type', 'application/json; charset=utf-8'),
      }),
    ],
    [
      'a changed signature',
      (request: WireRequest) => ({
        ...request,
        headers: request.headers.map((text) => text.replace(/v1=./, 'v1=g')),
      }),
    ],
  ])('rejects %s', async (_, change) => {
    const fixture = createDeliveryFixture();
    const request = await taken(fixture);
    const reasons: string[] = [];
    expect((await receiverOf(fixture, reasons)(change(request))).status).toBe(401);
    expect(reasons).toEqual(['signature-wrong']);
  });

  test('rejects deliveries older or newer than its tolerance', async () => {
    const fixture = createDeliveryFixture();
    const request = await taken(fixture);
    const reasons: string[] = [];
    await fixture.time.advance(300_000);
    expect((await receiverOf(fixture)(request)).status).toBe(204);
    await fixture.time.advance(1_000);
    expect((await receiverOf(fixture, reasons)(request)).status).toBe(401);
    expect(reasons).toEqual(['timestamp-past']);
  });

  test('rejects another secret, and unsigned requests', async () => {
    const reasons: string[] = [];
    const fixture = createDeliveryFixture({
      receivedSecret: 'another',
      reasons,
      sender: { retry: false },
    });
    expect(await fixture.sender.shopOpened(address, { shop: 'x' })).toMatchObject({
      state: 'failed',
      attempts: [{ status: 401 }],
    });
    expect(reasons).toEqual(['signature-wrong']);
    const request = await taken(fixture);
    const bare = { ...request, headers: ['Content-Type', 'application/json'] };
    expect((await receiverOf(fixture)(bare)).status).toBe(401);
    expect(fixture.seen).toEqual([]);
  });

  test('rejects an invalid body with its violations before the handler', async () => {
    const fixture = createDeliveryFixture({ sender: { retry: false } });
    const body = { event: 'filled', kettle: 'k1', litres: -1 } as const;
    const { outcome } = await fixture.sender.kettleEvent(address, body);
    expect(fixture.seen).toEqual([]);
    if (outcome?.kind !== 'undeclared') throw new Error('400 is not declared');
    expect(outcome).toMatchObject({ status: 400, body: expect.anything() });
    const text = new TextDecoder().decode(outcome.response.body as Uint8Array);
    expect(JSON.parse(text)).toMatchObject({ violations: [{ path: 'body/litres' }] });
  });

  test('passes each event to its handler, with its body', async () => {
    const litres: number[] = [];
    const fixture = createDeliveryFixture({
      handlers: () => ({
        kettleEvent: {
          filled({ body }, respond) {
            litres.push(body.litres);
            return respond.success(200);
          },
        },
      }),
      sender: { retry: false },
    });
    await fixture.sender.kettleEvent(address, { event: 'filled', kettle: 'k', litres: 2 });
    expect(litres).toEqual([2]);
    // No handler takes this one: its sender receives an error, so that it is not lost silently.
    expect(
      await fixture.sender.kettleEvent(address, { event: 'broken', kettle: 'k' }),
    ).toMatchObject({
      attempts: [{ status: 404 }],
    });
    expect(await fixture.sender.shopOpened(address, { shop: 'x' })).toMatchObject({
      attempts: [{ status: 404 }],
    });
  });

  test('passes verified deliveries without a handler and unknown events to `otherwise`', async () => {
    const rest: unknown[] = [];
    const fixture = createDeliveryFixture({
      handlers: () => ({ kettleEvent: {} }),
      receiver: {
        otherwise: ({ webhook, body }) => {
          rest.push([webhook, body]);
        },
      },
    });
    await fixture.sender.shopOpened(address, { shop: 'x' });
    await fixture.sender.kettleEvent(address, { event: 'broken', kettle: 'k' });
    const verifyOnly = { ...(await taken(fixture)), body: '{"shop":"y"}' };
    expect(await fixture.between(verifyOnly, receiverOf(fixture))).toMatchObject({ status: 401 });
    expect(rest).toEqual([
      ['shopOpened', { shop: 'x' }],
      ['kettleEvent', { event: 'broken', kettle: 'k' }],
    ]);
  });

  test('passes an unknown event to `otherwise` instead of rejecting it', async () => {
    const rest: unknown[] = [];
    const otherwise = ({ body }: { readonly body?: unknown }): void => {
      rest.push(body);
    };
    const choose = (): string => 'kettleEvent';
    const fixture = createDeliveryFixture({
      receiver: { otherwise, choose },
      sender: { retry: false },
    });
    const cracked = { event: 'cracked', kettle: 'k' } as object;
    const send: (to: string, body: object) => Promise<Delivery> = fixture.sender
      .kettleEvent as never;
    expect(await send(address, cracked)).toMatchObject({ attempts: [{ status: 204 }] });
    expect(await send(address, { kettle: 'k' })).toMatchObject({ attempts: [{ status: 400 }] });
    expect(rest).toEqual([cracked]);
    const strict = createDeliveryFixture({ receiver: { choose }, sender: { retry: false } });
    expect(await strict.sender.kettleEvent(address, cracked as never)).toMatchObject({
      attempts: [{ status: 404 }],
    });
  });

  test('receives at its configured paths', async () => {
    const fixture = createDeliveryFixture({
      receiver: { path: '/hooks/kettles' },
      sender: { retry: false },
    });
    const to = (path: string): string => `https://shop.example${path}`;
    const statusOf = async (path: string): Promise<unknown> => {
      const { attempts } = await fixture.sender.shopOpened(to(path), { shop: 'x' });
      await fixture.time.advance(1_000);
      return attempts[0]?.status;
    };
    expect(await statusOf('/hooks/kettles')).toBe(204);
    expect(await statusOf('/hooks/other')).toBe(404);
    const apart = createDeliveryFixture({
      receiver: { path: { shopOpened: '/shops', kettleEvent: '/kettles' } },
      sender: { retry: false },
    });
    const filled = { event: 'filled', kettle: 'k', litres: 1 } as const;
    expect(await apart.sender.shopOpened(to('/shops'), { shop: 'x' })).toMatchObject({
      state: 'succeeded',
    });
    expect(await apart.sender.kettleEvent(to('/shops'), filled)).toMatchObject({
      attempts: [{ status: 400 }],
    });
    expect(await apart.sender.boiled(to('/'), { kettle: 'k', celsius: 9 })).toMatchObject({
      attempts: [{ status: 404 }],
    });
  });

  test('calls `choose` to identify the webhook', async () => {
    const calls: unknown[] = [];
    const fixture = createDeliveryFixture({
      receiver: {
        choose: ({ body }) => {
          calls.push(body);
          return 'kettleEvent';
        },
      },
      sender: { retry: false },
    });
    expect(await fixture.sender.shopOpened(address, { shop: 'x' })).toMatchObject({
      attempts: [{ status: 400 }],
    });
    expect(calls).toEqual([{ shop: 'x' }]);
  });

  test('passes exact numbers to `choose`', async () => {
    const fixture = createDeliveryFixture();
    const request = await taken(fixture);
    const calls: unknown[] = [];
    const receive = createKettlesWebhookReceiver(
      { shopOpened: (_, respond) => respond.noContent() },
      {
        choose: ({ body }) => {
          calls.push(body);
          return undefined;
        },
        security: {
          deliverySignature: deliverySignatureVerifier({ secrets: secret, clock: fixture.time }),
        },
      },
    );
    const body = '{"shop":9007199254740993,"litres":9007199254740992}';
    expect(await receive({ ...request, body })).toMatchObject({ status: 404 });
    expect(calls).toEqual([{ shop: '9007199254740993', litres: 9007199254740992 }]);
  });

  test('throws without a verifier', () => {
    expect(() =>
      createKettlesWebhookReceiver(
        { shopOpened: (_, respond) => respond.noContent() },
        { security: {} as { deliverySignature: ReturnType<typeof deliverySignatureVerifier> } },
      ),
    ).toThrow('"security" needs a verifier for the scheme "deliverySignature"');
  });
});

describe('webhook verifier', () => {
  test('returns the delivery, with headers in any form', async () => {
    const fixture = createDeliveryFixture();
    const { headers, body } = await taken(fixture);
    if (typeof body !== 'string' && !(body instanceof Uint8Array)) throw new Error('it is whole');
    const names = headers.filter((_, index) => index % 2 === 0);
    const forms = [
      headers,
      new Headers(names.map((name, index) => [name, headers[index * 2 + 1] ?? ''])),
      Object.fromEntries(names.map((name, index) => [name.toLowerCase(), headers[index * 2 + 1]])),
    ];
    for (const form of forms) {
      const verify = createKettlesWebhookVerifier({
        security: {
          deliverySignature: deliverySignatureVerifier({ secrets: secret, clock: fixture.time }),
        },
      });
      const verified = await verify({ headers: form, body });
      if (!verified.ok) throw new Error(verified.fault?.message);
      if (verified.webhook !== 'shopOpened') throw new Error(verified.webhook);
      expect(verified.body.shop).toBe('Leith');
      expect(verified.principals.deliverySignature).toMatchObject({ scopes: [] });
      // Once is enough.
      expect(await verify({ headers: form, body })).toMatchObject({
        ok: false,
        fault: { name: 'conflict', status: 409 },
        response: { status: 409 },
      });
      await verified.complete();
      expect(await verify({ headers: form, body })).toMatchObject({ ok: false, repeated: true });
    }
  });

  test.each([
    ['parsed', { shop: 'Leith' }],
    ['a stream', new Response('{"shop":"Leith"}').body],
    ['missing', undefined],
  ])('throws for a body that is %s', async (_, body) => {
    const fixture = createDeliveryFixture();
    const { headers } = await taken(fixture);
    const verify = createKettlesWebhookVerifier({
      security: {
        deliverySignature: deliverySignatureVerifier({ secrets: secret, clock: fixture.time }),
      },
    });
    const given: unknown = { headers, body };
    await expect(verify(given as Parameters<typeof verify>[0])).rejects.toThrow(
      'must be the received bytes or their text: read it before any body parser does',
    );
  });

  test('returns the fault and its response', async () => {
    const fixture = createDeliveryFixture();
    const { headers } = await taken(fixture);
    const verify = createKettlesWebhookVerifier({
      security: {
        deliverySignature: deliverySignatureVerifier({ secrets: secret, clock: fixture.time }),
      },
    });
    expect(await verify({ headers, body: '{"shop":"Leeds"}' })).toMatchObject({
      ok: false,
      fault: { name: 'unauthorized' },
      response: { status: 401 },
    });
    expect(await verify({ headers, body: 'boiling' })).toMatchObject({
      fault: { name: 'not-found' },
    });
    expect(await verify({ headers, body: '', method: 'PATCH' })).toMatchObject({
      response: { status: 405 },
    });
  });
});
