import type { TextCodec } from '@tallystick/runtime/dates';
import { Temporal } from 'temporal-polyfill';

export type Instant = Temporal.Instant;
export type PlainDate = Temporal.PlainDate;
export type Duration = Temporal.Duration;

export const instant: TextCodec<Instant> = {
  decode: (text) => Temporal.Instant.from(text),
  encode: (value) => value.toString(),
  is: (value): value is Instant => value instanceof Temporal.Instant,
};

export const plainDate: TextCodec<PlainDate> = {
  decode: (text) => Temporal.PlainDate.from(text),
  encode: (value) => value.toString({ calendarName: 'never' }),
  is: (value): value is PlainDate => value instanceof Temporal.PlainDate,
};

export const duration: TextCodec<Duration> = {
  decode: (text) => Temporal.Duration.from(text),
  encode: (value) => value.toString(),
  is: (value): value is Duration => value instanceof Temporal.Duration,
};

/** A number with two decimals, as what has neither `toJSON` nor members that can be seen. */
export class Decimal {
  readonly #cents: bigint;

  constructor(cents: bigint) {
    this.#cents = cents;
  }

  get cents(): bigint {
    return this.#cents;
  }
}

/** Without `is`: what `encode` takes is a value. */
export const decimal = {
  decode(text: string): Decimal {
    if (!/^\d+\.\d\d$/.test(text)) throw new Error('no decimal');
    return new Decimal(BigInt(text.replace('.', '')));
  },
  encode(value: Decimal): string {
    const digits = String(value.cents).padStart(3, '0');
    return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  },
};
