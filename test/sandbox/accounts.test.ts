import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeArguments } from '../../sandbox/domain/cryptography/abi.js';
import {
  createdAddress,
  readEvmTransaction,
} from '../../sandbox/domain/cryptography/evm-transaction.js';
import {
  evmAddressOf,
  recoverAddress,
  signHash,
} from '../../sandbox/domain/cryptography/evm-keys.js';
import { parseHex, printHex } from '../../sandbox/domain/cryptography/hex.js';
import { decodeRlp, encodeRlp, type RlpItem } from '../../sandbox/domain/cryptography/rlp.js';
import { deriveKey } from '../../sandbox/domain/random.js';
import { randomRuns } from '../rounds.js';
import {
  addressByOpenSsl,
  keccak,
  recoverByElliptic,
  verifyDigestByOpenSsl,
  viem,
} from './independent.js';
import { destination, elsewhere, unsigned } from './transactions.js';
import { World } from './world.js';

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function newAccount(world: World, name?: string): string {
  return world.ok('accounts.create-evm', { project: 'p', name }).address;
}

function signed(world: World, address: string, transaction: string): string {
  return world.ok('accounts.sign-evm', { project: 'p', address, transaction }).signedTransaction;
}

function problemOf(world: World, address: string, transaction: string): unknown {
  const refusal = world.refused('accounts.sign-evm', { project: 'p', address, transaction });
  expect(refusal.code).toBe('malformed-transaction');
  return refusal.code === 'malformed-transaction' ? refusal.data.problem : undefined;
}

