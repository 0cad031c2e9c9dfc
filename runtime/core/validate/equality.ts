import { isObject } from './shape.js';

/** Whether two JSON values are equal (JSON Schema Core 4.2.2): numbers by value, members in any order. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object') return false;
  const pending: [unknown, unknown][] = [[left, right]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [one, other] = pair;
    if (one === other) continue;
    if (Array.isArray(one)) {
      if (!Array.isArray(other) || one.length !== other.length) return false;
      for (let index = 0; index < one.length; index += 1) pending.push([one[index], other[index]]);
    } else if (isObject(one)) {
      if (!isObject(other)) return false;
      const names = Object.keys(one);
      if (names.length !== Object.keys(other).length) return false;
      for (const name of names) {
        if (!Object.hasOwn(other, name)) return false;
        pending.push([one[name], other[name]]);
      }
    } else return false;
  }
  return true;
}

/** Whether no two items are equal. Every distinct value gets a number, so no two items are ever compared. */
export function isUnique(items: readonly unknown[]): boolean {
  return firstRepetition(items) === undefined;
}

/** The indexes of the first two items that are equal. */
export function firstRepetition(items: readonly unknown[]): readonly [number, number] | undefined {
  const simple = new Map<unknown, number>();
  const structured = new Map<number, number>();
  const numbers = new Map<string, number>();
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    const isSimple = typeof item !== 'object' || item === null;
    const seen = isSimple ? simple : structured;
    const key = isSimple ? item : numberOf(item, numbers);
    const first = (seen as Map<unknown, number>).get(key);
    if (first !== undefined) return [first, index];
    (seen as Map<unknown, number>).set(key, index);
  }
  return undefined;
}

interface Frame {
  readonly value: object;
  /** Sorted names of an object; nothing for an array. */
  readonly names: readonly string[] | undefined;
  readonly parts: (string | number)[];
  next: number;
}

/**
 * The number that stands for a value: equal values have equal numbers. Parts are numbered before the
 * whole, and without recursion, because data may nest deeply.
 */
function numberOf(root: object, numbers: Map<string, number>): number {
  const frames: Frame[] = [frameOf(root)];
  for (;;) {
    const frame = frames.at(-1);
    if (frame === undefined) throw new Error('the last frame returns');
    const { value, names, parts } = frame;
    const length = names === undefined ? (value as readonly unknown[]).length : names.length;
    let deeper: object | undefined;
    while (frame.next < length && deeper === undefined) {
      const name = names?.[frame.next];
      const child =
        name === undefined
          ? (value as readonly unknown[])[frame.next]
          : (value as { readonly [name: string]: unknown })[name];
      frame.next += 1;
      if (name !== undefined) parts.push(JSON.stringify(name));
      if (typeof child === 'object' && child !== null) deeper = child;
      else parts.push(typeof child === 'string' ? JSON.stringify(child) : String(child));
    }
    if (deeper !== undefined) {
      frames.push(frameOf(deeper));
      continue;
    }
    const text = `${names === undefined ? '[' : '{'}${parts.join(',')}`;
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    frames.pop();
    const parent = frames.at(-1);
    if (parent === undefined) return number;
    parent.parts.push(`#${number}`);
  }
}

function frameOf(value: object): Frame {
  const names = Array.isArray(value) ? undefined : Object.keys(value).sort();
  return { value, names, parts: [], next: 0 };
}
