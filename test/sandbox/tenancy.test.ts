import { apiKey, PlatformClient } from '@platform/platform';
import { afterEach, describe, expect, test } from 'vitest';
import {
  bearerOf,
  platformOf,
  policiesOf,
  type TestSandbox,
  testProject,
  testSandbox,
} from './sandbox.js';

let sandbox: TestSandbox | undefined;
afterEach(async () => {
  await sandbox?.close();
  sandbox = undefined;
});

async function start(options = {}): Promise<TestSandbox> {
  sandbox = await testSandbox(options);
  return sandbox;
}

describe('tenancy', () => {
  test.each(['Ed25519', 'ES256'] as const)(
    'tenancy-2: an unmodified client uses a key of %s',
    async (algorithm) => {
      const { platform } = await testProject(await start(), { algorithm });
      expect(await policiesOf(platform)).toEqual([]);
    },
  );

  test('tenancy-2: a name is a UUID, or a path', async () => {
    const running = await start();
    const uuid = await testProject(running);
    expect(uuid.keyName).toMatch(/^[0-9a-f-]{36}$/);
    const path = await testProject(running, { nameForm: 'path' });
    expect(path.keyName).toMatch(
      new RegExp(`^organizations/${path.organizationId}/apiKeys/[0-9a-f-]{36}$`),
    );
    expect(await policiesOf(path.platform)).toEqual([]);
  });

  test('tenancy-2: the secret is in the response that creates the key, and nowhere else', async () => {
    const { control } = await start();
    const { id } = await control.tenancy.createOrganization({ name: 'Acme' });
    const project = await control.tenancy.createProject({ organizationId: id, name: 'Shop' });
    const { secret, ...key } = await control.tenancy.createSecretApiKey(project.id, { label: 'a' });
    const wallet = await control.tenancy.createWalletSecret(project.id);
    expect(await control.tenancy.listSecretApiKeys(project.id)).toEqual([key]);
    const journal = JSON.stringify(await control.state.readJournal());
    expect(journal).toContain(key.name);
    expect(journal).not.toContain(secret.slice(0, 40));
    expect(journal).not.toContain(wallet.secret.slice(60, 100));
  });

  test('tenancy-2: a deleted key is unknown at once', async () => {
    const { control, ...rest } = await start();
    const { platform, projectId, keyName } = await testProject({ control, ...rest });
    await control.tenancy.deleteSecretApiKey(projectId, keyName);
    expect(await platform.policies.list.result()).toMatchObject({
      kind: 'failure',
      status: 401,
      value: { errorType: 'unauthorized' },
    });
    expect(await control.tenancy.deleteSecretApiKey.result(projectId, keyName)).toMatchObject({
      status: 404,
    });
  });

  test('tenancy-3: an address outside the allowlist is refused like an unknown key', async () => {
    const running = await start();
    const inside = await testProject(running, { addresses: ['10.0.0.0/8', '127.0.0.0/8'] });
    expect(await policiesOf(inside.platform)).toEqual([]);
    const outside = await testProject(running, { addresses: ['10.0.0.0/8', '2001:db8::/32'] });
    const refused = await outside.platform.policies.list.result();
    const unknown = await platformOf(
      running.url,
      crypto.randomUUID(),
      ...(await secretsOf(running)),
    ).policies.list.result();
    const withoutId = (outcome: object): unknown =>
      JSON.parse(
        JSON.stringify(outcome, (name, value: unknown) =>
          name === 'correlationId' || name === 'headers' || name === 'response' ? undefined : value,
        ),
      );
    expect(refused).toMatchObject({ status: 401 });
    expect(withoutId(refused)).toEqual(withoutId(unknown));
  });

  test('tenancy-3: a malformed prefix is refused when the key is created', async () => {
    const { control } = await start();
    const { id } = await control.tenancy.createOrganization({ name: 'Acme' });
    const project = await control.tenancy.createProject({ organizationId: id, name: 'Shop' });
    for (const prefix of ['10.0.0.0/33', '10.0.0', 'example.com', '::1/129', '1.2.3.4/08'])
      expect(
        await control.tenancy.createSecretApiKey.result(project.id, {
          label: 'a',
          addresses: [prefix],
        }),
      ).toMatchObject({ status: 400, value: { code: 'form' } });
  });

  test('tenancy-4: a key without the permission is refused with 403', async () => {
    const running = await start();
    const { platform } = await testProject(running, { permissions: ['view'] });
    expect(await policiesOf(platform)).toEqual([]);
    expect(
      await platform.policies.create.result({ scope: 'account', rules: [anyRule] }),
    ).toMatchObject({
      status: 403,
      value: { errorType: 'forbidden' },
    });
  });

  test('tenancy-5: a token is accepted once', async () => {
    const running = await start();
    const authorization = await bearerOf(running, await testProject(running));
    const send = (): Promise<Response> =>
      fetch(`${running.url}/platform/v2/policy-engine/policies`, { headers: { authorization } });
    expect((await send()).status).toBe(200);
    const again = await send();
    expect(again.status).toBe(401);
    expect(await again.json()).toMatchObject({
      errorType: 'unauthorized',
      correlationId: expect.any(String),
    });
  });

  test('tenancy-1, tenancy-6: a second Wallet Secret needs the first to be revoked', async () => {
    const running = await start();
    const { projectId } = await testProject(running);
    const { tenancy } = running.control;
    expect(await tenancy.createWalletSecret.result(projectId)).toMatchObject({ status: 409 });
    await tenancy.revokeWalletSecret(projectId);
    expect(await tenancy.createWalletSecret(projectId)).toMatchObject({ projectId });
  });

  test('P10: another project sees nothing of a project', async () => {
    const running = await start();
    const [mine, other] = [await testProject(running), await testProject(running)];
    const policy = await mine.platform.policies.create({ scope: 'account', rules: [anyRule] });
    expect(await policiesOf(other.platform)).toEqual([]);
    expect(await other.platform.policies.get.result(policy.id)).toMatchObject({ status: 404 });
    expect(await other.platform.policies.delete.result(policy.id)).toMatchObject({ status: 404 });
    expect(await mine.platform.policies.get(policy.id)).toEqual(policy);
  });
});

