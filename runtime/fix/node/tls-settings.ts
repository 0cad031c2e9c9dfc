import type { SecureContextOptions } from 'node:tls';
import type { FixPolicy } from '../policy.js';

/**
 * What a description allows of TLS, in Node's words: exactly its versions, suites and curves. What OpenSSL prefers does not
 * come in by default.
 *
 * @throws {TypeError} for suites of both TLS 1.2 and 1.3 where only one of them is allowed, as OpenSSL can not offer less
 */
export function tlsSettings(tls: NonNullable<FixPolicy['tls']>): SecureContextOptions {
  const { versions, suites, curves, preferServer } = tls;
  const minVersion = versions.includes('TLSv1.2') ? 'TLSv1.2' : 'TLSv1.3';
  const maxVersion = versions.includes('TLSv1.3') ? 'TLSv1.3' : 'TLSv1.2';
  return {
    minVersion,
    maxVersion,
    ...(suites === undefined ? {} : { ciphers: suites.join(':') }),
    ...(curves === undefined ? {} : { ecdhCurve: curves.join(':') }),
    honorCipherOrder: preferServer ?? true,
  };
}
