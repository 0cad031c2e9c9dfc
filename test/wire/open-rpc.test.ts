import { describe, expect, test } from 'vitest';
import { OutputClient } from '../cases/open-rpc/output/index.js';
import { createPartialOutputServer } from '../cases/open-rpc/output/server.js';

describe('package of an OpenRPC document', () => {
  const server = createPartialOutputServer(
    {
      kennelListDogs: ({ params }, respond) =>
        params.kennel === 'north'
          ? respond.result([{ name: 'Rex', toys: ['ball'] }])
          : respond.error('kennelNotFound', 'Kennel not found', { near: 'north' }),
      kennelMove: (_request, respond) => respond.result(null),
    },
    { authorities: ['eu.kennel.example', 'node.example'] },
  );

  function clientAt(baseUrl?: string): {
    readonly client: OutputClient;
    readonly sent: { readonly url: string; readonly body: unknown }[];
  } {
    const sent: { readonly url: string; readonly body: unknown }[] = [];
    const client = new OutputClient({
      ...(baseUrl !== undefined && { baseUrl }),
      transport: (request) => {
        const { authority, target, body } = request;
        const text = typeof body === 'string' ? body : 'null';
        sent.push({ url: authority + target, body: JSON.parse(text) });
        return server(request);
      },
    });
    return { client, sent };
  }

  test.each([
    [undefined, 'eu.kennel.example/rpc'],
    ['https://node.example/v3/KEY', 'node.example/v3/KEY'],
    ['https://node.example/', 'node.example/'],
  ])('sends calls to the URL of the server itself: %s', async (baseUrl, url) => {
    const { client, sent } = clientAt(baseUrl);
    await client.dogs.kennelList({ kennel: 'north' }).catch(() => undefined);
    expect(sent.map((request) => request.url)).toEqual([url]);
  });

  test('passes params as each method is described, and returns results', async () => {
    const { client, sent } = clientAt();
    const dogs = await client.dogs.kennelList({ kennel: 'north', limit: 2 });
    const moved = await client.rpc.kennelMove({ to: 'south' });
    expect([dogs, moved]).toEqual([[{ name: 'Rex', toys: ['ball'] }], null]);
    expect(sent.map(({ body }) => body)).toEqual([
      { jsonrpc: '2.0', id: 0, method: 'kennel_listDogs', params: ['north', 2] },
      { jsonrpc: '2.0', id: 1, method: 'kennel_move', params: { to: 'south' } },
    ]);
  });

  test('names the errors of the document', async () => {
    const outcome = await clientAt().client.dogs.kennelList.result({ kennel: 'south' });
    expect(outcome).toMatchObject({ ok: false, name: 'kennelNotFound', data: { near: 'north' } });
  });

  test('checks params by their schemas', async () => {
    const outcome = await clientAt().client.dogs.kennelList.result({ kennel: 'north', limit: 0 });
    expect(outcome).toMatchObject({ ok: false, code: -32602 });
  });
});
