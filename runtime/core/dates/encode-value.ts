import type { Violation } from '../check.js';
import type { Converted, DatesDescriptor } from './descriptor.js';

/**
 * Converts a value to its wire form. Returns it unchanged without a descriptor. `pointer` is its location in the arguments.
 *
 * @throws {EncodingError} for a value that its codec cannot encode.
 */
export function encodeDates(
  value: unknown,
  dates: DatesDescriptor | undefined,
  pointer: string,
): unknown {
  return dates === undefined ? value : dates.by.encode(value, dates.at, pointer);
}

const nothing: readonly Violation[] = [];

/** Converts a received value to its program form. Returns it unchanged without a descriptor. */
export function decodeDates(value: unknown, dates: DatesDescriptor | undefined): Converted {
  return dates === undefined ? { value, faults: nothing } : dates.by.decode(value, dates.at);
}
