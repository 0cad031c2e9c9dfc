import {
  headerValue,
  type HttpHandler,
  type Transport,
  type WireRequest,
  type WireResponse,
} from '@tallystick/runtime';
import type { EventEnvelope, Notification } from '@platform/platform';
import {
  createPlatformWebhookReceiver,
  createPlatformWebhookVerifier,
  deliverySignatureVerifier,
} from '@platform/platform/webhook-receiver';
import { deliverySecret, PlatformWebhooks } from '@platform/platform/webhooks';
import hook0 from 'hook0-client';
import { afterEach, describe, expect, test } from 'vitest';
import { listen, type Loopback } from '../loopback.js';
import { testTime, type TestTime } from '../time.js';

const secret = 'a1b2c3d4-e5f6-7890-abcd-ef1234567890';
const address = 'https://hooks.example.com/platform';

const base = {
  webhookId: '5f1c3a52-9d0e-4c7b-8e6a-2b4d6f8091a2',
  network: 'base-sepolia',
  blockHash: `0x${'5a'.repeat(32)}`,
  blockNumber: 13_463_418,
  blockTime: '2025-03-25T12:00:00Z',
  transactionHash: `0x${'b1'.repeat(32)}`,
  transactionIndex: 76,
};
const log = { logIndex: 102, contractAddress: '0x036cbd53842c5426634e7929541ec2318f3dcf7e' };
const between = {
  from: '0x742d35cc6634c0532925a3b844bc454e4438f44e',
  to: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
};
const notifications: readonly Notification[] = [
  { ...base, ...log, ...between, eventType: 'erc20_transfer', value: '1000000' },
  { ...base, ...log, ...between, eventType: 'erc721_transfer', tokenId: '4711' },
  {
    ...base,
    eventType: 'wallet_activity',
    walletId: '6b1f0d0e-6c6f-4f6e-8a51-0d8f0a2f6a11',
    addresses: [between.from],
  },
  { ...base, ...log, eventType: 'smart_contract_event_activity' },
];
const envelope: EventEnvelope = {
  eventId: 'e1',
  timestamp: '2025-03-25T12:00:00Z',
  eventType: 'wallet.activity.detected',
  data: { network: 'base-sepolia' },
};

/** A receiver that notes what it gets, with a handler for every type of event. */
function receiver(seen: unknown[], time?: TestTime): HttpHandler {
  const note =
    (name: string) =>
    <Answer>(
      { body }: { readonly body: unknown },
      respond: { success(status: 204): Answer },
    ): Answer => {
      seen.push([name, body]);
      return respond.success(204);
    };
  return createPlatformWebhookReceiver(
    {
      notification: {
        erc20_transfer({ body }, respond) {
          seen.push(['erc20_transfer', body]);
          return respond.success(BigInt(body.value) > 0n ? 204 : 202);
        },
        erc721_transfer: note('erc721_transfer'),
        wallet_activity: note('wallet_activity'),
        smart_contract_event_activity: note('smart_contract_event_activity'),
      },
      event: note('event'),
    },
    {
      security: {
        deliverySignature: deliverySignatureVerifier({
          secrets: secret,
          ...(time === undefined ? {} : { clock: time }),
        }),
      },
    },
  );
}

function sender(transport?: Transport, time?: TestTime): PlatformWebhooks {
  const clock = time === undefined ? {} : { clock: time };
  return new PlatformWebhooks({
    credentials: { deliverySignature: deliverySecret({ secret }, clock) },
    ...(transport === undefined ? {} : { transport }),
    ...(time === undefined ? {} : { timers: time }),
    retry: { attempts: 60, maxDelay: 4_000 },
  });
}

const open: Loopback[] = [];
afterEach(async () => {
  for (const loopback of open.splice(0)) await loopback.close();
});

describe.each(['in memory', 'over loopback'])('deliveries of the platform %s', (where) => {
  test('of every event type reach its handler', async () => {
    const seen: unknown[] = [];
    const time = testTime();
    const loopback = where === 'in memory' ? undefined : await listen(() => receiver(seen));
    if (loopback !== undefined) open.push(loopback);
    const webhooks = loopback === undefined ? sender(receiver(seen, time), time) : sender();
    const to = loopback === undefined ? address : `${loopback.baseUrl}/platform`;
    for (const body of notifications) {
      expect(await webhooks.notification(to, body)).toMatchObject({ state: 'succeeded' });
    }
    const headers = { 'X-Event-Id': envelope.eventId };
    expect(await webhooks.event(to, envelope, { headers })).toMatchObject({ state: 'succeeded' });
    expect(seen).toEqual([
      ...notifications.map((body) => [body.eventType, body]),
      ['event', envelope],
    ]);
  });
});