const anyRule = {
  action: 'accept',
  operation: 'signEvmTransaction',
  criteria: [{ type: 'ethValue', ethValue: '1', operator: '<=' }],
} as const;

async function secretsOf({ control }: TestSandbox): Promise<[string, string]> {
  const { id } = await control.tenancy.createOrganization({ name: 'Other' });
  const project = await control.tenancy.createProject({ organizationId: id, name: 'Other' });
  const key = await control.tenancy.createSecretApiKey(project.id, { label: 'a' });
  const wallet = await control.tenancy.createWalletSecret(project.id);
  return [key.secret, wallet.secret];
}

describe('the control plane', () => {
  test('control-1: needs the token, a local host and a local origin', async () => {
    const { url, token } = await start();
    const get = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${url}/sandbox/clock`, { headers })).status;
    const authorization = `Bearer ${token}`;
    expect(await get({ authorization })).toBe(200);
    expect(await get({})).toBe(401);
    expect(await get({ authorization: 'Bearer wrong' })).toBe(401);
    expect(await get({ authorization, origin: 'https://example.com' })).toBe(403);
    expect(await get({ authorization, origin: url })).toBe(200);
  });

  test.each(['0.0.0.0', '::'])(
    'control-1: with the address %s of all networks, it listens on a loopback address of its own',
    async (host) => {
      const { url, controlUrl, token } = await start({ host });
      const headers = { authorization: `Bearer ${token}` };
      const get = async (base: string, path: string): Promise<number> =>
        (await fetch(`${base}${path}`, { headers })).status;
      expect(controlUrl).not.toBe(url);
      expect(await get(url, '/sandbox/clock')).toBe(404);
      expect(await get(url, '/')).toBe(404);
      expect(await get(url, '/platform/v2/policy-engine/policies')).toBe(401);
      expect(await get(controlUrl, '/sandbox/clock')).toBe(200);
      expect(await get(controlUrl, '/')).toBe(200);
      expect(await get(controlUrl, '/platform/v2/policy-engine/policies')).toBe(401);
    },
  );

  test('tenancy-5: issuer and audience of tokens, and the prefix of methods, are the deployment’s', async () => {
    const sandbox = await start({ issuer: 'acme', audience: 'acme_api', methodPrefix: 'acme' });
    const { control, url } = sandbox;
    const { projectId } = await testProject(sandbox);
    const { name, secret } = await control.tenancy.createSecretApiKey(projectId, { label: 'a' });
    const bearer = apiKey(name, secret);
    const list = (issuer: string): Promise<unknown> => {
      const options = { baseUrl: url, credentials: { bearer }, variables: { issuer } };
      return new PlatformClient(options).policies.list.result();
    };
    expect(await list('acme')).toMatchObject({ kind: 'success' });
    expect(await list('platform')).toMatchObject({ status: 401 });
    const { key } = await control.tenancy.createClientApiKey(projectId, { label: 'a' });
    const call = async (method: string): Promise<unknown> => {
      const params = [{ address: `0x${'0'.repeat(40)}` }];
      const response = await fetch(`${url}/rpc/v1/base/${key}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      return response.json();
    };
    expect(await call('acme_listBalances')).toMatchObject({ result: { balances: [{}] } });
    expect(await call('platform_listBalances')).toMatchObject({ error: { code: -32_601 } });
  });

  test('control-3: the clock stands, is stepped, and runs on', async () => {
    const { control } = await start();
    const frozen = await control.clock.freeze();
    expect(frozen.mode).toBe('frozen');
    expect((await control.clock.get()).now).toBe(frozen.now);
    const stepped = await control.clock.step({ milliseconds: 3_600_000 });
    expect(Date.parse(stepped.now) - Date.parse(frozen.now)).toBe(3_600_000);
    const running = await control.clock.run();
    expect(running.mode).toBe('running');
    expect(running.now >= stepped.now).toBe(true);
  });

  test('control-4: a restored state is that of its snapshot, and the journal continues', async () => {
    const running = await start();
    const { control } = running;
    const { platform } = await testProject(running);
    const kept = await platform.policies.create({ scope: 'account', rules: [anyRule] });
    const snapshot = await control.state.takeSnapshot();
    await platform.policies.delete(kept.id);
    await platform.policies.create({ scope: 'project', rules: [anyRule] });
    const before = await control.state.get();
    const after = await control.state.restore(snapshot);
    expect(after.number).toBe(before.number + 1);
    expect(await policiesOf(platform)).toEqual([kept]);
    expect(await control.state.restore.result({ number: 1 })).toMatchObject({ status: 404 });
  });

  test('control-4: every action is a command in the journal', async () => {
    const { control } = await start();
    await control.tenancy.createOrganization({ name: 'Acme' });
    const entries = await control.state.readJournal();
    expect(entries.map(({ number, surface, command }) => [number, surface, command.type])).toEqual([
      [1, 'control', 'deployment.create'],
      [2, 'control', 'tenancy.create-organization'],
    ]);
  });

  test('control-2: faults are injected into as many requests as were asked for', async () => {
    const running = await start();
    const { control } = running;
    const { platform } = await testProject(running);
    const list = (): Promise<{ readonly kind: string }> =>
      platform.policies.list.result({}, { retry: false });
    await control.faults.inject({ kind: 'unavailable', times: 2 });
    expect(await list()).toMatchObject({ status: 503 });
    expect(await list()).toMatchObject({ status: 503 });
    expect(await list()).toMatchObject({ kind: 'success' });
    await control.faults.inject({ kind: 'lost', method: 'POST' });
    const request = { scope: 'account', rules: [anyRule] } as const;
    expect(await platform.policies.create.result(request, { retry: false })).toMatchObject({
      kind: 'network',
    });
    expect(await policiesOf(platform)).toHaveLength(1);
    expect(await control.faults.list()).toEqual([]);
  });
});
