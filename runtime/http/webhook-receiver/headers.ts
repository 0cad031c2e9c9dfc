import type { RawHeaders } from '../../core/headers.js';

/**
 * Headers as frameworks hand them over: raw pairs, such as Node's `rawHeaders`; web `Headers`, or whatever gives pairs; an object of
 * names. Raw pairs say most: the others have joined what was repeated.
 */
export type GivenHeaders =
  | readonly string[]
  | Iterable<readonly [name: string, value: string]>
  | { readonly [name: string]: string | readonly string[] | undefined };

/** The raw pairs of headers in any form. */
export function rawHeaders(given: GivenHeaders): RawHeaders {
  if (isIterable(given)) return [...given].flat();
  return Object.entries(given).flatMap(([name, value = []]) =>
    [value].flat().flatMap((each) => [name, each]),
  );
}

/** Raw pairs are texts, and web headers are pairs of texts: flattened they are the same. */
function isIterable(
  given: GivenHeaders,
): given is Iterable<string | readonly [name: string, value: string]> & GivenHeaders {
  return Symbol.iterator in given;
}
