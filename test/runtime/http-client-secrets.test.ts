import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  type CallOptions,
  ClientOptionsError,
  type NetworkFailure,
  type OperationDescriptor,
  type WireRequest,
} from '@tallystick/runtime';
import { type ClientOptions, connect } from '@tallystick/runtime/http';
import { json, recordingTransport } from './http-client-fixture.js';
import { api, type Plain, base, createSecuredClient } from './http-client-secured.js';
import { operation } from './http-client-operation.js';

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
    ['a server that echoes them', json(400, { code: secret, message: `unknown key ${secret}` })],
  ])('do not appear in an error after %s', async (_, answer) => {
    const { client, open } = createSecuredClient(
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

  it.each([
    ['cookie', 'c00kie with;a/slash+'],
    ['query', "qu'ery (with) all*that!"],
    ['basic', 'somebody:p4ss/word (1)'],
  ])('do not appear encoded as a %s', async (scheme, planted) => {
    const transport = async ({ target, headers }: WireRequest): Promise<never> => {
      const bare = headers.map((text) => text.replace('Basic ', ''));
      throw new Error(`sent ${target} with ${bare.join(' ')}, and ${planted.split(':').at(-1)}`);
    };
    const client = connect(api, { credentials: { [scheme]: planted }, transport, retry: false });
    const open: Plain = operation({ ...base, security: [{ [scheme]: [] }] });
    const { kind, cause } = (await open.result(client)) as NetworkFailure;
    expect(kind).toBe('network');
    expect(String(cause)).toMatch(/^TransportError: sent \/base\/open(?:\?api%20key=…)? with /);
    expect(String(cause)).not.toMatch(/c00kie|qu(?:'|%27)ery|p4ss|c29tZWJvZHk/);
  });

  it('may not share their query name with another parameter', async () => {
    const { client, requests, open } = createSecuredClient(
      [{ query: [] }],
      { query: secret },
      {
        parameters: [
          { name: 'f', in: 'query', allowReserved: true, type: { types: ['string'] } },
          { name: 'free', in: 'query', style: 'form', explode: true, type: { types: ['object'] } },
        ],
      },
    );
    const query = { f: 'a?b', free: { 'api key': 'another' } };
    expect(await open.result(client, undefined, { query } as CallOptions)).toMatchObject({
      kind: 'invalid-request',
      message: 'the credential "query" has the same name as another member of the query',
    });
    expect(requests).toEqual([]);
  });

  it('do not appear in a returned network failure, which keeps its code', async () => {
    const { client, open } = createSecuredClient([{ path: [] }], { path: secret }, keyed, leaky);
    const outcome = await open.result(client);
    const printed = inspect(outcome, { depth: 9, showHidden: true }) + JSON.stringify(outcome);
    expect(outcome).toMatchObject({ kind: 'network', cause: { code: 'ENOTFOUND' } });
    expect(printed).not.toContain(secret);
    expect(printed).not.toContain(encodeURIComponent(secret));
  });

  it('do not appear in a printed client', () => {
    const client = connect(api, { credentials: { bearer: secret } });
    const carrier = { ...client };
    expect(inspect([client, carrier], { depth: 9 })).not.toContain(secret);
    expect(JSON.stringify([client, carrier])).not.toContain(secret);
  });
});

const notPlainUrl =
  'baseUrl is not an http or https URL without user name, password, query and fragment';

describe('client options', () => {
  it.each<[string, ClientOptions, string]>([
    ['another protocol', { baseUrl: 'ftp://x.example' }, notPlainUrl],
    ['a relative URL', { baseUrl: '/v1' }, notPlainUrl],
    ['a password', { baseUrl: 'https://me:hunter2@x.example' }, notPlainUrl],
    ['a query', { baseUrl: 'https://x.example?key=hunter2' }, notPlainUrl],
    [
      'checks without their function',
      { checks: { open: [] } as never },
      'checks is not a result of responseChecks()',
    ],
    [
      'an unknown variable',
      { variables: { reign: 'us' } },
      'the description has no variable "reign"; it has region, issuer',
    ],
    [
      'a value outside an enum',
      { variables: { region: 'moon' } },
      'the variable "region" is not one of eu, us',
    ],
    [
      'an unknown scheme',
      { credentials: { Bearer: 'x' } },
      'the description has no security scheme "Bearer"; it has bearer, basic, digest, wallet, query, cookie, path, oauth, certificate',
    ],
    ['a timeout of zero', { timeout: 0 }, 'timeout is not a positive number'],
  ])('reject %s', (_, options, message) => {
    expect(() => connect(api, options)).toThrow(new ClientOptionsError(message));
  });

  it('fill the server URL with variables, unless baseUrl replaces it', async () => {
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

  it('require baseUrl if the server URL is relative', () => {
    expect(() => connect({ ...api, servers: [{ url: '/v1' }] })).toThrow('baseUrl is required');
  });
});
