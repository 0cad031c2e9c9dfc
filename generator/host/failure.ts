import { ProxyError } from '../../runtime/http/tunnel.js';
import type { Proxy } from '../../runtime/http/proxy.js';
import type { NetworkResponse } from '../core/host.js';

/** Describes a failed request. Omits the challenge of a proxy, which may carry secrets. */
export function failureOf(error: Error, proxy: Proxy | undefined): NetworkResponse {
  if (error instanceof ProxyError) {
    const hint =
      error.status === 407
        ? {
            hint: 'put name and password into the variable: HTTPS_PROXY=http://name:password@proxy.example:3128',
          }
        : {};
    return {
      ok: false,
      why: `${nameOf(proxy)} lets nobody through to it (status ${error.status})`,
      ...hint,
    };
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return { ok: false, why: error.message };
  const description = `${descriptions[code] ?? describeByPrefix(code)} (${code})`;
  const why = proxy === undefined ? description : `through ${nameOf(proxy)}, ${description}`;
  return { ok: false, why, ...(untrustedCertificate.has(code) && { hint: authorityHint }) };
}

function nameOf(proxy: Proxy | undefined): string {
  return proxy === undefined ? 'the proxy' : `the proxy ${proxy.host}:${proxy.port}`;
}

const descriptions: { readonly [code: string]: string | undefined } = {
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'names can not be looked up at the moment',
  ECONNREFUSED: 'nothing answers there',
  ECONNRESET: 'the connection broke off',
  EHOSTUNREACH: 'there is no way to its host',
  ENETUNREACH: 'there is no way to its host',
  ETIMEDOUT: 'it takes too long to answer',
  EPROTO: 'nothing there speaks TLS',
  CERT_HAS_EXPIRED: 'the certificate of its host has expired',
  CERT_NOT_YET_VALID: 'the certificate of its host is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is that of another host',
};

/** Certificate errors that mean an authority unknown to Node (X509_verify_cert in OpenSSL). */
const untrustedCertificate: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
]);

const authorityHint =
  'if the authority is your own, name the file of its certificate in the variable NODE_EXTRA_CA_CERTS';

function describeByPrefix(code: string): string {
  if (untrustedCertificate.has(code)) return 'the certificate of its host is of no known authority';
  if (code.startsWith('HPE_')) return 'what answers there is no HTTP';
  return code.startsWith('ERR_SSL_') ? 'nothing there speaks TLS' : 'nothing is to be had there';
}
