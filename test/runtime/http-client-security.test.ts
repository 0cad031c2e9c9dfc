import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  type ApiDescriptor,
  type Call,
  type CallOptions,
  ClientOptionsError,
  type Credential,
  type OperationDescriptor,
  type RequirementDescriptor,
  type Signer,
  type Success,
  type TokenCredential,
  type Unexpected,
} from '@tallystick/runtime';
import { type Client, type ClientOptions, connect, operation } from '@tallystick/runtime/http';
import {
  type Answer,
  json,
  recordingTransport,
  type RecordingTransport,
} from './http-client-fixture.js';

const api: ApiDescriptor = {
  title: 'Vault',
  version: '1.0.0',
  servers: [{ url: 'https://{region}.vault.example/base' }],
  variables: { region: { default: 'eu', enum: ['eu', 'us'] }, issuer: { default: 'vault' } },
  security: {
    bearer: { kind: 'http', scheme: 'bearer' },
    basic: { kind: 'http', scheme: 'basic' },
    digest: { kind: 'http', scheme: 'Digest' },
    wallet: { kind: 'apiKey', in: 'header', name: 'X-Wallet-Auth' },
    query: { kind: 'apiKey', in: 'query', name: 'api key' },
    cookie: { kind: 'apiKey', in: 'cookie', name: 'session' },
    path: { kind: 'apiKey', in: 'path', name: 'clientKey' },
    oauth: { kind: 'oauth2' },
    certificate: { kind: 'mutualTLS' },
  },
};
type Outcome = Success<200, unknown> | Unexpected;
type Plain = Call<[client: Client, body?: unknown, options?: CallOptions], unknown, Outcome>;

const base: OperationDescriptor = {
  id: 'open',
  method: 'POST',
  path: ['/open'],
  input: 'body',
  body: { contents: [{ mediaType: 'application/octet-stream', codec: 'binary' }] },
  outcomes: [{ status: 200, respond: 'ok' }],
};

function calling(
  security: readonly RequirementDescriptor[],
  credentials: Readonly<Record<string, Credential | undefined>>,
  change: Partial<OperationDescriptor> = {},
  ...answers: readonly Answer[]
): RecordingTransport & { readonly client: Client; readonly open: Plain } {
  const transport = recordingTransport(...(answers.length === 0 ? [json(200, 1)] : answers));
  return {
    ...transport,
    client: connect(api, { transport: transport.exchange, credentials, retry: false }),
    open: operation({ ...base, security, ...change }),
  };
}

