import type { CallOf, RpcCallOf } from './http-client-operation.js';
import fc from 'fast-check';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Credential, OperationDescriptor, WireResponse } from '@tallystick/runtime';
import { ApiError } from '@tallystick/runtime';
import { hmacSigner } from '@tallystick/runtime/auth/hmac/sign';
import { clientCredentials } from '@tallystick/runtime/auth/oauth2';
import { responseChecks } from '@tallystick/runtime/validate';
import { batch, rpcOperation } from '@tallystick/runtime/rpc';
import { connect, logCalls, traceCalls } from '@tallystick/runtime/http';
import { randomRuns } from '../rounds.js';
import { json } from './http-client-fixture.js';
import { operation } from './http-client-operation.js';
import { api, base } from './http-client-secured.js';

/** Credentials as services make them, of characters some of which need an encoding somewhere. */
const credentialText = textOf(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/=:!$&\'"\\%',
  8,
  700,
);

/** Text of these characters alone: the words that fast-check likes to try stand in every trace of a stack. */
function textOf(characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...characters), { minLength, maxLength })
    .map((units) => units.join(''));
}

/** How servers, proxies and libraries echo requests. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  raw: (text) => text,
  'percent-encoded': encodeURIComponent,
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'percent-encoded in lower case': (text) =>
    encodeURIComponent(text).replace(/%../g, (triple) => triple.toLowerCase()),
  'percent-encoded wholly': (text) =>
    Array.from(text, (unit) => `%${unit.charCodeAt(0).toString(16)}`).join(''),
  'a form': (text) => new URLSearchParams([['', text]]).toString().slice(1),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  'JSON with escaped slashes': (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll('/', String.raw`\/`),
  'JSON with escaped HTML': (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replace(/[&'<>]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  HTML: (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
      .replaceAll('+', '&#x2B;'),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 among other bytes': (text) => Buffer.from(`a:${text}:b`).toString('base64'),
  'base64 after one byte': (text) => Buffer.from(`a${text}`).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  hex: (text) => Buffer.from(text).toString('hex'),
};

/** Every run of eight characters of a secret. */
function runsOf(secret: string): ReadonlySet<string> {
  return new Set(Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8)));
}

function exposed(printed: string, ...secrets: readonly string[]): readonly string[] {
  const grams = secrets.map(runsOf);
  return Array.from({ length: Math.max(0, printed.length - 7) }, (_, at) =>
    printed.slice(at, at + 8),
  ).filter((run) => grams.some((known) => known.has(run)));
}

/** Everything that a log, a console or a tracker of errors makes of an error. */
function printedForms(error: unknown): string {
  const cause = error instanceof ApiError ? (error.outcome as { cause?: unknown }).cause : error;
  return [
    String(error),
    JSON.stringify(error),
    inspect(error, { depth: 9, showHidden: true }),
    error instanceof Error ? error.stack : '',
    inspect(cause, { depth: 9 }),
    JSON.stringify(cause),
  ].join('\n');
}

const failing: Partial<OperationDescriptor> = {
  outcomes: [
    {
      status: 400,
      respond: 'badRequest',
      contents: [{ mediaType: 'application/json', codec: 'json' }],
      error: { code: 'code', message: 'message' },
    },
  ],
};

/** How a server or a proxy in front of it echoes a request. */
const paths: Readonly<Record<string, (text: string) => WireResponse | Error>> = {
  'a declared failure': (text) => json(400, { code: text, message: text }),
  'an undeclared status': (text) => json(418, { message: text }),
  'another media type': (text) => ({ status: 400, headers: ['Content-Type', text], body: text }),
  'a failing transport': (text) =>
    Object.assign(new Error(text, { cause: new Error(text) }), { code: text, name: text }),
};

interface Called {
  readonly credentials: Readonly<Record<string, Credential>>;
  readonly scheme: string;
  readonly answer: WireResponse | Error;
}

/** Calls an operation and gives everything that is shown of it. */
async function shown({ credentials, scheme, answer }: Called): Promise<string> {
  const reported: string[] = [];
  const client = connect(api, {
    credentials,
    retry: false,
    transport: () =>
      answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ ...answer }),
    interceptors: [
      logCalls({
        log: (entry) => reported.push(JSON.stringify(entry)),
        headers: ['content-type', 'x-echo'],
      }),
      traceCalls({
        startSpan: (name, { attributes }) => {
          reported.push(name, JSON.stringify(attributes));
          return {
            setAttribute: (key, value) => reported.push(`${key}: ${value}`),
            setStatus: (status) => reported.push(JSON.stringify(status)),
            end: () => undefined,
            spanContext: () => ({ traceId: '', spanId: '', traceFlags: 0 }),
          };
        },
      }),
    ],
  });
  const call = operation<CallOf<readonly unknown[], unknown, unknown>>({
    ...base,
    security: [{ [scheme]: [] }],
    ...failing,
  });
  const error: unknown = await call(client).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  return [printedForms(error), ...reported].join('\n');
}

