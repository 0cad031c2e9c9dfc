import type { Numeral } from '../../../model/schema.js';
import { bigIntLiteral, code, literal, propertyKey, stringLiteral, type Code } from '../../code.js';
import type { BoundPart } from '../check.js';
import type { Frame, Printing } from '../frame.js';
import type { DemandMember } from './leaf.js';

/** A bound as a literal. Where values may be `bigint`, so is a bound that a double would change. */
export function boundOf({ value, text }: Numeral, { bigints }: Printing): Code {
  if (!bigints || Number.isSafeInteger(value) || !/^-?\d+$/.test(text)) return code`${value}`;
  return bigIntLiteral(text);
}

/** A bound as it is told: its text says what a number may not hold. */
export function boundDemand(
  { keyword, bound }: BoundPart,
  { printing }: Frame,
): readonly DemandMember[] {
  const exact = boundOf(bound, printing);
  if (exact.endsWith('n')) return [[propertyKey(keyword), exact]];
  const isExact = String(bound.value) === bound.text;
  return [[propertyKey(keyword), isExact ? literal(bound.value) : stringLiteral(bound.text)]];
}
