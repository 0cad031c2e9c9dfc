import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { settings } from '../../sandbox/settings.js';
import { pageSurface } from '../../sandbox/surfaces/page/index.js';
import { bearerOf, testProject, type TestSandbox, testSandbox } from './sandbox.js';

let open: TestSandbox | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function start(token?: string): Promise<TestSandbox> {
  open = await testSandbox(token === undefined ? {} : { token });
  return open;
}

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Gets the page with any headers, which `fetch` would not send. */
function get(url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  return new Promise<Received>((resolve, reject) => {
    const sent = httpRequest(url, { method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (data: string) => {
        body += data;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body }),
      );
    });
    sent.on('error', reject).end();
  });
}

describe('page', () => {
  test('page-6: its document has the token, may load nothing from elsewhere, and is not stored', async () => {
    const { url } = await start('a"<b>&c$&');
    const { status, headers, body } = await get(`${url}/`);
    expect(status).toBe(200);
    expect(body).toContain('content="a&quot;&lt;b&gt;&amp;c$&amp;"');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
    const policy = headers['content-security-policy'] ?? '';
    for (const directive of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(directive);
    expect(policy).not.toContain('unsafe');
    expect((await get(`${url}/page.css`)).headers['content-type']).toContain('text/css');
    expect((await get(`${url}/elsewhere`)).status).toBe(404);
  });

  test('page-6: other sites and names, other methods and other machines do not get the token', async () => {
    const { url, token } = await start();
    const port = new URL(url).port;
    const refused: readonly (readonly [number, Readonly<Record<string, string>>, string?])[] = [
      [421, { host: `rebound.example:${port}` }],
      [421, { host: '127.0.0.1:1' }],
      [403, { origin: 'http://other.example' }],
      [403, { origin: 'http://127.0.0.1:1' }],
      [403, { origin: 'null' }],
      [403, { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' }],
      [403, { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }],
      [403, { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'script' }],
      [405, {}, 'POST'],
    ];
    for (const [want, headers, method] of refused) {
      const { status, body } = await get(`${url}/`, headers, method);
      expect({ headers, status }).toEqual({ headers, status: want });
      expect(body).not.toContain(token);
    }
    for (const headers of [
      { host: `localhost:${port}` },
      { origin: url },
      { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
    ])
      expect((await get(`${url}/`, headers)).body).toContain(token);
    const page = pageSurface({
      authorities: ['10.0.0.1:80'],
      token,
      files: { html: '{{token}}', style: '', program: undefined },
    });
    const asked = { method: 'GET', scheme: 'http', authority: '10.0.0.1:80', target: '/' } as const;
    const rest = { headers: [], body: undefined };
    expect(await page({ ...asked, ...rest, peer: { address: '10.0.0.2' } })).toMatchObject({
      status: 403,
    });
    expect(await page({ ...asked, ...rest, peer: { address: '::1' } })).toMatchObject({
      status: 200,
      body: token,
    });
  });

  test('page-3: recent requests are listed with the reasons for which they were refused', async () => {
    const sandbox = await start();
    const project = await testProject(sandbox);
    const { platform, projectId } = project;
    const { activity, tenancy } = sandbox.control;
    await platform.evmAccounts.create({ name: 'main' });
    await platform.evmAccounts.create.result({ name: 'main' });
    await fetch(`${sandbox.url}/platform/v2/policy-engine/policies?pageToken=secret`);
    const { key } = await tenancy.createClientApiKey(projectId, { label: 'rpc' });
    const call = { jsonrpc: '2.0', id: 1, method: 'platform_nothing', params: [] };
    await fetch(`${sandbox.url}/rpc/v1/base/${key}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(call),
    });
    const [rpc, unauthorized, second, first, ...others] = await activity.listRequests();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      number: 1,
      surface: 'platform',
      method: 'POST',
      path: '/platform/v2/evm/accounts',
      status: 201,
    });
    expect(first).not.toHaveProperty('refusal');
    expect(second).toMatchObject({ status: 409, refusal: { code: 'already_exists' } });
    expect(second?.refusal?.correlationId).toMatch(/./);
    expect(unauthorized).toMatchObject({
      path: '/platform/v2/policy-engine/policies',
      status: 401,
    });
    expect(rpc).toMatchObject({ surface: 'rpc', refusal: { code: '-32601' } });
    expect(rpc?.path).not.toContain(key);
    expect(await activity.listRequests({ limit: 1 })).toHaveLength(1);
  });

  test('page-3: a lost response is listed without a status', async () => {
    const sandbox = await start();
    const header = await bearerOf(sandbox, await testProject(sandbox));
    await sandbox.control.faults.inject({ kind: 'lost' });
    const policies = `${sandbox.url}/platform/v2/policy-engine/policies`;
    await expect(fetch(policies, { headers: { authorization: header } })).rejects.toThrow();
    const [lost] = await sandbox.control.activity.listRequests();
    expect(lost?.method).toBe('GET');
    expect(lost).not.toHaveProperty('status');
  });

  test('page-3: who waits for a change is told of entries and requests, when the time is over, and at the end', async () => {
    const sandbox = await start();
    const { activity, tenancy } = sandbox.control;
    const now = await activity.awaitChange();
    expect(await activity.awaitChange({ ...now, wait: 1 })).toEqual(now);
    expect(await activity.awaitChange({ ...now, request: 7 })).toEqual(now);
    const entry = activity.awaitChange(now);
    await tenancy.createOrganization({ name: 'Acme' });
    const after = await entry;
    expect(after).toEqual({ ...now, entry: now.entry + 1 });
    const request = activity.awaitChange(after);
    await fetch(`${sandbox.url}/platform/v2/policy-engine/policies`);
    expect(await request).toEqual({ ...after, request: after.request + 1 });
    const end = activity.awaitChange({ ...after, request: after.request + 1, wait: 60_000 });
    // It waits before the sandbox is closed, because requests of one connection are in order.
    await activity.listRequests();
    await sandbox.close();
    open = undefined;
    await expect(end).resolves.toMatchObject({ entry: after.entry });
  });

  test('page-3: many requests to one interface do not displace those to another', async () => {
    const sandbox = await start();
    const { activity } = sandbox.control;
    await fetch(`${sandbox.url}/platform/v2/policy-engine/policies`);
    const { maxRequests } = settings['page-3'];
    for (let count = 0; count <= maxRequests; count += 1) await fetch(`${sandbox.url}/time`);
    const limit = 1000;
    const all = await activity.listRequests({ limit });
    expect(all).toHaveLength(maxRequests + 1);
    expect(all.at(-1)).toMatchObject({ surface: 'platform', number: 1 });
    expect(all.map(({ number }) => number)).toEqual(
      all.map(({ number }) => number).toSorted((one, other) => other - one),
    );
    expect(await activity.listRequests({ surface: 'platform', limit })).toEqual([all.at(-1)]);
    expect(await activity.listRequests({ surface: 'rpc' })).toEqual([]);
  });

  test('page-1: policies are created, changed and deleted with the rules of the platform', async () => {
    const sandbox = await start();
    const { platform, projectId } = await testProject(sandbox);
    const { accounts } = sandbox.control;
    const criteria = [{ type: 'ethValue', ethValue: '1', operator: '<=' }];
    const rules = [{ action: 'accept', operation: 'signEvmTransaction', criteria }] as const;
    const policy = { scope: 'project', description: 'Small', rules } as const;
    const created = await accounts.createPolicy(projectId, policy);
    expect(await platform.policies.get(created.id)).toEqual(created);
    expect(await accounts.createPolicy.result(projectId, policy)).toMatchObject({
      status: 409,
      value: { code: 'already-exists', message: 'There is already a policy of the project.' },
    });
    const wrong = { ...policy, rules: [{ ...rules[0], criteria: [{ type: 'solAddress' }] }] };
    const refused = await accounts.createPolicy.result(projectId, { ...wrong, scope: 'account' });
    expect(refused).toMatchObject({ status: 400, value: { code: 'form' } });
    expect(JSON.stringify(refused)).toContain('/rules/0');
    expect(await accounts.createPolicy.result('none', policy)).toMatchObject({ status: 404 });

    const reject = [{ ...rules[0], action: 'reject' }] as const;
    const changed = await accounts.updatePolicy(projectId, created.id, { rules: reject });
    expect(changed).toMatchObject({ id: created.id, scope: 'project', rules: reject });
    expect(await platform.policies.get(created.id)).toEqual(changed);
    expect(
      await accounts.updatePolicy.result(projectId, created.id, { rules: wrong.rules }),
    ).toMatchObject({ status: 400 });
    const other = await testProject(sandbox);
    for (const result of [
      await accounts.updatePolicy.result(other.projectId, created.id, { rules }),
      await accounts.deletePolicy.result(other.projectId, created.id),
    ])
      expect(result).toMatchObject({ status: 404, value: { code: 'not-found' } });

    const own = await accounts.createPolicy(projectId, { scope: 'account', rules });
    await platform.evmAccounts.create({ name: 'main', accountPolicy: own.id });
    expect(await accounts.deletePolicy.result(projectId, own.id)).toMatchObject({
      status: 409,
      value: { code: 'in-use' },
    });
    await accounts.deletePolicy(projectId, created.id);
    expect(await accounts.listPolicies(projectId)).toEqual([own]);
  });

  test('page-1: webhooks are listed with what they are subscribed to', async () => {
    const sandbox = await start();
    const { platform, projectId } = await testProject(sandbox);
    const filter = { contract_address: '0x742d35cc6634c0532925a3b844bc454e4438f44e' };
    const created = await platform.webhooks.create({
      network_id: 'base',
      event_type: 'erc20_transfer',
      event_filters: [filter],
      notification_uri: 'https://example.com/hook',
    });
    const { deliveries } = sandbox.control;
    expect(await deliveries.listWebhooks(projectId)).toEqual([
      {
        id: created.id,
        networkId: 'base',
        eventType: 'erc20_transfer',
        eventFilters: [filter],
        target: 'https://example.com/hook',
        status: 'active',
        createdAt: created.created_at,
        updatedAt: created.updated_at,
      },
    ]);
    const other = await testProject(sandbox);
    expect(await deliveries.listWebhooks(other.projectId)).toEqual([]);
  });

  test('page-4: policies are listed with their rules', async () => {
    const sandbox = await start();
    const { platform, projectId } = await testProject(sandbox);
    const criteria = [{ type: 'ethValue', ethValue: '1', operator: '<=' }] as const;
    const rules = [{ action: 'accept', operation: 'signEvmTransaction', criteria }] as const;
    const created = await platform.policies.create({ scope: 'project', description: 'One', rules });
    const { accounts } = sandbox.control;
    expect(await accounts.listPolicies(projectId)).toEqual([created]);
    expect(await accounts.listPolicies((await testProject(sandbox)).projectId)).toEqual([]);
  });
});
