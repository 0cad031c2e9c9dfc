/** Whether a value is an integer of 32 bits (OpenAPI 3.1.1 section 4.4). A `bigint` is none: whoever asks for a number computes with numbers. */
export function isInt32(value: unknown): boolean {
  return isIntegral(value) && value >= -2147483648 && value <= 2147483647;
}

/** Whether a number is an integer of 64 bits. The largest one has no number of its own: as a number it is 2^63. */
export function isInt64(value: unknown): boolean {
  return isIntegral(value) && value >= -(2 ** 63) && value <= 2 ** 63;
}

function isIntegral(value: unknown): value is number {
  return Number.isInteger(value);
}
