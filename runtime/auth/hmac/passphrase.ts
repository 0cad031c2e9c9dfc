import { sha256Hex } from '../../core/sha256.js';
import { timingSafeEqual } from '../timing-safe-equal.js';
import type { SignatureLayout } from './signature-layout.js';
import { bytesOf } from './hmac.js';
import type { HmacKeyRecord } from './key-lookup.js';
import { refuse } from './refusal.js';

/** Rejects a passphrase that is not that of the key, if the form sends one. Texts are compared in constant time. */
export async function checkPassphrase<Scope extends string>(
  { passphrase: expected }: HmacKeyRecord<Scope>,
  form: SignatureLayout,
  received = '',
): Promise<void> {
  if (!form.sends('passphrase')) return;
  const isCorrect =
    typeof expected === 'function'
      ? (await expected(received)) === true
      : expected !== undefined && (await isSame(expected, received));
  if (!isCorrect) refuse('passphrase', 'passphrase-wrong', 'the passphrase does not match the key');
}

/** Compares digests, whose equal length also hides that of the passphrase. */
async function isSame(expected: string, received: string): Promise<boolean> {
  const [left, right] = [await sha256Hex(bytesOf(expected)), await sha256Hex(bytesOf(received))];
  return timingSafeEqual(bytesOf(left), bytesOf(right));
}
