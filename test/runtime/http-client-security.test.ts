import { describe, expect, it } from 'vitest';
import type { Signer, TokenCredential } from '@tallystick/runtime';
import { createSecuredClient } from './http-client-secured.js';

describe('credential', () => {
  it.each([
    ['bearer', 'abc', { headers: ['Authorization', 'Bearer abc'] }],
    ['basic', 'üser:pass', { headers: ['Authorization', 'Basic w7xzZXI6cGFzcw=='] }],
    ['digest', 'x=1', { headers: ['Authorization', 'Digest x=1'] }],
    ['wallet', 'tok', { headers: ['X-Wallet-Auth', 'tok'] }],
    ['oauth', 'tok', { headers: ['Authorization', 'Bearer tok'] }],
    ['cookie', 'a b', { headers: ['Cookie', 'session=a%20b'] }],
    ['cookie', 'aGk+/w==', { headers: ['Cookie', 'session=aGk+/w=='] }],
    ['cookie', 'a;b%",\\ü', { headers: ['Cookie', 'session=a%3Bb%25%22%2C%5C%C3%BC'] }],
    ['query', "it's", { target: '/base/open?api%20key=it%27s', headers: [] }],
    ['certificate', 'the transport has it', { headers: [] }],
  ])('of scheme %s is sent in its location', async (scheme, text, want) => {
    const { client, open, requests } = createSecuredClient([{ [scheme]: [] }], { [scheme]: text });
    await open(client);
    expect(requests[0]).toMatchObject(want);
  });

  it('in the path replaces its parameter, encoded', async () => {
    const { client, open, requests } = createSecuredClient(
      [{ path: [] }],
      { path: 'k/1?' },
      {
        path: ['/keyed/', 0, '/open'],
        parameters: [
          {
            name: 'clientKey',
            in: 'path',
            required: true,
            type: { types: ['string'] },
            credential: true,
          },
        ],
      },
    );
    await open(client);
    expect(requests[0]?.target).toBe('/base/keyed/k%2F1%3F/open');
  });

  it('replaces a header of the caller with the same name', async () => {
    const { client, open, requests } = createSecuredClient([{ bearer: [] }], { bearer: 'right' });
    await open(client, undefined, { headers: { authorization: 'Bearer wrong' } });
    expect(requests[0]?.headers).toEqual(['Authorization', 'Bearer right']);
  });

  it('is added to the cookies of the caller', async () => {
    const { client, open, requests } = createSecuredClient([{ cookie: [] }], { cookie: 'c' });
    await open(client, undefined, { headers: { Cookie: 'theme=dark' } });
    expect(requests[0]?.headers).toEqual(['Cookie', 'theme=dark; session=c']);
  });

  it('is rejected beside a cookie with the same name', async () => {
    const { client, open, requests } = createSecuredClient([{ cookie: [] }], { cookie: 'c' });
    const outcome = await open.result(client, undefined, { headers: { Cookie: 'a=1; session=b' } });
    expect(outcome).toMatchObject({
      kind: 'invalid-request',
      message: 'the credential "cookie" has the same name as another cookie',
    });
    expect(requests).toEqual([]);
  });

  it('is rejected beside a query parameter with the same name', async () => {
    const { client, open, requests } = createSecuredClient(
      [{ query: [] }],
      { query: 'k' },
      {
        input: 'query',
        parameters: [
          {
            name: 'rest',
            in: 'query',
            type: { types: ['object'], additional: { types: ['string'] } },
          },
        ],
      },
    );
    const outcome = await open.result(client, { rest: { 'api key': 'other' } });
    expect(outcome).toMatchObject({
      kind: 'invalid-request',
      message: 'the credential "query" has the same name as another member of the query',
    });
    expect(requests).toEqual([]);
  });

  it.each([
    ['empty', '', 'the credential "bearer" is empty'],
    [
      'two lines',
      'a\r\nX-Evil: 1',
      'the credential "bearer" has characters that are not allowed in a header',
    ],
    [
      'text beyond Latin-1',
      'ключ',
      'the credential "bearer" has characters that are not allowed in a header',
    ],
  ])('is rejected before sending if it is %s', async (_, bearer, message) => {
    const { client, open, requests } = createSecuredClient([{ bearer: [] }], { bearer });
    expect(await open.result(client)).toEqual({
      kind: 'invalid-request',
      ok: false,
      message,
      violations: [],
    });
    expect(requests).toEqual([]);
  });

  it('that cannot be created ends the call with the message of its error', async () => {
    const { client, open } = createSecuredClient([{ bearer: [] }], {
      bearer: () => Promise.reject(new Error('the vault is sealed')),
    });
    expect(await open.result(client)).toMatchObject({
      kind: 'invalid-request',
      message: 'the credential "bearer" could not be created: the vault is sealed',
    });
  });
});

