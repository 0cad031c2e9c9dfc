import type { Policy } from '@platform/platform';
import { afterEach, describe, expect, test } from 'vitest';
import { viem } from './independent.js';
import { type TestProject, testProject, type TestSandbox, testSandbox } from './sandbox.js';
import { destination, elsewhere, unsigned } from './transactions.js';

let sandbox: TestSandbox | undefined;
afterEach(async () => {
  await sandbox?.close();
  sandbox = undefined;
});

async function start(): Promise<TestProject & { readonly running: TestSandbox }> {
  const running = await testSandbox();
  sandbox = running;
  return { running, ...(await testProject(running)) };
}

const key = { idempotencyKey: '8f9a4a53-5f0d-4a6e-9a38-0b8a1f9c2d3e', retry: false } as const;
const unknown = '123e4567-e89b-12d3-a456-426614174000';

/** A rule that accepts values up to a limit. */
function upTo(ethValue: string): Policy['rules'][number] {
  return {
    action: 'accept',
    operation: 'signEvmTransaction',
    criteria: [{ type: 'ethValue', ethValue, operator: '<=' }],
  };
}

describe('accounts over REST', () => {
  test('accounts-1 and policies-12: an account shows the policy of its project first', async () => {
    const { platform } = await start();
    const own = await platform.policies.create({ scope: 'account', rules: [upTo('1')] });
    const created = await platform.evmAccounts.create({ name: 'main', accountPolicy: own.id });
    expect(created).toEqual({ address: created.address, name: 'main', policies: [own.id] });
    const project = await platform.policies.create({ scope: 'project', rules: [upTo('1')] });
    const policies = [project.id, own.id];
    expect(await platform.evmAccounts.get(viem.getAddress(created.address))).toEqual({
      ...created,
      policies,
    });
    expect(await platform.evmAccounts.update(created.address, { name: 'new' })).toEqual({
      address: created.address,
      name: 'new',
      policies,
    });
    const solana = await platform.solanaAccounts.create({ name: 'main' });
    expect(await platform.solanaAccounts.get(solana.address)).toEqual({
      address: solana.address,
      name: 'main',
      policies: [project.id],
    });
    const named = await platform.solanaAccounts.update(solana.address, { accountPolicy: own.id });
    expect(named.policies).toEqual(policies);
    expect(await platform.evmAccounts.create()).toMatchObject({ policies: [project.id] });
  });

  test('refusals are said in the words of the platform', async () => {
    const { running, platform } = await start();
    const { address } = await platform.evmAccounts.create({ name: 'main' });
    const solana = await platform.solanaAccounts.create({ name: 'main' });
    const { platform: other } = await testProject(running);
    const said = async (outcome: Promise<unknown>): Promise<unknown> => {
      const { status, value } = (await outcome) as {
        readonly status: number;
        readonly value: { readonly errorType: string; readonly correlationId: string };
      };
      expect(value.correlationId).toMatch(/./);
      return [status, value.errorType];
    };
    const invalid = [400, 'invalid_request'];
    const taken = [409, 'already_exists'];
    const missing = [404, 'not_found'];
    const evm = platform.evmAccounts;
    expect(await said(evm.create.result({ name: 'main' }))).toEqual(taken);
    expect(await evm.create.result({ name: 'main' })).toMatchObject({
      value: { errorMessage: 'There is already an account of this kind with this name.' },
    });
    expect(await said(evm.create.result({ accountPolicy: unknown }))).toEqual(invalid);
    expect(await said(evm.get.result(elsewhere))).toEqual(missing);
    expect(await said(other.evmAccounts.get.result(address))).toEqual(missing);
    expect(await said(evm.update.result(elsewhere, { name: 'it' }))).toEqual(missing);
    const policy = { accountPolicy: unknown };
    expect(await said(evm.update.result(address, policy))).toEqual(invalid);
    expect(await said(platform.solanaAccounts.create.result({ name: 'main' }))).toEqual(taken);
    expect(await said(other.solanaAccounts.get.result(solana.address))).toEqual(missing);
    expect(await said(platform.solanaAccounts.update.result(solana.address, policy))).toEqual(
      invalid,
    );
    const sign = evm.signEvmTransaction;
    const transaction = unsigned();
    expect(await said(sign.result(elsewhere, { transaction }))).toEqual(missing);
    expect(
      await said(other.evmAccounts.signEvmTransaction.result(address, { transaction })),
    ).toEqual(missing);
    expect(await said(sign.result(address, { transaction: '0x02c0' }))).toEqual([
      400,
      'malformed_transaction',
    ]);
    const smart = platform.evmSmartAccounts;
    expect(await said(smart.create.result({ owners: [address, elsewhere] }))).toEqual(invalid);
    expect(await said(smart.get.result(elsewhere))).toEqual(missing);
    const calls = [{ to: elsewhere, value: '0', data: '0x' }];
    const operation = { network: 'base', calls } as const;
    expect(await said(smart.prepareUserOperation.result(elsewhere, operation))).toEqual(missing);
    const { address: own } = await smart.create({ owners: [address] });
    const large = [{ to: elsewhere, value: '9'.repeat(78), data: '0x' }];
    expect(
      await said(smart.prepareUserOperation.result(own, { ...operation, calls: large })),
    ).toEqual(invalid);
    const prepared = await smart.prepareUserOperation(own, operation);
    const second = await smart.create({ owners: [address] });
    expect(await smart.getUserOperation(own, prepared.userOpHash)).toEqual(prepared);
    expect(await said(smart.getUserOperation.result(second.address, prepared.userOpHash))).toEqual(
      missing,
    );
    expect(
      await said(other.evmSmartAccounts.getUserOperation.result(own, prepared.userOpHash)),
    ).toEqual(missing);
  });

  test('accounts-4: a signed transaction recovers to the account', async () => {
    const { platform } = await start();
    const { address } = await platform.evmAccounts.create();
    const transaction = unsigned({ value: 10n ** 18n, data: '0x0102' });
    const { signedTransaction } = await platform.evmAccounts.signEvmTransaction(address, {
      transaction,
    });
    const recovered = await viem.recoverTransactionAddress({
      serializedTransaction: signedTransaction,
    });
    expect(recovered.toLowerCase()).toBe(address);
  });

  test('policies-9: a rejection is repeated under its idempotency key, however the policy changes', async () => {
    const { platform } = await start();
    const policy = await platform.policies.create({ scope: 'account', rules: [upTo('5')] });
    const { address } = await platform.evmAccounts.create({ accountPolicy: policy.id });
    const transaction = unsigned({ value: 6n });
    const sign = platform.evmAccounts.signEvmTransaction;
    const first = await sign.result(address, { transaction }, key);
    expect(first).toMatchObject({ status: 403, value: { errorType: 'policy_violation' } });
    await platform.policies.update(policy.id, { rules: [upTo('6')] });
    expect(await sign.result(address, { transaction }, key)).toMatchObject({
      status: 403,
      value: { errorType: 'policy_violation' },
    });
    expect(await sign.result(address, { transaction })).toMatchObject({ status: 200 });
  });

  test('policies-3: of 50 signatures that race a PUT, old or new rules explain each one, in order', async () => {
    const { platform } = await start();
    const policy = await platform.policies.create({ scope: 'account', rules: [upTo('0')] });
    const { address } = await platform.evmAccounts.create({ accountPolicy: policy.id });
    const sign = platform.evmAccounts.signEvmTransaction;
    const request = { transaction: unsigned({ value: 1n }) };
    for (const newStatus of [200, 403, 200]) {
      const statuses: number[] = [];
      const late: number[] = [];
      let isNewKnown = false;
      const client = async (): Promise<void> => {
        for (let count = 0; count < 5; count += 1) {
          const startsLate = isNewKnown;
          const outcome = await sign.result(address, request);
          const status = outcome.status ?? 0;
          statuses.push(status);
          // Once anybody has seen the new rules, nobody may meet the old ones.
          if (startsLate) late.push(status);
          if (status === newStatus) isNewKnown = true;
        }
      };
      const change = async (): Promise<void> => {
        await sign.result(address, request);
        await platform.policies.update(policy.id, { rules: [upTo(newStatus === 200 ? '1' : '0')] });
        isNewKnown = true;
        await client();
      };
      await Promise.all([change(), ...Array.from({ length: 10 }, client)]);
      expect(statuses).toHaveLength(55);
      expect(statuses.filter((status) => status !== 200 && status !== 403)).toEqual([]);
      expect(late.length).toBeGreaterThanOrEqual(5);
      expect(late.filter((status) => status !== newStatus)).toEqual([]);
    }
  });

  test('user-operations-2 to 7: an operation is prepared, and advances to a transaction', async () => {
    const { running, platform } = await start();
    await running.control.clock.freeze();
    const { address: owner } = await platform.evmAccounts.create();
    const { address } = await platform.evmSmartAccounts.create({ owners: [owner], name: 'smart' });
    expect(await platform.evmSmartAccounts.get(address)).toEqual({
      address,
      owners: [owner],
      name: 'smart',
    });
    const calls = [{ to: viem.getAddress(destination), value: '0', data: '0x' }];
    const request = { network: 'base-sepolia', calls } as const;
    const prepared = await platform.evmSmartAccounts.prepareUserOperation(address, request);
    expect(prepared).toEqual({
      network: 'base-sepolia',
      userOpHash: prepared.userOpHash,
      calls: [{ to: destination, value: '0', data: '0x' }],
      status: 'pending',
    });
    const seen: string[] = [];
    for (let step = 0; step < 5; step += 1) {
      const { status, transactionHash } = await platform.evmSmartAccounts.getUserOperation(
        viem.getAddress(address),
        prepared.userOpHash,
      );
      seen.push(status);
      expect(transactionHash !== undefined).toBe(status === 'complete');
      await running.control.clock.step({ milliseconds: 1001 });
    }
    expect(seen).toEqual(['pending', 'signed', 'broadcast', 'broadcast', 'complete']);
  });

  test('user-operations-4: a paymaster that is not public is refused, unless the deployment allows it', async () => {
    const urls = [
      'https://10.0.0.1/v1',
      'https://[fd00::1]/v1',
      'https://127.1/v1',
      'http://localhost:3000/v1',
      'https://paymaster.localhost/v1',
    ];
    const calls = [{ to: destination, value: '0', data: '0x' }];
    for (const allowsLocalTargets of [false, true]) {
      const running = await testSandbox({ allowsLocalTargets });
      sandbox = running;
      const { platform } = await testProject(running);
      const { address } = await platform.evmSmartAccounts.create({ owners: [elsewhere] });
      const prepare = async (paymasterUrl: string): Promise<unknown> => {
        const request = { network: 'base', calls, paymasterUrl } as const;
        const outcome = await platform.evmSmartAccounts.prepareUserOperation.result(
          address,
          request,
        );
        return outcome.status;
      };
      const expected = allowsLocalTargets ? 201 : 400;
      for (const url of urls) expect(await prepare(url), url).toBe(expected);
      expect(await prepare('https://paymaster.example.com/v1')).toBe(201);
      expect(await prepare('https://93.184.215.14/v1')).toBe(201);
      await running.close();
      sandbox = undefined;
    }
  });
});
