import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';
import {
  headerValue,
  withHeader,
  type HttpHandler,
  type Success,
  type WireRequest,
} from '@tallystick/runtime';
import type { WebhookHandler } from '@tallystick/runtime/webhooks/server';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  createParcelsWebhookReceiver,
  githubVerifier,
  slackVerifier,
  standardPublicVerifier,
  standardVerifier,
  stripeVerifier,
} from '../../cases/webhook-signatures/output/src/webhook-receiver.js';
import { standardPublicScheme } from '../../cases/webhook-signatures/output/src/description.js';
import {
  githubSecret,
  ParcelsWebhooks,
  slackSecret,
  stripeSecret,
  webhookPrivateKey,
  webhookSecret,
} from '../../cases/webhook-signatures/output/src/webhooks.js';
import { randomRuns } from '../../rounds.js';

afterEach(() => {
  vi.restoreAllMocks();
});

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const other = 'whsec_C2FVsBQIhrscChlQIYV+b5sSYspob7oD';
const textSecret = 'It is a secret to everybody';
/** The seed of the test that the reference library of Standard Webhooks signs with. */
const seed = 'VEVTVFNJR05JTkdLRVlET05PVFVTRVRISVNGT1JBTlk=';
const privateHead = Buffer.from('302e020100300506032b657004220420', 'hex');
const privateKey = createPrivateKey({
  key: Buffer.concat([privateHead, Buffer.from(seed, 'base64')]),
  format: 'der',
  type: 'pkcs8',
});
const publicKey = createPublicKey(privateKey);
const publicText = `whpk_${publicKey.export({ format: 'der', type: 'spki' }).subarray(12).toString('base64')}`;
const path = {
  parcelSent: '/standard',
  parcelPaid: '/stripe',
  parcelPushed: '/github',
  parcelNamed: '/slack',
} as const;

type Handler = WebhookHandler<
  { readonly body: { readonly id: string } },
  { readonly noContent: Success<204> }
>;

interface Fixture {
  readonly seen: string[];
  readonly reasons: string[];
  readonly receive: HttpHandler;
  readonly sent: WireRequest[];
  readonly sender: ParcelsWebhooks;
}

/** A receiver that accepts every way of signing, and a sender; on the library's clock, which is the system's. */
function createFixture(
  given: {
    readonly secrets?: readonly string[];
    readonly signing?: string | readonly string[];
    readonly now?: number;
    readonly withPrivateKey?: true;
    readonly standard?: string;
  } = {},
): Fixture {
  const seen: string[] = [];
  const reasons: string[] = [];
  const { now = Date.now() } = given;
  const clock = { now: (): number => now };
  const common = {
    clock,
    onReason: ({ reason }: { readonly reason: string }) => void reasons.push(reason),
  };
  const secrets = { secrets: textSecret, ...common };
  const take =
    (name: string): Handler =>
    ({ body }, respond) => {
      seen.push(`${name} ${body.id}`);
      return respond.noContent();
    };
  const receive = createParcelsWebhookReceiver(
    {
      parcelSent: take('sent'),
      parcelPaid: take('paid'),
      parcelPushed: take('pushed'),
      parcelNamed: take('named'),
    },
    {
      path,
      security: {
        standard: standardVerifier({ secrets: given.secrets ?? [secret], ...common }),
        standardPublic: standardPublicVerifier({ publicKeys: publicText, ...common }),
        stripe: stripeVerifier(secrets),
        github: githubVerifier(secrets),
        slack: slackVerifier(secrets),
      },
    },
  );
  const sent: WireRequest[] = [];
  const { signing = secret } = given;
  const sender = new ParcelsWebhooks({
    credentials: {
      ...(given.withPrivateKey === true
        ? { standardPublic: webhookPrivateKey({ secret: `whsk_${seed}` }, { clock }) }
        : { standard: webhookSecret({ secret: signing }, { clock }) }),
      stripe: stripeSecret({ secret: textSecret }, { clock }),
      github: githubSecret({ secret: textSecret }, { clock }),
      slack: slackSecret({ secret: textSecret }, { clock }),
    },
    retry: false,
    transport: (request) => {
      sent.push(request);
      return receive(request);
    },
  });
  return { seen, reasons, receive, sent, sender };
}