describe('accounts', () => {
  test('accounts-1: an EVM account has a new key, and is found in either case of its address', () => {
    const world = new World();
    const addresses = [newAccount(world), newAccount(world)];
    expect(addresses[0]).toMatch(/^0x[0-9a-f]{40}$/);
    expect(new Set(addresses).size).toBe(2);
    const update = { project: 'p', address: viem.getAddress(addresses[0] ?? ''), name: 'main' };
    expect(world.ok('accounts.update-evm', update)).toMatchObject({
      address: addresses[0],
      name: 'main',
    });
    expect(world.refused('accounts.update-evm', { ...update, project: 'q' }).code).toBe(
      'not-found',
    );
    world.checkReplay();
  });

  test('accounts-1: a Solana account has a new key, and its address is case-sensitive', () => {
    const world = new World();
    const { address } = world.ok('accounts.create-solana', { project: 'p' });
    expect(address).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
    const update = { project: 'p', address, name: 'main' };
    expect(world.ok('accounts.update-solana', update).name).toBe('main');
    const changed = address.replace(/[A-Z]/, (letter) => letter.toLowerCase());
    expect(world.refused('accounts.update-solana', { ...update, address: changed }).code).toBe(
      'not-found',
    );
    world.checkReplay();
  });

  test('accounts-2: names are unique among the accounts of a project of the same kind', () => {
    const world = new World();
    const [first, second] = [newAccount(world, 'main'), newAccount(world, 'other')];
    expect(world.refused('accounts.create-evm', { project: 'p', name: 'main' })).toEqual({
      code: 'already-exists',
      data: { what: 'account of this kind with this name' },
    });
    const rename = { project: 'p', address: second, name: 'main' };
    expect(world.refused('accounts.update-evm', rename).code).toBe('already-exists');
    world.ok('accounts.create-evm', { project: 'q', name: 'main' });
    world.ok('accounts.create-solana', { project: 'p', name: 'main' });
    world.ok('accounts.create-smart', { project: 'p', name: 'main', owners: [first] });
    expect(
      world.refused('accounts.create-smart', { project: 'p', name: 'main', owners: [first] }).code,
    ).toBe('already-exists');
    expect(world.ok('accounts.update-evm', { ...rename, address: first }).name).toBe('main');
    world.ok('accounts.update-evm', { ...rename, address: first, name: 'renamed' });
    expect(world.ok('accounts.update-evm', rename).name).toBe('main');
    world.checkReplay();
  });

  test('accounts-3: anything but the RLP of an unsigned EIP-1559 transaction is malformed', () => {
    const world = new World();
    const account = newAccount(world);
    const good = unsigned();
    const fieldsOf = (): RlpItem[] => [
      ...(decodeRlp(Buffer.from(good.slice(4), 'hex')) as RlpItem[]),
    ];
    const withField = (at: number, item: RlpItem): string => {
      const fields = fieldsOf();
      fields[at] = item;
      return `0x02${Buffer.from(encodeRlp(fields)).toString('hex')}`;
    };
    const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
    const cases: readonly (readonly [string, string])[] = [
      [good.replace('0x02', '0x01'), 'It is not RLP of an EIP-1559 transaction.'],
      [viem.serializeTransaction({ type: 'legacy', chainId: 1, gasPrice: 1n }), 'It is not RLP'],
      ['0x', 'It is not RLP'],
      [`${good}00`, 'It has trailing bytes.'],
      [good.slice(0, -2), 'It ends too early.'],
      [good.slice(0, -1), 'It is not hexadecimal'],
      [signed(world, account, good), 'It is already signed.'],
      ['0x02c101', 'It has 1 members instead of 9.'],
      ['0x0201', 'It is not a list.'],
      [withField(0, bytes(0, 1)), 'Its chain id has leading zeros.'],
      [withField(1, bytes(0)), 'Its nonce has leading zeros.'],
      [withField(6, new Uint8Array(33).fill(1)), 'Its value is too large.'],
      [withField(1, new Uint8Array(9).fill(1)), 'Its nonce is too large.'],
      [withField(5, new Uint8Array(19)), 'Its destination is not an address.'],
      [withField(7, []), 'Its data is a list.'],
      [withField(8, bytes()), 'Its access list is not one of EIP-2930.'],
      [withField(8, [[new Uint8Array(20)]]), 'Its access list is not one of EIP-2930.'],
      [withField(8, [[new Uint8Array(20), [new Uint8Array(31)]]]), 'Its access list'],
      [withField(8, [[[[[[]]]]]]), 'Its lists are nested too deeply.'],
      ['0x02f80101', 'A length has more bytes than it needs.'],
      ['0x02f9000101', 'A length has leading zeros.'],
      ['0x02c28105', 'A single byte below 0x80 has a length before it.'],
      [`0x02${'f8'.repeat(100_000)}`, 'It ends too early.'],
    ];
    for (const [transaction, problem] of cases)
      expect(problemOf(world, account, transaction), transaction.slice(0, 80)).toContain(problem);
  });

  test('accounts-3: every transaction of an independent library is read as it was written', () => {
    const amount = fc.bigInt(0n, 2n ** 256n - 1n);
    const hex = (length: number): fc.Arbitrary<string> =>
      fc.uint8Array({ minLength: length, maxLength: length }).map(printHex);
    const data = fc.uint8Array({ maxLength: 200 }).map(printHex);
    const accessList = fc.array(
      fc.record({ address: hex(20), storageKeys: fc.array(hex(32), { maxLength: 3 }) }),
      { maxLength: 3 },
    );
    const fee = fc.bigInt(0n, 2n ** 128n);
    const fields = fc.record({
      chainId: fc.integer({ min: 1, max: 2 ** 31 }),
      nonce: fc.nat(),
      maxFeePerGas: fee.map((each) => each + 2n ** 128n),
      maxPriorityFeePerGas: fee,
      gas: fc.bigInt(0n, 2n ** 64n - 1n),
      to: fc.option(hex(20)),
      value: amount,
      data,
      accessList,
    });
    fc.assert(
      fc.property(fields, (each) => {
        const text = unsigned(each);
        const read = readEvmTransaction(text);
        expect([read.to, read.value, read.chainId, read.nonce, printHex(read.data)]).toEqual([
          each.to,
          each.value,
          BigInt(each.chainId),
          BigInt(each.nonce),
          each.data,
        ]);
        expect(`0x02${Buffer.from(encodeRlp(read.fields)).toString('hex')}`).toBe(text);
      }),
      randomRuns(300),
    );
  });

  test('accounts-3: any change of a byte is malformed, or is another transaction', () => {
    const text = unsigned({
      data: '0x010203',
      accessList: [{ address: elsewhere, storageKeys: [] }],
    });
    const change = fc.record({ at: fc.nat(text.length / 2 - 2), byte: fc.nat(255) });
    fc.assert(
      fc.property(change, ({ at, byte }) => {
        const bytes = Buffer.from(text.slice(2), 'hex');
        bytes[at] = byte;
        const changed = `0x${bytes.toString('hex')}`;
        let read;
        try {
          read = readEvmTransaction(changed);
        } catch (error) {
          expect((error as Error).name).toBe('MalformedTransaction');
          return;
        }
        expect(`0x02${Buffer.from(encodeRlp(read.fields)).toString('hex')}`).toBe(changed);
      }),
      randomRuns(1000),
    );
  });

  test('accounts-4: a signature is deterministic, has a low s, and recovers to the account', async () => {
    const world = new World();
    const account = newAccount(world);
    for (let nonce = 0; nonce < 20; nonce += 1) {
      const transaction = unsigned({ nonce, chainId: 1 + nonce, data: '0xdeadbeef' });
      const text = signed(world, viem.getAddress(account), transaction);
      expect(signed(world, account, transaction)).toBe(text);
      const recovered = await viem.recoverTransactionAddress({ serializedTransaction: text });
      expect(recovered.toLowerCase()).toBe(account);
      const { r, s, yParity: parity, ...fields } = viem.parseTransaction(text);
      expect(BigInt(s) <= order / 2n).toBe(true);
      expect(fields).toMatchObject({ nonce, chainId: 1 + nonce, to: destination, value: 1n });
      const hash = keccak(Buffer.from(transaction.slice(2), 'hex'));
      expect(recoverByElliptic(hash, { r, s, parity })).toBe(account);
      const { hash: known } = world.ok('accounts.sign-evm', {
        project: 'p',
        address: account,
        transaction,
      });
      expect(known).toBe(`0x${keccak(Buffer.from(text.slice(2), 'hex')).toString('hex')}`);
    }
  });

  test('accounts-4: an unknown address comes before the form, and the form before the policies', () => {
    const world = new World();
    const account = newAccount(world);
    const reject = { type: 'ethValue', ethValue: '0', operator: '>=' } as const;
    world.ok('policies.create', {
      project: 'p',
      scope: 'project',
      rules: [{ action: 'reject', operation: 'signEvmTransaction', criteria: [reject] }],
    });
    const code = (project: string, address: string, transaction: string): string =>
      world.refused('accounts.sign-evm', { project, address, transaction }).code;
    expect(code('p', elsewhere, '0x')).toBe('not-found');
    expect(code('q', account, unsigned())).toBe('not-found');
    expect(code('p', account, '0x02')).toBe('malformed-transaction');
    expect(code('p', account, unsigned())).toBe('policy-rejects');
  });
});

