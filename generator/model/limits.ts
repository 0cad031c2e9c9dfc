import type { Origin } from '../core/origin.js';

/** `x-rate-limit`: a bucket of tokens, one of which every request takes. */
export interface RateLimit {
  /** Operations that name the same bucket draw on the same one. */
  readonly bucket: string;
  /** Tokens that come back in a second. */
  readonly rate: number;
  /** Most tokens that there are at once. */
  readonly burst: number;
  /** What has a bucket of its own: `ip`, `key`, `profile`, or any other name. */
  readonly per: string;
  readonly origin: Origin;
}

/** One entry of `x-limits`: a number, or something else, that programs want to know by name. */
export interface NamedLimit {
  readonly name: string;
  readonly value: LimitValue | readonly LimitValue[];
  readonly unit?: string;
  readonly description?: string;
  readonly origin: Origin;
}

/** What a limit can be. */
export type LimitValue = number | string | boolean;
