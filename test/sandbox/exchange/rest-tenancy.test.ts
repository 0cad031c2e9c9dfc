import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { limits } from '@platform/exchange';
import type { StoredEntry } from '../../../sandbox/journal/journal.js';
import { memoryJournal } from '../../../sandbox/journal/memory.js';
import { type TestSandbox, testSandbox } from '../sandbox.js';
import { exchangeOf, newKey, type TestKey, testTrader } from './traders.js';

let sandbox: TestSandbox | undefined;
afterEach(async () => {
  await sandbox?.close();
  sandbox = undefined;
});

async function start(options = {}): Promise<TestSandbox> {
  sandbox = await testSandbox(options);
  return sandbox;
}

/** Headers of a request, signed by other code than the client's. */
function signed(
  { name, secret, passphrase }: TestKey,
  { method = 'GET', target = '/profiles', body = '', at = Date.now() / 1000 } = {},
): Record<string, string> {
  const timestamp = String(at);
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(timestamp + method + target + body)
    .digest('base64');
  return {
    'CB-ACCESS-KEY': name,
    'CB-ACCESS-SIGN': signature,
    'CB-ACCESS-TIMESTAMP': timestamp,
    'CB-ACCESS-PASSPHRASE': passphrase,
  };
}

async function refusal(url: string, headers: Record<string, string>): Promise<unknown> {
  const response = await fetch(`${url}/profiles`, { headers });
  return { status: response.status, body: await response.json() };
}

describe('exchange keys', () => {
  test('tenancy-8: a request is signed over time, method, target and body', async () => {
    const running = await start();
    const { key } = await testTrader(running);
    const ok = await fetch(`${running.url}/profiles?active=true`, {
      headers: signed(key, { target: '/profiles?active=true' }),
    });
    expect(ok.status).toBe(200);
    const wrong = { status: 401, body: { message: 'invalid signature' } };
    for (const changed of [{ method: 'POST' }, { target: '/profiles?active=false' }, { body: 'x' }])
      expect(await refusal(running.url, signed(key, changed))).toEqual(wrong);
    const other = await newKey(running, (await testTrader(running)).profileId);
    expect(await refusal(running.url, signed({ ...key, secret: other.secret }))).toEqual(wrong);
    expect(await refusal(running.url, signed({ ...key, passphrase: other.passphrase }))).toEqual({
      status: 401,
      body: { message: 'Invalid Passphrase' },
    });
    expect(await refusal(running.url, signed({ ...key, name: 'ab'.repeat(16) }))).toEqual({
      status: 401,
      body: { message: 'Invalid API Key' },
    });
  });

  test('tenancy-8: a signature is accepted within 30 seconds of its time', async () => {
    const { url, control } = await start({ time: 'manual' });
    const { key } = await testTrader({ url, control });
    const now = Date.parse((await control.clock.get()).now) / 1000;
    for (const at of [now - 30, now, now + 30])
      expect(await refusal(url, signed(key, { at }))).toMatchObject({ status: 200 });
    for (const at of [now - 30.002, now + 30.002])
      expect(await refusal(url, signed(key, { at }))).toEqual({
        status: 401,
        body: { message: 'request timestamp expired' },
      });
    expect(await refusal(url, { ...signed(key), 'CB-ACCESS-TIMESTAMP': 'now' })).toEqual({
      status: 401,
      body: { message: 'invalid timestamp' },
    });
  });

  test('tenancy-3: an address outside the allowlist is refused like an unknown key', async () => {
    const running = await start();
    const { profileId } = await testTrader(running);
    const inside = await newKey(running, profileId, { addresses: ['127.0.0.0/8'] });
    expect(await refusal(running.url, signed(inside))).toMatchObject({ status: 200 });
    const outside = await newKey(running, profileId, {
      addresses: ['10.0.0.0/8', '2001:db8::/32'],
    });
    expect(await refusal(running.url, signed(outside))).toEqual({
      status: 401,
      body: { message: 'Invalid API Key' },
    });
    expect(
      await running.control.exchange.createKey.result(profileId, {
        label: 'a',
        addresses: ['10.0.0.0/33'],
      }),
    ).toMatchObject({ status: 400, value: { code: 'form' } });
  });

  test('tenancy-4: a key without the permission is refused with 403', async () => {
    const running = await start();
    const { profileId, exchange } = await testTrader(running);
    const preference = { settlement_preference: 'USDC' } as const;
    expect(await exchange.users.updateSettlementPreferences('self', preference)).toEqual(
      preference,
    );
    const viewer = exchangeOf(
      running.url,
      await newKey(running, profileId, { permissions: ['view'] }),
    );
    expect(await viewer.profiles.list()).toHaveLength(1);
    expect(await viewer.users.updateSettlementPreferences.result('self', preference)).toMatchObject(
      {
        kind: 'failure',
        status: 403,
        value: { message: 'Forbidden' },
      },
    );
  });

  test('tenancy-9: a revoked key is refused with the next request', async () => {
    const running = await start();
    const { profileId, key, exchange } = await testTrader(running);
    expect(await exchange.profiles.list()).toHaveLength(1);
    await running.control.exchange.revokeKey(profileId, key.name);
    expect(await exchange.profiles.list.result()).toMatchObject({
      status: 401,
      value: { message: 'Invalid API Key' },
    });
    expect(await running.control.exchange.listKeys(profileId)).toEqual([]);
    expect(await running.control.exchange.revokeKey.result(profileId, key.name)).toMatchObject({
      status: 404,
    });
  });

  test('secrets-1: a secret and a passphrase are in the response that creates the key, and nowhere else', async () => {
    const { control, url } = await start();
    const { profileId, key, exchange } = await testTrader({ control, url });
    await exchange.profiles.list();
    const [listed] = await control.exchange.listKeys(profileId);
    expect(listed).toMatchObject({
      name: key.name,
      permissions: ['view', 'trade', 'transfer', 'manage'],
    });
    expect(listed).not.toHaveProperty('secret');
    expect(Buffer.from(key.secret, 'base64')).toHaveLength(64);
    const journal = JSON.stringify(await control.state.readJournal());
    expect(journal).toContain(key.name);
    expect(journal).not.toContain(key.secret.slice(0, 20));
    expect(journal).not.toContain(key.passphrase);
  });
});

