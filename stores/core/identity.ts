import type { FixStoreIdentity } from '@tallystick/runtime/fix';

/** Writes the identity of a session as the key of its record. */
export function writeIdentity({
  beginString,
  senderCompId,
  targetCompId,
}: FixStoreIdentity): string {
  return JSON.stringify([beginString, senderCompId, targetCompId]);
}

/** Reads a key that {@link writeIdentity} wrote. */
export function readIdentity(text: string): FixStoreIdentity {
  const [beginString = '', senderCompId = '', targetCompId = ''] = JSON.parse(text) as string[];
  return { beginString, senderCompId, targetCompId };
}
