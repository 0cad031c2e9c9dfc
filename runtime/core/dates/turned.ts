import type { Violation } from '../check.js';
import type { Converted, DatesDescriptor } from './descriptor.js';

/**
 * A value as it travels; itself where none of its texts is something else in a program. `pointer` is into the arguments.
 *
 * @throws {EncodingError} for a value that its codec can not write.
 */
export function encoded(
  value: unknown,
  dates: DatesDescriptor | undefined,
  pointer: string,
): unknown {
  return dates === undefined ? value : dates.by.encode(value, dates.at, pointer);
}

const nothing: readonly Violation[] = [];

/** A value as a program holds it; itself where none of its texts is something else there. */
export function decoded(value: unknown, dates: DatesDescriptor | undefined): Converted {
  return dates === undefined ? { value, faults: nothing } : dates.by.decode(value, dates.at);
}
