import { getCiphers, type SecureContextOptions } from 'node:tls';
import type { FixPolicy } from '../policy.js';

/**
 * Converts the TLS settings of a description to Node's options: exactly
 * its versions, cipher suites and curves, without OpenSSL's defaults.
 *
 * @throws {TypeError} for a cipher suite that OpenSSL does not support and would silently ignore.
 */
export function tlsSettings(tls: NonNullable<FixPolicy['tls']>): SecureContextOptions {
  const { versions, suites, curves, preferServer } = tls;
  const supported = getCiphers();
  const unsupported = suites?.find((suite) => !supported.includes(suite.toLowerCase()));
  if (unsupported !== undefined)
    throw new TypeError(`OpenSSL has no cipher suite "${unsupported}"`);
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
