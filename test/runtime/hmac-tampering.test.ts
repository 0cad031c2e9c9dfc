import { headerValue, withHeader, withoutHeader, type WireRequest } from '@tallystick/runtime';
import {
  hmacSigner,
  hmacVerifier,
  replayMemory,
  type HmacFinding,
} from '@tallystick/runtime/auth/hmac';
import { beforeAll, describe, expect, test } from 'vitest';
import { at, clock, credentials, delivery, request, rest, secret } from './hmac-fixture.js';

const keys = { 'key-1': { secret, passphrase: 'pp123' } };
const context = { variables: {} };
const findings: HmacFinding[] = [];
const onReason = (finding: HmacFinding): number => findings.push(finding);
const verifier = hmacVerifier(rest, { keys, clock, onReason });
const encoder = new TextEncoder();

let signed: WireRequest;
beforeAll(async () => {
  signed = await hmacSigner(rest, credentials, { clock }).sign(
    request({ target: '/orders/a%2Fb?x=1&y=%C3%A9' }),
    context,
  );
});

/** Why a request is refused; `undefined` if it is not. */
async function refusal(changed: WireRequest): Promise<string | undefined> {
  const verdict = await verifier.verify(changed);
  return verdict.ok ? undefined : verdict.reason;
}

/** Every text with one byte inserted, removed or changed, at every position. */
function* variants(text: string): Generator<string> {
  for (let index = 0; index <= text.length; index++) {
    const [before, after] = [text.slice(0, index), text.slice(index)];
    yield `${before} ${after}`;
    yield `${before}0${after}`;
    if (after === '') continue;
    yield before + after.slice(1);
    yield before + String.fromCharCode(after.charCodeAt(0) ^ 1) + after.slice(1);
    yield before + String.fromCharCode(after.charCodeAt(0) ^ 32) + after.slice(1);
  }
}

test('accepts the signed request', async () => {
  expect(await refusal(signed)).toBeUndefined();
  const bytes = encoder.encode(String(signed.body));
  expect(await refusal({ ...signed, body: bytes })).toBeUndefined();
});

test.each(['method', 'target', 'body'] as const)('rejects every change of the %s', async (part) => {
  let tried = 0;
  for (const text of variants(String(signed[part]))) {
    if (text === signed[part]) continue;
    tried += 1;
    expect(await refusal({ ...signed, [part]: text }), text).toBe('signature-wrong');
  }
  expect(tried).toBeGreaterThan(10);
});

test.each(['X-TIMESTAMP', 'X-SIGN', 'X-KEY', 'X-PASSPHRASE'])(
  'rejects every change of %s',
  async (name) => {
    const given = headerValue(signed.headers, name) ?? '';
    for (const text of variants(given)) {
      if (text === given) continue;
      const headers = withHeader(signed.headers, name, text);
      expect(await refusal({ ...signed, headers }), text).toBeDefined();
    }
  },
);

