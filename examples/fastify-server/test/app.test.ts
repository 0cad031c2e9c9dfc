import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../src/app.js';
import { ApiClient } from '../src/api/index.js';

let app: FastifyInstance;
let origin: string;
const clientWith = (key: string) =>
  new ApiClient({ baseUrl: `${origin}/api`, credentials: { key } });

beforeAll(async () => {
  app = await createApp({ keys: ['secret'] });
  await app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

test('tasks are added, changed and deleted', async () => {
  const { tasks } = clientWith('secret');
  const tea = await tasks.create({ title: 'Buy tea' });
  await tasks.create({ title: 'Drink tea' });
  expect(await tasks.update(tea.id, { done: true })).toEqual({ ...tea, done: true });
  const open = await tasks.list({ done: false });
  expect(open.tasks.map(({ title }) => title)).toEqual(['Drink tea']);
  await tasks.delete(tea.id);
  expect(await tasks.delete.result(tea.id)).toMatchObject({ ok: false, when: 404 });
});

test('a list continues on the next page', async () => {
  const { tasks } = clientWith('secret');
  for (let number = 1; number <= 25; number += 1) await tasks.create({ title: `Task ${number}` });
  const titles: string[] = [];
  for await (const { title } of tasks.list()) titles.push(title);
  expect(titles.slice(0, 25)).toEqual(
    Array.from({ length: 25 }, (_, index) => `Task ${25 - index}`),
  );
});

test('what the description does not allow reaches no handler', async () => {
  const response = await fetch(`${origin}/api/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'secret' },
    body: JSON.stringify({ title: '' }),
  });
  expect(response.status).toBe(400);
  const wrongKey = await clientWith('guess').tasks.list.result();
  expect(wrongKey).toMatchObject({ ok: false, status: 401 });
});

test('routes of Fastify work beside the API', async () => {
  expect(await (await fetch(`${origin}/health`)).json()).toEqual({ status: 'up' });
});