const at = (webhook: keyof typeof path): string => `https://shop.example${path[webhook]}`;
const textOf = ({ body }: WireRequest): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array);
const record = ({ headers }: WireRequest): Record<string, string> =>
  Object.fromEntries(
    headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : [])),
  );
/** A delivery as another program makes it. */
function post(
  webhook: keyof typeof path,
  body: string,
  headers: Readonly<Record<string, string>>,
): WireRequest {
  return {
    method: 'POST',
    scheme: 'https',
    authority: 'shop.example',
    target: path[webhook],
    headers: ['Content-Type', 'application/json', ...Object.entries(headers).flat()],
    body,
  };
}
const hmac = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

describe('Standard Webhooks with a secret', () => {
  test('creates signatures that the public library verifies', async () => {
    const { sender, sent } = createFixture();
    await sender.parcelSent(at('parcelSent'), { id: 'ä €' }, { id: 'msg_1' });
    const [request] = sent;
    if (request === undefined) throw new Error('it was sent');
    expect(headerValue(request.headers, 'webhook-id')).toBe('msg_1');
    const library = new Webhook(secret);
    expect(library.verify(textOf(request), record(request))).toEqual({ id: 'ä €' });
    expect(() =>
      library.verify(textOf(request), { ...record(request), 'webhook-id': 'msg_2' }),
    ).toThrow('No matching signature');
  });

  test('verifies signatures of the public library, and handles a delivery once', async () => {
    const { receive, seen } = createFixture();
    const moment = new Date();
    const seconds = String(Math.floor(moment.getTime() / 1000));
    const body = '{"id": "p1"}';
    const signature = new Webhook(secret).sign('msg_1', moment, body);
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': seconds,
      'webhook-signature': signature,
    };
    expect((await receive(post('parcelSent', body, headers))).status).toBe(204);
    expect((await receive(post('parcelSent', body, headers))).status).toBe(204);
    for (const changed of [
      { ...headers, 'webhook-id': 'msg_2' },
      { ...headers, 'webhook-timestamp': String(Number(seconds) - 1) },
      { ...headers, 'webhook-signature': signature.replace('v1,', 'v1a,') },
      { ...headers, 'webhook-signature': signature.slice(0, -2) },
      { ...headers, 'webhook-signature': '' },
    ])
      expect((await receive(post('parcelSent', body, changed))).status).toBe(401);
    expect((await receive(post('parcelSent', '{"id": "p2"}', headers))).status).toBe(401);
    expect(seen).toEqual(['sent p1']);
  });

  test('agrees with the public library for any body and id, in both directions', async () => {
    const library = new Webhook(secret);
    const ids = fc.stringMatching(/^[!-~]{1,40}$/);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), ids, async (text, id) => {
        const { sender, receive, sent, seen } = createFixture();
        await sender.parcelSent(at('parcelSent'), { id: text }, { id });
        const [request] = sent;
        if (request === undefined) throw new Error('it was sent');
        expect(library.verify(textOf(request), record(request))).toEqual({ id: text });
        const moment = new Date();
        const body = JSON.stringify({ id: text });
        const theirs = post('parcelSent', body, {
          'webhook-id': `${id}.`,
          'webhook-timestamp': String(Math.floor(moment.getTime() / 1000)),
          'webhook-signature': library.sign(`${id}.`, moment, body),
        });
        expect((await receive(theirs)).status).toBe(204);
        expect(seen).toEqual([`sent ${text}`, `sent ${text}`]);
      }),
      randomRuns(200),
    );
  });

  test('signs with several secrets, one of which suffices', async () => {
    for (const secrets of [[secret], [other], [other, secret]]) {
      const { sender, sent, seen } = createFixture({ secrets, signing: [secret, other] });
      await sender.parcelSent(at('parcelSent'), { id: 'p1' });
      const [request] = sent;
      if (request === undefined) throw new Error('it was sent');
      expect(headerValue(request.headers, 'webhook-signature')).toMatch(/^v1,\S+ v1,\S+$/);
      for (const each of [secret, other])
        expect(new Webhook(each).verify(textOf(request), record(request))).toEqual({ id: 'p1' });
      expect(seen).toEqual(['sent p1']);
    }
  });

  test('handles a delivery once even if some of its signatures are omitted', async () => {
    const { sender, sent, seen, receive } = createFixture({
      secrets: [secret, other],
      signing: [other, secret],
    });
    await sender.parcelSent(at('parcelSent'), { id: 'p1' });
    const [request] = sent;
    if (request === undefined) throw new Error('it was sent');
    const signatures = headerValue(request.headers, 'webhook-signature')?.split(' ') ?? [];
    for (const signature of signatures) {
      const headers = withHeader(request.headers, 'webhook-signature', signature);
      expect((await receive({ ...request, headers })).status).toBe(204);
    }
    expect(seen).toEqual(['sent p1']);
  });
});

