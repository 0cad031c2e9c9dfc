import type { HmacDescriptor } from '../../core/descriptor.js';
import type { SecurityContext } from '../../core/security.js';
import { AuthError } from '../error.js';
import type { Held } from './credentials.js';
import { writeSlot, type Form, type PartName } from './form.js';
import { bytesOf } from './hmac.js';
import { after, type Later } from './later.js';
import type { ValueOf } from './request-values.js';
import { writeTimestamp } from './timestamp.js';

/** What one signature is made from. */
export interface Occasion {
  readonly held: Held;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Names and values of the covered headers, where there are any. */
  readonly covered?: Covered;
  readonly context: SecurityContext;
  /** What the request or the message gives. */
  readonly valueOf: ValueOf;
}

/** The headers that a signature covers, in order. */
export interface Covered {
  readonly names: readonly string[];
  readonly values: readonly string[];
}

/**
 * Signs, and says what each header, member or field holds.
 *
 * @throws {AuthError} for a value that the prehash needs and nothing gives
 */
export function signForm(
  descriptor: HmacDescriptor,
  form: Form,
  { held, now, covered, context, valueOf }: Occasion,
): Later<readonly (readonly [name: string, text: string])[]> {
  const { timestamp } = descriptor;
  const texts: Texts = {
    ...(held.key === undefined ? {} : { key: held.key }),
    ...(held.passphrase === undefined ? {} : { passphrase: held.passphrase }),
    ...(timestamp === undefined ? {} : { timestamp: writeTimestamp(now, timestamp) }),
    ...(covered === undefined ? {} : { headers: covered.names.join(' ') }),
  };
  const bytes = prehashBytes(form, texts, covered, context, valueOf);
  const signed = held.signing.reduce<Later<readonly string[]>>(
    (made, key) =>
      after(made, (known) =>
        after(key.sign(bytes, descriptor.encoding), (signature) => [...known, signature]),
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

/** Parts that are sent beside the signature. */
export type Texts = { readonly [Part in PartName]?: string };

/**
 * The bytes that are signed.
 *
 * @throws {AuthError} `parameter-missing` for a name without a value
 */
export function prehashBytes(
  form: Form,
  texts: Texts,
  covered: Covered | undefined,
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
  throw new AuthError('parameter-missing', `There is no ${part} to send`);
}
