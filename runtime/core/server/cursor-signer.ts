import { decodeBase64Url, encodeBase64Url } from '../base64.js';
import { type Clock, systemTimers } from '../clock.js';
import type { JsonValue } from '../descriptor.js';

/** Secrets and lifetime of cursors. */
export interface CursorSecurity {
  /**
   * Signs and encrypts cursors: at least 32 characters that only the servers of the list know. Of several, the first one signs and all
   * are accepted, so that a secret can be replaced.
   */
  readonly secret: string | readonly string[];
  /** Time in milliseconds for which a cursor is accepted. Default: 24 hours. */
  readonly lifetime?: number;
  readonly clock?: Clock;
}

/** Writes and reads the texts of cursors. */
export interface Signer {
  /**
   * Writes a cursor that is bound to a context.
   *
   * @throws {Error} if it would be longer than 4,096 characters
   */
  write(position: JsonValue, context: string): Promise<string>;
  /** Reads a cursor, or returns the reason for the log. */
  read(
    text: unknown,
    context: string,
  ): Promise<{ readonly position: JsonValue } | { readonly reason: string }>;
}

/** Maximum length of a cursor in characters. */
const longest = 4096;
/** Length of an HMAC with SHA-256, and of a block of AES, in bytes. */
const [macLength, blockLength] = [32, 16] as const;

type Bytes = Uint8Array<ArrayBuffer>;
type Key = Awaited<ReturnType<typeof globalThis.crypto.subtle.importKey>>;

/** Keys that are derived from one secret. */
interface Keys {
  readonly signing: Key;
  readonly encrypting: Key;
}

/**
 * Creates the signer of cursors. A cursor is the HMAC of its context and payload, followed by the payload, which is encrypted with that HMAC
 * as its synthetic initialization vector (RFC 5297 section 2.6), so that no nonce can repeat with another payload.
 *
 * @throws {Error} if a secret is too short, or the lifetime is not a number above zero
 */
export function createSigner({
  secret,
  lifetime = 86_400_000,
  clock = systemTimers,
}: CursorSecurity): Signer {
  if (!(lifetime > 0)) throw new Error('The lifetime of cursors must be a positive number.');
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (
    secrets.length === 0 ||
    !secrets.every((text) => typeof text === 'string' && text.length >= 32)
  )
    throw new Error('The secret of cursors must have at least 32 characters.');
  let derived: Promise<readonly Keys[]> | undefined;
  const keysOf = (): Promise<readonly Keys[]> => (derived ??= Promise.all(secrets.map(deriveKeys)));
  return {
    async write(position, context) {
      const payload = encode(JSON.stringify([clock.now() + lifetime, position]));
      const [keys] = await keysOf();
      if (keys === undefined) throw new Error('There is no secret for cursors.');
      const { subtle } = globalThis.crypto;
      const signature = await subtle.sign('HMAC', keys.signing, signedBytes(context, payload));
      const mac = new Uint8Array(signature);
      const text = encodeBase64Url(joined(mac, await encrypted(keys, mac, payload)));
      if (text.length > longest)
        throw new Error(`The position is too long: its cursor has ${text.length} characters.`);
      return text;
    },
    async read(text, context) {
      if (typeof text !== 'string' || text.length > longest) return { reason: 'cursor-malformed' };
      const bytes = decodeBase64Url(text);
      if (bytes === undefined || bytes.length <= macLength) return { reason: 'cursor-malformed' };
      const mac = bytes.slice(0, macLength);
      // Every key is tried, so that the time does not depend on the one that matches.
      const payloads = await Promise.all(
        (await keysOf()).map(async (keys) => {
          const payload = await encrypted(keys, mac, bytes.slice(macLength));
          const { subtle } = globalThis.crypto;
          // `verify` compares in constant time.
          const signed = signedBytes(context, payload);
          return (await subtle.verify('HMAC', keys.signing, mac, signed)) ? payload : undefined;
        }),
      );
      const payload = payloads.find((each) => each !== undefined);
      if (payload === undefined) return { reason: 'cursor-signature' };
      // Only this function's counterpart writes what has a valid signature.
      const [expires, position] = JSON.parse(new TextDecoder().decode(payload)) as [
        number,
        JsonValue,
      ];
      return clock.now() < expires ? { position } : { reason: 'cursor-expired' };
    },
  };
}

/** Derives independent keys for the signature and the encryption (RFC 5869). */
async function deriveKeys(secret: string): Promise<Keys> {
  const { subtle } = globalThis.crypto;
  const base = await subtle.importKey('raw', encode(secret), 'HKDF', false, ['deriveKey']);
  const [signing, encrypting] = await Promise.all([
    subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encode('cursor signature') },
      base,
      { name: 'HMAC', hash: 'SHA-256', length: 256 },
      false,
      ['sign', 'verify'],
    ),
    subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encode('cursor encryption') },
      base,
      { name: 'AES-CTR', length: 256 },
      false,
      ['encrypt'],
    ),
  ]);
  return { signing, encrypting };
}

/** Encrypts or decrypts a payload: in counter mode, both are the same. */
async function encrypted({ encrypting }: Keys, mac: Bytes, payload: Bytes): Promise<Bytes> {
  const counter = mac.slice(0, blockLength);
  const mode = { name: 'AES-CTR', counter, length: 64 };
  return new Uint8Array(await globalThis.crypto.subtle.encrypt(mode, encrypting, payload));
}

/** The length separates the two parts, so that no other pair of them has the same text. */
function signedBytes(context: string, payload: Bytes): Bytes {
  return joined(encode(`${context.length}:${context}`), payload);
}

function encode(text: string): Bytes {
  return new TextEncoder().encode(text);
}

function joined(first: Bytes, second: Bytes): Bytes {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
