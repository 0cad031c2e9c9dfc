/** The values that a field may have, made for looking one up by its bytes. */
export interface FixValues<Value extends string | number = string | number> {
  /** By the number of the byte, where every value is one character: 1 for those that there are. */
  readonly characters: Uint8Array | undefined;
  readonly all: ReadonlySet<Value>;
}

/** Values by their names, or without names. */
export type FixListed<Value extends string | number> =
  | { readonly [name: string]: Value }
  | readonly Value[];

/** Values of an `enum`. */
export function fixValues<Value extends string | number>(all: readonly Value[]): FixValues<Value> {
  const isShort = all.every((value) => typeof value === 'string' && value.length === 1);
  const characters = isShort ? new Uint8Array(256) : undefined;
  if (characters !== undefined) {
    for (const value of all) characters[String(value).charCodeAt(0)] = 1;
  }
  return { characters, all: new Set(all) };
}

/** The character of each byte, made once. */
export const characterOf: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  String.fromCharCode(byte),
);
