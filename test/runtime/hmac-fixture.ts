import type { HmacDescriptor, OperationDescriptor, WireRequest } from '@tallystick/runtime';

/** Base64 of the bytes 0 to 63, and what else the published vectors are made with. */
export const secret =
  'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw==';
export const at = 1_700_000_000_000;
export const clock = { now: (): number => at };
export const credentials: {
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
} = { key: 'key-1', secret, passphrase: 'pp123' };

/** Requests over HTTP, one header for each part. */
export const rest: HmacDescriptor = {
  scheme: 'exchangeKey',
  algorithm: 'sha256',
  secret: 'base64',
  encoding: 'base64',
  prehash: '{timestamp}{method}{target}{body}',
  headers: {
    'X-KEY': '{key}',
    'X-SIGN': '{signature}',
    'X-TIMESTAMP': '{timestamp}',
    'X-PASSPHRASE': '{passphrase}',
  },
  timestamp: { unit: 'seconds', decimals: 3, tolerance: 30 },
};

/** Deliveries: everything in one header, over headers that it lists. */
export const delivery: HmacDescriptor = {
  scheme: 'delivery',
  algorithm: 'sha256',
  secret: 'utf8',
  encoding: 'hex',
  prehash: '{timestamp}.{headers}.{headers.values}.{body}',
  headers: { 'X-Hook-Signature': 't={timestamp},h={headers},v1={signature}' },
  signedHeaders: ['content-type', 'x-event-id'],
  timestamp: { unit: 'seconds', tolerance: 300 },
  alternatives: [
    {
      name: 'bare',
      prehash: '{timestamp}.{body}',
      headers: { 'X-Hook-Signature': 't={timestamp},v0={signature}' },
    },
  ],
};
export const deliverySecret = 'a1b2c3d4-e5f6-7890-abcd-ef1234567890';

/** Messages of a feed. */
export const feed: HmacDescriptor = {
  scheme: 'feedKey',
  algorithm: 'sha256',
  secret: 'base64',
  encoding: 'base64',
  prehash: '{timestamp}GET/users/self/verify',
  message: {
    signature: '{signature}',
    key: '{key}',
    passphrase: '{passphrase}',
    timestamp: '{timestamp}',
  },
  timestamp: { unit: 'seconds', decimals: 3, tolerance: 30 },
};

/** A FIX logon. */
export const logon: HmacDescriptor = {
  scheme: 'logonKey',
  algorithm: 'sha256',
  secret: 'base64',
  encoding: 'base64',
  prehash: '{field.52}{SOH}{field.35}{SOH}{field.34}{SOH}{field.49}{SOH}{field.56}{SOH}{field.554}',
  fields: { 95: '{signature.length}', 96: '{signature}', 49: '{key}', 554: '{passphrase}' },
};

/** A request of the first vector, or another one. */
export function request(change: Partial<WireRequest> = {}): WireRequest {
  return {
    method: 'POST',
    scheme: 'https',
    authority: 'api.example.com',
    target: '/orders',
    headers: [],
    body: '{"type":"limit","side":"buy","product_id":"BTC-USD","price":"100.01","size":"0.5"}',
    ...change,
  };
}

export const operation: OperationDescriptor = {
  id: 'createOrder',
  method: 'POST',
  path: ['/orders'],
  input: 'none',
  outcomes: [{ status: 204, respond: 'noContent' }],
};