test('rejects `unspecified`, and never delivers it', async () => {
  const seen: unknown[] = [];
  const time = testTime();
  const odd = { ...notifications[0], eventType: 'unspecified' } as object as Notification;
  const { attempts } = await sender(receiver(seen, time), time).notification(address, odd, {
    retry: false,
  });
  expect([attempts[0]?.status, seen]).toEqual([404, []]);
});

test('sends `signature_header` unchanged if set', async () => {
  const requests: WireRequest[] = [];
  const taken: HttpHandler = (request) => {
    requests.push(request);
    return Promise.resolve({ status: 200, headers: [], body: undefined });
  };
  const webhook: { readonly signature_header?: string } = { signature_header: 'any-text' };
  const [body] = notifications;
  if (body === undefined) throw new Error('there are some');
  const webhooks = sender(taken);
  const { signature_header: text } = webhook;
  await webhooks.notification(address, body, {
    headers: text === undefined ? {} : { 'X-Webhook-Signature': text },
  });
  await webhooks.notification(address, body);
  const sent = requests.map(({ headers }) => headerValue(headers, 'X-Webhook-Signature'));
  expect(sent).toEqual(['any-text', undefined]);
});

test('retries a delivery up to 60 attempts', async () => {
  const seen: unknown[] = [];
  const time = testTime({ skip: 4_000 });
  const receive = receiver(seen, time);
  let left = 59;
  const failing: HttpHandler = (request) => {
    left -= 1;
    const failure: WireResponse = { status: 503, headers: [], body: undefined };
    if (left >= 0 && left % 3 === 0) return Promise.reject(new Error('reset'));
    return left >= 0 ? Promise.resolve(failure) : receive(request);
  };
  const delivered = await sender(failing, time).event(address, envelope);
  expect([delivered.state, delivered.attempts.length, seen.length]).toEqual(['succeeded', 60, 1]);
  left = 1_000;
  const given = await sender(failing, time).event(address, envelope);
  expect([given.state, given.attempts.length]).toEqual(['failed', 60]);
});

describe('published signature', () => {
  const time = { now: () => 1_700_000_000_000 };
  const body = '{"eventId":"e1","eventType":"wallet.activity.detected"}';
  const signature =
    't=1700000000,h=content-type x-event-id,v1=985a5820ac580736272434ef65b71612ba65eff8e3c1460d5765485b43efd3dd';

  test('is sent by the sender', async () => {
    const requests: WireRequest[] = [];
    const webhooks = new PlatformWebhooks({
      credentials: { deliverySignature: deliverySecret({ secret }, { clock: time }) },
      transport: (request) => {
        requests.push(request);
        return Promise.resolve({ status: 200, headers: [], body: undefined });
      },
    });
    await webhooks.event(address, JSON.parse(body) as EventEnvelope, {
      headers: { 'X-Event-Id': 'e1' },
    });
    const [request] = requests;
    expect(headerValue(request?.headers ?? [], 'X-Hook0-Signature')).toBe(signature);
    expect(request?.body).toBe(body);
  });

  test('is accepted by the receiver', async () => {
    const verify = createPlatformWebhookVerifier({
      security: {
        deliverySignature: deliverySignatureVerifier({ secrets: secret, clock: time }),
      },
    });
    const headers = {
      'content-type': 'application/json',
      'x-event-id': 'e1',
      'x-hook0-signature': signature,
    };
    // Verified, and then found to lack what an envelope has.
    expect(await verify({ headers, body })).toMatchObject({
      fault: { name: 'invalid-request', violations: [{ path: 'body' }, { path: 'body' }] },
    });
    expect(await verify({ headers, body: body.replace('e1', 'e2') })).toMatchObject({
      fault: { name: 'unauthorized' },
    });
  });
});

test('delivers requests that hook0-client verifies', async () => {
  const requests: WireRequest[] = [];
  const time = testTime();
  const webhooks = sender((request) => {
    requests.push(request);
    return Promise.resolve({ status: 200, headers: [], body: undefined });
  }, time);
  for (const body of notifications) await webhooks.notification(address, body);
  await webhooks.event(address, envelope, { headers: { 'X-Event-Id': 'e1' } });
  expect(requests).toHaveLength(5);
  for (const { headers, body } of requests) {
    const text = String(body);
    const names = new Headers();
    for (let index = 0; index < headers.length; index += 2)
      names.append(headers[index] ?? '', headers[index + 1] ?? '');
    const signature = names.get('X-Hook0-Signature') ?? '';
    const now = new Date(time.now());
    const judge = (payload: string, key: string, at: Date): unknown =>
      hook0.verifyWebhookSignatureWithCurrentTime(
        signature,
        Buffer.from(payload),
        names,
        key,
        300,
        at,
      );
    expect(judge(text, secret, now)).toBe(true);
    expect(() => judge(`${text} `, secret, now)).toThrow('Invalid signature');
    expect(() => judge(text, 'another', now)).toThrow('Invalid signature');
    expect(() => judge(text, secret, new Date(time.now() + 301_000))).toThrow();
  }
});
