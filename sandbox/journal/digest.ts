import { createHash } from 'node:crypto';

/** Digest before the first entry. */
export const firstDigest = '';

/** Digest of an entry's text and of the digest of the entry before it. */
export function entryDigest(text: string, previousDigest: string): string {
  // The text is not joined with anything: the engine would make another copy of it.
  return createHash('sha256').update(`${previousDigest}\n`).update(text).digest('base64url');
}

/** SHA-256 of a text that is given in parts, in base64url. */
export function sha256(parts: Iterable<string>): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest('base64url');
}