describe('Standard Webhooks with a private key', () => {
  const vector = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    now: 1_614_265_330_000,
    signature:
      'v1a,tQ9V2XOqn7jL/DQenEFpqIugdBVtiMmER5mhSkXBNwM0mkATuDe6KYYUuxqtaiHeYGb7KaaBRdM5WqyeFiL8Ag==',
  };

  test('creates the signature of the reference vector', async () => {
    const signer = webhookPrivateKey({ secret: seed }, { clock: { now: () => vector.now } });
    const { headers } = await signer.sign(
      post('parcelSent', '{"test": 2432232314}', { 'webhook-id': vector.id }),
      { variables: {} },
    );
    expect(headerValue(headers, 'webhook-signature')).toBe(vector.signature);
    expect(headerValue(headers, 'webhook-timestamp')).toBe('1614265330');
    const verifier = standardPublicVerifier({
      publicKeys: publicText,
      clock: { now: () => vector.now },
    });
    const request = post('parcelSent', '{"test": 2432232314}', record({ headers } as WireRequest));
    expect(await verifier.verify({ ...request, headers })).toMatchObject({ ok: true });
  });

  test('creates signatures that Node verifies', async () => {
    const { sender, sent, seen } = createFixture({ withPrivateKey: true });
    await sender.parcelSent(at('parcelSent'), { id: 'p1' });
    const [request] = sent;
    if (request === undefined) throw new Error('it was sent');
    const named = record(request);
    const signed = `${named['webhook-id']}.${named['webhook-timestamp']}.${textOf(request)}`;
    const signature = Buffer.from(named['webhook-signature']?.slice('v1a,'.length) ?? '', 'base64');
    expect(verify(null, Buffer.from(signed), publicKey, signature)).toBe(true);
    expect(seen).toEqual(['sent p1']);
  });

  test('verifies signatures of Node, and rejects others', async () => {
    const { receive, seen, reasons } = createFixture({ now: vector.now });
    const body = '{"id":"p1"}';
    const make = (key = privateKey): string =>
      `v1a,${sign(null, Buffer.from(`m1.1614265330.${body}`), key).toString('base64')}`;
    const ask = async (signature: string, text = body): Promise<number> => {
      const headers = {
        'webhook-id': 'm1',
        'webhook-timestamp': '1614265330',
        'webhook-signature': signature,
      };
      return (await receive(post('parcelSent', text, headers))).status;
    };
    const right = make();
    const refused = [
      make(generateKeyPairSync('ed25519').privateKey),
      right.replace('=', ''),
      right.replace('v1a', 'v1'),
      `${right}A`,
      'v1a,',
      'v1a,AAAA',
    ];
    for (const signature of refused) expect(await ask(signature)).toBe(401);
    expect(await ask(right, '{"id":"p2"}')).toBe(401);
    expect(seen).toEqual([]);
    expect(reasons).toContain('signature-wrong');
    expect(await ask(`v1,AAAA v2,x ${right}`)).toBe(204);
    expect(seen).toEqual(['sent p1']);
  });

  test('signs and verifies with Web Crypto only', async () => {
    vi.spyOn(process, 'getBuiltinModule').mockImplementation(() => undefined as never);
    vi.resetModules();
    const { hmacSigner, hmacVerifier } = await import('../../../runtime/auth/hmac/index.js');
    const clock = { now: (): number => vector.now };
    const web = hmacSigner(standardPublicScheme, { secret: seed }, { clock });
    const body = '{"test": 2432232314}';
    const request = post('parcelSent', body, { 'webhook-id': vector.id });
    const signed = await web.sign(request, { variables: {} });
    expect(headerValue(signed.headers, 'webhook-signature')).toBe(vector.signature);
    const verifier = hmacVerifier(standardPublicScheme, { publicKeys: publicText, clock });
    expect(await verifier.verify(signed)).toMatchObject({ ok: true });
    expect(await verifier.verify({ ...signed, body: '{}' })).toMatchObject({ ok: false });
  });

  test.each([
    ['a missing key', ''],
    ['a short key', Buffer.alloc(31).toString('base64')],
    ['invalid base64', 'whsk_***'],
  ])('rejects %s without quoting it', (_, text) => {
    expect(() => webhookPrivateKey({ secret: text })).toThrow(/^The key is (?:missing|not 32)/);
  });
});

