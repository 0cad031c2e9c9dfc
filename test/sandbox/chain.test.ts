import { RpcClient } from '@platform/rpc';
import type { SandboxControlClient } from '@platform/sandbox-control';
import {
  createPlatformWebhookReceiver,
  deliverySignatureVerifier,
} from '@platform/platform/webhook-receiver';
import hook0 from 'hook0-client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { memoryJournal } from '../../sandbox/index.js';
import { listen } from '../wire/loopback.js';
import { closeAfterwards, closeAll, receiver } from './delivery-fixture.js';
import { type TestProject, type TestSandbox, testProject, testSandbox } from './sandbox.js';

const ada = `0x${'ada'.padStart(40, '0')}`;
const bob = `0x${'b0b'.padStart(40, '0')}`;
const zero = `0x${'0'.repeat(40)}`;

afterEach(closeAll);

async function start(options: Parameters<typeof testSandbox>[0] = {}): Promise<TestSandbox> {
  const sandbox = await testSandbox(options);
  closeAfterwards(sandbox);
  return sandbox;
}

/** Creates tokens and gives them to an address. */
async function credit(control: SandboxControlClient, to: string, value: string): Promise<void> {
  const transfers = [{ asset: 'usdc', from: zero, to, value }];
  await control.chain.makeBlock('base', { transfers });
}

async function subscribe(project: TestProject, url: string): Promise<string> {
  const { id = '' } = await project.platform.webhooks.create({
    network_id: 'base',
    event_type: 'erc20_transfer',
    notification_uri: url,
  });
  return id;
}

