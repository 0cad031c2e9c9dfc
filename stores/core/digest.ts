import { createHash } from 'node:crypto';

/** Digest of a single-use value, so that each record has the same size and no secret. */
export function valueDigest(owner: string, value: string): string {
  return createHash('sha256').update(`${owner}\0${value}`).digest('base64url');
}
