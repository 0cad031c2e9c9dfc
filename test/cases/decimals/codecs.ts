import type { TextCodec } from '@tallystick/runtime/dates';
import { decimalCodec, minorUnits } from '@tallystick/runtime/decimals';
import { Big } from 'big.js';
import { Decimal } from 'decimal.js';

export { Big, Decimal };
export type Cents = bigint;

export const decimal: TextCodec<Decimal> = decimalCodec(Decimal);
export const big: TextCodec<Big> = decimalCodec(Big);
export const cents: TextCodec<Cents> = minorUnits(2);
