import type { ApiDescriptor, Presented, Verifier } from '@tallystick/runtime';
import { describe, expect, it } from 'vitest';
import { api, operation, parameter, request, watched } from './request.js';
import {
  kettles,
  demanding,
  guarded,
  bearer,
  badBearer,
  wallet,
  badWallet,
} from './security-fixture.js';

describe('security requirements', () => {
  const both = [{ bearer: [], wallet: [] }];
  const optional = [{ bearer: [], wallet: [] }, { bearer: [] }];
  const reversed = [{ bearer: [] }, { bearer: [], wallet: [] }];
  const anonymous = [{ bearer: [] }, {}];
  it.each([
    [
      'two required, both valid',
      both,
      [...bearer, ...wallet],
      { bearer: 'bearer user', wallet: 'wallet user' },
    ],
    ['two required, one missing', both, bearer, 401],
    ['two required, the other missing', both, wallet, 401],
    ['two required, one invalid', both, [...bearer, ...badWallet], 401],
    ['two required, the other invalid', both, [...badBearer, ...wallet], 401],
    ['one optional, missing', optional, bearer, { bearer: 'bearer user' }],
    [
      'one optional, valid',
      optional,
      [...bearer, ...wallet],
      { bearer: 'bearer user', wallet: 'wallet user' },
    ],
    ['one optional, invalid', optional, [...bearer, ...badWallet], 401],
    [
      'one optional, valid, weaker first',
      reversed,
      [...bearer, ...wallet],
      { bearer: 'bearer user', wallet: 'wallet user' },
    ],
    ['one optional, invalid, weaker first', reversed, [...bearer, ...badWallet], 401],
    ['anonymous allowed', anonymous, [], {}],
    ['anonymous allowed, valid', anonymous, bearer, { bearer: 'bearer user' }],
    ['anonymous allowed, invalid', anonymous, badBearer, 401],
    [
      'anonymous allowed, unknown Authorization scheme',
      anonymous,
      ['Authorization', 'Digest x'],
      401,
    ],
    ['none', [], badBearer, {}],
    ['an empty requirement', [{}], badBearer, {}],
    ['no credentials', both, [], 401],
    [
      'either of two Authorization schemes, first',
      [{ bearer: [] }, { basic: [] }],
      bearer,
      { bearer: 'bearer user' },
    ],
    [
      'either of two Authorization schemes, second',
      [{ bearer: [] }, { basic: [] }],
      ['authorization', 'basic good'],
      { basic: 'basic user' },
    ],
    ['a repeated Authorization header', [{ bearer: [] }], [...bearer, ...bearer], 401],
    [
      'two different Authorization headers',
      [{ bearer: [] }],
      [...bearer, 'Authorization', 'Basic good'],
      401,
    ],
    ['valid but not authorised', [{ bearer: [] }], ['Authorization', 'Bearer limited'], 403],
    ['query', [{ queryKey: [] }], [], 401],
    [
      'cookie',
      [{ cookieKey: [] }],
      ['Cookie', 'a=1; session=good'],
      { cookieKey: 'cookieKey user' },
    ],
    [
      'an encoded cookie',
      [{ cookieKey: [] }],
      ['Cookie', 'session=g%6Fod'],
      { cookieKey: 'cookieKey user' },
    ],
    ['a cookie with an encoded name', [{ cookieKey: [] }], ['Cookie', 's%65ssion=good'], 401],
    ['a repeated cookie', [{ cookieKey: [] }], ['Cookie', 'session=good; session=good'], 401],
  ])('are checked: %s', async (_, security, headers, expected) => {
    const { handle, seen } = guarded(security);
    const { status } = await handle(request({ target: '/boil', headers }));
    expect(
      typeof expected === 'number' ? status : (seen[0] as { principals: object }).principals,
    ).toEqual(expected);
    expect(seen.length).toBe(typeof expected === 'number' ? 0 : 1);
  });

  it('accept a credential that one of two schemes accepts', async () => {
    const never: Verifier = { head: () => ({ ok: false, reason: 'never' }) };
    const { handle, seen } = guarded([{ oauth: ['read'] }, { bearer: [] }], {}, { oauth: never });
    expect((await handle(request({ target: '/boil', headers: bearer }))).status).toBe(204);
    expect(seen).toMatchObject([{ principals: { bearer: 'bearer user' } }]);
    expect((await handle(request({ target: '/boil', headers: badBearer }))).status).toBe(401);
  });

  it.each([
    ['of one alternative', [{ oauth: ['read'] }], ['read'], 204],
    ['of the second alternative', [{ oauth: ['admin'] }, { oauth: ['read'] }], ['read'], 204],
    ['of no alternative', [{ oauth: ['admin'] }, { oauth: ['read'] }], ['write'], 403],
    ['of one alternative in part', [{ oauth: ['a', 'b'] }, { oauth: ['c'] }], ['a'], 403],
    ['none, if one alternative needs none', [{ oauth: ['a'] }, { oauth: [] }], [], 204],
    [
      'none, if the other alternative lacks a scheme',
      [{ oauth: ['a'] }, { oauth: [], wallet: [] }],
      [],
      403,
    ],
  ])(
    'with scopes %s are checked by one call of the verifier',
    async (_, security, scopes, expected) => {
      const calls: unknown[] = [];
      const scoped: Verifier = {
        head({ scopes: all, scopeSets }) {
          calls.push([all, scopeSets]);
          return { ok: true, principal: 'known', scopes };
        },
      };
      const { handle } = guarded(security, {}, { oauth: scoped });
      expect((await handle(request({ target: '/boil', headers: bearer }))).status).toBe(expected);
      expect(calls).toHaveLength(1);
    },
  );

  it('grant the scopes of all alternatives if the verifier returns none', async () => {
    const seen: Presented[] = [];
    const { handle } = guarded(
      [{ oauth: ['read', 'admin'] }, { oauth: ['read', 'audit'] }],
      {},
      {
        oauth: demanding('oauth', seen),
      },
    );
    expect((await handle(request({ target: '/boil', headers: bearer }))).status).toBe(403);
    expect(seen).toMatchObject([
      {
        scopes: ['read'],
        scopeSets: [
          ['read', 'admin'],
          ['read', 'audit'],
        ],
      },
    ]);
  });
});

