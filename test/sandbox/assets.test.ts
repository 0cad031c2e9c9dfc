import { RpcClient } from '@platform/rpc';
import type { Balance } from '@platform/rpc/types';
import { createClient, decodeEventLog, http, parseAbi, rpcSchema, type Hex } from 'viem';
import { afterEach, describe, expect, test } from 'vitest';
import {
  balanceOf,
  blockOf,
  findAsset,
  findTransaction,
  headOf,
} from '../../sandbox/domain/assets/queries.js';
import { rpcServer, type RpcSurfaceOptions } from '../../sandbox/surfaces/rpc/index.js';
import { listen, type Loopback } from '../wire/loopback.js';
import { addressOf, credit, openWorld, reopen, transfer, type World } from './running-world.js';

const ada = addressOf(0xada);
const bob = addressOf(0xb0b);
const zero = addressOf(0);

const open: Loopback[] = [];
afterEach(async () => {
  for (const loopback of open.splice(0)) await loopback.close();
});

/** A server of JSON-RPC. */
interface Served {
  /** URL with the key of the client. */
  readonly url: string;
  urlWith(key: string): string;
  /** Replaces the key, and returns the URL with the new one. */
  rotate(): string;
  readonly client: RpcClient;
}

/** Lets the world answer JSON-RPC on loopback, to holders of a key. */
async function serve(world: World, options: Partial<RpcSurfaceOptions> = {}): Promise<Served> {
  const loopback = await listen((authority) =>
    rpcServer(world, { authorities: [authority], ...options }),
  );
  open.push(loopback);
  const organization = world.accept('tenancy.create-organization', { name: 'Acme' }).id;
  const project = world.accept('tenancy.create-project', { organization, name: 'Shop' }).id;
  const { id, key } = world.accept('tenancy.create-client-key', { project, label: 'app' });
  const { baseUrl } = loopback;
  const { prefix } = options;
  const client = new RpcClient({
    baseUrl,
    credentials: { clientApiKey: key },
    ...(prefix === undefined ? {} : { variables: { prefix } }),
  });
  const urlWith = (each: string): string => `${baseUrl}/rpc/v1/base/${each}`;
  const rotate = (): string => {
    const rotated = world.accept('tenancy.rotate-client-key', { project, id });
    return urlWith(rotated.key);
  };
  return { url: urlWith(key), urlWith, rotate, client };
}

/** Sends a body as it is, and returns the response as text and as data. */
async function post(
  url: string,
  body: unknown,
): Promise<{ readonly status: number; readonly text: string; readonly data: unknown }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, data: text === '' ? undefined : JSON.parse(text) };
}

function call(params: object, id: unknown = 1): object {
  return { jsonrpc: '2.0', id, method: 'platform_listBalances', params: [params] };
}

function idsOf(balances: readonly Balance[]): readonly string[] {
  return balances.map(({ asset }) => asset.id);
}

/** Registers `count` tokens of the network `base` with ids in the order of their numbers, and credits one of each. */
function creditTokens(world: World, address: string, count: number): readonly string[] {
  const ids = Array.from({ length: count }, (_, index) => `t${String(index).padStart(4, '0')}`);
  for (const id of ids) {
    world.accept('assets.register', { network: 'base', id, type: 'erc20', decimals: 0 });
    credit(world, address, 1n, { asset: id });
  }
  return ids;
}

