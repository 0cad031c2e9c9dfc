import type { Violation } from '../check.js';

/** A value that can not stand where it is to be sent. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
  readonly code: 'encoding' = 'encoding';
  declare readonly violation: Violation;

  /** `pointer` is into the arguments: `/query/limit`. */
  constructor(pointer: string, expected: string, keyword = 'wire') {
    super(`${pointer === '' ? 'the input' : pointer} is not ${expected}`);
    this.violation = { pointer, keyword, expected, schema: '' };
  }
}

/** The pointer of a member (RFC 6901 section 3). */
export function memberPointer(pointer: string, member: string | number): string {
  return `${pointer}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
