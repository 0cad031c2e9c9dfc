import { describe, expect, test } from 'vitest';
import * as enums from '../cases/enum-types/output/src/index.js';
import { createEnumShopServer } from '../cases/enum-types/output/src/server.js';
import * as objects from '../cases/enum-objects/output/src/index.js';
import { createShopServer } from '../cases/enum-objects/output/src/server.js';
import * as open from '../cases/open-enums/output/index.js';
import { createOutputServer } from '../cases/open-enums/output/server.js';

const baseUrl = 'https://shop.example';
const server = { authorities: ['shop.example'] };

describe('named enum values', () => {
  test('of an object are transferred as their values', async () => {
    const transport = createShopServer(
      {
        listOrders: ({ query, headers }, respond) =>
          respond.ok([
            { id: `${query.status} ${headers.level}`, status: objects.Status.Sent, carrier: 'ups' },
          ]),
        createOrder: ({ body }, respond) => respond.created({ id: '1', ...body }),
        countOrders: ({ path }, respond) => respond.ok(path.status === objects.Status.Paid ? 1 : 0),
      },
      server,
    );
    const client = new objects.ShopClient({ baseUrl, transport });
    const listed = await client.orders.list(
      { status: objects.Status.Sent },
      { headers: { level: objects.Level.Low } },
    );
    expect(listed).toEqual([{ id: 'sent-out -1', status: 'sent-out', carrier: 'ups' }]);
    expect(await client.orders.create({ status: 'open', levels: [1] })).toEqual({
      id: '1',
      status: objects.Status.Open,
      levels: [objects.Level.High],
    });
    expect(await client.orders.count('paid')).toBe(1);
  });

  test('of a TypeScript enum are transferred as their values', async () => {
    const transport = createEnumShopServer(
      {
        listOrders: ({ query, headers }, respond) =>
          respond.ok([
            { id: `${query.status} ${headers.level}`, status: enums.Status.Sent, narrow: 'open' },
          ]),
        createOrder: ({ body }, respond) => respond.created({ id: '1', ...body }),
        countOrders: ({ path }, respond) => respond.ok(path.status === enums.Status.Paid ? 1 : 0),
      },
      server,
    );
    const client = new enums.EnumShopClient({ baseUrl, transport });
    const [order] = await client.orders.list(
      { status: enums.Status.Sent },
      { headers: { level: enums.Level.Low } },
    );
    expect(order).toEqual({ id: 'sent-out -1', status: enums.Status.Sent, narrow: 'open' });
    const created = await client.orders.create({
      status: enums.Status.Open,
      levels: [enums.Level.High],
    });
    expect(created).toEqual({ id: '1', status: 'open', levels: [1] });
    expect(await client.orders.count(enums.Status.Paid)).toBe(1);
  });
});

describe('open enums', () => {
  const received: unknown[] = [];
  const transport = createOutputServer(
    {
      listOrders: ({ query, headers }, respond) => {
        received.push(query.status, query.sort, headers.level);
        return respond.ok([
          { id: '1', status: 'lost', level: 7, pay: { kind: 'cash', currency: 'chf' } },
        ]);
      },
    },
    server,
  );
  const client = new open.OutputClient({ baseUrl, transport });

  test('accept unlisted values in both directions', async () => {
    const [order] = await client.orders.list(
      { status: 'lost', sort: 'random' },
      { headers: { level: 12 } },
    );
    expect(received).toEqual(['lost', 'random', 12]);
    expect(order?.status).toBe('lost');
  });

  test('reject values of another type', async () => {
    const outcome = await client.orders.list.result({}, { headers: { level: 0.5 } });
    expect(outcome).toMatchObject({ ok: false, kind: 'undeclared', status: 400 });
    expect(received).not.toContain(0.5);
  });
});