describe('a credential', () => {
  it.each([
    ['bearer', 'abc', { headers: ['Authorization', 'Bearer abc'] }],
    ['basic', 'üser:pass', { headers: ['Authorization', 'Basic w7xzZXI6cGFzcw=='] }],
    ['digest', 'x=1', { headers: ['Authorization', 'Digest x=1'] }],
    ['wallet', 'tok', { headers: ['X-Wallet-Auth', 'tok'] }],
    ['oauth', 'tok', { headers: ['Authorization', 'Bearer tok'] }],
    ['cookie', 'a b', { headers: ['Cookie', 'session=a%20b'] }],
    ['query', "it's", { target: '/base/open?api%20key=it%27s', headers: [] }],
    ['certificate', 'the transport has it', { headers: [] }],
  ])('of the scheme %s stands where the scheme says', async (scheme, text, want) => {
    const { client, open, requests } = calling([{ [scheme]: [] }], { [scheme]: text });
    await open(client);
    expect(requests[0]).toMatchObject(want);
  });

  it('in the path takes the place of its parameter, encoded', async () => {
    const { client, open, requests } = calling(
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

  it('replaces a header of the same name that the caller sent', async () => {
    const { client, open, requests } = calling([{ bearer: [] }], { bearer: 'right' });
    await open(client, undefined, { headers: { authorization: 'Bearer wrong' } });
    expect(requests[0]?.headers).toEqual(['Authorization', 'Bearer right']);
  });

  it('joins the cookies of the caller', async () => {
    const { client, open, requests } = calling([{ cookie: [] }], { cookie: 'c' });
    await open(client, undefined, { headers: { Cookie: 'theme=dark' } });
    expect(requests[0]?.headers).toEqual(['Cookie', 'theme=dark; session=c']);
  });

  it.each([
    ['empty', '', 'the credential "bearer" is empty'],
    [
      'two lines',
      'a\r\nX-Evil: 1',
      'the credential "bearer" has characters that no header can carry',
    ],
    ['beyond Latin-1', 'ключ', 'the credential "bearer" has characters that no header can carry'],
  ])('that is %s is refused before anything is sent', async (_, bearer, message) => {
    const { client, open, requests } = calling([{ bearer: [] }], { bearer });
    expect(await open.result(client)).toEqual({
      kind: 'invalid-request',
      ok: false,
      message,
      violations: [],
    });
    expect(requests).toEqual([]);
  });

  it('that can not be made ends the call in words of its maker', async () => {
    const { client, open } = calling([{ bearer: [] }], {
      bearer: () => Promise.reject(new Error('the vault is sealed')),
    });
    expect(await open.result(client)).toMatchObject({
      kind: 'invalid-request',
      message: 'the credential "bearer" can not be made: the vault is sealed',
    });
  });
});

describe('alternatives', () => {
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
      'the next where one is missing',
      both,
      { bearer: 'b', query: 'q' },
      ['Authorization', 'Bearer b'],
      '/base/open',
    ],
    ['the last', both, { query: 'q' }, [], '/base/open?api%20key=q'],
    ['none where none is needed', [], { bearer: 'b' }, [], '/base/open'],
    ['none where that comes first', [{}, { bearer: [] }], { bearer: 'b' }, [], '/base/open'],
    ['none where that is all there is left', [{ bearer: [] }, {}], {}, [], '/base/open'],
  ])('%s', async (_, security, credentials, headers, target) => {
    const { client, open, requests } = calling(security, credentials);
    await open(client);
    expect(requests[0]).toMatchObject({ headers, target });
  });

  it('that all lack something send nothing and say what is missing', async () => {
    const { client, open, requests } = calling(both, { wallet: 'w' });
    const outcome = await open.result(client);
    expect(outcome).toMatchObject({
      kind: 'invalid-request',
      message: 'no credential is given for "bearer", or for "query"',
    });
    expect(requests).toEqual([]);
  });

  it('do not find credentials on a prototype', async () => {
    const { client, open } = calling([{ constructor: [] }], {});
    expect(await open.result(client)).toMatchObject({ kind: 'invalid-request' });
  });
});

