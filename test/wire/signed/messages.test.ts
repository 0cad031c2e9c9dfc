import { expect, test } from 'vitest';
import {
  feedKey,
  feedKeyVerifier,
  hook,
  hookVerifier,
  logonKey,
  logonKeyVerifier,
} from '../../cases/signed-messages/output/src/index.js';
import { secret } from './test-server.js';

/** A package of channels alone signs and verifies too; the signatures are published vectors. */
const clock = { now: (): number => 1_700_000_000_000 };

test('signs and verifies a feed message with permissions', async () => {
  const signer = feedKey({ key: 'k', secret, passphrase: 'pp123' }, { clock });
  const message = { type: 'subscribe', ...(await signer.sign()) };
  expect(message.signature).toBe('4w5N81jN+R8BEl+8gu26Lel0jalXF5uTezix+T8v9eY=');
  const keys = { k: { secret, passphrase: 'pp123', scopes: ['view'] as const } };
  const verifier = feedKeyVerifier({ keys, clock });
  expect(await verifier.verify(message, { scopes: ['view'] })).toMatchObject({
    ok: true,
    principal: { keyName: 'k', scopes: ['view'] },
  });
  expect(await verifier.verify(message, { scopes: ['trade'] })).toMatchObject({ status: 403 });
  const late = { now: (): number => clock.now() + 30_001 };
  expect(await feedKeyVerifier({ keys, clock: late }).verify(message)).toMatchObject({
    reason: 'timestamp-past',
  });
});

test('signs and verifies a FIX Logon', async () => {
  const key = '0123456789abcdef0123456789abcdef';
  const fields = new Map([
    [35, 'A'],
    [34, '1'],
    [52, '20231114-22:13:20.000'],
    [56, 'Coinbase'],
  ]);
  const added = await logonKey({ key, secret, passphrase: 'pp123' }).sign((tag) => fields.get(tag));
  for (const [tag, text] of added) fields.set(tag, text);
  expect(fields.get(96)).toBe('0/ogefMHwZ0+x/KbLAcTCmVBfDBs7OuWw9l1az6TkjQ=');
  const verifier = logonKeyVerifier({ keys: { [key]: { secret, passphrase: 'pp123' } } });
  expect(await verifier.verify((tag) => fields.get(tag))).toMatchObject({ ok: true });
});

test('signs and verifies a delivery without a timestamp', async () => {
  const request = { method: 'POST', target: '/', headers: [], body: 'hello' };
  const signed = await hook({ secret: 's' }).sign(
    { ...request, scheme: 'https', authority: 'a' },
    { variables: {} },
  );
  expect(signed.headers[1]).toMatch(/^sha256=[0-9a-f]{64}$/);
  expect(await hookVerifier({ secrets: ['s'] }).verify(signed)).toMatchObject({ ok: true });
  expect(await hookVerifier({ secrets: ['t'] }).verify(signed)).toMatchObject({ ok: false });
});
