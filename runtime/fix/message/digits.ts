const ZERO = 48;

/** Writes a number that is not negative, and answers the place behind it. */
export function digits(bytes: Uint8Array, start: number, value: number): number {
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
  for (let at = end - 1; at >= start; at--) {
    const tens = Math.floor(rest / 10);
    // In this order, so that nothing goes beyond the integers that are exact.
    bytes[at] = ZERO + (rest - tens * 10);
    rest = tens;
  }
  return end;
}

/** How many digits a number has that is not negative. */
export function digitCount(value: number): number {
  if (value < 10) return 1;
  if (value < 100) return 2;
  if (value < 1000) return 3;
  if (value < 10_000) return 4;
  let count = 4;
  for (let rest = Math.floor(value / 10_000); rest > 0; rest = Math.floor(rest / 10)) count++;
  return count;
}
