import { sha256Hex } from '../sha256.js';
import { timingSafeEqual } from '../timing-safe-equal.js';
import type { Form } from './form.js';
import { bytesOf } from './hmac.js';
import type { HmacKeyRecord } from './key-lookup.js';
import { refuse } from './refusal.js';

/** Refuses a passphrase that is not the key's, if the form sends one. Two texts are compared in a time that says nothing about them. */
export async function checkPassphrase<Scope extends string>(
  { passphrase: known }: HmacKeyRecord<Scope>,
  form: Form,
  given = '',
): Promise<void> {
  if (!form.sends('passphrase')) return;
  const right =
    typeof known === 'function'
      ? (await known(given)) === true
      : known !== undefined && (await isSame(known, given));
  if (!right) refuse('passphrase', 'passphrase-wrong', 'the passphrase is not that of the key');
}

/** Digests have one length, so that not even the length of the passphrase shows. */
async function isSame(known: string, given: string): Promise<boolean> {
  const [left, right] = [await sha256Hex(bytesOf(known)), await sha256Hex(bytesOf(given))];
  return timingSafeEqual(bytesOf(left), bytesOf(right));
}
