/** True for the types that represent binary data in a program. */
export function isBytes(value: unknown): value is Uint8Array | Blob {
  return value instanceof Uint8Array || value instanceof Blob;
}

/** True for binary data with fewer bytes than the limit. */
export function hasFewerBytes(value: unknown, limit: number): boolean {
  return isBytes(value) && lengthOf(value) < limit;
}

/** True for binary data with more bytes than the limit. */
export function hasMoreBytes(value: unknown, limit: number): boolean {
  return isBytes(value) && lengthOf(value) > limit;
}

function lengthOf(value: Uint8Array | Blob): number {
  return value instanceof Blob ? value.size : value.length;
}
