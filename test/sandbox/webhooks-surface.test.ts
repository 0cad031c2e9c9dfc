import type { PlatformClient, Webhook } from '@platform/platform';
import { afterEach, describe, expect, test } from 'vitest';
import { type TestProject, type TestSandbox, testProject, testSandbox } from './sandbox.js';

let sandbox: TestSandbox | undefined;
afterEach(async () => {
  await sandbox?.close();
  sandbox = undefined;
});

async function start(options: Parameters<typeof testSandbox>[0] = {}): Promise<TestSandbox> {
  sandbox = await testSandbox(options);
  return sandbox;
}

async function startProject(): Promise<TestProject> {
  return testProject(await start());
}

const uri = 'https://hooks.example.com/transfers';

function create({ platform }: Pick<TestProject, 'platform'>, changes = {}): Promise<Webhook> {
  return platform.webhooks.create({
    network_id: 'base',
    event_type: 'erc20_transfer',
    notification_uri: uri,
    ...changes,
  });
}

async function listed(platform: PlatformClient, limit?: number): Promise<readonly string[]> {
  const ids: string[] = [];
  const query = limit === undefined ? {} : { limit };
  for await (const { id = '' } of platform.webhooks.list(query)) ids.push(id);
  return ids;
}

describe('webhooks of the platform', () => {
  test('webhooks-1: the 101st of an organisation is refused with 429', async () => {
    const running = await start();
    const project = await testProject(running);
    for (let count = 0; count < 100; count += 1) await create(project);
    expect(await project.platform.webhooks.create.result(body())).toMatchObject({
      status: 429,
      value: { code: 'resource_exhausted', correlation_id: expect.any(String) as string },
    });
    await create(await testProject(running));
    const [newest = ''] = await listed(project.platform);
    await project.platform.webhooks.delete(newest);
    await create(project);
  });

  test('webhooks-7: a text that no header can have is refused', async () => {
    const project = await testProject(await start());
    const { webhooks } = project.platform;
    for (const text of ['two\nlines', 'caf\u00e9', '\u0000', ' tea', 'tea ', 'x'.repeat(4097)])
      expect(
        await webhooks.create.result({ ...body(), signature_header: text }),
        JSON.stringify(text),
      ).toMatchObject({ status: 400, value: { code: 'malformed_request' } });
    await create(project, { signature_header: 'any text: "v1", 100%' });
  });

  test('webhooks-2: PUT changes only what it has; others are 404', async () => {
    const running = await start();
    const project = await testProject(running);
    const { webhooks } = project.platform;
    const webhook = await create(project, {
      signature_header: 'tea',
      event_filters: [{ to_address: `0x${'Ab'.repeat(20)}` }],
    });
    expect(webhook).toMatchObject({ ...body(), status: 'active', signature_header: 'tea' });
    const id = webhook.id ?? '';
    const { updated_at: first = '', ...same } = webhook;
    for (const status of ['inactive', 'inactive', 'active', 'active'] as const) {
      const { updated_at: now = '', ...updated } = await webhooks.update(id, { status });
      expect(updated).toEqual({ ...same, status });
      expect(now > first).toBe(true);
    }
    const changed = await webhooks.update(id, { event_filters: [], notification_uri: `${uri}/2` });
    expect(changed).toMatchObject({ event_filters: [], notification_uri: `${uri}/2` });

    const stranger = (await testProject(running)).platform.webhooks;
    expect(await stranger.update.result(id, { status: 'active' })).toMatchObject({
      status: 404,
      value: { code: 'not_found' },
    });
    expect(await stranger.delete.result(id)).toMatchObject({ status: 404 });
    await webhooks.delete(id);
    expect(await webhooks.update.result(id, {})).toMatchObject({ status: 404 });
    expect(await webhooks.delete.result(id)).toMatchObject({ status: 404 });
  });

  test('webhooks-2: a filter of another type of event is 400 and changes nothing', async () => {
    const project = await startProject();
    const { webhooks } = project.platform;
    const { id = '' } = await create(project, { event_type: 'wallet_activity' });
    const event_type_filter = { contract_addresses: [`0x${'ab'.repeat(20)}`] };
    expect(await webhooks.update.result(id, { event_type_filter })).toMatchObject({
      status: 400,
      value: { code: 'malformed_request' },
    });
    const { data } = await webhooks.list();
    expect(data[0]).not.toHaveProperty('event_type_filter');
  });

  test('webhooks-3: newest first, ten in a page, and one more page as long as there is one', async () => {
    const project = await startProject();
    const { webhooks } = project.platform;
    const ids: string[] = [];
    for (let count = 0; count < 20; count += 1) ids.unshift((await create(project)).id ?? '');
    const first = await webhooks.list();
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 10));
    expect(first).toMatchObject({ has_more: true, next_page: expect.any(String) as string });
    const second = await webhooks.list({ page: first.next_page ?? '' });
    expect(second).toMatchObject({ has_more: false });
    expect(second).not.toHaveProperty('next_page');
    expect(await listed(project.platform, 3)).toEqual(ids);
    for (const limit of [0, 101])
      expect(await webhooks.list.result({ limit })).toMatchObject({ status: 400 });
  });

  test('webhooks-3: a page belongs to its caller, and every other text is refused', async () => {
    const running = await start();
    const [mine, other] = [await testProject(running), await testProject(running)];
    for (let count = 0; count < 3; count += 1) await create(mine);
    const { next_page: page = '' } = await mine.platform.webhooks.list({ limit: 2 });
    for (const [project, text] of [
      [other, page],
      [mine, 'x'],
      [mine, 'x'.repeat(5000)],
    ] as const)
      expect(await project.platform.webhooks.list.result({ page: text })).toMatchObject({
        status: 400,
        value: { code: 'invalid_page_token' },
      });
    expect(await mine.platform.webhooks.list.result({ page: 'x'.repeat(5001) })).toMatchObject({
      status: 400,
    });
  });

  test('webhooks-3: a walk while others are added and deleted loses no row', async () => {
    const project = await startProject();
    const ids: string[] = [];
    for (let count = 0; count < 30; count += 1) ids.unshift((await create(project)).id ?? '');
    const { webhooks } = project.platform;
    const seen: string[] = [];
    for await (const page of webhooks.list({ limit: 7 }).pages()) {
      seen.push(...page.data.map(({ id = '' }) => id));
      for (let count = 0; count < 5; count += 1) await create(project);
      // The last row of this page, which the cursor was made from, and the first one.
      await webhooks.delete(page.data.at(-1)?.id ?? '');
      if (page.data.length > 1) await webhooks.delete(page.data[0]?.id ?? '');
    }
    expect(seen).toEqual(ids);
  });

  test('webhooks-11: a target that is not public is 400 unless the deployment allows it', async () => {
    const closed = await testProject(await start({ allowsLocalTargets: false }));
    const local = { ...body(), notification_uri: 'http://127.0.0.1:8080/hooks' };
    expect(await closed.platform.webhooks.create.result(local)).toMatchObject({
      status: 400,
      value: {
        code: 'malformed_request',
        message: expect.stringContaining('notification_uri') as string,
      },
    });
    const { id = '' } = await create(closed);
    const { notification_uri } = local;
    expect(await closed.platform.webhooks.update.result(id, { notification_uri })).toMatchObject({
      status: 400,
    });
    await sandbox?.close();
    const open = await startProject();
    expect(await create(open, { notification_uri })).toMatchObject({ notification_uri });
  });
});

describe('assets of the platform', () => {
  test('assets-1: an asset that the registry knows, else 404', async () => {
    const { platform } = await startProject();
    expect(await platform.assets.get('base-sepolia', 'usdc')).toEqual({
      network_id: 'base-sepolia',
      asset_id: 'usdc',
      decimals: 6,
      contract_address: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
    });
    expect(await platform.assets.get('base', 'eth')).toEqual({
      network_id: 'base',
      asset_id: 'eth',
      decimals: 18,
    });
    for (const [network, asset] of [
      ['base', 'tea'],
      ['mars', 'eth'],
    ] as const)
      expect(await platform.assets.get.result(network, asset)).toMatchObject({
        status: 404,
        value: { code: 'not_found' },
      });
  });
});

function body(): Parameters<PlatformClient['webhooks']['create']>[0] {
  return { network_id: 'base', event_type: 'erc20_transfer', notification_uri: uri };
}
