import { generateKeyPairSync } from 'node:crypto';

/** A key that a caller signs with, in a spelling that people use, and the public half that a server knows. */
export interface WireKey {
  readonly name: string;
  readonly secret: string;
  readonly publicPem: string;
}

/** A Secret API Key on P-256, as PEM. */
export function pemKey(name: string): WireKey {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    name,
    secret: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicPem: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** A Secret API Key on Ed25519: base64 of seed and public key. */
export function ed25519Key(name: string): WireKey {
  const pair = generateKeyPairSync('ed25519');
  const { d = '', x = '' } = pair.privateKey.export({ format: 'jwk' });
  const bytes = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]);
  return {
    name,
    secret: bytes.toString('base64'),
    publicPem: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** A Wallet Secret: base64 of a P-256 key in PKCS#8 DER. */
export function walletKey(name: string): WireKey {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    name,
    secret: pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    publicPem: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}
