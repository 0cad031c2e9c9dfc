import { inspect } from 'node:util';
import type { Transport, WireRequest, WireResponse } from '@tallystick/runtime';
import { AuthError, clientCredentials } from '@tallystick/runtime/auth/oauth2';
import { describe, expect, test } from 'vitest';

const secret = 's:e/c r+t';
const tokenUrl = 'https://id.example/oauth/token?tenant=7';
const request: WireRequest = {
  method: 'GET',
  scheme: 'https',
  authority: 'api.example',
  target: '/',
  headers: [],
  body: undefined,
};
const context = { variables: {} };

interface Fixture {
  readonly requests: WireRequest[];
  readonly transport: Transport;
  now: number;
}

/** An authorization server with configurable responses. */
function createFixture(
  answer: (count: number) => Partial<WireResponse> & { json?: unknown },
): Fixture {
  const requests: WireRequest[] = [];
  return {
    requests,
    now: 0,
    transport: (received) => {
      requests.push(received);
      const { json, ...more } = answer(requests.length);
      return Promise.resolve({
        status: 200,
        headers: ['Content-Type', 'application/json'],
        body: JSON.stringify(json),
        ...more,
      });
    },
  };
}

const token = (text: string, life: unknown = 3600): object => ({
  access_token: text,
  token_type: 'Bearer',
  expires_in: life,
});

function make(
  fixture: Fixture,
  more: Partial<Parameters<typeof clientCredentials>[1]> = {},
): ReturnType<typeof clientCredentials> {
  return clientCredentials(
    { tokenUrl },
    {
      clientId: 'shop',
      clientSecret: secret,
      transport: fixture.transport,
      clock: { now: () => fixture.now * 1000 },
      ...more,
    },
  );
}

describe('clientCredentials', () => {
  test('requests a token as RFC 6749 specifies', async () => {
    const fixture = createFixture(() => ({ json: token('t1') }));
    const credential = make(fixture, {
      scopes: ['read', 'write'],
      parameters: { audience: 'a&b' },
    });
    expect(await credential.token(request, context)).toBe('t1');
    expect(fixture.requests).toMatchObject([
      {
        method: 'POST',
        authority: 'id.example',
        target: '/oauth/token?tenant=7',
        body: 'grant_type=client_credentials&scope=read+write&audience=a%26b',
      },
    ]);
    expect(fixture.requests[0]?.headers).toContain(
      `Basic ${Buffer.from('shop:s%3Ae%2Fc+r%2Bt').toString('base64')}`,
    );
    const inBody = createFixture(() => ({ json: token('t1') }));
    await make(inBody, { authentication: 'body' }).token(request, context);
    expect(inBody.requests[0]?.body).toBe(
      'grant_type=client_credentials&client_id=shop&client_secret=s%3Ae%2Fc+r%2Bt',
    );
    expect(inBody.requests[0]?.headers).not.toContain('Authorization');
  });

  test('times out, and requests a token again', async () => {
    const fire: (() => void)[] = [];
    let count = 0;
    let aborted = 0;
    const credential = clientCredentials(
      { tokenUrl },
      {
        clientId: 'shop',
        clientSecret: secret,
        timeout: 5_000,
        timers: {
          now: () => 0,
          setTimeout: (callback, milliseconds) => {
            expect(milliseconds).toBe(5_000);
            return fire.push(callback);
          },
          clearTimeout: () => undefined,
        },
        transport: ({ signal }) => {
          count += 1;
          if (count > 1)
            return Promise.resolve({
              status: 200,
              headers: [],
              body: JSON.stringify(token('t2')),
            });
          signal?.addEventListener('abort', () => (aborted += 1));
          return new Promise(() => undefined);
        },
      },
    );
    const waiting = [credential.token(request, context), credential.token(request, context)];
    await expect.poll(() => fire.length).toBe(1);
    fire[0]?.();
    for (const each of waiting)
      await expect(each).rejects.toThrow('The authorization server did not respond in time');
    expect(aborted).toBe(1);
    expect(await credential.token(request, context)).toBe('t2');
  });

  test.each([0, '0'])(
    'shares a token with a lifetime of %s seconds among concurrent requests only',
    async (life) => {
      const fixture = createFixture((count) => ({ json: token(`t${count}`, life) }));
      const credential = make(fixture);
      const ask = (): Promise<string> => Promise.resolve(credential.token(request, context));
      expect(await Promise.all([ask(), ask()])).toEqual(['t1', 't1']);
      expect([await ask(), await ask()]).toEqual(['t2', 't3']);
    },
  );

  test('keeps a token until shortly before it expires', async () => {
    const fixture = createFixture((count) => ({ json: token(`t${count}`, '600') }));
    const credential = make(fixture);
    const at = async (now: number): Promise<string> => {
      fixture.now = now;
      return credential.token(request, context);
    };
    expect([await at(0), await at(539), await at(540), await at(541)]).toEqual([
      't1',
      't1',
      't2',
      't2',
    ]);
    credential.forget();
    expect(await at(542)).toBe('t3');
  });

  test.each([
    [10, 4, 5],
    [null, 29, 30],
    [-1, 29, 30],
  ])('renews a token with a lifetime of %s', async (life, before, after) => {
    const fixture = createFixture((count) => ({ json: token(`t${count}`, life) }));
    const credential = make(fixture);
    await credential.token(request, context);
    fixture.now = before;
    expect(await credential.token(request, context)).toBe('t1');
    fixture.now = after;
    expect(await credential.token(request, context)).toBe('t2');
  });

  test('requests one token for concurrent calls, and another after a failure', async () => {
    const fixture = createFixture((count) =>
      count === 1 ? { status: 503, json: {} } : { json: token('t') },
    );
    const credential = make(fixture);
    const waiting = [1, 2, 3].map(() => credential.token(request, context));
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(
      waiting.map(() => 'rejected'),
    );
    const later = await Promise.all([1, 2, 3].map(() => credential.token(request, context)));
    expect([later, fixture.requests.length]).toEqual([['t', 't', 't'], 2]);
  });

  test.each([
    ['an error', { status: 400, json: { error: 'invalid_client' } }, '400: invalid_client'],
    ['an error with markup', { status: 400, json: { error: `<b>${secret}</b>` } }, '400'],
    ['a redirect', { status: 302, json: {} }, '302'],
    ['a response that is not JSON', { body: '<html>' }, 'without JSON'],
    ['a response that is too long', { body: 'x'.repeat(70_000) }, 'cannot be reached'],
    ['no token', { json: { token_type: 'bearer' } }, 'returned no token'],
    ['a token that is no valid header value', { json: token('a\nb') }, 'returned no token'],
    [
      'an unsupported token type',
      { json: { access_token: 't', token_type: 'mac' } },
      'not a Bearer token',
    ],
  ])('reports %s without the secret', async (_, answer, words) => {
    const credential = make(createFixture(() => answer));
    const refused = credential.token(request, context);
    await expect(refused).rejects.toThrow(AuthError);
    await expect(refused).rejects.toThrow(words);
    await expect(refused).rejects.not.toThrow(secret);
    expect(inspect(credential, { depth: 9 }) + JSON.stringify(credential)).not.toContain(secret);
  });

  test.each(['http://id.example/token', 'id.example', 'https://a:b@id.example/', 'ftp://x/'])(
    'sends no secret to %s',
    (url) => {
      const options = { clientId: 'a', clientSecret: 'b' };
      expect(() => clientCredentials({ tokenUrl: url }, options)).toThrow(AuthError);
    },
  );

  test('requires a client id and a secret', () => {
    expect(() => clientCredentials({ tokenUrl }, { clientId: '', clientSecret: 'b' })).toThrow();
    expect(() => clientCredentials({ tokenUrl }, { clientId: 'a', clientSecret: '' })).toThrow();
  });
});

