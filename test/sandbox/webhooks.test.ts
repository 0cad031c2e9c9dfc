import { describe, expect, test } from 'vitest';
import { limits } from '@platform/platform';
import { listWebhooks, webhookOf } from '../../sandbox/domain/webhooks/queries.js';
import type { Commands } from '../../sandbox/domain/subjects.js';
import {
  addressOf,
  credit,
  deliveriesOf,
  openWorld,
  owner,
  subscribe,
  transfer,
  type World,
} from './running-world.js';

const ada = addressOf(0xada);
const bob = addressOf(0xb0b);
const zero = addressOf(0);
const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';

/** Bodies of all deliveries, as JSON says them. */
function bodiesOf(world: World): readonly Record<string, unknown>[] {
  return deliveriesOf(world).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
}

/** Ids of the webhooks that something was delivered to. */
function toldOf(world: World): readonly string[] {
  return deliveriesOf(world).map(({ webhook }) => webhook);
}

/** Makes a transaction that calls a contract and emits a log entry. */
function emit({ accept }: World, contract: string, from = ada): void {
  const logs = [{ contract, topics: [`0x${'01'.repeat(32)}`], data: '0x' }];
  accept('assets.make-block', { network: 'base', transactions: [{ from, to: contract, logs }] });
}

describe('webhooks', () => {
  test('webhooks-1, limits-3: an organisation has at most 100, in all of its projects', async () => {
    const world = await openWorld();
    const all = Array.from({ length: limits.maxWebhooks }, (_, index) =>
      subscribe(world, { project: `project-${index % 3}` }),
    );
    expect(all).toHaveLength(100);
    const one: Commands['webhooks.create']['data'] = {
      ...owner,
      networkId: 'base',
      eventType: 'erc20_transfer',
      notificationUri: 'https://hooks.example.com/',
      allowsLocal: false,
    };
    expect(world.refused('webhooks.create', one)).toEqual({
      code: 'too-many',
      data: { what: 'webhook', limit: 100 },
    });
    subscribe(world, { organization: 'other' });
    world.accept('webhooks.delete', { project: 'project-1', id: all[1]?.id ?? '' });
    subscribe(world);
    expect(world.refused('webhooks.create', one)).toMatchObject({ code: 'too-many' });
  });

  test('webhooks-2: an update changes only the members that are present', async () => {
    const world = await openWorld();
    const webhook = subscribe(world, {
      signatureHeader: 'tea',
      eventFilters: [{ to_address: ada }],
    });
    const update = (changes: Commands['webhooks.update']['data']['changes']): unknown =>
      world.accept('webhooks.update', {
        project: owner.project,
        id: webhook.id,
        changes,
        allowsLocal: true,
      });
    const { updatedAt: _, ...same } = webhook;
    expect(update({})).toMatchObject(same);
    expect(update({ status: 'inactive' })).toMatchObject({ ...same, status: 'inactive' });
    expect(update({ status: 'inactive' })).toMatchObject({ status: 'inactive' });
    expect(update({ eventFilters: [], notificationUri: 'https://other.example/' })).toMatchObject({
      ...same,
      status: 'inactive',
      eventFilters: [],
      notificationUri: 'https://other.example/',
    });
    expect(update({ status: 'active' })).toMatchObject({ status: 'active' });
    const [stored] = [...world.loop.state.webhooks.webhooks.rows()];
    expect(stored?.createdAt).toBe(webhook.createdAt);
  });

  test('webhooks-2: every update has a later time', async () => {
    const world = await openWorld();
    const { id, createdAt } = subscribe(world);
    const changes = { status: 'active' } as const;
    const times = [1, 2, 3].map(
      () =>
        world.accept('webhooks.update', {
          project: owner.project,
          id,
          changes,
          allowsLocal: true,
        }).updatedAt,
    );
    expect(times).toEqual([...new Set(times)].sort());
    expect(times[0]).toBeGreaterThan(createdAt);
  });

  test("webhooks-2: an unknown webhook, and another project's, is not found", async () => {
    const world = await openWorld();
    const { id } = subscribe(world);
    for (const [project, each] of [
      [owner.project, '5f1c3a52-9d0e-4c7b-8e6a-2b4d6f8091a2'],
      ['another', id],
    ] as const) {
      const data = { project, id: each, changes: {}, allowsLocal: true };
      expect(world.refused('webhooks.update', data)).toMatchObject({ code: 'not-found' });
      expect(world.refused('webhooks.delete', { project, id: each })).toMatchObject({
        code: 'not-found',
      });
    }
    expect(webhookOf(world.loop.state.webhooks, owner.project, id.toUpperCase())?.id).toBe(id);
  });

  test('webhooks-2: filters must fit the type of event', async () => {
    const world = await openWorld();
    const erc20 = subscribe(world);
    const wallet = subscribe(world, { eventType: 'wallet_activity' });
    const update = (id: string, changes: Commands['webhooks.update']['data']['changes']): unknown =>
      world.refused('webhooks.update', {
        project: owner.project,
        id,
        changes,
        allowsLocal: true,
      });
    expect(update(erc20.id, { typeFilter: { addresses: [ada] } })).toMatchObject({ code: 'form' });
    expect(update(wallet.id, { eventFilters: [{ to_address: ada }] })).toMatchObject({
      code: 'form',
    });
    expect(update(wallet.id, { typeFilter: { contract_addresses: [usdc] } })).toMatchObject({
      code: 'form',
    });
  });

  test('webhooks-3: a walk while 100 are added neither repeats nor loses a row', async () => {
    const world = await openWorld();
    const before = Array.from({ length: 60 }, (_, index) =>
      subscribe(world, { organization: `org-${index % 2}` }),
    ).map(({ id }) => id);
    const seen: string[] = [];
    let olderThan: number | undefined;
    for (let added = 0; ;) {
      const page = listWebhooks(world.loop.state.webhooks, owner.project, { limit: 7, olderThan });
      seen.push(...page.slots.map(({ key }) => key));
      expect(page.slots.length === 7 || !page.hasMore).toBe(true);
      if (!page.hasMore) break;
      olderThan = page.slots.at(-1)?.position;
      for (let one = 0; one < 15 && added < 100; one += 1, added += 1)
        subscribe(world, { organization: `org-${2 + (added % 2)}` });
    }
    expect(seen).toEqual([...before].reverse());
  });

  test('webhooks-4: network and type of event must be those of the webhook', async () => {
    const world = await openWorld();
    const told = [subscribe(world), subscribe(world, { networkId: 'base-mainnet' })];
    subscribe(world, { networkId: 'base-sepolia' });
    subscribe(world, { eventType: 'erc721_transfer' });
    subscribe(world, { eventType: 'unspecified' });
    const inactive = subscribe(world);
    world.accept('webhooks.update', {
      project: owner.project,
      id: inactive.id,
      changes: { status: 'inactive' },
      allowsLocal: true,
    });
    credit(world, ada, 5n);
    expect(toldOf(world)).toEqual(told.map(({ id }) => id));
  });

  test('webhooks-4: a filter matches if all its members do; one that matches is enough', async () => {
    const world = await openWorld();
    credit(world, ada, 100n);
    const filtered = (eventFilters: Commands['webhooks.create']['data']['eventFilters']): string =>
      subscribe(world, { eventFilters }).id;
    const matching = [
      filtered(undefined),
      filtered([]),
      filtered([{}]),
      filtered([{ contract_address: usdc.toUpperCase().replace('X', 'x') }]),
      filtered([{ from_address: ada, to_address: bob }]),
      filtered([{ from_address: bob }, { to_address: bob.toUpperCase().replace('X', 'x') }]),
    ];
    filtered([{ from_address: ada, to_address: ada }]);
    filtered([{ contract_address: bob }]);
    transfer(world, [ada, bob], 1n);
    expect(toldOf(world)).toEqual(matching);
  });

  test('webhooks-4: contracts, and any contract if none is named', async () => {
    const world = await openWorld();
    const eventType = 'smart_contract_event_activity';
    const at = (...contracts: readonly string[]): string =>
      subscribe(world, { eventType, typeFilter: { contract_addresses: contracts } }).id;
    const contract = addressOf(0xc0de);
    const matching = [at(contract), at(bob, contract.toUpperCase().replace('X', 'x')), at()];
    matching.push(subscribe(world, { eventType }).id);
    at(bob);
    emit(world, contract);
    expect(toldOf(world)).toEqual(matching);
    expect(bodiesOf(world)[0]).toMatchObject({
      eventType,
      contractAddress: contract,
      logIndex: 0,
      from: ada,
      to: contract,
      value: '0',
    });
  });

  test('webhooks-4: an event for one organisation is told to no other', async () => {
    const world = await openWorld();
    const mine = subscribe(world);
    subscribe(world, { organization: 'other', project: 'other' });
    const transfers = [{ asset: 'usdc', from: zero, to: ada, value: 1n }];
    world.accept('assets.make-block', {
      network: 'base',
      transactions: [{ from: ada, to: bob, transfers, organization: owner.organization }],
    });
    expect(toldOf(world)).toEqual([mine.id]);
  });

  test('webhooks-5: a wallet is a named set of addresses of its organisation', async () => {
    const world = await openWorld();
    const create = (organization: string): string =>
      world.accept('assets.create-wallet', {
        organization,
        name: 'till',
        addresses: [ada.toUpperCase().replace('X', 'x'), addressOf(7)],
      }).id;
    const [own, foreign] = [create(owner.organization), create('other')];
    const eventType = 'wallet_activity';
    const watch = (typeFilter: Commands['webhooks.create']['data']['typeFilter']): string =>
      subscribe(world, { eventType, typeFilter }).id;
    const all = watch({ wallet_id: own });
    const open = subscribe(world, { eventType }).id;
    const byAddress = watch({ addresses: [ada] });
    const named = watch({ wallet_id: own, addresses: [ada, bob] });
    watch({ wallet_id: foreign });
    watch({ wallet_id: own, addresses: [addressOf(7)] });
    watch({ wallet_id: '00000000-0000-4000-8000-000000000000' });
    credit(world, ada, 5n, { asset: 'eth' });
    const seen = deliveriesOf(world).map(({ webhook, body }) => [webhook, JSON.parse(body)]);
    expect(seen).toMatchObject([
      [all, { walletId: own, addresses: [ada], from: zero, to: ada, value: '5' }],
      [open, { addresses: [ada] }],
      [byAddress, { addresses: [ada] }],
      [named, { walletId: own, addresses: [ada] }],
    ]);
    expect(seen[2]?.[1]).not.toHaveProperty('walletId');
    expect(seen[0]?.[1]).not.toHaveProperty('logIndex');

    const addresses = [bob];
    world.accept('assets.update-wallet', { organization: owner.organization, id: own, addresses });
    credit(world, ada, 5n, { asset: 'eth' });
    expect(toldOf(world).slice(4)).toEqual([open, byAddress, named]);
    const other = { organization: 'other', id: own };
    expect(world.refused('assets.delete-wallet', other)).toMatchObject({ code: 'not-found' });
  });

  test('webhooks-6: two filters that match make one delivery', async () => {
    const world = await openWorld();
    credit(world, ada, 5n);
    const { id } = subscribe(world, {
      eventFilters: [{ from_address: ada }, { to_address: bob }, {}],
    });
    transfer(world, [ada, bob], 1n);
    expect(toldOf(world)).toEqual([id]);
  });

  test('webhooks-6: an event has the same identifier for every webhook, and a body for each', async () => {
    const world = await openWorld();
    const [first, second] = [subscribe(world), subscribe(world)];
    credit(world, ada, 5n);
    credit(world, ada, 5n);
    const deliveries = deliveriesOf(world);
    expect(deliveries.map(({ webhook }) => webhook)).toEqual([
      first.id,
      second.id,
      first.id,
      second.id,
    ]);
    const events = deliveries.map(({ eventId }) => eventId);
    expect(events[0]).toBe(events[1]);
    expect(events[2]).not.toBe(events[0]);
    const [block] = [...world.loop.state.assets.blocks.rows()];
    expect(bodiesOf(world)[1]).toEqual({
      webhookId: second.id,
      eventType: 'erc20_transfer',
      network: 'base',
      blockHash: block?.hash,
      blockNumber: 1,
      blockTime: '2025-03-25T12:00:00.000002Z',
      transactionHash: block?.transactions[0]?.hash,
      transactionIndex: 0,
      logIndex: 0,
      contractAddress: usdc,
      from: zero,
      to: ada,
      value: '5',
    });
  });

  test('webhooks-6: a delivery keeps the target and the header text of its moment', async () => {
    const world = await openWorld();
    const { id } = subscribe(world, { signatureHeader: 'tea' });
    credit(world, ada, 5n);
    world.accept('webhooks.update', {
      project: owner.project,
      id,
      changes: { notificationUri: 'https://other.example/' },
      allowsLocal: true,
    });
    credit(world, ada, 5n);
    expect(deliveriesOf(world)).toMatchObject([
      { target: 'https://hooks.example.com/', signatureHeader: 'tea' },
      { target: 'https://other.example/', signatureHeader: 'tea' },
    ]);
  });

  test('webhooks-6: deliveries are created in the entry of the block', async () => {
    const world = await openWorld();
    subscribe(world);
    const { number } = world.loop;
    credit(world, ada, 5n);
    expect(world.loop.number).toBe(number + 1);
    expect(deliveriesOf(world)).toHaveLength(1);
  });

  test('webhooks-10: a webhook that is inactive or deleted gets nothing new', async () => {
    const world = await openWorld();
    const [first, second] = [subscribe(world), subscribe(world)];
    world.accept('webhooks.update', {
      project: owner.project,
      id: first.id,
      changes: { status: 'inactive' },
      allowsLocal: true,
    });
    world.accept('webhooks.delete', { project: owner.project, id: second.id });
    credit(world, ada, 5n);
    expect(deliveriesOf(world)).toEqual([]);
    expect(webhookOf(world.loop.state.webhooks, owner.project, second.id)).toBeUndefined();
  });

  test.each([
    ['ftp://hooks.example.com/', true],
    ['http://hooks.example.com/', true],
    ['https://ada:secret@hooks.example.com/', true],
    ['hooks.example.com', true],
    ['http://127.0.0.1:8080/', false],
    ['http://localhost/', false],
    ['http://[::1]/', false],
  ])(
    'webhooks-11: %s is no target if machines of its own are allowed: %s',
    async (uri, allowed) => {
      const world = await openWorld();
      const data = {
        ...owner,
        networkId: 'base',
        eventType: 'erc20_transfer',
        notificationUri: uri,
        allowsLocal: allowed,
      } as const;
      expect(world.refused('webhooks.create', data)).toMatchObject({
        code: 'form',
        data: { member: 'notification_uri' },
      });
      if (!allowed) world.accept('webhooks.create', { ...data, allowsLocal: true });
    },
  );
});
