import type { RawHeaders } from '../../core/headers.js';

/**
 * Headers in the forms that frameworks provide: raw pairs (Node's `rawHeaders`), web `Headers` or another iterable of
 * pairs, or an object of values by name.
 *
 * Prefer raw pairs: the other forms may have joined repeated lines.
 */
export type GivenHeaders =
  | readonly string[]
  | Iterable<readonly [name: string, value: string]>
  | { readonly [name: string]: string | readonly string[] | undefined };

/** Converts headers of any form to raw pairs. */
export function rawHeaders(headers: GivenHeaders): RawHeaders {
  if (isIterable(headers)) return [...headers].flat();
  return Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().flatMap((line) => [name, line]),
  );
}

/** True for raw pairs and for pairs of name and value, which are the same once flattened. */
function isIterable(
  headers: GivenHeaders,
): headers is Iterable<string | readonly [name: string, value: string]> & GivenHeaders {
  return Symbol.iterator in headers;
}
