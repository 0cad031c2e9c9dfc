import { createRequire } from 'node:module';
import { userOperationStatusTransitions, type UserOperationStatus } from '@platform/platform';
import { describe, expect, test } from 'vitest';
import { deriveKey } from '../../sandbox/domain/random.js';
import { second } from '../../sandbox/domain/time.js';
import type { NewCall } from '../../sandbox/domain/user-operations/commands.js';
import { userOperationOf } from '../../sandbox/domain/user-operations/queries.js';
import type { UserOperationRow } from '../../sandbox/domain/user-operations/state.js';
import { factory } from '../../sandbox/domain/cryptography/smart-account.js';
import { settings } from '../../sandbox/settings.js';
import { runContract, viem, viemAccountAbstraction, viemAccounts } from './independent.js';
import { destination, elsewhere } from './transactions.js';
import { World } from './world.js';

const { entryPoint, gas } = settings['user-operations-2'];
const call: NewCall = { to: viem.getAddress(destination), value: '0', data: '0xABcd' };
const chainIds = { base: 8453, 'base-sepolia': 84532 } as const;

/** An owner whose key the platform does not have. */
const owner = viemAccounts.privateKeyToAccount(
  `0x${Buffer.from(deriveKey(new Uint8Array(32), 'owner')).toString('hex')}`,
);

function manual(): World {
  const world = new World();
  const { delays } = settings['user-operations-6'];
  world.ok('userOperations.set-mode', { mode: 'manual', delays });
  return world;
}

function newSmartAccount(world: World, address: string = owner.address): string {
  return world.ok('accounts.create-smart', { project: 'p', owners: [address] }).address;
}

function prepare(
  world: World,
  address: string,
  changes: Partial<{ network: 'base' | 'base-sepolia'; calls: NewCall[] }> = {},
): UserOperationRow {
  return world.ok('userOperations.prepare', {
    project: 'p',
    address,
    network: 'base-sepolia',
    calls: [call],
    ...changes,
  });
}

function statusOf(world: World, hash: string): UserOperationStatus | undefined {
  return world.state.userOperations.operations.get(hash)?.status;
}

/** Hash of the sandbox's fields, by viem. */
function hashByViem(row: UserOperationRow): string {
  return viemAccountAbstraction.getUserOperationHash({
    chainId: chainIds[row.network],
    entryPointAddress: entryPoint,
    entryPointVersion: '0.7',
    userOperation: {
      sender: row.sender,
      nonce: row.nonce,
      ...(row.initCode === '0x'
        ? {}
        : { factory: row.initCode.slice(0, 42), factoryData: `0x${row.initCode.slice(42)}` }),
      callData: row.callData,
      ...row.gas,
      signature: '0x',
    },
  });
}

