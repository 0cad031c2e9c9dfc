const ZERO = 48;

/** Writes a non-negative number in decimal. Returns the offset after it. */
export function writeDigits(bytes: Uint8Array, start: number, value: number): number {
  if (value < 10) {
    bytes[start] = ZERO + value;
    return start + 1;
  }
  if (value < 100) {
    const tens = (value * 205) >>> 11;
    bytes[start] = ZERO + tens;
    bytes[start + 1] = ZERO + value - tens * 10;
    return start + 2;
  }
  if (value < 1000) {
    const hundreds = (value * 656) >>> 16;
    const rest = value - hundreds * 100;
    const tens = (rest * 205) >>> 11;
    bytes[start] = ZERO + hundreds;
    bytes[start + 1] = ZERO + tens;
    bytes[start + 2] = ZERO + rest - tens * 10;
    return start + 3;
  }
  const end = start + digitCount(value);
  let rest = value;
  for (let offset = end - 1; offset >= start; offset--) {
    const tens = Math.floor(rest / 10);
    // In this order, so that all intermediate results are exact integers.
    bytes[offset] = ZERO + (rest - tens * 10);
    rest = tens;
  }
  return end;
}

/** Number of decimal digits of a non-negative number. */
export function digitCount(value: number): number {
  if (value < 10) return 1;
  if (value < 100) return 2;
  if (value < 1000) return 3;
  if (value < 10_000) return 4;
  let count = 4;
  for (let rest = Math.floor(value / 10_000); rest > 0; rest = Math.floor(rest / 10)) count++;
  return count;
}
