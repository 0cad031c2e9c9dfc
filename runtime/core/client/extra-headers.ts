import { extraHeader, sendable } from '../parameters/header.js';
import type { RequestHeaders } from './request-headers.js';

/** Headers that a call was given, by their names in lower case. */
export type GivenHeaders = Map<string, readonly [name: string, value: unknown]>;

/** Names of headers have no case, so neither have the members that give them. */
export function givenHeaders(headers: object): GivenHeaders {
  return new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [name, value as unknown]]),
  );
}

/**
 * Adds to `pairs` what a call was given beyond what its operation declares, and `accept` where it was given none. Calls reach it through
 * their client, so that an operation alone holds nothing of it.
 *
 * @throws {EncodingError}
 */
export function withExtraHeaders(
  given: GivenHeaders | object,
  accept: string,
  pairs: string[] = [],
  known?: ReadonlySet<string>,
): RequestHeaders {
  const all = given instanceof Map ? (given as GivenHeaders) : givenHeaders(given);
  let contentType: string | undefined;
  for (const [lower, [name, value]] of all) {
    if (lower === 'content-type') contentType = typeof value === 'string' ? value : undefined;
    else if (known?.has(lower) !== true) {
      const text = extraHeader(name, value);
      if (text !== undefined) pairs.push(name, text);
    }
  }
  if (accept !== '' && !all.has('accept')) pairs.push('Accept', sendable(accept, 'Accept'));
  return { pairs: Object.freeze(pairs), contentType };
}
