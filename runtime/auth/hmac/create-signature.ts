import type { HmacDescriptor } from '../../core/descriptor.js';
import type { SecurityContext } from '../../core/security.js';
import { AuthError } from '../error.js';
import type { PreparedCredentials } from './credentials.js';
import { writeSlot, type SignatureLayout, type PartName } from './signature-layout.js';
import { bytesOf } from './hmac.js';
import { after, type Later } from './later.js';
import type { ValueOf } from './request-values.js';
import { writeTimestamp } from './timestamp.js';

/** Inputs of a signature. */
export interface SigningInput {
  readonly credentials: PreparedCredentials;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Names and values of the covered headers, if any. */
  readonly covered?: SignedHeaders;
  readonly context: SecurityContext;
  /** Values from the request or message. */
  readonly valueOf: ValueOf;
}

/** Headers that a signature covers, in order. */
export interface SignedHeaders {
  readonly names: readonly string[];
  readonly values: readonly string[];
}

/**
 * Creates a signature and returns the values of all headers, members or fields that carry it.
 *
 * @throws {AuthError} if a value of the prehash is missing
 */
export function createSignature(
  descriptor: HmacDescriptor,
  form: SignatureLayout,
  { credentials, now, covered, context, valueOf }: SigningInput,
): Later<readonly (readonly [name: string, text: string])[]> {
  const { timestamp } = descriptor;
  const texts: Texts = {
    ...(credentials.key === undefined ? {} : { key: credentials.key }),
    ...(credentials.passphrase === undefined ? {} : { passphrase: credentials.passphrase }),
    ...(timestamp === undefined ? {} : { timestamp: writeTimestamp(now, timestamp) }),
    ...(covered === undefined ? {} : { headers: covered.names.join(' ') }),
  };
  const bytes = prehashBytes(form, texts, covered, context, valueOf);
  const signed = credentials.signing.reduce<Later<readonly string[]>>(
    (previous, key) =>
      after(previous, (signatures) =>
        after(key.sign(bytes, descriptor.encoding), (signature) => [...signatures, signature]),
      ),
    [],
  );
  return after(signed, (signatures) =>
    form.slots.map((slot) => [
      slot.name,
      writeSlot(slot, (part) => {
        if (part === 'signature') return signatures;
        if (part === 'signature.length')
          return signatures.map((signature) => String(bytesOf(signature).length));
        return [texts[part] ?? missing(part)];
      }),
    ]),
  );
}

/** Values of parts that are sent with the signature. */
export type Texts = { readonly [Part in PartName]?: string };

/**
 * Returns the bytes to sign.
 *
 * @throws {AuthError} `parameter-missing` for a name without a value
 */
export function prehashBytes(
  form: SignatureLayout,
  texts: Texts,
  covered: SignedHeaders | undefined,
  { variables }: SecurityContext,
  valueOf: ValueOf,
): Uint8Array {
  return form.prehash.bytes((name) => {
    switch (name) {
      case 'key':
      case 'passphrase':
      case 'timestamp':
        return texts[name];
      case 'headers':
        return covered?.names.join(' ');
      case 'headers.values':
        return covered?.values.join('.');
    }
    if (!name.startsWith('variables.')) return valueOf(name);
    const variable = name.slice('variables.'.length);
    return Object.hasOwn(variables, variable) ? variables[variable] : undefined;
  });
}

function missing(part: string): never {
  throw new AuthError('parameter-missing', `There is no ${part} to sign`);
}