describe('other webhook signatures', () => {
  const now = 1_531_420_618_000;
  const seconds = '1531420618';

  test('of Stripe are created and verified, with several signatures and older versions', async () => {
    const { receive, seen, sender, sent } = createFixture({ now });
    const body = '{"id":"evt_1"}';
    const right = hmac(textSecret, `${seconds}.${body}`);
    const ask = async (signature: string): Promise<number> =>
      (await receive(post('parcelPaid', body, { 'Stripe-Signature': signature }))).status;
    expect(await ask(`t=${seconds},v1=${'0'.repeat(64)},v0=${right}`)).toBe(401);
    expect(await ask(`t=${seconds + 1},v1=${right}`)).toBe(401);
    expect(await ask(`t=${seconds},v1=${'0'.repeat(64)},v1=${right},v0=6ffbb59b`)).toBe(204);
    expect(await ask(`t=${seconds},v1=${right}`)).toBe(204);
    expect(seen).toEqual(['paid evt_1']);
    await sender.parcelPaid(at('parcelPaid'), { id: 'evt_2' });
    expect(headerValue(sent.at(-1)?.headers ?? [], 'Stripe-Signature')).toBe(
      `t=${seconds},v1=${hmac(textSecret, `${seconds}.{"id":"evt_2"}`)}`,
    );
  });

  test('of GitHub are created and verified', async () => {
    // The values that GitHub's documentation gives to test with.
    const verifier = githubVerifier({ secrets: "It's a Secret to Everybody" });
    const known = post('parcelPushed', 'Hello, World!', {
      'X-Hub-Signature-256':
        'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    });
    expect(await verifier.verify(known)).toMatchObject({ ok: true });
    expect(await verifier.verify({ ...known, body: 'Hello, World?' })).toMatchObject({ ok: false });
    const { sender, sent, seen } = createFixture({ now });
    // No signed value distinguishes two deliveries, so neither is taken for a repetition.
    for (let time = 0; time < 2; time += 1)
      await sender.parcelPushed(at('parcelPushed'), { id: 'r1' });
    expect(seen).toEqual(['pushed r1', 'pushed r1']);
    expect(headerValue(sent[0]?.headers ?? [], 'X-Hub-Signature-256')).toBe(
      `sha256=${hmac(textSecret, '{"id":"r1"}')}`,
    );
  });

  test('of Slack are created and verified', async () => {
    // The values that Slack's documentation gives as an example.
    const verifier = slackVerifier({
      secrets: '8f742231b10e8888abcd99yyyzzz85a5',
      clock: { now: () => now },
    });
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
    const known = post('parcelNamed', body, {
      'X-Slack-Request-Timestamp': seconds,
      'X-Slack-Signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    });
    expect(await verifier.verify(known)).toMatchObject({ ok: true });
    expect(await verifier.verify({ ...known, body: `${body}0` })).toMatchObject({ ok: false });
    const { sender, sent, seen } = createFixture({ now });
    await sender.parcelNamed(at('parcelNamed'), { id: 'r1' });
    expect(seen).toEqual(['named r1']);
    expect(headerValue(sent[0]?.headers ?? [], 'X-Slack-Signature')).toBe(
      `v0=${hmac(textSecret, `v0:${seconds}:{"id":"r1"}`)}`,
    );
  });

  test('contain several signatures only in a list', async () => {
    expect(() => githubSecret({ secret: ['a', 'b'] })).toThrow('only one secret is allowed');
    const signer = stripeSecret({ secret: ['a', 'b'] }, { clock: { now: () => now } });
    const { headers } = await signer.sign(post('parcelPaid', '{}', {}), { variables: {} });
    expect(headerValue(headers, 'Stripe-Signature')).toBe(
      `t=${seconds},v1=${hmac('a', `${seconds}.{}`)},v1=${hmac('b', `${seconds}.{}`)}`,
    );
  });
});
