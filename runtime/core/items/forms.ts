import type { Check, Violation } from '../check.js';
import type { CodecName, ContentDescriptor, EventDescriptor } from '../descriptor.js';

/** Whether a body in this codec is a stream of items. */
export function isItemCodec(codec: CodecName): codec is 'sse' | 'json-lines' | 'json-seq' {
  return codec === 'sse' || codec === 'json-lines' || codec === 'json-seq';
}

/** What an event without a name is called (WHATWG HTML section 9.2.6). */
export const unnamed = 'message';

/** Which of the declared events an event of this name is: those that name it, else those that name nothing. */
export function formsOf(
  events: readonly EventDescriptor[],
  name: string | undefined,
): readonly number[] {
  const indexes = [...events.keys()];
  const named = indexes.filter((index) => events[index]?.names?.includes(name ?? unnamed) === true);
  return named.length > 0 ? named : indexes.filter((index) => events[index]?.names === undefined);
}

/** A content of items that is an item of one form. */
export const onlyForm: readonly number[] = [0];

/**
 * What is wrong with an item, which may be any of the forms that it was read as. An event that nothing declares is a branch that the
 * description does not know.
 */
export function itemViolations(
  { codec }: ContentDescriptor,
  checks: readonly (Check | undefined)[] | undefined,
  forms: readonly number[],
  item: unknown,
): readonly Violation[] {
  if (checks === undefined) return [];
  if (forms.length === 0) return [unknownEvent];
  const possible = forms.map((form) => checks[form]);
  const [first] = possible;
  const value = codec === 'sse' ? dataOf(item) : item;
  if (first === undefined || possible.some((check) => check === undefined || check.is(value)))
    return [];
  const found = first.report(value);
  return codec === 'sse' ? found.map((each) => within('/data', each)) : found;
}

/** A violation of a part of something, as one of the whole. Its texts are read one by one: they are no members of its own. */
export function within(place: string, violation: Violation): Violation {
  const { pointer, keyword, expected, found, branch, schema } = violation;
  return { pointer: place + pointer, keyword, expected, found, branch, schema };
}

const unknownEvent: Violation = {
  pointer: '/event',
  keyword: 'discriminator',
  expected: 'an event that is declared',
  schema: '',
};

function dataOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'data' in item ? item.data : undefined;
}
