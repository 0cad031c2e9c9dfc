import type { Check, Violation } from '../check.js';
import type { CodecName, ContentDescriptor, EventDescriptor } from '../descriptor.js';

/** True if a body with this codec is a stream of items. */
export function isItemCodec(codec: CodecName): codec is 'sse' | 'json-lines' | 'json-seq' {
  return codec === 'sse' || codec === 'json-lines' || codec === 'json-seq';
}

/** Name of an event without a name (WHATWG HTML section 9.2.6). */
export const unnamed = 'message';

/** Indexes of the declared events that match a name: those that list it, otherwise those without names. */
export function eventTypes(
  events: readonly EventDescriptor[],
  name: string | undefined,
): readonly number[] {
  const indexes = [...events.keys()];
  const named = indexes.filter((index) => events[index]?.names?.includes(name ?? unnamed) === true);
  return named.length > 0 ? named : indexes.filter((index) => events[index]?.names === undefined);
}

/** Variants of a content whose items all have one type. */
export const soleItemType: readonly number[] = [0];

/**
 * Returns the violations of an item that may be any of the given variants. An undeclared event counts as an unknown branch of a
 * union.
 */
export function itemViolations(
  { codec }: ContentDescriptor,
  checks: readonly (Check | undefined)[] | undefined,
  variants: readonly number[],
  item: unknown,
): readonly Violation[] {
  if (checks === undefined) return [];
  if (variants.length === 0) return [unknownEvent];
  const possible = variants.map((variant) => checks[variant]);
  const [first] = possible;
  const value = codec === 'sse' ? dataOf(item) : item;
  if (first === undefined || possible.some((check) => check === undefined || check.is(value)))
    return [];
  const violations = first.check(value);
  return codec === 'sse'
    ? violations.map((violation) => violationBelow('/data', violation))
    : violations;
}

/** Converts a violation of a part to one of the whole. The texts are read individually, because they may be accessors. */
export function violationBelow(prefix: string, violation: Violation): Violation {
  const { pointer, keyword, expected, found, branch, schema } = violation;
  return { pointer: prefix + pointer, keyword, expected, found, branch, schema };
}

const unknownEvent: Violation = {
  pointer: '/event',
  keyword: 'discriminator',
  expected: 'a declared event',
  schema: '',
};

function dataOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'data' in item ? item.data : undefined;
}

/** Thrown if an item of a stream exceeds its size limit. */
export class ItemTooLargeError extends Error {
  override readonly name = 'ItemTooLargeError';
  readonly code: 'item-too-large' = 'item-too-large';
  /** The limit, in bytes, or in characters of an event. */
  readonly limit: number;
  constructor(limit: number) {
    super(`an item of the stream is longer than ${limit} bytes`);
    this.limit = limit;
  }
}