describe('OpenID Connect discovery', () => {
  const openIdConnectUrl = 'https://id.example/shop/.well-known/openid-configuration';
  const configuration = {
    issuer: 'https://id.example/shop',
    token_endpoint: 'https://login.id.example/token',
  };
  const discovering = (answers: (WireRequest | object)[], found: object): Fixture =>
    createFixture((count) => ({ json: count === 1 ? found : (answers[count - 2] ?? token('t')) }));

  test('fetches the token endpoint once, and its authentication method', async () => {
    const found = {
      ...configuration,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    };
    const fixture = discovering([token('t1', 1), token('t2', 1)], found);
    const credential = clientCredentials(
      { openIdConnectUrl },
      {
        clientId: 'shop',
        clientSecret: secret,
        transport: fixture.transport,
        clock: { now: () => fixture.now * 1000 },
      },
    );
    expect(await credential.token(request, context)).toBe('t1');
    fixture.now = 10;
    expect(await credential.token(request, context)).toBe('t2');
    expect(
      fixture.requests.map(({ method, authority, target }) => [method, authority, target]),
    ).toEqual([
      ['GET', 'id.example', '/shop/.well-known/openid-configuration'],
      ['POST', 'login.id.example', '/token'],
      ['POST', 'login.id.example', '/token'],
    ]);
    expect(fixture.requests[1]?.body).toContain('client_secret=');
  });

  test.each(['https://ID.example', 'https://id.example:443', 'https://ID.example/'])(
    'accepts an issuer with another spelling of its URL: %s',
    async (issuer) => {
      const fixture = discovering([token('t1')], { ...configuration, issuer });
      const credential = clientCredentials(
        { openIdConnectUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration` },
        { clientId: 'shop', clientSecret: secret, transport: fixture.transport },
      );
      expect(await credential.token(request, context)).toBe('t1');
    },
  );

  test.each([
    ['of another issuer', { ...configuration, issuer: 'https://evil.example' }, 'another issuer'],
    ['without a token endpoint', { issuer: configuration.issuer }, 'names no token endpoint'],
    [
      'with an endpoint over plain HTTP',
      { ...configuration, token_endpoint: 'http://id.example/token' },
      'must use https',
    ],
  ])('rejects a configuration %s', async (_, found, words) => {
    const fixture = discovering([], found);
    const credential = clientCredentials(
      { openIdConnectUrl },
      { clientId: 'shop', clientSecret: secret, transport: fixture.transport },
    );
    await expect(credential.token(request, context)).rejects.toThrow(words);
    expect(fixture.requests).toHaveLength(1);
  });

  test('rejects a URL other than that of a configuration', () => {
    const options = { clientId: 'a', clientSecret: 'b' };
    expect(() => clientCredentials({ openIdConnectUrl: 'https://id.example/' }, options)).toThrow(
      '.well-known/openid-configuration',
    );
  });
});
