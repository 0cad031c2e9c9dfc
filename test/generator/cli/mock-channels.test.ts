import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startMockOf } from './mock-server.js';

const feed = `
asyncapi: 3.0.0
info: { title: Prices, version: 1.0.0 }
servers:
  live: { host: prices.example, pathname: /ws, protocol: wss }
channels:
  ticks:
    address: /ticks/{symbol}
    parameters: { symbol: { description: The symbol. } }
    messages:
      tick:
        payload:
          type: object
          required: [price]
          properties: { price: { type: number, minimum: 1, maximum: 9 } }
        examples: [{ payload: { price: 2 } }]
      state: { payload: { type: object, required: [state], properties: { state: { enum: [open, closed] } } } }
      command: { payload: { type: string } }
operations:
  publish: { action: send, channel: { $ref: '#/channels/ticks' }, messages: [{ $ref: '#/channels/ticks/messages/tick' }, { $ref: '#/channels/ticks/messages/state' }] }
  obey: { action: receive, channel: { $ref: '#/channels/ticks' }, messages: [{ $ref: '#/channels/ticks/messages/command' }] }
`;

/** The first messages of a connection. */
async function messagesOf(
  address: string,
  count: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly unknown[]> {
  const socket = new WebSocket(address.replace('http', 'ws'), { headers });
  const messages: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      messages.push(JSON.parse(String(data)));
      if (messages.length === count) resolve();
    });
  });
  socket.close();
  return messages.slice(0, count);
}

test('a mock publishes examples and fakes of the messages that clients receive, at an interval', async () => {
  const mock = await startMockOf({ 'feed.yaml': feed }, '--interval', '5');
  expect(mock.output()).toContain('  ticks: WS /ws/ticks/{symbol}\n');
  const messages = await messagesOf(`${mock.address}/ws/ticks/ABC?from=1`, 4);
  expect(messages).toEqual([
    { price: 2 },
    { state: expect.stringMatching(/^(?:open|closed)$/) },
    { price: expect.any(Number) },
    { state: expect.stringMatching(/^(?:open|closed)$/) },
  ]);
  expect(await messagesOf(`${mock.address}/ws/ticks/XYZ`, 4)).toEqual(messages);
  await mock.printed('WS /ws/ticks/ABC 101 fakes of ticks\n');
  expect(await mock.stop()).toBe(0);
});

test('a mock refuses connections to other addresses, and ends open ones when it stops', async () => {
  const mock = await startMockOf({ 'feed.yaml': feed });
  await expect(messagesOf(`${mock.address}/ws/other`, 1)).rejects.toThrow('404');
  const socket = new WebSocket(`${mock.address.replace('http', 'ws')}/ws/ticks/ABC`);
  await new Promise((resolve) => socket.once('message', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  expect(await mock.stop()).toBe(0);
  await closed;
});

test('a mock requires the credentials of a connection', async () => {
  const secured = feed
    .replace(
      'protocol: wss }',
      "protocol: wss, security: [{ $ref: '#/components/securitySchemes/key' }] }",
    )
    .concat(
      'components: { securitySchemes: { key: { type: httpApiKey, in: header, name: X-Key } } }\n',
    );
  const mock = await startMockOf({ 'feed.yaml': secured });
  await expect(messagesOf(`${mock.address}/ws/ticks/A`, 1)).rejects.toThrow('401');
  const [message] = await messagesOf(`${mock.address}/ws/ticks/A`, 1, { 'X-Key': 'a' });
  expect(message).toEqual({ price: 2 });
  await mock.stop();
});

test('a mock of HTTP and of channels uses one port', async () => {
  const rest = `
openapi: 3.1.0
info: { title: Rest, version: 1.0.0 }
paths: { /prices: { get: { responses: { '204': { description: None. } } } } }
`;
  const mock = await startMockOf({ 'rest.yaml': rest, 'feed.yaml': feed });
  expect((await fetch(`${mock.address}/prices`)).status).toBe(204);
  expect(await messagesOf(`${mock.address}/ws/ticks/A`, 1)).toEqual([{ price: 2 }]);
  await mock.stop();
});

test('a mock of an OpenRPC document answers its methods', async () => {
  const rpc = `
openrpc: 1.3.2
info: { title: Sums, version: 1.0.0 }
servers: [{ name: main, url: https://rpc.example/rpc }]
methods:
  - name: add
    params: [{ name: left, required: true, schema: { type: integer } }]
    result: { name: sum, schema: { type: integer, minimum: 3, maximum: 3 } }
`;
  const mock = await startMockOf({ 'rpc.yaml': rpc });
  const post = async (params: unknown): Promise<unknown> => {
    const response = await fetch(`${mock.address}/rpc`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'add', params }),
    });
    return response.json();
  };
  expect(await post([2])).toEqual({ jsonrpc: '2.0', id: 1, result: 3 });
  expect(await post(['two'])).toMatchObject({ error: { code: -32602 } });
  await mock.stop();
});
