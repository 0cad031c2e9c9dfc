import { createRequire } from 'node:module';
import { afterEach, describe, expect, test } from 'vitest';
import { balanceOf, findTransaction } from '../../sandbox/domain/assets/queries.js';
import { createdAddress } from '../../sandbox/domain/cryptography/evm-transaction.js';
import { settings } from '../../sandbox/settings.js';
import { viem } from './independent.js';
import { type TestSandbox, testProject, testSandbox } from './sandbox.js';
import { destination, elsewhere, unsigned } from './transactions.js';
import { World } from './world.js';

const network = 'base-sepolia';
const usdc = '0x036cbd53842c5426634e7929541ec2318f3dcf7e';
const zero = `0x${'0'.repeat(40)}`;
const { delays } = settings['user-operations-6'];
const erc20 = viem.parseAbi(['function transfer(address to, uint256 value)']);

function credit(world: World, address: string, asset: string, value: bigint): void {
  const transfers = [{ asset, from: zero, to: address, value }];
  const transaction = { from: zero, to: address, transfers };
  world.ok('assets.make-block', { network, transactions: [transaction] });
}

function balance(world: World, address: string, asset: string, token = ''): bigint {
  return balanceOf(world.state.assets, { network, address, asset, token });
}

function tokenTransfer(to: string, value: bigint): string {
  return viem.encodeFunctionData({ abi: erc20, args: [to, value] });
}

/** Call data of a function, by its signature. */
function encoded(signature: string, args: readonly unknown[]): string {
  return viem.encodeFunctionData({ abi: viem.parseAbi([`function ${signature}`]), args });
}

function textBytes(text: string): string {
  return `0x${Buffer.from(text).toString('hex')}`;
}

