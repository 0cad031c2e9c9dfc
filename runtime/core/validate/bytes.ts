/** Whether a value is what a program holds of bytes. */
export function isBytes(value: unknown): value is Uint8Array | Blob {
  return value instanceof Uint8Array || value instanceof Blob;
}

/** Whether a value is bytes, and fewer than so many. */
export function hasFewerBytes(value: unknown, limit: number): boolean {
  return isBytes(value) && lengthOf(value) < limit;
}

/** Whether a value is bytes, and more than so many. */
export function hasMoreBytes(value: unknown, limit: number): boolean {
  return isBytes(value) && lengthOf(value) > limit;
}

function lengthOf(value: Uint8Array | Blob): number {
  return value instanceof Blob ? value.size : value.length;
}
