/** The allowed values of a field, with a fast look-up by byte. */
export interface FixValues<Value extends string | number = string | number> {
  /** Table by byte with 1 for each value, if all values are single characters. */
  readonly characters: Uint8Array | undefined;
  readonly all: ReadonlySet<Value>;
}

/** Values with or without names. */
export type FixListed<Value extends string | number> =
  | { readonly [name: string]: Value }
  | readonly Value[];

/** Prepares the values of an `enum`. */
export function fixValues<Value extends string | number>(all: readonly Value[]): FixValues<Value> {
  const isShort = all.every((value) => typeof value === 'string' && value.length === 1);
  const characters = isShort ? new Uint8Array(256) : undefined;
  if (characters !== undefined) {
    for (const value of all) characters[String(value).charCodeAt(0)] = 1;
  }
  return { characters, all: new Set(all) };
}

/** Character of each byte, created once. */
export const characterOf: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  String.fromCharCode(byte),
);
