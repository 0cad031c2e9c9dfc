import { expect, test } from 'vitest';
import type { HttpHandler } from '../../runtime/core/index.js';
import { fetchHandler } from '../../runtime/http/fetch.js';

test('fetchHandler passes the requested host instead of the host of the URL', async () => {
  const hosts: string[] = [];
  const handle: HttpHandler = async ({ authority }) => {
    hosts.push(authority);
    return { status: 204, headers: [], body: undefined };
  };
  const requestTo = (host?: string): Request =>
    new Request('http://localhost:3000/pets', host === undefined ? {} : { headers: { host } });
  const answer = fetchHandler(handle, {
    authority: (request) => request.headers.get('host') ?? undefined,
  });
  await answer(requestTo('pets.example'));
  await answer(requestTo());
  await fetchHandler(handle)(requestTo('pets.example'));
  expect(hosts).toEqual(['pets.example', 'localhost:3000', 'localhost:3000']);
});