describe('secrets', () => {
  test('secrets-1: private keys are in no entry and in no snapshot', () => {
    const world = new World();
    const evm = newAccount(world);
    const { address: solana } = world.ok('accounts.create-solana', { project: 'p' });
    signed(world, evm, unsigned());
    // The seed of the test's world, by the derivation that the sandbox documents.
    const root = deriveKey(new Uint8Array(32), 'entries');
    const rows = [
      ['evm', world.state.accounts.evm.get(evm)],
      ['solana', world.state.accounts.solana.get(solana)],
    ] as const;
    const text = world.engine.encode() + JSON.stringify(world.entries);
    for (const [kind, row] of rows) {
      const secret = Buffer.from(deriveKey(root, `${kind} account ${row?.key}`));
      for (const form of ['hex', 'base64', 'base64url'] as const)
        expect(text).not.toContain(secret.toString(form));
      if (kind === 'evm') expect(addressByOpenSsl(secret)).toBe(evm);
    }
  });

  test('secrets-2: independent code accepts what the primitives produce', () => {
    const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(seeds, fc.uint8Array(), (seed, message) => {
        const secretKey = deriveKey(seed, 'test');
        const address = evmAddressOf(secretKey);
        expect(address).toBe(addressByOpenSsl(secretKey));
        const digest = keccak(message);
        const { r, s, parity } = signHash(digest, secretKey);
        const bytes = (v: number): Uint8Array =>
          Buffer.from(
            [r, s].map((each) => each.toString(16).padStart(64, '0')).join('') + v.toString(16),
            'hex',
          );
        expect(recoverAddress(digest, bytes(27 + parity))).toBe(address);
        expect(recoverAddress(digest, bytes(28 - parity))).not.toBe(address);
        expect(recoverAddress(digest, bytes(parity))).toBeUndefined();
        const hex = { r: `0x${r.toString(16)}`, s: `0x${s.toString(16)}`, parity };
        expect(recoverByElliptic(digest, hex)).toBe(address);
      }),
      randomRuns(60),
    );
    const secretKey = deriveKey(new Uint8Array(32), 'test');
    const message = Buffer.from('a message');
    const digest = createHash('sha256').update(message).digest();
    expect(verifyDigestByOpenSsl(message, secretKey, signHash(digest, secretKey))).toBe(true);
  });

  test('secrets-2: contract addresses and arguments are those of an independent library', () => {
    for (const nonce of [0n, 1n, 127n, 128n, 2n ** 63n])
      expect(createdAddress(destination, nonce)).toBe(
        viem.getContractAddress({ from: destination, nonce }).toLowerCase(),
      );
    const calls = [
      { to: destination, value: 7n, data: '0x' },
      { to: elsewhere, value: 0n, data: '0x010203' },
    ];
    const abi = viem.parseAbi([
      'function f((address to, uint256 value, bytes data)[] calls, uint256 n)',
    ]);
    const expected = viem.encodeFunctionData({ abi, args: [calls, 5n] }).slice(10);
    const list = calls.map(({ to, value, data }) => ({
      tuple: [BigInt(to), value, parseHex(data) ?? new Uint8Array(0)],
    }));
    expect(Buffer.from(encodeArguments([{ list }, 5n])).toString('hex')).toBe(expected);
  });

  test('secrets-2: only the sandbox depends on the libraries of cryptography', () => {
    for (const folder of ['runtime', 'generator'])
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
        if (file.endsWith('.ts') && !file.includes('node_modules'))
          expect(readFileSync(`${folder}/${file}`, 'utf8')).not.toMatch(/from '@(?:noble|scure)\//);
  });
});
