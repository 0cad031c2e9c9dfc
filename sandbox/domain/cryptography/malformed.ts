/** A transaction cannot be read. The message is a sentence that says why. */
export class MalformedTransaction extends Error {
  override readonly name = 'MalformedTransaction';
}

/** Result of a function that reads a transaction; the problem, if it is malformed. */
export function readOr<Read>(
  read: () => Read,
): { readonly read: Read } | { readonly problem: string } {
  try {
    return { read: read() };
  } catch (error) {
    if (error instanceof MalformedTransaction) return { problem: error.message };
    throw error;
  }
}
