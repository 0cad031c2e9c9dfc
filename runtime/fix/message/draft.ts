/** An object whose members are assigned one by one. */
export interface Draft {
  [name: string]: unknown;
}

/**
 * Creates a constructor of plain objects with preallocated slots for members.
 *
 * An object created by `{}` has four in-object slots; with twelve more members it
 * becomes a hash table, which is slow to fill and to read. Each constructor learns
 * the required size from its first objects, so every record has a separate one.
 */
export function createDraft(): new () => Draft {
  function Plain(this: Draft, isFull?: boolean): void {
    if (isFull !== true) return;
    // Never executed with `true`. The engine counts these assignments before the first instance to estimate the number
    // of slots.
    this['a'] =
      this['b'] =
      this['c'] =
      this['d'] =
      this['e'] =
      this['f'] =
      this['g'] =
      this['h'] =
        0;
    this['i'] =
      this['j'] =
      this['k'] =
      this['l'] =
      this['m'] =
      this['n'] =
      this['o'] =
      this['p'] =
        0;
    this['q'] =
      this['r'] =
      this['s'] =
      this['t'] =
      this['u'] =
      this['v'] =
      this['w'] =
      this['x'] =
        0;
  }
  Plain.prototype = Object.prototype;
  return Plain as unknown as new () => Draft;
}