it('calls a credential function with the final request for every attempt', async () => {
  const seen: unknown[] = [];
  const { client, open, requests } = createSecuredClient([{ bearer: [] }], {
    bearer: ({ method, target, headers, body }, { variables }) => {
      seen.push([method, target, headers, body, variables['region']]);
      return `token-${seen.length}`;
    },
  });
  const body = new TextEncoder().encode('{"a":"é"}');
  await open(client, body);
  await open(client, body);
  const headers = ['Content-Type', 'application/octet-stream'];
  const sight = ['POST', '/base/open', headers, body, 'eu'];
  expect(seen).toEqual([sight, sight]);
  expect(requests.map((request) => request.headers.at(-1))).toEqual([
    'Bearer token-1',
    'Bearer token-2',
  ]);
});

describe('alternative security requirements', () => {
  const both = [{ bearer: [], wallet: [] }, { bearer: [] }, { query: [] }];
  it.each([
    [
      'the first that is complete',
      both,
      { bearer: 'b', wallet: 'w', query: 'q' },
      ['Authorization', 'Bearer b', 'X-Wallet-Auth', 'w'],
      '/base/open',
    ],
    [
      'the next if a credential is missing',
      both,
      { bearer: 'b', query: 'q' },
      ['Authorization', 'Bearer b'],
      '/base/open',
    ],
    ['the last', both, { query: 'q' }, [], '/base/open?api%20key=q'],
    ['none if none is required', [], { bearer: 'b' }, [], '/base/open'],
    ['none if the first requires none', [{}, { bearer: [] }], { bearer: 'b' }, [], '/base/open'],
    ['none if the others are incomplete', [{ bearer: [] }, {}], {}, [], '/base/open'],
  ])('use %s', async (_, security, credentials, headers, target) => {
    const { client, open, requests } = createSecuredClient(security, credentials);
    await open(client);
    expect(requests[0]).toMatchObject({ headers, target });
  });

  it('reject the call with the missing credentials if none is complete', async () => {
    const { client, open, requests } = createSecuredClient(both, { wallet: 'w' });
    const outcome = await open.result(client);
    expect(outcome).toMatchObject({
      kind: 'invalid-request',
      message: 'no credential is configured for "bearer", or for "query"',
    });
    expect(requests).toEqual([]);
  });

  it('ignore properties of Object.prototype', async () => {
    const { client, open } = createSecuredClient([{ constructor: [] }], {});
    expect(await open.result(client)).toMatchObject({ kind: 'invalid-request' });
  });
});

describe('signers and tokens', () => {
  it('receive the final target and the variables, and signers also the tokens', async () => {
    const seen: unknown[] = [];
    const token: TokenCredential = {
      needs: 'bytes',
      token(request, { variables }) {
        seen.push(['token', request.target, request.body, variables['issuer']]);
        return 'tok';
      },
    };
    const signer: Signer = {
      needs: 'head',
      sign(request) {
        seen.push(['signer', request.headers]);
        return { ...request, headers: [...request.headers, 'X-Signature', 'sig'] };
      },
    };
    const { client, open, requests } = createSecuredClient(
      [{ wallet: [], bearer: [], query: [] }],
      {
        wallet: signer,
        bearer: token,
        query: 'q',
      },
    );
    await open(client, 'text');
    expect(seen).toEqual([
      ['token', '/base/open?api%20key=q', 'text', 'vault'],
      ['signer', ['Content-Type', 'application/octet-stream', 'Authorization', 'Bearer tok']],
    ]);
    expect(requests[0]?.headers.slice(-2)).toEqual(['X-Signature', 'sig']);
  });

  it('reject a stream if they depend on the body', async () => {
    const { client, open, requests } = createSecuredClient([{ bearer: [] }], {
      bearer: { needs: 'bytes', token: () => 't' },
    });
    const stream = new Blob(['x']);
    expect(await open.result(client, stream)).toMatchObject({
      kind: 'invalid-request',
      message:
        'the credential "bearer" is bound to the body, which is a stream; pass the body as bytes',
    });
    expect(requests).toEqual([]);
  });

  it('receive read-only requests', async () => {
    const { client, open } = createSecuredClient([{ bearer: [] }], {
      bearer: {
        needs: 'head',
        token(request) {
          (request.headers as string[]).push('X-Sneaky', '1');
          return 't';
        },
      },
    });
    expect(await open.result(client)).toMatchObject({ kind: 'invalid-request' });
  });
});