describe('user operations', () => {
  test('user-operations-1: a smart account has one owner, and the address of CREATE2', () => {
    const world = new World();
    const create = (owners: readonly string[], project = 'p') =>
      world.ok('accounts.create-smart', { project, owners });
    for (const owners of [[owner.address, elsewhere], []])
      expect(world.refused('accounts.create-smart', { project: 'p', owners })).toMatchObject({
        code: 'form',
        data: { member: 'owners' },
      });
    const managed = world.ok('accounts.create-evm', { project: 'p' }).address;
    const accounts = [
      create([owner.address]),
      create([owner.address.toUpperCase().replace('0X', '0x')]),
      create([owner.address], 'q'),
      create([managed]),
    ];
    expect(accounts.map((each) => [each.owner, each.salt])).toEqual([
      [owner.address.toLowerCase(), 0],
      [owner.address.toLowerCase(), 1],
      [owner.address.toLowerCase(), 2],
      [managed, 0],
    ]);
    for (const { address, owner: of, salt } of accounts) {
      const encoded = viem.encodeAbiParameters(
        [{ type: 'address' }, { type: 'uint256' }],
        [of, BigInt(salt)],
      );
      const expected = viem.getContractAddress({
        opcode: 'CREATE2',
        from: factory,
        salt: viem.keccak256(encoded),
        bytecodeHash: viem.keccak256(
          `0x${Buffer.from('platform-sandbox smart account').toString('hex')}`,
        ),
      });
      expect(address).toBe(expected.toLowerCase());
    }
    expect(new Set(accounts.map(({ address }) => address)).size).toBe(accounts.length);
    world.checkReplay();
  });

  test('user-operations-2: the hash is that of ERC-4337, by an independent library', () => {
    const world = manual();
    const address = newSmartAccount(world);
    const rows = [
      prepare(world, address),
      prepare(world, address),
      prepare(world, address, { network: 'base' }),
      prepare(world, address, {
        calls: [call, { ...call, value: String(2n ** 255n), data: '0x' }],
      }),
      prepare(world, newSmartAccount(world)),
    ];
    for (const row of rows) expect(row.hash).toBe(hashByViem(row));
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(rows.length);
    expect(rows[0]).toMatchObject({ status: 'pending', nonce: 0n, gas });
    expect(rows.slice(0, 4).map(({ nonce }) => nonce)).toEqual(
      [0n, 1n, 2n, 3n].map((key) => key << 64n),
    );
    expect(
      world.refused('userOperations.prepare', {
        project: 'q',
        address,
        network: 'base',
        calls: [call],
      }).code,
    ).toBe('not-found');
    world.checkReplay();
  });

  test("user-operations-2: the hash is that of the entry point's own code", async () => {
    const require = createRequire(import.meta.url);
    const { abi, deployedBytecode } =
      require('@account-abstraction/contracts/artifacts/EntryPoint.json') as {
        readonly abi: unknown;
        readonly deployedBytecode: string;
      };
    const world = manual();
    const address = newSmartAccount(world);
    const first = prepare(world, address);
    advanceTo(world, first.hash, 'complete', await owner.sign({ hash: first.hash }));
    const rows = [first, prepare(world, address), prepare(world, address, { network: 'base' })];
    expect(rows[1]?.initCode).toBe('0x');
    expect(rows[2]?.initCode).not.toBe('0x');
    for (const row of rows) {
      const word = (high: bigint, low: bigint): string =>
        `0x${((high << 128n) | low).toString(16).padStart(64, '0')}`;
      const packed = {
        sender: row.sender,
        nonce: row.nonce,
        initCode: row.initCode,
        callData: row.callData,
        accountGasLimits: word(row.gas.verificationGasLimit, row.gas.callGasLimit),
        preVerificationGas: row.gas.preVerificationGas,
        gasFees: word(row.gas.maxPriorityFeePerGas, row.gas.maxFeePerGas),
        paymasterAndData: row.paymasterAndData,
        signature: '0x',
      };
      const data = viem.encodeFunctionData({ abi, functionName: 'getUserOpHash', args: [packed] });
      const chainId = chainIds[row.network];
      expect(await runContract(deployedBytecode, { address: entryPoint, chainId, data })).toBe(
        row.hash,
      );
    }
  });

  test('user-operations-2: the call data are those of the account, by an independent library', () => {
    const world = manual();
    const address = newSmartAccount(world);
    const abi = viem.parseAbi([
      'function execute(address target, uint256 value, bytes data)',
      'function executeBatch((address target, uint256 value, bytes data)[] calls)',
    ]);
    const one = prepare(world, address, { calls: [{ ...call, value: '7' }] });
    expect(one.callData).toBe(
      viem.encodeFunctionData({
        abi,
        functionName: 'execute',
        args: [destination, 7n, '0xabcd'],
      }),
    );
    const calls = [call, { ...call, to: elsewhere, data: `0x${'12'.repeat(70)}` }];
    const two = prepare(world, address, { calls });
    expect(two.callData).toBe(
      viem.encodeFunctionData({
        abi,
        functionName: 'executeBatch',
        args: [calls.map(({ to, data }) => ({ target: to, value: 0n, data: data.toLowerCase() }))],
      }),
    );
  });

  test('user-operations-2: 1,000 preparations have 1,000 hashes', () => {
    const world = manual();
    const address = newSmartAccount(world);
    const hashes = Array.from({ length: 1000 }, () => prepare(world, address).hash);
    expect(new Set(hashes).size).toBe(1000);
    world.checkReplay();
  });

  test('user-operations-3: calls keep their order, with addresses in lower case, and no policy rejects them', () => {
    const world = manual();
    const criteria = [{ type: 'ethValue', ethValue: '0', operator: '>=' }] as const;
    const operations = ['signEvmTransaction', 'sendEvmTransaction'] as const;
    world.ok('policies.create', {
      project: 'p',
      scope: 'project',
      rules: operations.map((operation) => ({ action: 'reject', operation, criteria })),
    });
    const address = newSmartAccount(world);
    const calls = [call, { ...call, to: elsewhere, value: '5' }];
    expect(prepare(world, address, { calls }).calls).toEqual([
      { to: destination, value: 0n, data: '0xabcd' },
      { to: elsewhere, value: 5n, data: '0xabcd' },
    ]);
  });

  test('user-operations-4: the URL of a paymaster is stored', () => {
    const world = manual();
    const paymasterUrl = 'https://paymaster.example.com/v1/base';
    const { hash } = world.ok('userOperations.prepare', {
      project: 'p',
      address: newSmartAccount(world),
      network: 'base',
      calls: [call],
      paymasterUrl,
    });
    expect(world.state.userOperations.operations.get(hash)).toMatchObject({
      paymasterUrl,
      paymasterAndData: '0x',
    });
  });

  test('user-operations-5: every transition outside the table is refused, without effect', async () => {
    const statuses = Object.keys(userOperationStatusTransitions) as UserOperationStatus[];
    for (const from of statuses) {
      const steps = ['signed', 'broadcast', 'complete', 'reverted', 'dropped'] as const;
      for (const step of steps) {
        const world = manual();
        const { hash } = prepare(world, newSmartAccount(world));
        const signature = await owner.sign({ hash });
        advanceTo(world, hash, from, signature);
        const to = step === 'reverted' || step === 'dropped' ? 'failed' : step;
        const isAllowed = userOperationStatusTransitions[from].includes(to);
        const outcome = () => takeStep(world, hash, step, signature);
        if (isAllowed) {
          outcome();
          expect(statusOf(world, hash)).toBe(to);
        } else {
          const before = world.engine.encode();
          expect(outcome).toThrow('"code":"state"');
          expect(world.engine.encode()).toBe(before);
        }
      }
    }
  });

  test('user-operations-6: only the owner signs, over the hash itself', async () => {
    const world = manual();
    const address = newSmartAccount(world);
    const { hash } = prepare(world, address);
    const other = prepare(world, address);
    const good = await owner.sign({ hash });
    const v = good.slice(-2);
    expect(['1b', '1c']).toContain(v);
    const bad = [
      await owner.sign({ hash: other.hash }),
      await viemAccounts.privateKeyToAccount(`0x${'11'.repeat(32)}`).sign({ hash }),
      `${good.slice(0, -2)}${v === '1b' ? '1c' : '1b'}`,
      `${good.slice(0, -2)}${v === '1b' ? '00' : '01'}`,
      good.slice(0, -2),
      `${good}00`,
      `0x${'00'.repeat(64)}1b`,
      `0x${'ff'.repeat(64)}1b`,
      '0x',
      'no',
    ];
    for (const signature of bad)
      expect(world.refused('userOperations.sign', { hash, signature }).code, signature).toBe(
        'invalid-signature',
      );
    expect(world.ok('userOperations.sign', { hash, signature: good })).toMatchObject({
      status: 'signed',
      signature: good,
    });
    expect(
      world.refused('userOperations.sign', { hash: `0x${'00'.repeat(32)}`, signature: good }).code,
    ).toBe('not-found');
    world.checkReplay();
  });

  test('user-operations-6: in automatic mode each step follows after its delay', () => {
    const world = new World();
    const delays = { sign: 10 * second, broadcast: 20 * second, include: 30 * second };
    world.ok('userOperations.set-mode', { mode: 'automatic', delays });
    const managed = world.ok('accounts.create-evm', { project: 'p' }).address;
    const { hash } = prepare(world, newSmartAccount(world, managed));
    const seen: unknown[] = [];
    for (const wait of [9, 2, 18, 2, 28, 2]) {
      world.step(wait * second);
      seen.push(statusOf(world, hash));
    }
    expect(seen).toEqual(['pending', 'signed', 'signed', 'broadcast', 'broadcast', 'complete']);
    expect(world.engine.nextDue).toBeUndefined();
    world.checkReplay();
  });

  test('user-operations-6: in automatic mode an operation of another owner waits for its signature', async () => {
    const world = new World();
    const { hash } = prepare(world, newSmartAccount(world));
    world.step(1000 * second);
    expect(statusOf(world, hash)).toBe('pending');
    world.ok('userOperations.sign', { hash, signature: await owner.sign({ hash }) });
    world.step(1000 * second);
    expect(statusOf(world, hash)).toBe('complete');
    world.checkReplay();
  });

  test('user-operations-6: the key of another project does not sign', () => {
    const world = new World();
    const managed = world.ok('accounts.create-evm', { project: 'q' }).address;
    const { hash } = prepare(world, newSmartAccount(world, managed));
    world.step(1000 * second);
    expect(statusOf(world, hash)).toBe('pending');
  });

  test('user-operations-6: the mode changes for open operations, too', () => {
    const world = manual();
    const managed = world.ok('accounts.create-evm', { project: 'p' }).address;
    const { hash } = prepare(world, newSmartAccount(world, managed));
    world.step(1000 * second);
    expect(statusOf(world, hash)).toBe('pending');
    const { delays } = settings['user-operations-6'];
    world.ok('userOperations.set-mode', { mode: 'automatic', delays });
    world.ok('userOperations.set-mode', { mode: 'manual', delays });
    world.step(1000 * second);
    expect(statusOf(world, hash)).toBe('pending');
    world.ok('userOperations.set-mode', { mode: 'automatic', delays });
    world.step(1000 * second);
    expect(statusOf(world, hash)).toBe('complete');
    world.checkReplay();
  });

  test('user-operations-7: there is a transaction only if the operation was included', async () => {
    const ends = [
      ['complete', /^0x[0-9a-f]{64}$/],
      ['reverted', /^0x[0-9a-f]{64}$/],
      ['dropped', undefined],
    ] as const;
    for (const [end, transaction] of ends) {
      const world = manual();
      const { hash } = prepare(world, newSmartAccount(world));
      const signature = await owner.sign({ hash });
      const transactionOf = () => world.state.userOperations.operations.get(hash)?.transaction;
      for (const step of ['signed', 'broadcast'] as const) {
        expect(transactionOf()).toBeUndefined();
        takeStep(world, hash, step, signature);
      }
      expect(transactionOf()).toBeUndefined();
      takeStep(world, hash, end, signature);
      if (transaction === undefined) expect(transactionOf()).toBeUndefined();
      else expect(transactionOf()).toMatch(transaction);
      expect(statusOf(world, hash)).toBe(end === 'complete' ? 'complete' : 'failed');
      world.checkReplay();
    }
  });

  test('user-operations-8: an operation is found under its own smart account only, and never expires', () => {
    const world = manual();
    const [address, other] = [newSmartAccount(world), newSmartAccount(world)];
    const { hash } = prepare(world, address);
    const find = (project: string, at: string, of = hash): unknown =>
      userOperationOf(world.state.userOperations, { project, address: at, hash: of })?.hash;
    expect(find('p', viem.getAddress(address), hash.toUpperCase().replace('0X', '0x'))).toBe(hash);
    expect([find('p', other), find('q', address)]).toEqual([undefined, undefined]);
    world.step(1_000_000_000 * second);
    expect(statusOf(world, hash)).toBe('pending');
  });
});

type Step = 'signed' | 'broadcast' | 'complete' | 'reverted' | 'dropped';

function takeStep(world: World, hash: string, step: Step, signature: string): void {
  if (step === 'signed') world.ok('userOperations.sign', { hash, signature });
  else if (step === 'broadcast') world.ok('userOperations.broadcast', { hash });
  else if (step === 'dropped') world.ok('userOperations.drop', { hash });
  else world.ok('userOperations.include', { hash, success: step === 'complete' });
}

/** Takes the steps to a status, in order. */
function advanceTo(
  world: World,
  hash: string,
  status: UserOperationStatus,
  signature: string,
): void {
  if (status === 'pending') return;
  const last = status === 'failed' ? 'reverted' : status;
  for (const step of ['signed', 'broadcast', last] as const) {
    takeStep(world, hash, step, signature);
    if (step === last) return;
  }
}
