/**
 * Percent-encoding such that a request target is a fixed point of URL parsing (WHATWG URL, "path state" and "query
 * state"): what is signed is what `fetch` puts on the wire. `encodeURIComponent` alone is not enough, since the parser
 * rewrites `'` in a query and folds dot segments in a path.
 */

/**
 * A value as a part of a path or a query: everything but unreserved characters (RFC 3986 section 2.3) is encoded.
 *
 * @throws {URIError} for half of a surrogate pair, which no URL can carry.
 */
export function encodeComponent(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, percent);
}

/**
 * A value in which reserved characters and percent-encoded triples stay as they are (RFC 6570 section 3.2.3), as
 * `allowReserved` asks for; still encoded is what would end the part it stands in.
 *
 * @throws {URIError} for half of a surrogate pair.
 */
export function encodeReserved(text: string, place: 'path' | 'query'): string {
  const ends = place === 'path' ? /[/?#]/g : /[#&']/g;
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

/** Literal text of a path template: what a URL parser would encode is encoded, the rest stays as written. */
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
 * A value of a form (`application/x-www-form-urlencoded`, WHATWG URL section 5.2): a space is `+`.
 *
 * @throws {URIError} for half of a surrogate pair.
 */
export function encodeFormComponent(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()~]/g, percent)
    .replaceAll('%20', '+');
}

/** Whether URL parsers would fold a segment away: `.` and `..`, each dot also as `%2e` (WHATWG URL section 4.1). */
export function isDotSegment(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}

/** The target that URL parsing makes of one, which is the same one for all that are made here. */
export function normaliseTarget(scheme: string, authority: string, target: string): string {
  const url = new URL(`${scheme}://${authority}${target}`);
  return url.pathname + url.search;
}

function percent(text: string): string {
  return `%${text.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
