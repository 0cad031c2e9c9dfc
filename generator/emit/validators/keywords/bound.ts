import type { Numeral } from '../../../model/schema.js';
import { bigIntLiteral, code, type Code } from '../../code.js';
import type { Printing } from '../frame.js';

/** A bound as a literal. Where values may be `bigint`, so is a bound that a double would change. */
export function boundOf({ value, text }: Numeral, { bigints }: Printing): Code {
  if (!bigints || Number.isSafeInteger(value) || !/^-?\d+$/.test(text)) return code`${value}`;
  return bigIntLiteral(text);
}
