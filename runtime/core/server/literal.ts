/** Something that is found by its text, in a list of those that share a slot. */
export interface Literal<Self> {
  readonly text: string;
  /** Another one in the same slot. */
  next: Self | undefined;
}

/**
 * Texts that are looked for in a part of a longer one, which is neither cut out nor hashed for it: its length and three of its characters
 * choose a slot, and what stands there is compared with it. A power of two of slots.
 */
export type Literals<Item> = readonly (Item | undefined)[];

/** Puts items where {@link literalIn} finds them. */
export function literalsOf<Item extends Literal<Item>>(items: readonly Item[]): Literals<Item> {
  let size = 1;
  while (size < items.length * 2 && items.length > 1) size *= 2;
  const slots = Array.from({ length: size }, (): Item | undefined => undefined);
  for (const item of items) {
    const slot = slotOf(item.text, 0, item.text.length) & (size - 1);
    item.next = slots[slot];
    slots[slot] = item;
  }
  return slots;
}

/** The item whose text stands between two offsets of another. */
export function literalIn<Item extends Literal<Item>>(
  literals: Literals<Item>,
  text: string,
  from: number,
  to: number,
): Item | undefined {
  let item = literals[slotOf(text, from, to) & (literals.length - 1)];
  while (item !== undefined && !isPart(item.text, text, from, to)) item = item.next;
  return item;
}

function slotOf(text: string, from: number, to: number): number {
  if (from >= to) return 0;
  const middle = text.charCodeAt((from + to) >> 1);
  return to - from + text.charCodeAt(from) * 5 + middle * 3 + text.charCodeAt(to - 1);
}

function isPart(part: string, text: string, from: number, to: number): boolean {
  const { length } = part;
  if (to - from !== length) return false;
  for (let at = 0; at < length; at += 1)
    if (part.charCodeAt(at) !== text.charCodeAt(from + at)) return false;
  return true;
}