function padded(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`;
}

/** Registers a collection of which an address has some tokens. Returns its contract. */
function collection(
  world: World,
  id: string,
  type: 'erc721' | 'erc1155',
  owner: string,
  tokens: Readonly<Record<string, bigint>>,
): string {
  const { contract } = world.ok('assets.register', { network, id, type, decimals: 0 });
  const transfers = Object.entries(tokens).map(([token, value]) => ({
    asset: id,
    token,
    from: zero,
    to: owner,
    value,
  }));
  const transaction = { from: zero, to: owner, transfers };
  world.ok('assets.make-block', { network, transactions: [transaction] });
  return contract ?? '';
}

function send(world: World, address: string, transaction: string) {
  return world.ok('accounts.send-evm', { project: 'p', address, transaction });
}

function refusedCode(world: World, address: string, transaction: string): string {
  return world.refused('accounts.send-evm', { project: 'p', address, transaction }).code;
}

describe('sending', () => {
  test('accounts-5: a transaction moves the value, and is known by its hash', () => {
    const world = new World();
    const { address } = world.ok('accounts.create-evm', { project: 'p' });
    credit(world, address, 'eth', 10n);
    const transaction = unsigned({ value: 4n });
    const sent = send(world, address, transaction);
    const signed = world.ok('accounts.sign-evm', { project: 'p', address, transaction });
    expect(sent).toEqual({ network, hash: signed.hash, succeeded: true });
    expect([balance(world, address, 'eth'), balance(world, destination, 'eth')]).toEqual([6n, 4n]);
    expect(findTransaction(world.state.assets, network, sent.hash)?.transaction).toMatchObject({
      from: address,
      to: destination,
      value: 4n,
    });
    expect(refusedCode(world, address, transaction)).toBe('already-exists');
    expect(refusedCode(world, address, unsigned({ value: 7n }))).toBe('insufficient-funds');
    expect(refusedCode(world, address, unsigned({ chainId: 1 }))).toBe('form');
    expect(refusedCode(world, address, '0x02')).toBe('malformed-transaction');
    world.checkReplay();
  });

  test('accounts-5: tokens are moved and logged; what there is not, is reverted', () => {
    const world = new World();
    const { address } = world.ok('accounts.create-evm', { project: 'p' });
    credit(world, address, 'usdc', 10n);
    const call = (nonce: number, value: bigint): string =>
      unsigned({ nonce, to: usdc, value: 0n, data: tokenTransfer(elsewhere, value) });
    const sent = send(world, address, call(0, 4n));
    expect([balance(world, address, 'usdc'), balance(world, elsewhere, 'usdc')]).toEqual([6n, 4n]);
    const found = findTransaction(world.state.assets, network, sent.hash);
    expect(found?.transaction.logs).toMatchObject([{ contract: usdc }]);
    const reverted = send(world, address, call(1, 7n));
    expect(reverted.succeeded).toBe(false);
    expect(findTransaction(world.state.assets, network, reverted.hash)?.transaction).toMatchObject({
      succeeded: false,
      logs: [],
    });
    expect(balance(world, address, 'usdc')).toBe(6n);
    world.checkReplay();
  });

  test('accounts-5: a token of a collection is moved for its owner only', () => {
    const world = new World();
    const { address } = world.ok('accounts.create-evm', { project: 'p' });
    const art = collection(world, 'art', 'erc721', address, { '7': 1n });
    const one = viem.parseAbi(['function transferFrom(address from, address to, uint256 id)']);
    const callArt = (nonce: number, from: string): string => {
      const data = viem.encodeFunctionData({ abi: one, args: [from, elsewhere, 7n] });
      return unsigned({ nonce, to: art, value: 0n, data });
    };
    send(world, address, callArt(0, destination));
    expect(balance(world, elsewhere, 'art', '7')).toBe(0n);
    send(world, address, callArt(1, address));
    expect(balance(world, elsewhere, 'art', '7')).toBe(1n);
    world.checkReplay();
  });

  test('accounts-5: an extended transfer moves a token of ERC-721, and its data is ignored', () => {
    const world = new World();
    const { address } = world.ok('accounts.create-evm', { project: 'p' });
    const art = collection(world, 'art', 'erc721', address, { '7': 1n });
    const signature = 'safeTransferFrom(address from, address to, uint256 id, bytes data)';
    const call = (nonce: number, data: string): string =>
      unsigned({ nonce, to: art, value: 0n, data });
    const data = encoded(signature, [address, elsewhere, 7n, '0x123456']);
    send(world, address, call(0, data.slice(0, -64)));
    expect(balance(world, elsewhere, 'art', '7')).toBe(0n);
    send(world, address, call(1, data));
    expect(balance(world, elsewhere, 'art', '7')).toBe(1n);
    world.checkReplay();
  });

  test('accounts-5: amounts of tokens of ERC-1155 are moved one by one and in batches, and logged', () => {
    const world = new World();
    const { address } = world.ok('accounts.create-evm', { project: 'p' });
    const cup = collection(world, 'cup', 'erc1155', address, { '1': 10n, '2': 5n });
    let nonce = 0;
    const call = (data: string): ReturnType<typeof send> =>
      send(world, address, unsigned({ nonce: nonce++, to: cup, value: 0n, data }));
    const one = 'safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)';
    const batch =
      'safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)';
    const left = (): readonly bigint[] =>
      ['1', '2'].flatMap((token) =>
        [address, elsewhere].map((each) => balance(world, each, 'cup', token)),
      );
    const sent = call(encoded(one, [address, elsewhere, 1n, 4n, '0x']));
    expect(left()).toEqual([6n, 4n, 5n, 0n]);
    const { logs } = findTransaction(world.state.assets, network, sent.hash)?.transaction ?? {};
    // TransferSingle: operator, sender and recipient; token and amount.
    expect(logs).toEqual([
      {
        index: 0,
        contract: cup,
        topics: [
          viem.keccak256(textBytes('TransferSingle(address,address,address,uint256,uint256)')),
          ...[address, address, elsewhere].map(padded),
        ],
        data: viem.encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [1n, 4n]),
      },
    ]);
    call(encoded(batch, [address, elsewhere, [1n, 2n], [1n, 5n], '0x']));
    expect(left()).toEqual([5n, 5n, 0n, 5n]);
    // All of a batch or nothing.
    expect(call(encoded(batch, [address, elsewhere, [1n, 2n], [1n, 1n], '0x'])).succeeded).toBe(
      false,
    );
    const nothing = [
      encoded(one, [elsewhere, address, 1n, 1n, '0x']),
      encoded(batch, [address, elsewhere, [1n, 2n], [1n], '0x']),
      encoded(batch, [address, elsewhere, [1n], [1n], '0x']).slice(0, -64),
      encoded(one, [address, elsewhere, 1n, 1n, '0x']).replace(/^(0x.{8})00/, '$101'),
      encoded(one, [address, elsewhere, 1n, 1n, '0x']).slice(0, 10 + 64 * 4),
      encoded(batch, [address, elsewhere, [1n], [1n], '0x']).replace(/a0/, 'ff'),
    ];
    for (const data of nothing) {
      call(data);
      expect(left()).toEqual([5n, 5n, 0n, 5n]);
    }
    world.checkReplay();
  });

  test('accounts-5: the value of a creation goes to the new contract', () => {
    const world = new World();
    const { address } = world.ok('accounts.create-evm', { project: 'p' });
    credit(world, address, 'eth', 10n);
    send(world, address, unsigned({ nonce: 3, to: null, value: 2n, data: '0x6001' }));
    expect(balance(world, createdAddress(address, 3n), 'eth')).toBe(2n);
  });

  test('policies-8: the policies about `sendEvmTransaction` decide', () => {
    const world = new World();
    world.ok('policies.create', {
      project: 'p',
      scope: 'project',
      rules: [
        {
          action: 'accept',
          operation: 'sendEvmTransaction',
          criteria: [{ type: 'evmNetwork', networks: ['base'], operator: 'in' }],
        },
      ],
    });
    const { address } = world.ok('accounts.create-evm', { project: 'p' });
    expect(refusedCode(world, address, unsigned({ value: 0n }))).toBe('policy-rejects');
    expect(send(world, address, unsigned({ value: 0n, chainId: 8453 })).network).toBe('base');
    const sign = { project: 'p', address, transaction: unsigned({ chainId: 8453 }) };
    expect(world.refused('accounts.sign-evm', sign).code).toBe('policy-rejects');
  });

  test('user-operations-6: inclusion makes a block, moves what the calls ask for, and is reported', () => {
    const world = new World();
    const { address: owner } = world.ok('accounts.create-evm', { project: 'p' });
    const { address } = world.ok('accounts.create-smart', { project: 'p', owners: [owner] });
    credit(world, address, 'eth', 10n);
    credit(world, address, 'usdc', 10n);
    const calls = [
      { to: destination, value: '4', data: '0x' },
      { to: usdc, value: '0', data: tokenTransfer(elsewhere, 3n) },
    ];
    const { hash } = world.ok('userOperations.prepare', { project: 'p', address, network, calls });
    world.step(10 * delays.include);
    const row = world.state.userOperations.operations.get(hash);
    expect(row?.status).toBe('complete');
    expect([balance(world, destination, 'eth'), balance(world, elsewhere, 'usdc')]).toEqual([
      4n,
      3n,
    ]);
    const found = findTransaction(world.state.assets, network, row?.transaction ?? '');
    const { entryPoint, bundler } = settings['user-operations-2'];
    expect(found?.transaction).toMatchObject({ from: bundler, to: entryPoint });
    expect(found?.transaction.logs.at(-1)).toMatchObject({
      contract: entryPoint,
      topics: [
        expect.anything(),
        hash,
        `0x${address.slice(2).padStart(64, '0')}`,
        expect.anything(),
      ],
    });
    const require = createRequire(import.meta.url);
    const { abi } = require('@account-abstraction/contracts/artifacts/EntryPoint.json') as {
      readonly abi: unknown;
    };
    const word = (high = 0n, low = 0n): string =>
      `0x${((high << 128n) | low).toString(16).padStart(64, '0')}`;
    const packed = {
      ...row,
      accountGasLimits: word(row?.gas.verificationGasLimit, row?.gas.callGasLimit),
      preVerificationGas: row?.gas.preVerificationGas,
      gasFees: word(row?.gas.maxPriorityFeePerGas, row?.gas.maxFeePerGas),
    };
    expect(found?.transaction.input).toBe(
      viem.encodeFunctionData({ abi, functionName: 'handleOps', args: [[packed], bundler] }),
    );
    world.checkReplay();
  });

  test('user-operations-7: what the account cannot pay is reverted, with a transaction', () => {
    const world = new World();
    const { address: owner } = world.ok('accounts.create-evm', { project: 'p' });
    const { address } = world.ok('accounts.create-smart', { project: 'p', owners: [owner] });
    const calls = [{ to: destination, value: '4', data: '0x' }];
    const { hash } = world.ok('userOperations.prepare', { project: 'p', address, network, calls });
    world.step(10 * delays.include);
    const row = world.state.userOperations.operations.get(hash);
    expect(row).toMatchObject({ status: 'failed', transaction: expect.stringMatching(/^0x/) });
    expect(balance(world, destination, 'eth')).toBe(0n);
    world.checkReplay();
  });
});

describe('the control plane', () => {
  let sandbox: TestSandbox | undefined;
  afterEach(async () => {
    await sandbox?.close();
    sandbox = undefined;
  });

  test('control-2: it takes the steps of a user operation, and each is refused out of turn', async () => {
    sandbox = await testSandbox();
    const { control } = sandbox;
    const { platform, projectId } = await testProject(sandbox);
    expect(await control.userOperations.getMode()).toMatchObject({
      mode: 'automatic',
    });
    const manual = await control.userOperations.setMode({ mode: 'manual' });
    expect(manual).toEqual({
      mode: 'manual',
      delays: { sign: 1000, broadcast: 1000, include: 2000 },
    });
    const { address: owner } = await platform.evmAccounts.create();
    const { address } = await platform.evmSmartAccounts.create({ owners: [owner] });
    const calls = [{ to: destination, value: '0', data: '0x' }];
    const request = { network: 'base', calls } as const;
    const { userOpHash } = await platform.evmSmartAccounts.prepareUserOperation(address, request);
    const steps = control.userOperations;
    const status = async (outcome: Promise<unknown>): Promise<unknown> =>
      ((await outcome) as { readonly status: number }).status;
    const signature = `0x${'00'.repeat(65)}`;
    expect(await status(steps.sign.result(userOpHash, { signature }))).toBe(400);
    expect(await status(steps.broadcast.result(userOpHash))).toBe(409);
    expect(await status(steps.include.result(userOpHash, { success: true }))).toBe(409);
    expect(await status(steps.drop.result(userOpHash))).toBe(409);
    expect(await status(steps.drop.result(`0x${'0'.repeat(64)}`))).toBe(404);
    expect(await steps.list(projectId)).toMatchObject([
      { userOpHash, address, status: 'pending', nonce: '0' },
    ]);
  });

  test('control-2: it lists accounts, sends and signs, and explains policies', async () => {
    sandbox = await testSandbox();
    const { control } = sandbox;
    const { platform, projectId } = await testProject(sandbox);
    const { id } = await platform.policies.create({
      scope: 'account',
      rules: [
        {
          action: 'accept',
          operation: 'sendEvmTransaction',
          criteria: [{ type: 'ethValue', ethValue: '5', operator: '<=' }],
        },
      ],
    });
    const { address } = await platform.evmAccounts.create({ name: 'main', accountPolicy: id });
    const solana = await platform.solanaAccounts.create();
    const smart = await platform.evmSmartAccounts.create({ owners: [address] });
    expect(await control.accounts.list(projectId)).toMatchObject({
      evm: [{ address, name: 'main', policyId: id }],
      solana: [{ address: solana.address }],
      smart: [{ address: smart.address, owner: address }],
    });
    const transaction = unsigned({ value: 0n });
    const sent = await control.accounts.sendEvmTransaction(projectId, address, { transaction });
    expect(sent).toMatchObject({ network, succeeded: true });
    const explain = (operation: 'signEvmTransaction' | 'sendEvmTransaction', value: bigint) =>
      control.accounts.explainPolicies(projectId, {
        operation,
        address,
        transaction: unsigned({ value }),
      });
    const rule = { policyId: id, rule: 0, action: 'accept' };
    expect(await explain('sendEvmTransaction', 5n)).toEqual({
      action: 'accept',
      reason: 'rule',
      considered: [{ ...rule, criteria: [true] }],
    });
    expect(await explain('sendEvmTransaction', 6n)).toEqual({
      action: 'reject',
      reason: 'no-match',
      considered: [{ ...rule, criteria: [false] }],
    });
    expect(await explain('signEvmTransaction', 5n)).toMatchObject({ reason: 'no-match' });
    const status = async (outcome: Promise<unknown>): Promise<unknown> =>
      ((await outcome) as { readonly status: number }).status;
    const sending = control.accounts.sendEvmTransaction;
    const again = async (text: string, to = address): Promise<unknown> =>
      status(sending.result(projectId, to, { transaction: text }));
    expect(await again(transaction)).toBe(409);
    expect(await again(unsigned({ value: 6n }))).toBe(403);
    expect(await again(unsigned({ value: 5n }))).toBe(409);
    expect(await again(unsigned({ chainId: 1 }))).toBe(400);
    expect(await again('0x02')).toBe(400);
    expect(await again(transaction, elsewhere)).toBe(404);
    const sign = control.accounts.signSolanaTransaction;
    expect(await status(sign.result(projectId, solana.address, { transaction: 'AA' }))).toBe(400);
    expect(await status(sign.result(projectId, elsewhere, { transaction: 'AA' }))).toBe(404);
  });
});