const around = textOf('(#);,? \n', 0, 340);
const cut = fc.option(fc.nat(1200), { nil: Infinity });
const anySpelling = fc.constantFrom(...Object.keys(spellings));
const anyPath = fc.constantFrom(...Object.keys(paths));

/**
 * What a server says that repeats a text at some offset, perhaps only the beginning of it. What is left of it may be seven characters: the
 * quotation mark that `inspect` puts behind them is not to be taken for the eighth.
 */
function errorText(
  before: string,
  secret: string,
  spelling: string,
  after: string,
  to: number,
): string {
  return `${before}${spellings[spelling]?.(secret).slice(0, to) ?? ''}#${after}`;
}

describe('errors contain no eight consecutive characters of a credential', () => {
  it.each<[scheme: string, credential: (text: string) => Credential]>([
    ['bearer', (text) => text],
    ['bearer', (text) => () => Promise.resolve(text)],
    ['wallet', (text) => ({ needs: 'head', token: () => text })],
    ['digest', (text) => text],
    ['query', (text) => text],
    ['cookie', (text) => text],
  ])('sent as %s', async (scheme, credential) => {
    const property = fc.asyncProperty(
      credentialText,
      around,
      around,
      cut,
      anySpelling,
      anyPath,
      async (secret, before, after, to, spelling, path) => {
        const text = errorText(before, secret, spelling, after, to);
        const answer = paths[path]?.(text) ?? new Error(text);
        const printed = await shown({
          scheme,
          credentials: { [scheme]: credential(secret) },
          answer,
        });
        expect(exposed(printed, secret)).toEqual([]);
        if (to === Infinity)
          expect(exposed(printed, spellings[spelling]?.(secret) ?? '')).toEqual([]);
      },
    );
    await fc.assert(property, randomRuns(400));
  });

  it('with a user name and password, alone or encoded', async () => {
    const property = fc.asyncProperty(
      credentialText,
      around,
      cut,
      anySpelling,
      anyPath,
      fc.boolean(),
      async (password, before, to, spelling, path, isPair) => {
        const pair = `me:${password}`;
        const text = errorText(before, isPair ? pair : password, spelling, '', to);
        const answer = paths[path]?.(text) ?? new Error(text);
        const printed = await shown({ scheme: 'basic', credentials: { basic: pair }, answer });
        expect(exposed(printed, password)).toEqual([]);
      },
    );
    await fc.assert(property, randomRuns(400));
  });

  it('with an HMAC secret or a signature', async () => {
    const property = fc.asyncProperty(
      textOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=', 16, 88),
      credentialText,
      around,
      fc.nat(2),
      anyPath,
      async (secret, passphrase, before, which, path) => {
        const signer = hmacSigner(
          {
            scheme: 'wallet',
            algorithm: 'sha256',
            secret: 'utf8',
            encoding: 'base64',
            prehash: '{timestamp}{method}{target}',
            timestamp: { unit: 'seconds', tolerance: 30 },
            headers: {
              'X-Key': '{key}',
              'X-Sign': '{signature}',
              'X-Time': '{timestamp}',
              'X-Pass': '{passphrase}',
            },
          },
          { key: 'the-key-of-somebody', secret, passphrase },
        );
        const text = before + [secret, passphrase, 'the-key-of-somebody'][which];
        const answer = paths[path]?.(text) ?? new Error(text);
        const printed = await shown({ scheme: 'wallet', credentials: { wallet: signer }, answer });
        expect(exposed(printed, secret, passphrase, 'the-key-of-somebody')).toEqual([]);
      },
    );
    await fc.assert(property, randomRuns(200));
  });

  it('with an OAuth client secret or a token', async () => {
    const word = textOf('abcdefghij_', 8, 40);
    const property = fc.asyncProperty(
      word,
      word,
      around,
      anyPath,
      fc.constantFrom('refused', 'unreachable', 'used'),
      async (secret, token, before, path, how) => {
        const text = `${before}${token}${secret}`;
        const oauth = clientCredentials(
          { tokenUrl: 'https://id.example/token' },
          {
            clientId: 'me',
            clientSecret: secret,
            transport: async () => {
              if (how === 'unreachable') throw new Error(text);
              return how === 'refused'
                ? json(400, { error: secret, error_description: text })
                : json(200, { access_token: token, token_type: 'Bearer', expires_in: 600 });
            },
          },
        );
        const answer = paths[path]?.(text) ?? new Error(text);
        const printed = await shown({ scheme: 'oauth', credentials: { oauth }, answer });
        expect(exposed(printed, secret, token)).toEqual([]);
      },
    );
    await fc.assert(property, randomRuns(200));
  });

  it('in a JSON-RPC method or batch', async () => {
    const keyed: OperationDescriptor = {
      id: 'ask',
      method: 'POST',
      path: ['/rpc/', 0],
      parameters: [
        {
          name: 'clientKey',
          in: 'path',
          required: true,
          type: { types: ['string'] },
          credential: true,
        },
      ],
      input: 'body',
      rpc: { method: 'ask', params: 'by-name' },
      outcomes: [{ status: 200, respond: 'ok' }],
      security: [{ path: [] }],
    };
    const property = fc.asyncProperty(
      credentialText,
      around,
      cut,
      anySpelling,
      fc.boolean(),
      async (secret, before, to, spelling, isBatch) => {
        const message = errorText(before, secret, spelling, '', to);
        const failure = { jsonrpc: '2.0', id: 0, error: { code: 1, message } };
        const client = connect(api, {
          credentials: { path: secret },
          retry: false,
          transport: async () => json(200, isBatch ? [failure] : failure),
        });
        const ask = rpcOperation<RpcCallOf<[], unknown, unknown>>(keyed);
        const sent = isBatch
          ? batch(client, [ask.prepare()])
          : (ask as unknown as (at: unknown) => Promise<unknown>)(client);
        const error: unknown = await sent.catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(ApiError);
        expect(exposed(printedForms(error), secret)).toEqual([]);
      },
    );
    await fc.assert(property, randomRuns(400));
  });
});

