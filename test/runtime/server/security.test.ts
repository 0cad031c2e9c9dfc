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

describe('alternatives', () => {
  const both = [{ bearer: [], wallet: [] }];
  const optional = [{ bearer: [], wallet: [] }, { bearer: [] }];
  const reversed = [{ bearer: [] }, { bearer: [], wallet: [] }];
  const anonymous = [{ bearer: [] }, {}];
  it.each([
    [
      'both needed, both good',
      both,
      [...bearer, ...wallet],
      { bearer: 'bearer user', wallet: 'wallet user' },
    ],
    ['both needed, one missing', both, bearer, 401],
    ['both needed, the other missing', both, wallet, 401],
    ['both needed, one bad', both, [...bearer, ...badWallet], 401],
    ['both needed, the other bad', both, [...badBearer, ...wallet], 401],
    ['one optional, absent', optional, bearer, { bearer: 'bearer user' }],
    [
      'one optional, good',
      optional,
      [...bearer, ...wallet],
      { bearer: 'bearer user', wallet: 'wallet user' },
    ],
    ['one optional, bad', optional, [...bearer, ...badWallet], 401],
    [
      'one optional, good, weaker first',
      reversed,
      [...bearer, ...wallet],
      { bearer: 'bearer user', wallet: 'wallet user' },
    ],
    ['one optional, bad, weaker first', reversed, [...bearer, ...badWallet], 401],
    ['anonymous allowed', anonymous, [], {}],
    ['anonymous allowed, known', anonymous, bearer, { bearer: 'bearer user' }],
    ['anonymous allowed, bad', anonymous, badBearer, 401],
    ['anonymous allowed, another word', anonymous, ['Authorization', 'Digest x'], 401],
    ['nothing demanded', [], badBearer, {}],
    ['nothing demanded, empty requirement', [{}], badBearer, {}],
    ['nothing presented', both, [], 401],
    [
      'either of two words, first',
      [{ bearer: [] }, { basic: [] }],
      bearer,
      { bearer: 'bearer user' },
    ],
    [
      'either of two words, second',
      [{ bearer: [] }, { basic: [] }],
      ['authorization', 'basic good'],
      { basic: 'basic user' },
    ],
    ['two lines of Authorization', [{ bearer: [] }], [...bearer, ...bearer], 401],
    [
      'two lines of different words',
      [{ bearer: [] }],
      [...bearer, 'Authorization', 'Basic good'],
      401,
    ],
    ['known but not allowed', [{ bearer: [] }], ['Authorization', 'Bearer limited'], 403],
    ['query', [{ queryKey: [] }], [], 401],
    [
      'cookie',
      [{ cookieKey: [] }],
      ['Cookie', 'a=1; session=good'],
      { cookieKey: 'cookieKey user' },
    ],
    [
      'cookie whose key is encoded',
      [{ cookieKey: [] }],
      ['Cookie', 'session=g%6Fod'],
      { cookieKey: 'cookieKey user' },
    ],
    [
      'cookie by another spelling of its name',
      [{ cookieKey: [] }],
      ['Cookie', 's%65ssion=good'],
      401,
    ],
    ['cookie twice', [{ cookieKey: [] }], ['Cookie', 'session=good; session=good'], 401],
  ])('%s', async (_, security, headers, expected) => {
    const { handle, seen } = guarded(security);
    const { status } = await handle(request({ target: '/boil', headers }));
    expect(
      typeof expected === 'number' ? status : (seen[0] as { principals: object }).principals,
    ).toEqual(expected);
    expect(seen.length).toBe(typeof expected === 'number' ? 0 : 1);
  });

  it('two schemes that read the same text need only one that takes it', async () => {
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
    ['of nobody, where one alternative needs none', [{ oauth: ['a'] }, { oauth: [] }], [], 204],
    [
      'of nobody, where the other alternative lacks a scheme',
      [{ oauth: ['a'] }, { oauth: [], wallet: [] }],
      [],
      403,
    ],
  ])(
    'scopes %s are held against a verifier that is asked once',
    async (_, security, scopes, expected) => {
      const asked: unknown[] = [];
      const scoped: Verifier = {
        head({ scopes: all, scopeSets }) {
          asked.push([all, scopeSets]);
          return { ok: true, principal: 'known', scopes };
        },
      };
      const { handle } = guarded(security, {}, { oauth: scoped });
      expect((await handle(request({ target: '/boil', headers: bearer }))).status).toBe(expected);
      expect(asked).toHaveLength(1);
    },
  );

  it('a verifier that says nothing of scopes has granted those that all alternatives demand', async () => {
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

describe('a verifier', () => {
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
  ])('sees the value behind the word of its scheme: %j', async (line, status) => {
    const { handle, seen } = guarded([{ bearer: [] }]);
    const response = await handle(request({ target: '/boil', headers: ['Authorization', line] }));
    expect(response.status).toBe(status);
    expect(seen).toHaveLength(status === 204 ? 1 : 0);
  });

  it('of a key that stands in Authorization sees all but the lines of other schemes', async () => {
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

  it('sees every value, and the authority of the server', async () => {
    const { handle, presented } = guarded([{ bearer: [], wallet: [] }]);
    const headers = ['authorization', 'bearer  good', 'X-WALLET-AUTH', ' a', 'x-wallet-auth', 'b'];
    await handle(request({ target: '/boil?x=1', headers, authority: 'API.example.com:443' }));
    expect(presented.map(({ credentials, authority }) => ({ credentials, authority }))).toEqual([
      { credentials: ['good'], authority: 'api.example.com' },
      { credentials: [' a', 'b'], authority: 'api.example.com' },
    ]);
  });

  it('finds a key in the query and in the path, decoded', async () => {
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

  it('of a certificate is asked where one is shown', async () => {
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

  it('sees what those before it found, and the variables', async () => {
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

  it('that throws lets nobody in, and says nothing outside', async () => {
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

  it('that is missing is noticed when the server is made', () => {
    const one = operation('boil', { security: [{ bearer: [] }] });
    expect(() => watched([one], { security: {} }, kettles)).toThrow(
      'A verifier for the scheme "bearer" is needed',
    );
    expect(() => watched([one], { security: { bearer: {} } }, kettles)).toThrow(
      '"security.bearer" is not a verifier',
    );
    expect(() => watched([one], {}, api())).toThrow('the scheme "bearer" is not described');
  });
});
