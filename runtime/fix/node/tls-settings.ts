import { getCiphers, type SecureContextOptions } from 'node:tls';
import type { FixPolicy } from '../policy.js';

/**
 * What a description allows of TLS, in Node's words: exactly its versions, suites and curves. What OpenSSL prefers does not
 * come in by default.
 *
 * @throws {TypeError} for a suite that OpenSSL does not have, which it would leave out without a word
 */
export function tlsSettings(tls: NonNullable<FixPolicy['tls']>): SecureContextOptions {
  const { versions, suites, curves, preferServer } = tls;
  const known = getCiphers();
  const unknown = suites?.find((suite) => !known.includes(suite.toLowerCase()));
  if (unknown !== undefined) throw new TypeError(`OpenSSL has no cipher suite "${unknown}"`);
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
