import type { Violation } from '../check.js';

/** Thrown for a value that cannot be encoded at its location. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
  readonly code: 'encoding' = 'encoding';
  declare readonly violation: Violation;

  /** `pointer` is the location in the arguments: `/query/limit`. */
  constructor(pointer: string, expected: string, keyword = 'wire') {
    super(`${pointer === '' ? 'the input' : pointer} is not ${expected}`);
    this.violation = { pointer, keyword, expected, schema: '' };
  }
}

/** Returns the pointer of a property or item (RFC 6901 section 3). */
export function memberPointer(pointer: string, member: string | number): string {
  return `${pointer}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
