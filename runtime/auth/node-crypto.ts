/** The part of Node's own cryptography that signs without a promise. */
export interface NodeCrypto {
  createSecretKey(bytes: Uint8Array): object;
  createHmac(algorithm: string, key: object): Digest;
  createHash(algorithm: string): Digest;
  /** Absent, as {@link KeyObject} is, in engines that have less of it. */
  sign?(algorithm: string | null, bytes: Uint8Array, key: NodeKey | object): NodeBytes;
  verify?(algorithm: null, bytes: Uint8Array, key: object, signature: Uint8Array): boolean;
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

/** A key, and the form in which its signatures are wanted: both numbers one after the other, as tokens have them. */
export interface NodeKey {
  readonly key: object;
  readonly dsaEncoding: 'ieee-p1363';
}

/** Text and bytes in Node's own hands, which writes base64url several times faster than a program does. */
export interface NodeBuffers {
  from(text: string, encoding: 'utf8' | 'latin1'): NodeBytes;
}

/** Bytes that can be written as text. */
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
 * Node's own cryptography where the runtime has it (Node.js, Bun, Deno); `undefined` in browsers and elsewhere, where Web
 * Crypto does the same in promises. Asked for by name at run time, so that no bundler looks for it, and when it is first needed, since
 * programs load what they may never sign with.
 */
export function nodeCrypto(): NodeCrypto | undefined {
  found ??= { crypto: findNodeCrypto() };
  return found.crypto;
}

let found: { readonly crypto: NodeCrypto | undefined } | undefined;

/** Node's buffers, where {@link nodeCrypto} is. */
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
