import { decodeEventLog, encodeFunctionData, parseAbi, type Address, type Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { balanceOf, findTransaction } from '../../sandbox/domain/assets/queries.js';
import { second } from '../../sandbox/domain/time.js';
import type { UserOperationRow } from '../../sandbox/domain/user-operations/state.js';
import { settings } from '../../sandbox/settings.js';
import { World } from './world.js';

const bob: Address = `0x${'b0b'.padStart(40, '0')}`;
const zero: Address = `0x${'0'.repeat(40)}`;
const usdc = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';
const tokens = parseAbi([
  'function transfer(address to, uint256 value)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function approve(address spender, uint256 value)',
]);
const network = 'base-sepolia';

/** A smart account that the platform signs for, with a million of the smallest units of two assets and one token. */
function fundedAccount(world: World): Address {
  const { address: owner } = world.ok('accounts.create-evm', { project: 'p' });
  const { address } = world.ok('accounts.create-smart', { project: 'p', owners: [owner] });
  world.ok('assets.register', {
    network,
    id: 'art',
    type: 'erc721',
    decimals: 0,
    contract: `0x${'a7'.repeat(20)}`,
  });
  const of = { from: zero, to: address };
  const transfers = [
    { ...of, asset: 'eth', value: 1_000_000n },
    { ...of, asset: 'usdc', value: 1_000_000n },
    { ...of, asset: 'art', token: '7', value: 1n },
  ];
  world.ok('assets.make-block', { network, transactions: [{ ...of, transfers }] });
  return address as Address;
}

function perform(
  world: World,
  address: string,
  calls: readonly { readonly to: string; readonly value?: string; readonly data?: Hex }[],
): UserOperationRow | undefined {
  const { hash } = world.ok('userOperations.prepare', {
    project: 'p',
    address,
    network,
    calls: calls.map((call) => ({ value: '0', data: '0x', ...call })),
  });
  world.step(60 * second);
  return world.state.userOperations.operations.get(hash);
}

function balance(world: World, address: string, asset: string, token = ''): bigint {
  return balanceOf(world.state.assets, { network, address, asset, token });
}

describe('blocks of user operations', () => {
  test('assets-2: calls move the native asset and tokens, in one transaction', () => {
    const world = new World();
    const address = fundedAccount(world);
    const operation = perform(world, address, [
      { to: bob, value: '250' },
      {
        to: usdc,
        data: encodeFunctionData({ abi: tokens, functionName: 'transfer', args: [bob, 400n] }),
      },
      {
        to: `0x${'a7'.repeat(20)}`,
        data: encodeFunctionData({
          abi: tokens,
          functionName: 'safeTransferFrom',
          args: [address, bob, 7n],
        }),
      },
    ]);
    expect(operation?.status).toBe('complete');
    expect(['eth', 'usdc'].map((asset) => balance(world, bob, asset))).toEqual([250n, 400n]);
    expect(balance(world, address, 'usdc')).toBe(999_600n);
    expect([balance(world, bob, 'art', '7'), balance(world, address, 'art', '7')]).toEqual([
      1n,
      0n,
    ]);
    const found = findTransaction(world.state.assets, network, operation?.transaction ?? '');
    expect(found).toMatchObject({
      block: { number: 2 },
      transaction: { succeeded: true, to: settings['user-operations-2'].entryPoint },
    });
    world.checkReplay();
  });

  test('assets-2: an independent library reads what the entry point logs', () => {
    const world = new World();
    const operation = perform(world, fundedAccount(world), [{ to: bob, value: '1' }]);
    const found = findTransaction(world.state.assets, network, operation?.transaction ?? '');
    const { topics = [], data = '' } = found?.transaction.logs[0] ?? {};
    const abi = parseAbi([
      'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
    ]);
    expect(decodeEventLog({ abi, topics: topics as [Hex], data: data as Hex }).args).toMatchObject({
      userOpHash: operation?.hash,
      nonce: operation?.nonce,
      success: true,
      paymaster: zero,
    });
  });

  test('user-operations-7: an operation that the account cannot pay for is included and reverted', () => {
    const world = new World();
    const address = fundedAccount(world);
    const operation = perform(world, address, [
      { to: bob, value: '250' },
      { to: bob, value: '1000000' },
    ]);
    expect(operation?.status).toBe('failed');
    const found = findTransaction(world.state.assets, network, operation?.transaction ?? '');
    expect(found?.transaction).toMatchObject({ succeeded: false, transfers: [], logs: [] });
    expect(balance(world, bob, 'eth')).toBe(0n);
    world.checkReplay();
  });

  test('assets-2: a call that the sandbox does not know moves nothing', () => {
    const world = new World();
    const address = fundedAccount(world);
    const from = (owner: Address): Hex =>
      encodeFunctionData({
        abi: tokens,
        functionName: 'safeTransferFrom',
        args: [owner, bob, 7n],
      });
    const operation = perform(world, address, [
      {
        to: usdc,
        data: encodeFunctionData({ abi: tokens, functionName: 'approve', args: [bob, 400n] }),
      },
      { to: usdc, data: '0xa9059cbb00' },
      { to: usdc, data: from(address) },
      // Another's token.
      { to: `0x${'a7'.repeat(20)}`, data: from(bob) },
      { to: bob, data: '0xabcd' },
    ]);
    expect(operation?.status).toBe('complete');
    expect(balance(world, address, 'usdc')).toBe(1_000_000n);
    expect(balance(world, address, 'art', '7')).toBe(1n);
  });

  test('webhooks-4: what a user operation moves is told to webhooks', () => {
    const world = new World();
    const address = fundedAccount(world);
    const create = (eventType: 'erc20_transfer' | 'wallet_activity'): string =>
      world.ok('webhooks.create', {
        organization: 'o',
        project: 'p',
        networkId: network,
        eventType,
        notificationUri: 'https://hooks.example.com/',
        allowsLocal: false,
      }).id;
    const [transfers, activity] = [create('erc20_transfer'), create('wallet_activity')];
    const operation = perform(world, address, [
      {
        to: usdc,
        data: encodeFunctionData({ abi: tokens, functionName: 'transfer', args: [bob, 400n] }),
      },
    ]);
    const told = [...world.state.webhooks.deliveries.rows()];
    expect(told.map(({ webhook }) => webhook)).toEqual([activity, transfers]);
    expect(JSON.parse(told[1]?.body ?? '')).toMatchObject({
      transactionHash: operation?.transaction,
      from: address,
      to: bob,
      value: '400',
    });
    world.checkReplay();
  });
});
