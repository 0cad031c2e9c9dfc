import { nodeBuffers, nodeCrypto, type NodeKey } from '../../core/node-crypto.js';
import type { JwtAlgorithm, PrivateKeyData } from './key-data.js';
import { importSigningKey, type CryptoKey } from './signing-key.js';

/** Signs a header and claims, both as JSON texts, and returns the compact serialisation (RFC 7515 section 3.1). */
export type CompactSigner = (header: string, claims: string) => string | Promise<string>;

/**
 * Imports a key for signing, once. Uses Node's cryptography if available, which is synchronous. Otherwise uses `jose` with Web Crypto,
 * whose thread pool takes several times longer than the signature itself.
 *
 * @throws {AuthError} if the platform rejects the key or its two halves do not match
 */
export async function compactSigner(name: string, data: PrivateKeyData): Promise<CompactSigner> {
  const key = await importSigningKey(name, data);
  return synchronousSigner(key, data.algorithm) ?? joseSigner(key);
}

function synchronousSigner(key: CryptoKey, algorithm: JwtAlgorithm): CompactSigner | undefined {
  const node = nodeCrypto();
  const buffers = nodeBuffers();
  if (node?.sign === undefined || node.KeyObject === undefined || buffers === undefined)
    return undefined;
  const { sign } = node;
  const digest = algorithm === 'ES256' ? 'sha256' : null;
  const part = (text: string): string => buffers.from(text, 'utf8').toString('base64url');
  try {
    const nodeKey: NodeKey = { key: node.KeyObject.from(key), dsaEncoding: 'ieee-p1363' };
    // Engines that are compatible with Node may not support this completely, so that a test signature is made first.
    if (sign(digest, utf8.encode('tally'), nodeKey).toString('base64url').length !== 86)
      return undefined;
    return (header, claims) => {
      const signed = `${part(header)}.${part(claims)}`;
      const signature = sign(digest, buffers.from(signed, 'latin1'), nodeKey);
      return `${signed}.${signature.toString('base64url')}`;
    };
  } catch {
    return undefined;
  }
}

function joseSigner(key: CryptoKey): CompactSigner {
  return async (header, claims) => {
    const { CompactSign } = await import('jose');
    return new CompactSign(utf8.encode(claims))
      .setProtectedHeader(JSON.parse(header) as { readonly alg: string })
      .sign(key);
  };
}

const utf8 = /* @__PURE__ */ new TextEncoder();