describe('verifier', () => {
  it.each([
    ['Bearer good', 204],
    ['bearer good', 204],
    ['BEARER   good', 204],
    ['good', 401],
    ['Bearergood', 401],
    ['Bearer\tgood', 401],
    ['Bearer', 401],
    ['Bearer Bearer good', 401],
    ['Basic good', 401],
    ['Digest good', 401],
    ['', 401],
  ])('receives the value after the Authorization scheme: %j', async (line, status) => {
    const { handle, seen } = guarded([{ bearer: [] }]);
    const response = await handle(request({ target: '/boil', headers: ['Authorization', line] }));
    expect(response.status).toBe(status);
    expect(seen).toHaveLength(status === 204 ? 1 : 0);
  });

  it('of an API key in Authorization ignores lines of other schemes', async () => {
    const description: ApiDescriptor = {
      ...kettles,
      security: {
        ...kettles.security,
        key: { kind: 'apiKey', in: 'header', name: 'Authorization' },
      },
    };
    const ask = async (line: string): Promise<unknown> => {
      const { handle, presented } = guarded([{ bearer: [] }, { key: [] }], {}, {}, description);
      await handle(request({ target: '/boil', headers: ['authorization', line] }));
      return presented.map(({ credentials }) => credentials);
    };
    expect(await ask('good')).toEqual([['good']]);
    expect(await ask('Token good')).toEqual([['Token good']]);
    expect(await ask('Bearer good')).toEqual([['good']]);
  });

  it('receives every value, and the authority of the server', async () => {
    const { handle, presented } = guarded([{ bearer: [], wallet: [] }]);
    const headers = ['authorization', 'bearer  good', 'X-WALLET-AUTH', ' a', 'x-wallet-auth', 'b'];
    await handle(request({ target: '/boil?x=1', headers, authority: 'API.example.com:443' }));
    expect(presented.map(({ credentials, authority }) => ({ credentials, authority }))).toEqual([
      { credentials: ['good'], authority: 'api.example.com' },
      { credentials: [' a', 'b'], authority: 'api.example.com' },
    ]);
  });

  it('receives a decoded key from the query or the path', async () => {
    const inQuery = guarded([{ queryKey: [] }]);
    await inQuery.handle(request({ target: '/boil?key=g%6Fod&key=x' }));
    expect(inQuery.presented[0]?.credentials).toEqual(['good', 'x']);
    const path = [parameter('clientKey', { in: 'path', required: true, credential: true })];
    const inPath = guarded([{ clientKey: [] }], { path: ['/boil/', 0], parameters: path });
    expect((await inPath.handle(request({ target: '/boil/g%6fod' }))).status).toBe(204);
    expect((await inPath.handle(request({ target: '/boil/bad' }))).status).toBe(401);
    expect(inPath.seen).toEqual([
      { operation: 'boil', principals: { clientKey: 'clientKey user' } },
    ]);
  });

  it('of a certificate is called if there is one', async () => {
    const tls: Verifier = {
      head: ({ request: { peer } }) => ({ ok: true, principal: peer?.certificate?.length }),
    };
    const { handle, seen } = guarded([{ tls: [] }], {}, { tls });
    const shown = {
      ...request({ target: '/boil' }),
      peer: { address: '::1', certificate: Uint8Array.of(1, 2) },
    };
    expect((await handle(request({ target: '/boil' }))).status).toBe(401);
    expect((await handle(shown)).status).toBe(204);
    expect(seen).toMatchObject([{ principals: { tls: 2 } }]);
  });

  it('receives earlier principals, and the variables', async () => {
    const found: unknown[] = [];
    const second: Verifier = {
      head({ principals, variables }) {
        found.push({ ...principals }, { ...variables });
        return { ok: true, principal: undefined };
      },
    };
    const described = { ...kettles, variables: { issuer: { default: 'kettles' } } };
    const { handle } = guarded([{ bearer: [], wallet: [] }], {}, { wallet: second }, described);
    await handle(request({ target: '/boil', headers: [...bearer, ...wallet] }));
    expect(found).toEqual([{ bearer: 'bearer user' }, { issuer: 'kettles' }]);
  });

  it('that throws rejects the request without details', async () => {
    const broken: Verifier = {
      head: () => {
        throw new Error('key store at 10.0.0.1 is down');
      },
    };
    const { handle, log, seen } = guarded([{ bearer: [] }], {}, { bearer: broken });
    const response = await handle(request({ target: '/boil', headers: bearer }));
    expect([response.status, seen.length]).toEqual([500, 0]);
    expect(JSON.stringify(response)).not.toContain('10.0.0.1');
    expect(log).toMatchObject([{ reason: 'verifier-failed', scheme: 'bearer' }]);
  });

  it('that is missing throws when the server is created', () => {
    const one = operation('boil', { security: [{ bearer: [] }] });
    expect(() => watched([one], { security: {} }, kettles)).toThrow(
      '"security" needs a verifier for the scheme "bearer"',
    );
    expect(() => watched([one], { security: { bearer: {} } }, kettles)).toThrow(
      '"security.bearer" is not a verifier',
    );
    expect(() => watched([one], {}, api())).toThrow('the scheme "bearer" is not described');
  });
});
