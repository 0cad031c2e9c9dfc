import type { Bound, Demand } from './demand.js';
import type { Add } from './string-demand.js';

/** Validation 6.2, and the formats of numbers (OpenAPI 3.1.1 section 4.4). */
export function numberFaults(value: number | bigint, demand: Demand, add: Add): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = demand;
  if (minimum !== undefined && value < limitOf(minimum)) add('minimum', `at least ${minimum}`);
  if (maximum !== undefined && value > limitOf(maximum)) add('maximum', `at most ${maximum}`);
  if (exclusiveMinimum !== undefined && value <= limitOf(exclusiveMinimum))
    add('exclusiveMinimum', `more than ${exclusiveMinimum}`);
  if (exclusiveMaximum !== undefined && value >= limitOf(exclusiveMaximum))
    add('exclusiveMaximum', `less than ${exclusiveMaximum}`);
  if (multipleOf !== undefined && !multipleOf[1](value, multipleOf[0]))
    add('multipleOf', `a multiple of ${multipleOf[0]}`);
  if (typeof format === 'string') formatFault(value, format, demand.big === true, add);
}

function formatFault(value: number | bigint, format: string, big: boolean, add: Add): void {
  if (big) {
    const [least, most] =
      format === 'uint64' ? [0n, 2n ** 64n - 1n] : [-(2n ** 63n), 2n ** 63n - 1n];
    if (typeof value !== 'bigint' || value < least || value > most) {
      const sign = format === 'uint64' ? ' without a sign' : '';
      add('format', `an integer of 64 bits${sign}, as a bigint`);
    }
  } else if (format === 'float') {
    const largest = 3.4028234663852886e38;
    if (value < -largest || value > largest) add('format', 'a number of single precision');
  } else {
    const isFitting = format === 'int32' ? isInt32(value) : isInt64(value);
    if (!isFitting) add('format', `an integer of ${format === 'int32' ? 32 : 64} bits`);
  }
}

/** A text is a number that a double does not spell the same way. */
function limitOf(bound: Bound): number | bigint {
  return typeof bound === 'string' ? Number(bound) : bound;
}

/** Whether a value is an integer of 32 bits (OpenAPI 3.1.1 section 4.4). */
export function isInt32(value: unknown): boolean {
  return isIntegral(value) && value >= -2147483648 && value <= 2147483647;
}

/** Whether a value is an integer of 64 bits. The largest one has no number of its own: as a number it is 2^63. */
export function isInt64(value: unknown): boolean {
  return isIntegral(value) && value >= -(2 ** 63) && value <= 2 ** 63;
}

function isIntegral(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value);
}