describe('an altered request', () => {
  test.each<[string, (request: WireRequest) => WireRequest, string]>([
    ['the method in lower case', (r) => ({ ...r, method: 'post' }), 'signature-wrong'],
    [
      'the target decoded',
      (r) => ({ ...r, target: decodeURIComponent(r.target) }),
      'signature-wrong',
    ],
    [
      'another percent-encoding of the target',
      (r) => ({ ...r, target: r.target.replace('%2F', '%2f') }),
      'signature-wrong',
    ],
    [
      'the query in another order',
      (r) => ({ ...r, target: '/orders/a%2Fb?y=%C3%A9&x=1' }),
      'signature-wrong',
    ],
    ['a question mark at the end', (r) => ({ ...r, target: `${r.target}?` }), 'signature-wrong'],
    [
      'a NUL at the end of the body',
      (r) => ({ ...r, body: `${String(r.body)}\u0000` }),
      'signature-wrong',
    ],
    [
      'a byte order mark before the body',
      (r) => ({ ...r, body: `\uFEFF${String(r.body)}` }),
      'signature-wrong',
    ],
    ['no body', (r) => ({ ...r, body: undefined }), 'signature-wrong'],
    [
      'a second signature',
      (r) => ({ ...r, headers: [...r.headers, 'x-sign', 'a'] }),
      'credential-repeated',
    ],
    [
      'a second key header',
      (r) => ({ ...r, headers: [...r.headers, 'X-Key', 'key-1'] }),
      'credential-repeated',
    ],
    [
      'a second timestamp',
      (r) => ({ ...r, headers: [...r.headers, 'X-TimeStamp', '1'] }),
      'credential-repeated',
    ],
    [
      'a folded header line',
      (r) => ({
        ...r,
        headers: withHeader(r.headers, 'X-SIGN', `${headerValue(r.headers, 'X-SIGN')}, a`),
      }),
      'signature-wrong',
    ],
    [
      'a signature without its padding',
      (r) => ({
        ...r,
        headers: withHeader(
          r.headers,
          'X-SIGN',
          (headerValue(r.headers, 'X-SIGN') ?? '').replace('=', ''),
        ),
      }),
      'signature-wrong',
    ],
    [
      'a signature in hexadecimal',
      (r) => ({ ...r, headers: withHeader(r.headers, 'X-SIGN', 'ab'.repeat(32)) }),
      'signature-wrong',
    ],
    [
      'an empty signature',
      (r) => ({ ...r, headers: withHeader(r.headers, 'X-SIGN', '') }),
      'signature-wrong',
    ],
    [
      'a key of 300 characters',
      (r) => ({ ...r, headers: withHeader(r.headers, 'X-KEY', 'k'.repeat(300)) }),
      'key-name-invalid',
    ],
    [
      'an empty key',
      (r) => ({ ...r, headers: withHeader(r.headers, 'X-KEY', '') }),
      'key-name-invalid',
    ],
    [
      'the key "constructor"',
      (r) => ({ ...r, headers: withHeader(r.headers, 'X-KEY', 'constructor') }),
      'key-unknown',
    ],
    ['no key', (r) => ({ ...r, headers: withoutHeader(r.headers, 'X-KEY') }), 'credential-missing'],
  ])('is rejected with %s', async (_, change, reason) => {
    findings.length = 0;
    expect(await refusal(change(signed))).toBe(reason);
    expect(findings).toMatchObject([{ scheme: 'exchangeKey', reason }]);
    expect(JSON.stringify(findings)).not.toMatch(/pp123|AAECAwQF/);
  });

  test('may have an empty body instead of none', async () => {
    const none = await hmacSigner(rest, credentials, { clock }).sign(
      request({ body: undefined }),
      context,
    );
    for (const body of [undefined, '', new Uint8Array(0)])
      expect(await refusal({ ...none, body })).toBeUndefined();
  });

  test('has a body of any bytes, which is signed unchanged', async () => {
    const body = Uint8Array.from({ length: 256 }, (_, index) => index);
    const any = await hmacSigner(rest, credentials, { clock }).sign(request({ body }), context);
    expect(await refusal(any)).toBeUndefined();
    body[128] = 0;
    expect(await refusal(any)).toBe('signature-wrong');
  });
});

