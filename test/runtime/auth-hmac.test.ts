import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { hmacKey, prehash, timingSafeEqual } from '../../runtime/auth/hmac/index.js';

const secret =
  'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw==';
const rest = '{timestamp}{method}{target}{body}';

describe('published HMAC vectors', () => {
  test.each([
    [
      'a POST with a body',
      rest,
      {
        timestamp: '1700000000',
        method: 'POST',
        target: '/orders',
        body: '{"type":"limit","side":"buy","product_id":"BTC-USD","price":"100.01","size":"0.5"}',
      },
      'yhqrgGu+GzbzYv5E9GqFmi2j7tQOS588hyvUl6u3Lr8=',
    ],
    [
      'a GET with a query',
      rest,
      {
        timestamp: '1700000000',
        method: 'GET',
        target: '/fills?product_id=BTC-USD&limit=2',
        body: '',
      },
      'I7hIHu5RUapKJoHrXq+PhaOprQlVZFSfBswF3JqWkCM=',
    ],
    [
      'a subscription',
      '{timestamp}GET/users/self/verify',
      { timestamp: '1700000000' },
      '4w5N81jN+R8BEl+8gu26Lel0jalXF5uTezix+T8v9eY=',
    ],
    [
      'a FIX logon',
      '{52}{SOH}{35}{SOH}{34}{SOH}{49}{SOH}{56}{SOH}{554}',
      {
        52: '20231114-22:13:20.000',
        35: 'A',
        34: '1',
        49: '0123456789abcdef0123456789abcdef',
        56: 'Coinbase',
        554: 'pp123',
      },
      '0/ogefMHwZ0+x/KbLAcTCmVBfDBs7OuWw9l1az6TkjQ=',
    ],
  ])('are signed and verified: %s', async (_, template, values, signature) => {
    const key = hmacKey(secret);
    const message = prehash(template, values);
    expect(await key.sign(message, 'base64')).toBe(signature);
    expect(await key.verify(message, signature, 'base64')).toBe(true);
    expect(await key.verify(message, signature.replace('=', ''), 'base64')).toBe(false);
    expect(await key.verify(prehash(`${template} `, values), signature, 'base64')).toBe(false);
  });

  test('of a webhook are signed with a secret in UTF-8', async () => {
    const key = hmacKey('a1b2c3d4-e5f6-7890-abcd-ef1234567890', 'utf8');
    const message = prehash('{t}.{h}.{content-type}.{x-event-id}.{body}', {
      t: '1700000000',
      h: 'content-type x-event-id',
      'content-type': 'application/json',
      'x-event-id': 'e1',
      body: new TextEncoder().encode('{"eventId":"e1","eventType":"wallet.activity.detected"}'),
    });
    expect(await key.sign(message, 'hex')).toBe(
      '985a5820ac580736272434ef65b71612ba65eff8e3c1460d5765485b43efd3dd',
    );
  });

  test('of the older webhook format are signed', async () => {
    const message = prehash('{t}.{body}', { t: '1636936200', body: 'hello !' });
    expect((await hmacKey('secret', 'utf8').sign(message, 'hex')).slice(0, 8)).toBe('1b3d69df');
  });
});

describe('prehash', () => {
  const text = (template: string, values = {}): string =>
    new TextDecoder().decode(prehash(template, values));
  test('unescapes double braces, and keeps bytes', () => {
    expect(text('{{a}}{a}', { a: 'x' })).toBe('{a}x');
    expect(prehash('{a}', { a: Uint8Array.of(0xff, 0) })).toEqual(Uint8Array.of(0xff, 0));
    expect(text('', {})).toBe('');
  });

  test.each([
    ['{missing}', 'parameter-missing'],
    ['{toString}', 'parameter-missing'],
    ['{__proto__}', 'parameter-missing'],
    ['{', 'description'],
    ['a}', 'description'],
  ])('rejects %s', (template, code) => {
    expect(() => text(template)).toThrow(expect.objectContaining({ code }));
  });
});

describe('hmacKey', () => {
  test.each([
    ['planted secret!', 'key-format'],
    [secret.slice(0, -1), 'key-format'],
    ['', 'key-missing'],
  ])('rejects an invalid secret without showing it', (text, code) => {
    const error = (() => {
      try {
        return hmacKey(text);
      } catch (caught) {
        return caught;
      }
    })();
    expect(error).toMatchObject({ name: 'AuthError', code });
    if (text !== '') expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(text);
  });

  test('hides the secret when it is printed', async () => {
    const key = hmacKey(secret);
    await key.sign('message', 'hex');
    const shown = [
      inspect(key, { depth: 9, showHidden: true }),
      JSON.stringify(key),
      String(key),
    ].join();
    expect(shown).not.toContain(secret.slice(0, 12));
    expect(shown).not.toContain('0, 1, 2');
  });

  test('does not change the given bytes', async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    await hmacKey(bytes).sign('message', 'hex');
    expect(bytes).toEqual(Uint8Array.of(1, 2, 3));
  });

  test('compares bytes in constant time', () => {
    expect(timingSafeEqual(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
    expect(timingSafeEqual(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
    expect(timingSafeEqual(Uint8Array.of(1, 2), Uint8Array.of(1))).toBe(false);
    expect(timingSafeEqual(new Uint8Array(), new Uint8Array())).toBe(true);
  });
});