describe('the chain of a running sandbox', () => {
  test('webhooks-7: a receiver verifies the deliveries of a transfer with the secret of its organisation', async () => {
    const running = await start();
    const { control } = running;
    const project = await testProject(running);
    const { secret } = await control.deliveries.getSecret(project.organizationId);
    const seen: unknown[] = [];
    const loopback = await listen(() =>
      createPlatformWebhookReceiver(
        {
          notification({ body }, respond) {
            seen.push(body);
            return respond.success(204);
          },
        },
        { security: { deliverySignature: deliverySignatureVerifier({ secrets: secret }) } },
      ),
    );
    closeAfterwards(loopback);
    const plain = await receiver([204]);
    const webhook = await subscribe(project, `${loopback.baseUrl}/`);
    await subscribe(project, plain.url);
    await credit(control, ada, '5');
    await plain.arrived(1);
    const list = (): ReturnType<typeof control.deliveries.list> =>
      control.deliveries.list(project.projectId);
    await vi.waitFor(async () => {
      for (const { status } of await list()) expect(status).toBe('succeeded');
    });
    expect(seen).toMatchObject([{ webhookId: webhook, from: zero, to: ada, value: '5' }]);
    expect(await list()).toMatchObject([
      { target: plain.url, attempts: [{ number: 1, ended: 'success', status: 204 }] },
      { webhookId: webhook },
    ]);
    const [{ headers, body } = { headers: {}, body: '' }] = plain.received;
    expect(
      hook0.verifyWebhookSignatureWithCurrentTime(
        String(headers['x-hook0-signature']),
        Buffer.from(body),
        new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        secret,
        300,
        new Date(),
      ),
    ).toBe(true);
  });

  test('webhooks-9: a sandbox that is started again delivers what was left', async () => {
    const journal = memoryJournal();
    const first = await testSandbox({ journal });
    const project = await testProject(first);
    const { url, received, arrived } = await receiver((response, count) => {
      if (count > 1) response.writeHead(204).end();
    });
    await subscribe(project, url);
    await credit(first.control, ada, '5');
    await arrived(1);
    await first.close();
    const again = await start({ journal });
    await arrived(2);
    await vi.waitFor(async () => {
      const [delivery] = await again.control.deliveries.list(project.projectId);
      expect(delivery).toMatchObject({ status: 'succeeded', attempts: [{ number: 1 }] });
    });
    const ids = received.map(({ headers }) => headers['x-event-id']);
    expect(new Set(ids).size).toBe(1);
  });

  test('webhooks-6: the control plane sends events in the envelope, and delivers failed ones again', async () => {
    const running = await start();
    const { control } = running;
    const project = await testProject(running);
    const { url, received, arrived } = await receiver([410, 204, 204]);
    const webhook = await subscribe(project, url);
    const { projectId } = project;
    const event = { eventType: 'wallet.activity.detected', data: { amount: 0.5 } };
    const sent = await control.deliveries.sendEvent(projectId, webhook, event);
    await arrived(1);
    await vi.waitFor(async () => {
      const [delivery] = await control.deliveries.list(projectId, { webhook });
      expect(delivery?.status).toBe('failed');
    });
    const again = await control.deliveries.redeliver(projectId, sent.id);
    expect(again).toMatchObject({ eventId: sent.eventId, attempts: [] });
    await arrived(2);
    expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({ eventId: sent.eventId, ...event });
    expect(await control.deliveries.redeliver.result(projectId, 'x')).toMatchObject({
      status: 404,
    });
    await project.platform.webhooks.update(webhook, { status: 'inactive' });
    expect(await control.deliveries.sendEvent.result(projectId, webhook, event)).toMatchObject({
      status: 409,
      value: { code: 'state' },
    });
    const other = await testProject(running);
    expect(await control.deliveries.list(other.projectId, { webhook })).toEqual([]);
  });

  test('webhooks-5: a webhook watches a wallet that the control plane created', async () => {
    const running = await start();
    const { control } = running;
    const project = await testProject(running);
    const { organizationId, projectId } = project;
    const wallet = await control.chain.createWallet(organizationId, {
      name: 'till',
      addresses: [ada.toUpperCase().replace('X', 'x')],
    });
    expect(await control.chain.listWallets(organizationId)).toEqual([wallet]);
    expect(wallet.addresses).toEqual([ada]);
    const { url, received, arrived } = await receiver([204]);
    await project.platform.webhooks.create({
      network_id: 'base',
      event_type: 'wallet_activity',
      event_type_filter: { wallet_id: wallet.id },
      notification_uri: url,
    });
    await credit(control, bob, '1');
    await credit(control, ada, '2');
    await arrived(1);
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ walletId: wallet.id, value: '2' });
    expect(await control.deliveries.list(projectId)).toHaveLength(1);
  });

  test('assets-1: an asset that the control plane adds is in the registry of the platform', async () => {
    const running = await start();
    const { control } = running;
    const { platform } = await testProject(running);
    const added = await control.chain.registerAsset({ network: 'base', id: 'tea', type: 'erc20' });
    expect(added.decimals).toBe(18);
    expect(await platform.assets.get('base', 'tea')).toEqual({
      network_id: 'base',
      asset_id: 'tea',
      decimals: 18,
      contract_address: added.contract,
    });
    expect((await control.chain.listAssets()).map(({ id }) => id)).toEqual([
      'eth',
      'usdc',
      'tea',
      'eth',
      'usdc',
    ]);
    expect(
      await control.chain.registerAsset.result({ network: 'base', id: 'tea', type: 'erc20' }),
    ).toMatchObject({ status: 409 });
  });

  test('assets-2: a block that cannot be made is refused, and nothing of it happens', async () => {
    const { control } = await start();
    const transfers = [
      { asset: 'usdc', from: zero, to: ada, value: '5' },
      { asset: 'usdc', from: bob, to: ada, value: '1' },
    ];
    expect(await control.chain.makeBlock.result('base', { transfers })).toMatchObject({
      status: 409,
      value: { code: 'insufficient-funds' },
    });
    const unknown = [{ asset: 'tea', from: zero, to: ada, value: '1' }];
    expect(await control.chain.makeBlock.result('base', { transfers: unknown })).toMatchObject({
      status: 404,
    });
    const events = [{ contract: bob, from: ada }];
    const block = await control.chain.makeBlock('base', { events });
    expect(block).toMatchObject({ network: 'base', number: 1 });
    expect(block.transactions).toHaveLength(1);
  });

  test('tenancy-7: a Client API Key opens JSON-RPC, and no other does', async () => {
    const running = await start();
    const { control, url } = running;
    const { projectId } = await testProject(running);
    const key = await control.tenancy.createClientApiKey(projectId, { label: 'app' });
    await credit(control, ada, '9007199254740993');
    const balances = (clientApiKey: string): RpcClient['balances'] =>
      new RpcClient({ baseUrl: url, credentials: { clientApiKey } }).balances;
    const page = await balances(key.key).list({ address: ada });
    expect(page.balances).toMatchObject([{ valueStr: '0' }, { value: '9007199254740993' }]);
    const rotated = await control.tenancy.rotateClientApiKey(projectId, key.id);
    expect(await balances(key.key).list.result({ address: ada })).toMatchObject({
      code: -32_600,
      response: { status: 401 },
    });
    expect(await balances(rotated.key).list({ address: ada })).toEqual(page);
    await control.faults.inject({ kind: 'unavailable', surface: 'rpc' });
    expect(
      await balances(rotated.key).list.result({ address: ada }, { retry: false }),
    ).toMatchObject({ code: -32_603, response: { status: 503 } });
  });
});
