import { afterEach, describe, expect, test } from 'vitest';
import type { PlatformClient } from '@platform/platform';
import { policiesOf, type TestSandbox, testProject, testSandbox } from './sandbox.js';

let sandbox: TestSandbox | undefined;
afterEach(async () => {
  await sandbox?.close();
  sandbox = undefined;
});

async function start(): Promise<{ running: TestSandbox; platform: PlatformClient }> {
  const running = await testSandbox();
  sandbox = running;
  return { running, platform: (await testProject(running)).platform };
}

const rule = {
  action: 'accept',
  operation: 'signEvmTransaction',
  criteria: [{ type: 'ethValue', ethValue: '1', operator: '<=' }],
} as const;

const key = { idempotencyKey: '8f9a4a53-5f0d-4a6e-9a38-0b8a1f9c2d3e', retry: false } as const;

describe('idempotency keys', () => {
  test('once-1: the same payload gets the first response, another one 422', async () => {
    const { platform } = await start();
    const request = { scope: 'account', rules: [rule] } as const;
    const first = await platform.policies.create(request, key);
    expect(await platform.policies.create(request, key)).toEqual(first);
    expect(await policiesOf(platform)).toEqual([first]);
    expect(
      await platform.policies.create.result({ ...request, description: 'other' }, key),
    ).toMatchObject({ status: 422, value: { errorType: 'idempotency_error' } });
  });

  test('once-1: of 100 simultaneous requests with one key, one has an effect', async () => {
    const { platform } = await start();
    const request = { scope: 'account', rules: [rule] } as const;
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () => platform.policies.create.result(request, key)),
    );
    const statuses = new Set(outcomes.map((outcome) => 'status' in outcome && outcome.status));
    expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(await policiesOf(platform)).toHaveLength(1);
  });

  test('once-1: another project may use the same key', async () => {
    const { running, platform } = await start();
    const other = await testProject(running);
    const request = { scope: 'account', rules: [rule] } as const;
    const first = await platform.policies.create(request, key);
    expect(await other.platform.policies.create(request, key)).not.toEqual(first);
  });

  test('once-1: a key is free again after 24 hours', async () => {
    const { running, platform } = await start();
    const request = { scope: 'account', rules: [rule] } as const;
    const first = await platform.policies.create(request, key);
    await running.control.clock.freeze();
    await running.control.clock.step({ milliseconds: 86_400_000 });
    expect(await platform.policies.create(request, key)).not.toEqual(first);
  });

  test('once-2: effect and response are in one batch of the journal', async () => {
    const { running, platform } = await start();
    await platform.policies.create({ scope: 'account', rules: [rule] }, key);
    const entries = await running.control.state.readJournal();
    expect(entries.slice(-2).map(({ command }) => command.type)).toEqual([
      'policies.create',
      'once.store',
    ]);
  });

  test('once-3: a refusal by a rule is stored, too', async () => {
    const { platform } = await start();
    const request = { scope: 'project', rules: [rule] } as const;
    const { id } = await platform.policies.create(request);
    expect(await platform.policies.create.result(request, key)).toMatchObject({ status: 409 });
    await platform.policies.delete(id);
    expect(await platform.policies.create.result(request, key)).toMatchObject({ status: 409 });
  });
});
