import type { Issues } from './issues.js';
import { Summary } from './lazy-violation.js';
import { countMembers, hasMember, isObject, memberNames } from './shape.js';

/** True if two JSON values are equal (JSON Schema Core 4.2.2). Numbers are compared by value; the order of properties is ignored. */
export function isEqual(left: unknown, right: unknown): boolean {
  return equalWithin(left, right, recursionLimit) ?? equalAtAnyDepth(left, right);
}

/** Levels that are compared by recursion. Deeper data is compared without it. */
const recursionLimit = 32;

/** True if two values are equal; `undefined` if they are nested too deeply for recursion. */
function equalWithin(left: unknown, right: unknown, depth: number): boolean | undefined {
  if (left === right) return true;
  const [one, other] = [asJson(left), asJson(right)];
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other;
  if (depth === 0) return undefined;
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false;
    for (let index = 0; index < one.length; index += 1) {
      const result = equalWithin(one[index], other[index], depth - 1);
      if (result !== true) return result;
    }
    return true;
  }
  if (!isObject(one) || !isObject(other)) return false;
  let names = 0;
  for (const name in one) {
    if (!hasMember(one, name)) continue;
    if (!hasMember(other, name)) return false;
    const result = equalWithin(one[name], other[name], depth - 1);
    if (result !== true) return result;
    names += 1;
  }
  return countMembers(other) === names;
}

/** Like {@link isEqual}, without recursion. */
function equalAtAnyDepth(left: unknown, right: unknown): boolean {
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
      if (names.length !== countMembers(other)) return false;
      for (const name of names) {
        if (!hasMember(other, name)) return false;
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
 * True if no two items are equal. Few structures are compared with each other. Of many, each distinct one gets a number.
 * Circular values are not JSON; two of them count as equal unless they differ before the recursion limit.
 */
export function isUnique(items: readonly unknown[]): boolean {
  const simple = new Set<unknown>();
  const structures: object[] = [];
  for (const element of items) {
    const item = asJson(element);
    if (typeof item === 'object' && item !== null) structures.push(item);
    else if (simple.has(item)) return false;
    else simple.add(item);
  }
  return arePairwiseDifferent(structures) ?? haveDifferentNumbers(structures);
}

/**
 * What a report shows of an array with equal items: the positions of the first two. Without issues, nothing is reported and the items are
 * not compared again.
 */
export function repeatedItems(
  items: readonly unknown[],
  issues: Issues | undefined,
): Summary | undefined {
  if (issues === undefined) return undefined;
  const simple = new Map<unknown, number>();
  const structures = new Map<number, number>();
  const numbers = new Map<string, number>();
  for (const [position, element] of items.entries()) {
    const item = asJson(element);
    const isStructure = typeof item === 'object' && item !== null;
    const number = isStructure ? numberOf(item, numbers) : undefined;
    // A value that contains itself has no number.
    if (isStructure && number === undefined) break;
    const earlier = number === undefined ? simple.get(item) : structures.get(number);
    if (earlier !== undefined) return new Summary(`equal items at ${earlier} and ${position}`);
    if (number === undefined) simple.set(item, position);
    else structures.set(number, position);
  }
  return new Summary('an array');
}

/** Number of structures up to which comparing each with each other is faster than numbering them. */
const pairwiseLimit = 24;

/** True if no two structures are equal; `undefined` for many structures, or deeply nested ones. */
function arePairwiseDifferent(structures: readonly object[]): boolean | undefined {
  if (structures.length > pairwiseLimit) return undefined;
  for (let later = structures.length - 1; later > 0; later -= 1) {
    for (let earlier = later - 1; earlier >= 0; earlier -= 1) {
      const result = equalWithin(structures[later], structures[earlier], recursionLimit);
      if (result !== false) return result === true ? false : undefined;
    }
  }
  return true;
}

function haveDifferentNumbers(structures: readonly object[]): boolean {
  const seen = new Set<number>();
  const numbers = new Map<string, number>();
  for (const structure of structures) {
    const number = numberOf(structure, numbers);
    if (number === undefined || seen.has(number)) return false;
    seen.add(number);
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
  const names = isObject(value) ? [...memberNames(value)].sort() : undefined;
  return { value, names, parts: [], next: 0 };
}