describe('users and profiles', () => {
  test('tenancy-1: a user has at most 25 profiles, and a place is free when one is deactivated', async () => {
    const { control, url } = await start();
    const { userId, profileId } = await testTrader({ control, url });
    const created = [];
    for (let count = 1; count < limits.maxProfiles; count += 1)
      created.push(await control.exchange.createProfile(userId, { name: `p${count}` }));
    const another = (): Promise<unknown> =>
      control.exchange.createProfile.result(userId, { name: 'more' });
    expect(await another()).toMatchObject({ status: 409, value: { code: 'too-many' } });
    await control.exchange.deactivateProfile(userId, created[3]?.id ?? '');
    expect(await another()).toMatchObject({ kind: 'success' });
    expect(await another()).toMatchObject({ status: 409 });
    for (const id of [profileId, created[3]?.id ?? ''])
      expect(await control.exchange.deactivateProfile.result(userId, id)).toMatchObject({
        status: 409,
        value: { code: 'state' },
      });
  });

  test('tenancy-1: a user has at most 200 exchange keys over all profiles, and a place is free when one is revoked', async () => {
    const running = await start();
    const { userId, profileId, key } = await testTrader(running);
    const { id: second } = await running.control.exchange.createProfile(userId, { name: 'second' });
    for (let count = 1; count < limits.maxApiKeys; count += 1)
      await newKey(running, count % 2 === 0 ? second : profileId);
    const another = (): Promise<unknown> =>
      running.control.exchange.createKey.result(second, { label: 'more' });
    expect(await another()).toMatchObject({ status: 409, value: { code: 'too-many' } });
    await running.control.exchange.revokeKey(profileId, key.name);
    expect(await another()).toMatchObject({ kind: 'success' });
    expect(await another()).toMatchObject({ status: 409 });
  });

  test('tenancy-8: any key of a user lists and reads the profiles of the user, and of nobody else', async () => {
    const running = await start();
    const { userId, profileId, exchange } = await testTrader(running);
    const other = await testTrader(running);
    const made = await running.control.exchange.createProfile(userId, { name: 'old name' });
    const named = { name: 'arbitrage' };
    expect(await running.control.exchange.renameProfile(userId, made.id, named)).toMatchObject(
      named,
    );
    expect((await exchange.profiles.list()).map(({ id }) => id)).toEqual([profileId, made.id]);
    expect(await exchange.profiles.get(made.id.replaceAll('-', '').toUpperCase())).toEqual({
      id: made.id,
      user_id: userId,
      name: 'arbitrage',
      active: true,
      is_default: false,
      created_at: made.createdAt,
    });
    await running.control.exchange.deactivateProfile(userId, made.id);
    expect((await exchange.profiles.list({ active: false })).map(({ id }) => id)).toEqual([
      made.id,
    ]);
    expect((await exchange.profiles.list({ active: true })).map(({ id }) => id)).toEqual([
      profileId,
    ]);
    expect(await exchange.profiles.get.result(other.profileId)).toMatchObject({
      status: 404,
      value: { message: 'NotFound' },
    });
    expect(
      await running.control.exchange.renameProfile.result(userId, other.profileId, named),
    ).toMatchObject({ status: 404 });
  });

  test('tenancy-10: the control plane lists users, and knows what it does not have', async () => {
    const { control, url } = await start();
    const trader = await testTrader({ control, url }, { country: 'DE' });
    expect(await control.exchange.listUsers(trader.organizationId)).toMatchObject([
      { id: trader.userId, name: 'Ada', country: 'DE', settlementPreference: 'USD' },
    ]);
    expect(await control.exchange.listProfiles(trader.userId)).toMatchObject([
      { id: trader.profileId, isDefault: true },
    ]);
    const missing = [
      control.exchange.listUsers.result('nobody'),
      control.exchange.createUser.result('nobody', { name: 'x' }),
      control.exchange.listProfiles.result('nobody'),
      control.exchange.createProfile.result('nobody', { name: 'x' }),
      control.exchange.deactivateProfile.result(trader.userId, 'none'),
      control.exchange.listKeys.result('none'),
      control.exchange.createKey.result('none', { label: 'x' }),
    ];
    for (const outcome of await Promise.all(missing))
      expect(outcome).toMatchObject({ status: 404 });
  });

  test('products-4: a user chooses the currency in which sales are credited', async () => {
    const { control, url } = await start();
    const { organizationId, userId, exchange } = await testTrader({ control, url });
    await exchange.users.updateSettlementPreferences(userId, { settlement_preference: 'USDC' });
    expect(await control.exchange.listUsers(organizationId)).toMatchObject([
      { settlementPreference: 'USDC' },
    ]);
    const set = exchange.users.updateSettlementPreferences;
    expect(await set.result('somebody', { settlement_preference: 'USD' })).toMatchObject({
      status: 404,
    });
    expect(await set.result('self', { settlement_preference: 'EUR' })).toMatchObject({
      status: 400,
      value: { message: 'settlement_preference must be USD or USDC' },
    });
  });
});

