import type { Origin } from '../core/origin.js';

/** `x-rate-limit`: a token bucket; every request takes one token. */
export interface RateLimit {
  /** Name of the bucket. Operations with the same name share it. */
  readonly bucket: string;
  /** Tokens added each second. */
  readonly rate: number;
  /** Maximum number of tokens in the bucket. */
  readonly burst: number;
  /** Scope of a bucket: `ip`, `key`, `profile`, or any other name. */
  readonly per: string;
  readonly origin: Origin;
}

/** One entry of `x-limits`: a named constant for programs. */
export interface NamedLimit {
  readonly name: string;
  readonly value: LimitValue | readonly LimitValue[];
  readonly unit?: string;
  readonly description?: string;
  readonly origin: Origin;
}

/** Value of a limit. */
export type LimitValue = number | string | boolean;
