/** True for a 32-bit integer (OpenAPI 3.1.1 section 4.4). A `bigint` is rejected, because programs calculate with numbers here. */
export function isInt32(value: unknown): boolean {
  return isIntegral(value) && value >= -2147483648 && value <= 2147483647;
}

/** True for a number in the range of 64-bit integers. The upper bound is 2^63, because 2^63 - 1 is not representable as a number. */
export function isInt64(value: unknown): boolean {
  return isIntegral(value) && value >= -(2 ** 63) && value <= 2 ** 63;
}

function isIntegral(value: unknown): value is number {
  return Number.isInteger(value);
}
