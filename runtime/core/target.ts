/**
 * Percent-encoding that URL parsing does not change (WHATWG URL, "path state" and "query state"), so that the signed target is
 * the one that `fetch` sends. `encodeURIComponent` is not sufficient: the parser rewrites `'` in a query and resolves dot
 * segments in a path.
 */

/**
 * Encodes a value as part of a path or query: everything except unreserved characters (RFC 3986 section 2.3).
 *
 * @throws {URIError} for an unpaired surrogate, which no URL can carry.
 */
export function encodeComponent(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, percent);
}

/**
 * Encodes a value for `allowReserved`: reserved characters and percent-encoded triples stay as they are (RFC 6570 section
 * 3.2.3). Characters that would end the component are still encoded.
 *
 * @throws {URIError} for an unpaired surrogate.
 */
export function encodeReserved(text: string, component: 'path' | 'query'): string {
  const ends = component === 'path' ? /[/?#]/g : /[#&']/g;
  return text
    .split(/(%[0-9a-fA-F]{2})/)
    .map((piece, index) =>
      index % 2 === 1
        ? piece
        : encodeURIComponent(piece)
            .replace(/%(?:3A|2F|3F|5B|5D|40|24|26|2B|2C|3B|3D)/g, decodeURIComponent)
            .replace(ends, percent),
    )
    .join('');
}

/** Encodes the literal text of a path template as a URL parser would. The rest stays as written. */
export function encodeLiteralPath(text: string): string {
  return text
    .split(/(%[0-9a-fA-F]{2}|[!-~])/)
    .map((piece, index) =>
      index % 2 === 0
        ? encodeURIComponent(piece)
        : /^["#<>?`{}^\\]$/.test(piece)
          ? percent(piece)
          : piece,
    )
    .join('');
}

/**
 * Encodes a value for `application/x-www-form-urlencoded` (WHATWG URL section 5.2). A space becomes `+`.
 *
 * @throws {URIError} for an unpaired surrogate.
 */
export function encodeFormComponent(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()~]/g, percent)
    .replaceAll('%20', '+');
}

/** True for segments that URL parsers resolve: `.` and `..`, with each dot possibly written as `%2e` (WHATWG URL section 4.1). */
export function isDotSegment(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}

/** Returns the target after URL parsing. Targets that this module encodes do not change. */
export function normaliseTarget(scheme: string, authority: string, target: string): string {
  const url = new URL(`${scheme}://${authority}${target}`);
  return url.pathname + url.search;
}

function percent(text: string): string {
  return `%${text.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
