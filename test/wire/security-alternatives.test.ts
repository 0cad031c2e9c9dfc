import type { HttpHandler, Verifier, WireRequest } from '@tallystick/runtime';
import { describe, expect, test } from 'vitest';
import {
  anybodyClientCredentials,
  DoorsClient,
  type DoorsCredentials,
  machineClientCredentials,
} from '../cases/grants/output/src/index.js';
import { createDoorsServer } from '../cases/grants/output/src/server.js';

const identity: HttpHandler = (request) => {
  const found = {
    issuer: 'https://id.example.com',
    token_endpoint: 'https://id.example.com/token',
  };
  const token = { access_token: 'from-id', token_type: 'bearer', expires_in: 60 };
  const body = JSON.stringify(request.method === 'GET' ? found : token);
  return Promise.resolve({ status: 200, headers: [], body });
};
const own = { clientId: 'shop', clientSecret: 'secret', transport: identity };

const all: Required<DoorsCredentials> = {
  machine: machineClientCredentials({ ...own, scopes: ['doors.read', 'doors.open'] }),
  anybody: anybodyClientCredentials(own),
  elsewhere: 'elsewhere-token',
  person: 'ada:pw',
  badge: 'badge-7',
  session: 'session-1',
  link: 'link-1',
  guard: 'guard-token',
  certificate: 'in the transport',
};

/** Credentials of a request. */
function carried({ headers, target }: WireRequest): readonly string[] {
  const pairs = headers.flatMap((name, index) =>
    index % 2 === 0 && name !== 'Accept' ? [`${name}: ${headers[index + 1] ?? ''}`] : [],
  );
  return [...pairs, ...(target.includes('?') ? [target] : [])];
}

async function sent(
  credentials: DoorsCredentials,
  call: (client: DoorsClient) => Promise<unknown>,
): Promise<readonly string[]> {
  const requests: WireRequest[] = [];
  const client = new DoorsClient({
    credentials,
    transport: (request) => {
      requests.push(request);
      return Promise.resolve({ status: 204, headers: [], body: undefined });
    },
  });
  await call(client);
  return requests.flatMap(carried);
}

const basic = `Authorization: Basic ${Buffer.from('ada:pw').toString('base64')}`;

describe('client with every credential', () => {
  test.each([
    ['list', ['Authorization: Bearer from-id']],
    ['open', [basic, 'X-Badge: badge-7']],
    ['paint', ['Cookie: session=session-1']],
    ['openVault', ['Authorization: Bearer guard-token']],
    ['knock', []],
  ] as const)('sends for %s the credentials of one alternative only', async (name, wanted) => {
    expect(await sent(all, (client) => client.doors[name]())).toEqual(wanted);
  });
});

describe('client with some credentials', () => {
  test.each([
    ['open', { machine: all.machine, person: all.person }, ['Authorization: Bearer from-id']],
    ['paint', { link: all.link }, ['/doors?key=link-1']],
    ['paint', { anybody: all.anybody }, ['Authorization: Bearer from-id']],
  ] as const)(
    'uses for %s an alternative that it has credentials for',
    async (name, credentials, wanted) => {
      expect(await sent(credentials, (client) => client.doors[name]())).toEqual(wanted);
    },
  );

  test('rejects the call without a complete alternative', async () => {
    const call = sent({ person: 'ada:pw' }, (client) => client.doors.open());
    await expect(call).rejects.toThrow('no credential is configured for "badge", or for "machine"');
  });
});

test('passes peer address and certificate to a verifier', async () => {
  const near: Verifier<string> = {
    head: ({ request: { peer } }) =>
      peer?.address === '192.0.2.7'
        ? { ok: true, principal: peer.address }
        : { ok: false, reason: 'address', status: 403 },
  };
  const house: Verifier<number> = {
    head: ({ request: { peer } }) => ({ ok: true, principal: peer?.certificate?.length ?? 0 }),
  };
  const seen: unknown[] = [];
  const any: Verifier<string> = { head: () => ({ ok: true, principal: '' }) };
  const handle = createDoorsServer(
    {
      listDoors: (_, respond) => respond.noContent(),
      openDoor: (_, respond) => respond.noContent(),
      paintDoor: (_, respond) => respond.noContent(),
      knock: (_, respond) => respond.noContent(),
      openVault({ principals }, respond) {
        seen.push(principals.guard, principals.certificate);
        return respond.noContent();
      },
    },
    {
      trustHost: true,
      security: {
        machine: any,
        anybody: any,
        elsewhere: any,
        person: any,
        badge: any,
        session: any,
        link: any,
        guard: near,
        certificate: house,
      },
    },
  );
  const statusOf = async (peer: WireRequest['peer']): Promise<number> => {
    const response = await handle({
      method: 'GET',
      scheme: 'https',
      authority: 'doors.example.com',
      target: '/vault',
      headers: ['Authorization', 'Bearer x'],
      body: undefined,
      ...(peer === undefined ? {} : { peer }),
    });
    return response.status;
  };
  const certificate = new Uint8Array(3);
  expect(await statusOf({ address: '192.0.2.7', certificate })).toBe(204);
  expect(await statusOf({ address: '192.0.2.7' })).toBe(401);
  expect(await statusOf({ address: '198.51.100.1', certificate })).toBe(403);
  expect(seen).toEqual(['192.0.2.7', 3]);
});
