/** Entry of a {@link Literals} table. Entries of the same slot form a linked list. */
export interface Literal<Self> {
  readonly text: string;
  /** Next entry in the same slot. */
  next: Self | undefined;
}

/**
 * Hash table for looking up part of a longer text without extracting it. The length and three characters select a slot, whose
 * entries are compared with the part. The number of slots is a power of two.
 */
export type Literals<Item> = readonly (Item | undefined)[];

/** Creates the table for {@link literalIn}. */
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

/** Returns the entry whose text equals the range of a text. */
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