describe('signed headers of a delivery', () => {
  const deliveries = hmacVerifier(delivery, { secrets: 'secret', clock });
  const sent = request({
    headers: ['Content-Type', 'text/plain', 'X-Event-Id', 'e1', 'X-Other', 'a'],
  });
  const sign = async (descriptor = delivery): Promise<WireRequest> =>
    hmacSigner(descriptor, { secret: 'secret' }, { clock }).sign(sent, context);
  const change = (from: string | RegExp, to: string) => async (): Promise<WireRequest> => {
    const { headers, ...rest } = await sign();
    return {
      ...rest,
      headers: headers.map((text) => (text.startsWith('t=') ? text.replace(from, to) : text)),
    };
  };

  test.each<[string, () => Promise<WireRequest>, string | undefined]>([
    ['all headers', sign, undefined],
    ['elements in another order', change(/^(.*?),(.*?),(.*)$/, '$3,$1,$2'), undefined],
    ['unknown elements', change(/^/, 'v9=1,x,'), undefined],
    ['white space between elements', change(',', ', '), undefined],
    ['an invalid signature of the older format as well', change(/$/, ',v0=00'), undefined],
    ['only an invalid signature of the older format', change(/v1=.*/, 'v0=00'), 'signature-wrong'],
    [
      'another list of headers',
      change('content-type x-event-id', 'content-type'),
      'signature-wrong',
    ],
    ['a list in upper case', change('content-type', 'Content-Type'), 'headers-format'],
    ['a list with two spaces', change('content-type ', 'content-type  '), 'headers-format'],
    ['a list with a repeated name', change('x-event-id', 'content-type'), 'headers-format'],
    ['a list with a missing header', change('x-event-id', 'x-nothing'), 'header-missing'],
    [
      'a long list',
      change('x-event-id', Array.from({ length: 99 }, (_, i) => `a${i}`).join(' ')),
      'headers-too-many',
    ],
    ['no list', change(/h=[^,]*,/, ''), 'credential-missing'],
    ['two timestamps', change(/^/, 't=1,'), 'credential-repeated'],
    ['many signatures', change(/$/, ',v1=0'.repeat(20)), 'credential-repeated'],
    [
      'another header value',
      async () => {
        const { headers, ...rest } = await sign();
        return { ...rest, headers: withHeader(headers, 'x-event-id', 'e2') };
      },
      'signature-wrong',
    ],
    [
      'a repeated signed header',
      async () => {
        const { headers, ...rest } = await sign();
        return { ...rest, headers: [...headers, 'X-Event-ID', 'e1'] };
      },
      'header-missing',
    ],
  ])('are checked with %s', async (_, make, reason) => {
    const verdict = await deliveries.verify(await make());
    expect(verdict.ok ? undefined : verdict.reason).toBe(reason);
  });

  test('are omitted if missing, and rejected if repeated', async () => {
    const signer = hmacSigner(delivery, { secret: 'secret' }, { clock });
    const bare = await signer.sign(request(), context);
    expect(bare.headers[1]).toContain(',h=,');
    expect(await deliveries.verify(bare)).toMatchObject({ ok: true });
    const twice = request({ headers: ['X-Event-Id', 'a', 'x-event-id', 'b'] });
    await expect(signer.sign(twice, context)).rejects.toMatchObject({ code: 'parameter-format' });
  });
});

describe('HMAC replay memory', () => {
  const remembering = (): ReturnType<typeof hmacVerifier> =>
    hmacVerifier(rest, { keys, clock, replay: replayMemory({ capacity: 1 }) });

  test('rejects a repeated signature, and any older than its oldest entry when full', async () => {
    const memory = remembering();
    expect(await memory.verify(signed)).toMatchObject({ ok: true });
    expect(await memory.verify(signed)).toMatchObject({ reason: 'signature-replayed' });
    const later = { now: (): number => at + 1500 };
    const other = await hmacSigner(rest, credentials, { clock: later }).sign(request(), context);
    expect(headerValue(other.headers, 'X-TIMESTAMP')).toBe('1700000001.5');
    expect(await memory.verify(other)).toMatchObject({ ok: true });
    expect(await memory.verify(other)).toMatchObject({ reason: 'signature-replayed' });
    expect(await memory.verify(signed)).toMatchObject({ reason: 'timestamp-forgotten' });
  });

  test('does not record a rejected signature', async () => {
    const memory = remembering();
    expect(await memory.verify({ ...signed, body: '{}' })).toMatchObject({ ok: false });
    expect(await memory.verify(signed)).toMatchObject({ ok: true });
  });
});
