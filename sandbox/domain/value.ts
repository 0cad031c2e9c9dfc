/**
 * Canonical text of plain data: commands, events and state.
 *
 * Equal data has equal text, on every machine and in every release: members are sorted, and absent ones are omitted. Numbers are safe
 * integers, and a `bigint` is written as `{"#":"…"}`, because JSON has no integers of any size. A fraction is rejected: amounts are
 * scaled integers (see numbers.ts).
 *
 * @throws {TypeError} for anything else, such as a fraction, a `Date` or a function
 */
export function encodeCanonical(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return isPlainText.test(value) ? `"${value}"` : JSON.stringify(value);
    case 'number':
      if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw notPlain(String(value));
      return String(value);
    case 'bigint':
      return value === 0n ? zero : `{"#":"${value}"}`;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? encodeList(value) : encodeMembers(value);
    default:
      throw notPlain(typeof value);
  }
}

/** A list whose items are made when they are written. They are what they were when it was created, whatever has happened since. */
export interface Listing extends Iterable<unknown> {
  readonly length: number;
  at(index: number): unknown;
}

/** Creates a {@link Listing}. */
export function listing(length: number, at: (index: number) => unknown): Listing {
  return new LazyListing(length, at);
}

class LazyListing implements Listing {
  readonly length: number;
  readonly at: (index: number) => unknown;

  constructor(length: number, at: (index: number) => unknown) {
    this.length = length;
    this.at = at;
  }

  *[Symbol.iterator](): Iterator<unknown> {
    for (let index = 0; index < this.length; index += 1) yield this.at(index);
  }
}

/** Characters of a part of a text, roughly: a few milliseconds of work. */
const partSize = 65_536;

/**
 * Canonical text in parts, each of which is made when it is asked for. It is the same text as that of {@link encodeCanonical}, and may contain
 * {@link listing}s, which are written as lists.
 *
 * @throws {TypeError} for what is not plain data
 */
export function* encodeInParts(value: unknown): Generator<string, void> {
  if (value instanceof LazyListing) {
    let text = '[';
    for (let index = 0; index < value.length; index += 1) {
      text +=
        index === 0 ? encodeCanonical(value.at(index)) : `,${encodeCanonical(value.at(index))}`;
      if (text.length < partSize) continue;
      yield text;
      text = '';
    }
    yield `${text}]`;
  } else if (isPlainObject(value)) {
    let separator = '{';
    for (const { name, start } of inOrder(Object.keys(value))) {
      const member = value[name];
      if (member === undefined) continue;
      yield separator + start;
      yield* encodeInParts(member);
      separator = ',';
    }
    yield separator === '{' ? '{}' : '}';
  } else yield encodeCanonical(value);
}

/** True of what is written member by member. The rest is written, or rejected, as a whole. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Object.hasOwn(value, bigMark)) return false;
  return Object.getPrototypeOf(value) === Object.prototype;
}

const zero = '{"#":"0"}';

/** Text that JSON writes as it is. */
const isPlainText = /^[ !#-[\]-~]*$/;

function encodeList(list: readonly unknown[]): string {
  let text = '[';
  for (let at = 0; at < list.length; at += 1)
    text += at === 0 ? encodeCanonical(list[at]) : `,${encodeCanonical(list[at])}`;
  return `${text}]`;
}

function encodeMembers(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw notPlain(value.constructor?.name ?? 'an object');
  const data = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const { name, start } of inOrder(Object.keys(data))) {
    const member = data[name];
    if (member === undefined) continue;
    if (name === bigMark) throw notPlain(`a member named "${bigMark}"`);
    const written = start + encodeCanonical(member);
    text = text === '' ? `{${written}` : `${text},${written}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

/** A member, and how its text begins. */
interface NamedMember {
  readonly name: string;
  readonly start: string;
}

/** Names of members as objects have them, with the members in canonical order. */
interface MemberOrder {
  readonly names: readonly string[];
  readonly members: readonly NamedMember[];
}

/** Orders that were needed before, by the first name: most objects have the members of one of a few types. */
const knownOrders = new Map<string, MemberOrder[]>();
const noOrders: readonly MemberOrder[] = [];
let known = 0;
const maxKnown = 1000;

/** The members of an object, sorted. */
function inOrder(names: readonly string[]): readonly NamedMember[] {
  const [first = ''] = names;
  const orders = knownOrders.get(first) ?? noOrders;
  for (const order of orders) if (areEqual(order.names, names)) return order.members;
  const members = names.toSorted().map((name) => ({ name, start: `${JSON.stringify(name)}:` }));
  // Objects whose names are data, such as ids, would be too many.
  if (known < maxKnown) {
    known += 1;
    knownOrders.set(first, [...orders, { names, members }]);
  }
  return members;
}

function areEqual(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return false;
  return true;
}

/**
 * Reads canonical text.
 *
 * @throws {SyntaxError} if the text is not JSON
 */
export function decodeCanonical(text: string): unknown {
  return restore(JSON.parse(text));
}

/** The only member of a written `bigint`. */
const bigMark = '#';

function restore(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) value[at] = restore(value[at]);
    return value;
  }
  const big: unknown = Reflect.get(value, bigMark);
  if (typeof big === 'string') return BigInt(big);
  for (const [name, member] of Object.entries(value))
    if (typeof member === 'object' && member !== null) Reflect.set(value, name, restore(member));
  return value;
}

function notPlain(what: string): TypeError {
  return new TypeError(`State, commands and events are plain data, and cannot contain ${what}.`);
}