describe('assets', () => {
  test('assets-1: the registry knows the assets of each network, and those that are added', async () => {
    const world = await openWorld();
    const find = (network: string, id: string): unknown =>
      findAsset(world.loop.state.assets, network, id);
    expect(find('base-sepolia', 'usdc')).toMatchObject({ network: 'base-sepolia', decimals: 6 });
    expect(find('base-mainnet', 'eth')).toMatchObject({ network: 'base', contract: null });
    expect(find('base', 'tea')).toBeUndefined();
    expect(find('mars', 'eth')).toBeUndefined();
    const data = { network: 'base', id: 'tea', type: 'erc20', decimals: 2 } as const;
    const added = world.accept('assets.register', data);
    expect(find('base', 'tea')).toEqual(added);
    expect(find('base-sepolia', 'tea')).toBeUndefined();
    expect(world.refused('assets.register', data)).toMatchObject({ code: 'already-exists' });
    const same = { ...data, id: 'tea2', contract: added.contract ?? '' };
    expect(world.refused('assets.register', same)).toMatchObject({ code: 'already-exists' });
    expect(world.refused('assets.register', { ...data, id: 'a b' })).toMatchObject({
      code: 'form',
      data: { member: 'id' },
    });
  });

  test('assets-2: blocks are numbered, have hashes and times, and follow one another', async () => {
    const world = await openWorld();
    const first = world.accept('assets.make-block', { network: 'base', transactions: [] });
    await world.timers.advance(5000);
    const second = world.accept('assets.make-block', { network: 'base', transactions: [] });
    expect([first.number, second.number]).toEqual([1, 2]);
    expect(first.hash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(second.parentHash).toBe(first.hash);
    expect(second.time - first.time).toBeGreaterThanOrEqual(5_000_000);
    const { assets } = world.loop.state;
    expect(headOf(assets, 'base')).toBe(2);
    expect(headOf(assets, 'base-sepolia')).toBe(0);
  });

  test('assets-2: each block has its own balances, however late they are read', async () => {
    const world = await openWorld();
    credit(world, ada, 10n);
    transfer(world, [ada, bob], 3n);
    transfer(world, [bob, ada], 1n);
    const { assets } = world.loop.state;
    const at = (address: string): readonly bigint[] =>
      [0, 1, 2, 3].map((block) =>
        balanceOf(assets, { network: 'base', address, asset: 'usdc', token: '' }, block),
      );
    expect(at(ada)).toEqual([0n, 10n, 7n, 8n]);
    expect(at(bob)).toEqual([0n, 0n, 3n, 2n]);
  });

  test('assets-2: a block is made with all of its transactions, or not at all', async () => {
    const world = await openWorld();
    credit(world, ada, 10n);
    const before = world.loop.encode();
    const move = (value: bigint): object => ({
      from: ada,
      to: bob,
      transfers: [{ asset: 'usdc', from: ada, to: bob, value }],
    });
    const transactions = [move(6n), move(5n)] as never;
    expect(world.refused('assets.make-block', { network: 'base', transactions })).toEqual({
      code: 'insufficient-funds',
      data: { what: 'usdc' },
    });
    expect(world.loop.encode()).toBe(before);
  });

  test('assets-2: an independent library reads the log entries of transfers', async () => {
    const world = await openWorld();
    world.accept('assets.register', { network: 'base', id: 'art', type: 'erc721', decimals: 0 });
    world.accept('assets.register', { network: 'base', id: 'cup', type: 'erc1155', decimals: 0 });
    const { transactions } = world.accept('assets.make-block', {
      network: 'base',
      transactions: [
        {
          from: ada,
          to: bob,
          transfers: [
            { asset: 'usdc', from: zero, to: ada, value: 2n ** 200n },
            { asset: 'art', token: '4711', from: zero, to: bob, value: 1n },
            { asset: 'cup', token: '9', from: zero, to: bob, value: 12n },
          ],
        },
      ],
    });
    const abi = parseAbi([
      'event Transfer(address indexed from, address indexed to, uint256 value)',
      'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
    ]);
    const collections = parseAbi([
      'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
    ]);
    const logs = transactions[0]?.logs ?? [];
    expect(logs.map(({ index }) => index)).toEqual([0, 1, 2]);
    const decode = (index: number, of: typeof abi | typeof collections): unknown => {
      const { topics = [], data = '0x' } = logs[index] ?? {};
      return decodeEventLog({ abi: of, topics: topics as [Hex], data: data as Hex }).args;
    };
    expect(decode(0, abi)).toMatchObject({ value: 2n ** 200n });
    expect(decode(1, collections)).toMatchObject({ tokenId: 4711n });
    expect(decode(2, abi)).toMatchObject({ id: 9n, value: 12n });
  });

  test('assets-2: a token that exists once has one owner', async () => {
    const world = await openWorld();
    world.accept('assets.register', { network: 'base', id: 'art', type: 'erc721', decimals: 0 });
    const move = (from: string, to: string, token: string): never =>
      ({
        network: 'base',
        transactions: [{ from, to, transfers: [{ asset: 'art', token, from, to, value: 1n }] }],
      }) as never;
    world.accept('assets.make-block', move(zero, ada, '1'));
    expect(world.refused('assets.make-block', move(zero, bob, '1'))).toMatchObject({
      code: 'already-exists',
    });
    expect(world.refused('assets.make-block', move(bob, ada, '1'))).toMatchObject({
      code: 'insufficient-funds',
    });
    world.accept('assets.make-block', move(ada, bob, '1'));
    world.accept('assets.make-block', move(bob, zero, '1'));
    world.accept('assets.make-block', move(zero, ada, '1'));
    expect(world.refused('assets.make-block', move(zero, ada, '01'))).toMatchObject({
      code: 'form',
      data: { member: 'token' },
    });
  });

  test('assets-2: transactions are found by their hash, reverted ones too', async () => {
    const world = await openWorld();
    const hash = `0x${'AB'.repeat(32)}`;
    const transfers = [{ asset: 'usdc', from: ada, to: bob, value: 1n }];
    world.accept('assets.make-block', {
      network: 'base',
      transactions: [{ hash, from: ada, to: bob, succeeded: false, transfers }],
    });
    expect(findTransaction(world.loop.state.assets, 'base', hash)).toMatchObject({
      block: { number: 1 },
      transaction: { hash: hash.toLowerCase(), succeeded: false, transfers: [], logs: [] },
    });
  });

  test('journal-4: the chain is the same after the journal is read again', async () => {
    const world = await openWorld();
    credit(world, ada, 10n);
    transfer(world, [ada, bob], 4n);
    await world.loop.settled();
    const again = await reopen(world);
    expect(again.loop.encode()).toBe(world.loop.encode());
    await again.loop.snapshot();
    const loaded = await openWorld(again.journal, world.timers);
    expect(loaded.loop.encode()).toBe(world.loop.encode());
    expect(blockOf(loaded.loop.state.assets, 'base', 2)?.transactions).toHaveLength(1);
  });
});

/** The methods as viem is told about them. */
type RpcMethods = [
  { Method: 'platform_listBalances'; Parameters: [object]; ReturnType: unknown },
  { Method: 'platform_nothing'; Parameters: []; ReturnType: unknown },
];

describe('balances over JSON-RPC', () => {
  test('assets-3: the native asset is first, even if it is zero, then tokens by id', async () => {
    const world = await openWorld();
    const { client } = await serve(world);
    world.accept('assets.register', { network: 'base', id: 'aaa', type: 'erc20', decimals: 1 });
    world.accept('assets.register', { network: 'base', id: 'gone', type: 'erc20', decimals: 1 });
    world.accept('assets.register', { network: 'base', id: 'art', type: 'erc721', decimals: 0 });
    credit(world, ada, 5n);
    credit(world, ada, 7n, { asset: 'aaa' });
    credit(world, ada, 1n, { asset: 'gone' });
    transfer(world, [ada, bob], 1n, { asset: 'gone' });
    for (const token of ['10', '9'])
      world.accept('assets.make-block', {
        network: 'base',
        transactions: [
          {
            from: zero,
            to: ada,
            transfers: [{ asset: 'art', token, from: zero, to: ada, value: 1n }],
          },
        ],
      });
    const { balances } = await client.balances.list({
      address: ada.toUpperCase().replace('X', 'x'),
    });
    expect(balances.map(({ asset, valueStr }) => [asset.id, asset.subGroupId, valueStr])).toEqual([
      ['eth', '', '0'],
      ['aaa', '', '7'],
      ['art', '9', '1'],
      ['art', '10', '1'],
      ['usdc', '', '5'],
    ]);
    expect(balances[0]).toEqual({
      asset: { id: 'eth', type: 'native', groupId: 'eth', subGroupId: '' },
      value: 0,
      valueStr: '0',
      decimals: 18,
    });
    const nobody = await client.balances.list({ address: addressOf(1) });
    expect(idsOf(nobody.balances)).toEqual(['eth']);
  });

  test('assets-3: a page has 25 balances, or as many as asked for up to 100', async () => {
    const world = await openWorld();
    const { client, url } = await serve(world);
    creditTokens(world, ada, 120);
    const sizeOf = async (pageSize?: number): Promise<number> => {
      const page = await client.balances.list({
        address: ada,
        ...(pageSize === undefined ? {} : { pageSize }),
      });
      return page.balances.length;
    };
    expect([await sizeOf(), await sizeOf(1), await sizeOf(101), await sizeOf(1000)]).toEqual([
      25, 1, 100, 100,
    ]);
    for (const pageSize of [0, -1, 1.5])
      expect((await post(url, call({ address: ada, pageSize }))).data).toMatchObject({
        error: { code: -32_602 },
      });
  });

  test('assets-3: balances above 2^53 are exact in both members', async () => {
    const world = await openWorld();
    const { client, url } = await serve(world);
    const large = 2n ** 53n + 1n;
    const largest = 2n ** 256n - 1n;
    credit(world, ada, large);
    credit(world, ada, largest, { asset: 'eth' });
    credit(world, bob, 2n ** 53n - 1n);
    const { balances } = await client.balances.list({ address: ada });
    expect(balances.map(({ value, valueStr }) => [value, valueStr])).toEqual([
      [String(largest), String(largest)],
      [String(large), String(large)],
    ]);
    const { text } = await post(url, call({ address: bob }));
    expect(text).toContain('"value":9007199254740991,"valueStr":"9007199254740991"');
  });

  test('assets-4: a transfer between two pages is not in the second', async () => {
    const world = await openWorld();
    const { client } = await serve(world);
    const ids = creditTokens(world, ada, 6);
    const seen: Balance[] = [];
    let pages = 0;
    for await (const page of client.balances.list({ address: ada, pageSize: 3 }).pages()) {
      pages += 1;
      seen.push(...page.balances);
      // One that the walk has yet to reach goes away, another grows, and two are new before and after its place.
      if (pages > 1) continue;
      transfer(world, [ada, bob], 1n, { asset: 't0005' });
      credit(world, ada, 100n, { asset: 't0004' });
      for (const id of ['a', 'z']) {
        world.accept('assets.register', { network: 'base', id, type: 'erc20', decimals: 0 });
        credit(world, ada, 1n, { asset: id });
      }
    }
    expect(idsOf(seen)).toEqual(['eth', ...ids]);
    expect(seen.map(({ valueStr }) => valueStr)).toEqual(['0', '1', '1', '1', '1', '1', '1']);
    const after = await client.balances.list({ address: ada });
    expect(idsOf(after.balances)).toEqual(['eth', 'a', ...ids.slice(0, -1), 'z']);
  });

  test('assets-4: a token belongs to its address, and every other text is refused', async () => {
    const world = await openWorld();
    const { client, url } = await serve(world);
    creditTokens(world, ada, 3);
    const { nextPageToken = '' } = await client.balances.list({ address: ada, pageSize: 2 });
    expect(nextPageToken).not.toBe('');
    const altered = nextPageToken.startsWith('A')
      ? `B${nextPageToken.slice(1)}`
      : `A${nextPageToken.slice(1)}`;
    for (const params of [
      { address: bob, pageToken: nextPageToken },
      { address: ada, pageToken: altered },
      { address: ada, pageToken: 'x' },
    ])
      expect((await post(url, call(params))).data).toMatchObject({ error: { code: -32_602 } });
    expect((await post(url, call({ address: ada, pageToken: '' }))).data).toHaveProperty('result');
    const other = { address: ada, pageSize: 1, pageToken: nextPageToken };
    expect((await post(url, call(other))).data).toHaveProperty(
      'result.balances.0.asset.id',
      't0001',
    );
  });

  test('assets-4: a walk goes on with the key that replaced the first one', async () => {
    const world = await openWorld();
    const { url, rotate } = await serve(world);
    creditTokens(world, ada, 3);
    const first = await post(url, call({ address: ada, pageSize: 2 }));
    const { result } = first.data as { readonly result: { readonly nextPageToken: string } };
    const newUrl = rotate();
    const next = call({ address: ada, pageToken: result.nextPageToken });
    expect((await post(url, next)).status).toBe(401);
    expect((await post(newUrl, next)).data).toHaveProperty('result.balances.length', 2);
  });

  test('assets-5: unknown methods, batches, notifications and wrong keys', async () => {
    const world = await openWorld();
    const { url, urlWith } = await serve(world);
    const unknown = { jsonrpc: '2.0', id: 1, method: 'platform_nothing', params: [] };
    expect((await post(url, unknown)).data).toMatchObject({ id: 1, error: { code: -32_601 } });
    const notification = { ...call({ address: ada }), id: undefined };
    expect(await post(url, notification)).toMatchObject({ status: 204, text: '' });
    const batch = [call({ address: ada }, 0), notification, call({ address: bob }, 'b'), unknown];
    const { data } = await post(url, batch);
    expect(data).toMatchObject([
      { id: 0, result: { balances: [{}] } },
      { id: 'b', result: { balances: [{}] } },
      { id: 1, error: { code: -32_601 } },
    ]);
    expect((await post(urlWith('wrong'), call({ address: ada }))).status).toBe(401);
  });

  test('assets-5: a deployment chooses the prefix of its methods', async () => {
    const world = await openWorld();
    const { client, url } = await serve(world, { prefix: 'acme' });
    expect(idsOf((await client.balances.list({ address: ada })).balances)).toEqual(['eth']);
    expect((await post(url, call({ address: ada }))).data).toMatchObject({
      error: { code: -32_601 },
    });
  });

  test.each([{ batch: false }, { batch: true }])(
    'assets-5: an unmodified client of viem lists balances (%o)',
    async ({ batch }) => {
      const world = await openWorld();
      const { url } = await serve(world);
      credit(world, ada, 2n ** 60n + 1n);
      const client = createClient({
        rpcSchema: rpcSchema<RpcMethods>(),
        transport: http(url, { batch, retryCount: 0 }),
      });
      const list = (params: object): Promise<unknown> =>
        client.request({ method: 'platform_listBalances', params: [params] });
      const [first, second] = await Promise.all([list({ address: ada }), list({ address: bob })]);
      expect(first).toMatchObject({
        balances: [{ valueStr: '0' }, { valueStr: String(2n ** 60n + 1n), decimals: 6 }],
      });
      expect(second).toMatchObject({ balances: [{ asset: { type: 'native' } }] });
      await expect(list({ address: 'nobody' })).rejects.toMatchObject({ code: -32_602 });
      await expect(
        client.request({ method: 'platform_nothing', params: [] }),
      ).rejects.toMatchObject({
        code: -32_601,
      });
    },
  );
});
