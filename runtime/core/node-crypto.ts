/** The synchronous part of Node's cryptography. */
export interface NodeCrypto {
  createSecretKey(bytes: Uint8Array): object;
  createHmac(algorithm: string, key: object): Digest;
  createHash(algorithm: string): Digest;
  /** The members from here on are absent in engines that implement only a part. */
  sign?(algorithm: string | null, bytes: Uint8Array, key: NodeKey | object): NodeBytes;
  verify?(
    algorithm: string | null,
    bytes: Uint8Array,
    key: NodeKey | object,
    signature: Uint8Array,
  ): boolean;
  createPrivateKey?(key: DerKey): object;
  createPublicKey?(key: DerKey): object;
  readonly KeyObject?: { from(key: object): object };
}

/** A key in DER. */
export interface DerKey {
  readonly key: Uint8Array;
  readonly format: 'der';
  readonly type: 'pkcs8' | 'spki';
}

/** A key, and the encoding of its signatures: both numbers concatenated, as in tokens. */
export interface NodeKey {
  readonly key: object;
  readonly dsaEncoding: 'ieee-p1363';
}

/** Node's `Buffer`, which encodes base64url several times faster than JavaScript code. */
export interface NodeBuffers {
  from(text: string, encoding: 'utf8' | 'latin1'): NodeBytes;
}

/** Bytes that can be encoded as text. */
export interface NodeBytes extends Uint8Array {
  toString(encoding?: 'base64url'): string;
}

interface Digest {
  update(bytes: Uint8Array): Digest;
  digest(): Uint8Array;
  digest(encoding: 'base64' | 'base64url' | 'hex'): string;
}

interface Host {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
}

/**
 * Returns Node's cryptography if the runtime has it (Node.js, Bun, Deno); `undefined` in browsers and elsewhere, where Web Crypto does
 * the same asynchronously. It is looked up by name at run time, so that bundlers ignore it, and on first use, because programs may
 * import this module without ever signing.
 */
export function nodeCrypto(): NodeCrypto | undefined {
  found ??= { crypto: findNodeCrypto() };
  return found.crypto;
}

let found: { readonly crypto: NodeCrypto | undefined } | undefined;

/** Returns Node's `Buffer` if {@link nodeCrypto} is available. */
export function nodeBuffers(): NodeBuffers | undefined {
  return nodeCrypto() && (globalThis as { readonly Buffer?: NodeBuffers }).Buffer;
}

function findNodeCrypto(): NodeCrypto | undefined {
  try {
    const { process } = globalThis as Host;
    const module = process?.getBuiltinModule?.('crypto');
    return isNodeCrypto(module) ? module : undefined;
  } catch {
    return undefined;
  }
}

function isNodeCrypto(module: unknown): module is NodeCrypto {
  const names = ['createSecretKey', 'createHmac', 'createHash'] as const;
  return (
    typeof module === 'object' &&
    module !== null &&
    names.every((name) => typeof Reflect.get(module, name) === 'function')
  );
}
