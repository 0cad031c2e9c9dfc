import { json, type ApiDescriptor, type HttpHandler } from '@tallystick/runtime';
import type { WebhookDescriptor } from '@tallystick/runtime/webhooks';
import { createWebhookReceiver, type ReceivedWebhook } from '@tallystick/runtime/webhooks/server';
import { expect, test } from 'vitest';

const api: ApiDescriptor = {
  title: 'Shops',
  version: '1',
  servers: [{ url: '/' }],
  variables: {},
  security: {},
};

const webhook = (handler: string, method: string): ReceivedWebhook => {
  const descriptor: WebhookDescriptor = {
    id: `${method} webhooks/${handler}`,
    method,
    path: [],
    input: 'body',
    outcomes: [{ status: 204, respond: 'noContent' }],
    ...(method === 'POST' && { body: { contents: [json] } }),
  };
  return { handler, descriptor };
};

/** Two webhooks that cannot be distinguished, and one with a method of its own. */
const webhooks = [webhook('opened', 'POST'), webhook('moved', 'POST'), webhook('closed', 'DELETE')];

const answered = async (receiver: HttpHandler, method: string): Promise<number> => {
  const request = {
    method,
    scheme: 'https' as const,
    authority: 'shop.example',
    target: '/',
    headers: [],
  };
  return (await receiver({ ...request, body: undefined })).status;
};

test('accepts webhooks that nothing distinguishes if none has a handler', async () => {
  const closed = (_: unknown, respond: { noContent(): unknown }): unknown => respond.noContent();
  const receiver = createWebhookReceiver(api, webhooks, { closed }, {});
  expect(await answered(receiver, 'DELETE')).toBe(204);
  expect(await answered(receiver, 'POST')).toBe(404);
  expect(await answered(receiver, 'PUT')).toBe(405);
});

test('throws if nothing distinguishes a handled webhook from others at its address', () => {
  const message = 'The description does not distinguish the webhooks "opened", "moved"';
  const make = (handlers: object, options = {}): HttpHandler =>
    createWebhookReceiver(api, webhooks, handlers, options);
  expect(() => make({ opened: () => undefined })).toThrow(message);
  expect(() => make({}, { otherwise: () => undefined })).toThrow(message);
});
