import { isObject, memberNames } from './shape.js';

/** True if two JSON values are equal (JSON Schema Core 4.2.2). Numbers are compared by value; the order of properties is ignored. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object') return false;
  const pending: [unknown, unknown][] = [[left, right]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [one, other] = [asJson(pair[0]), asJson(pair[1])];
    if (one === other) continue;
    if (Array.isArray(one)) {
      if (!Array.isArray(other) || one.length !== other.length) return false;
      for (let index = 0; index < one.length; index += 1) pending.push([one[index], other[index]]);
    } else if (isObject(one)) {
      if (!isObject(other)) return false;
      const names = memberNames(one);
      if (names.length !== memberNames(other).length) return false;
      for (const name of names) {
        if (!Object.hasOwn(other, name)) return false;
        pending.push([one[name], other[name]]);
      }
    } else return false;
  }
  return true;
}

/** Converts a value as `JSON.stringify` would, such as a date to its text. JSON contains no functions. */
function asJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return value;
  const { toJSON } = value;
  return typeof toJSON === 'function' ? Reflect.apply(toJSON, value, ['']) : value;
}

/**
 * True if no two items are equal. Each distinct structure gets a number, so that items are not compared pairwise. A circular
 * value is not JSON and makes the result false.
 */
export function isUnique(items: readonly unknown[]): boolean {
  const simple = new Set<unknown>();
  const structured = new Set<number>();
  const numbers = new Map<string, number>();
  for (const element of items) {
    const item = asJson(element);
    if (typeof item !== 'object' || item === null) {
      if (simple.has(item)) return false;
      simple.add(item);
      continue;
    }
    const number = numberOf(item, numbers);
    if (number === undefined || structured.has(number)) return false;
    structured.add(number);
  }
  return true;
}

interface Frame {
  readonly value: object;
  /** Sorted property names of an object; `undefined` for an array. */
  readonly names: readonly string[] | undefined;
  readonly parts: (string | number)[];
  next: number;
}

/**
 * Assigns a number to a structure. Equal values get equal numbers. Parts are numbered before their container and without
 * recursion, because data may be deeply nested. Returns `undefined` for a circular value.
 */
function numberOf(root: object, numbers: Map<string, number>): number | undefined {
  const frames: Frame[] = [frameOf(root)];
  for (;;) {
    const frame = frames.at(-1);
    if (frame === undefined) throw new Error('the last frame returns');
    const { value, names, parts } = frame;
    const length = names === undefined ? (value as readonly unknown[]).length : names.length;
    let nested: object | undefined;
    while (frame.next < length && nested === undefined) {
      const name = names?.[frame.next];
      const child = asJson(
        name === undefined
          ? (value as readonly unknown[])[frame.next]
          : (value as { readonly [name: string]: unknown })[name],
      );
      frame.next += 1;
      if (name !== undefined) parts.push(JSON.stringify(name));
      if (typeof child === 'object' && child !== null) nested = child;
      else parts.push(typeof child === 'string' ? JSON.stringify(child) : String(child));
    }
    if (nested !== undefined) {
      if (isCircular(frames, nested)) return undefined;
      frames.push(frameOf(nested));
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

/**
 * Detects cycles with Brent's algorithm: compares a value with the container at the last power of two. A circular value
 * reappears there as soon as the power exceeds the length of the cycle.
 */
function isCircular(frames: readonly Frame[], value: object): boolean {
  return frames[1 << (31 - Math.clz32(frames.length - 1 || 1))]?.value === value;
}

function frameOf(value: object): Frame {
  const names = isObject(value) ? memberNames(value).toSorted() : undefined;
  return { value, names, parts: [], next: 0 };
}