describe('public text', () => {
  it('stays in the message of an error', async () => {
    const message =
      'Bearer authentication failed: the token has expired; see https://x.example/a%20b';
    const client = connect(api, {
      credentials: { bearer: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln' },
      retry: false,
      transport: async () => json(400, { code: 'expired', message }),
    });
    const call = operation<CallOf<readonly unknown[], unknown, unknown>>({
      ...base,
      security: [{ bearer: [] }],
      ...failing,
    });
    await expect(call(client)).rejects.toThrow(`open: 400 expired: ${message}`);
  });

  it('is truncated after redaction', async () => {
    const secret = 'planted-key-7f31c5-of-somebody';
    const message = `${'a '.repeat(145)}${secret} ${'b '.repeat(100)}`;
    const client = connect(api, {
      credentials: { bearer: secret },
      retry: false,
      transport: async () => json(400, { message }),
    });
    const call = operation<CallOf<readonly unknown[], unknown, unknown>>({
      ...base,
      security: [{ bearer: [] }],
      ...failing,
    });
    const error: unknown = await call(client).catch((thrown: unknown) => thrown);
    expect(String(error)).toBe(`ApiError: open: 400 ${'a '.repeat(145)}… b b b b …`);
  });
});

describe('violations for a client', () => {
  it.each(['error', 'hook'] as const)('contain no credential (%s)', async (onInvalidResponse) => {
    const secret = 'planted-secret-7f31c5';
    const reported: unknown[] = [];
    const client = connect(api, {
      credentials: { bearer: secret },
      retry: false,
      onInvalidResponse,
      hooks: { invalidResponse: ({ violations }) => reported.push(violations) },
      checks: responseChecks({
        open: [
          {
            is: () => false,
            check: (value: unknown) => [
              {
                pointer: `/${secret}`,
                keyword: 'type',
                expected: 'a number',
                found: JSON.stringify(value),
                schema: '',
              },
            ],
          },
        ],
      }),
      transport: async () => json(200, secret),
    });
    const call = operation<CallOf<readonly unknown[], unknown, unknown>>({
      ...base,
      security: [{ bearer: [] }],
      outcomes: [
        {
          status: 200,
          respond: 'ok',
          contents: [{ mediaType: 'application/json', codec: 'json' }],
        },
      ],
    });
    const outcome = (await call.result(client)) as { readonly violations?: unknown };
    if (outcome.violations !== undefined) reported.push(outcome.violations);
    expect(reported).toEqual([
      [{ pointer: '/…', keyword: 'type', expected: 'a number', found: '"…"', schema: '' }],
    ]);
  });
});