describe('the REST API of the exchange', () => {
  test('products-2: paths are case-sensitive, and an unknown one is 404 in the words of the exchange', async () => {
    const { url } = await start();
    for (const path of ['/Time', '/nothing', '/time/'])
      expect([path, await (await fetch(url + path)).json()]).toEqual([
        path,
        { message: 'NotFound' },
      ]);
  });

  test('engine-2: its time is that of the sandbox', async () => {
    const { url } = await start({ time: 'manual' });
    const { control } = sandbox ?? expect.fail();
    const { now } = await control.clock.get();
    expect(await (await fetch(`${url}/time`)).json()).toEqual({
      iso: now,
      epoch: Number(`${Math.floor(Number(new Date(now)) / 1000)}.${now.slice(20, 26)}`),
    });
  });

  test('limits-1: keys of a profile share a bucket, profiles of a user do not, and a refused request consumes nothing', async () => {
    const running = await start({ time: 'manual' });
    const { userId, profileId, exchange } = await testTrader(running);
    const { burst, rate } = limits.privateRateLimit;
    const second = exchangeOf(running.url, await newKey(running, profileId));
    const { id } = await running.control.exchange.createProfile(userId, { name: 'second' });
    const other = exchangeOf(running.url, await newKey(running, id));
    for (let count = 0; count < burst; count += 1)
      expect(await (count % 2 === 0 ? exchange : second).profiles.list()).toHaveLength(2);
    for (const client of [exchange, second, exchange]) {
      const refused = await client.profiles.list.result();
      expect(refused).toMatchObject({
        status: 429,
        value: { message: 'Private rate limit exceeded' },
      });
    }
    expect(await other.profiles.list()).toHaveLength(2);
    await running.control.clock.step({ milliseconds: Math.ceil(1000 / rate) });
    expect(await exchange.profiles.list()).toHaveLength(2);
    expect(await exchange.profiles.list.result()).toMatchObject({ status: 429 });
  });

  test('limits-4: buckets are in memory, and full again after a restart', async () => {
    const journal = memoryJournal();
    const first = await start({ time: 'manual', journal });
    const spend = async ({ url }: TestSandbox): Promise<readonly number[]> => {
      const statuses: number[] = [];
      for (let count = 0; count <= limits.publicRateLimit.burst; count += 1)
        statuses.push((await fetch(`${url}/time`)).status);
      return statuses;
    };
    const all = [...Array<number>(limits.publicRateLimit.burst).fill(200), 429];
    expect(await spend(first)).toEqual(all);
    const stored: StoredEntry[] = [];
    for await (const entry of journal.read(1)) stored.push(entry);
    await first.close();
    const again = memoryJournal();
    await again.append(stored);
    expect(await spend(await start({ time: 'manual', journal: again }))).toEqual(all);
  });

  test('limits-2: 429 has the text of its bucket and no headers about limits', async () => {
    const { url } = await start({ time: 'manual' });
    let last = await fetch(`${url}/time`);
    for (let count = 1; count <= limits.publicRateLimit.burst; count += 1) {
      expect(last.status).toBe(200);
      last = await fetch(`${url}/time`);
    }
    expect(last.status).toBe(429);
    expect(await last.json()).toEqual({ message: 'Public rate limit exceeded' });
    expect([...last.headers.keys()].filter((name) => /limit|retry/i.test(name))).toEqual([]);
  });

  test('journal-11: an injected fault is 503 in the words of the exchange', async () => {
    const { url, control } = await start();
    await control.faults.inject({ kind: 'unavailable', surface: 'exchange', path: '/time' });
    expect(await control.faults.list()).toMatchObject([{ surface: 'exchange' }]);
    const response = await fetch(`${url}/time`);
    expect([response.status, await response.json()]).toEqual([
      503,
      { message: 'under maintenance' },
    ]);
    expect((await fetch(`${url}/time`)).status).toBe(200);
  });

  test('page-3: its requests are among the recent ones, with their refusals', async () => {
    const { url, control } = await start();
    await fetch(`${url}/profiles`);
    const [request] = await control.activity.listRequests();
    expect(request).toMatchObject({
      surface: 'exchange',
      path: '/profiles',
      status: 401,
      refusal: { code: '401' },
    });
  });
});
