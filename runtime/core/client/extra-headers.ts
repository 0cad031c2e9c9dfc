import { extraHeader, sendable } from '../parameters/header.js';
import type { RequestHeaders } from './request-headers.js';

/** Headers that a caller passes, by name in lower case. */
export type CallerHeaders = Map<string, readonly [name: string, value: unknown]>;

/** Indexes headers by lower-case name, because header names are case-insensitive. */
export function callerHeaders(headers: object): CallerHeaders {
  return new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [name, value as unknown]]),
  );
}

/**
 * Adds the caller's undeclared headers to `pairs`, and `accept` unless the caller set it. Calls reach this function through
 * their client, so that an operation on its own does not bundle it.
 *
 * @throws {EncodingError}
 */
export function withExtraHeaders(
  headers: CallerHeaders | object,
  accept: string,
  pairs: string[] = [],
  known?: ReadonlySet<string>,
): RequestHeaders {
  const all = headers instanceof Map ? (headers as CallerHeaders) : callerHeaders(headers);
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