describe('signers and tokens', () => {
  it('see the final target and the variables; signers see tokens too', async () => {
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
    const { client, open, requests } = calling([{ wallet: [], bearer: [], query: [] }], {
      wallet: signer,
      bearer: token,
      query: 'q',
    });
    await open(client, 'text');
    expect(seen).toEqual([
      ['token', '/base/open?api%20key=q', 'text', 'vault'],
      ['signer', ['Content-Type', 'application/octet-stream', 'Authorization', 'Bearer tok']],
    ]);
    expect(requests[0]?.headers.slice(-2)).toEqual(['X-Signature', 'sig']);
  });

  it('that are bound to the body refuse a stream', async () => {
    const { client, open, requests } = calling([{ bearer: [] }], {
      bearer: { needs: 'bytes', token: () => 't' },
    });
    const stream = new Blob(['x']);
    expect(await open.result(client, stream)).toMatchObject({
      kind: 'invalid-request',
      message:
        'the credential "bearer" is bound to the body, which is a stream; give the body as bytes',
    });
    expect(requests).toEqual([]);
  });

  it('get requests that nobody can change any more', async () => {
    const { client, open } = calling([{ bearer: [] }], {
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

describe('secrets', () => {
  const secret = 'planted-S3cret/key+1';
  const keyed: Partial<OperationDescriptor> = {
    path: ['/keyed/', 0],
    parameters: [
      {
        name: 'clientKey',
        in: 'path',
        required: true,
        type: { types: ['string'] },
        credential: true,
      },
    ],
    outcomes: [
      {
        status: 400,
        respond: 'badRequest',
        contents: [{ mediaType: 'application/json', codec: 'json' }],
        error: { code: 'code', message: 'message' },
      },
    ],
  };

  const leaky = Object.assign(
    new Error(`getaddrinfo https://vault.example/keyed/${encodeURIComponent(secret)}`),
    {
      code: 'ENOTFOUND',
      config: { headers: { authorization: secret } },
      cause: Object.assign(new Error(`inner ${secret}`), { request: { url: secret } }),
    },
  );

  it.each([
    ['a failing transport', leaky],
    ['a server that repeats it', json(400, { code: secret, message: `unknown key ${secret}` })],
  ])('never come out of an error after %s', async (_, answer) => {
    const { client, open } = calling(
      [{ path: [], bearer: [] }],
      { path: secret, bearer: () => secret },
      keyed,
      answer,
    );
    const error: unknown = await open(client).catch((thrown: unknown) => thrown);
    const printed = [
      String(error),
      JSON.stringify(error),
      inspect(error, { depth: 9, showHidden: true }),
      error instanceof Error ? `${error.stack} ${inspect(error.cause)}` : '',
    ].join('\n');
    expect(open.failed(error)).toBe(true);
    expect(printed).not.toContain(secret);
    expect(printed).not.toContain(encodeURIComponent(secret));
  });

  it('are kept out of a network failure that is returned, whose code stays', async () => {
    const { client, open } = calling([{ path: [] }], { path: secret }, keyed, leaky);
    const outcome = await open.result(client);
    const printed = inspect(outcome, { depth: 9, showHidden: true }) + JSON.stringify(outcome);
    expect(outcome).toMatchObject({ kind: 'network', cause: { code: 'ENOTFOUND' } });
    expect(printed).not.toContain(secret);
    expect(printed).not.toContain(encodeURIComponent(secret));
  });

  it('do not show where a client is printed', () => {
    const client = connect(api, { credentials: { bearer: secret } });
    const carrier = { ...client };
    expect(inspect([client, carrier], { depth: 9 })).not.toContain(secret);
    expect(JSON.stringify([client, carrier])).not.toContain(secret);
  });
});

describe('the options of a client', () => {
  it.each<[string, ClientOptions, string]>([
    ['another protocol', { baseUrl: 'ftp://x.example' }, 'baseUrl is neither http nor https'],
    ['a relative URL', { baseUrl: '/v1' }, 'baseUrl is not an absolute URL'],
    [
      'a password',
      { baseUrl: 'https://me:hunter2@x.example' },
      'baseUrl holds a user or a password; give them as credentials',
    ],
    [
      'a query',
      { baseUrl: 'https://x.example?key=hunter2' },
      'baseUrl holds a query or a fragment',
    ],
    [
      'an unknown variable',
      { variables: { reign: 'us' } },
      '"reign" is no variable of the description, which has region, issuer',
    ],
    [
      'a value outside an enum',
      { variables: { region: 'moon' } },
      'the variable "region" is none of eu, us',
    ],
    [
      'an unknown scheme',
      { credentials: { Bearer: 'x' } },
      '"Bearer" is no security scheme of the description, which has bearer, basic, digest, wallet, query, cookie, path, oauth, certificate',
    ],
    ['no time', { timeout: 0 }, 'timeout is not a number above zero'],
  ])('refuse %s', (_, options, message) => {
    expect(() => connect(api, options)).toThrow(new ClientOptionsError(message));
  });

  it('fill the server’s URL with variables, and let baseUrl take its place', async () => {
    const { exchange, requests } = recordingTransport(json(200, 1));
    const open: Plain = operation(base);
    await open(connect(api, { transport: exchange, variables: { region: 'us' } }));
    await open(
      connect(api, { transport: exchange, baseUrl: new URL('http://LOCALHOST:80/x/y//') }),
    );
    expect(requests.map(({ authority, target }) => authority + target)).toEqual([
      'us.vault.example/base/open',
      'localhost/x/y/open',
    ]);
  });

  it('demand baseUrl where the description’s server is relative', () => {
    expect(() => connect({ ...api, servers: [{ url: '/v1' }] })).toThrow('baseUrl is needed');
  });
});
