import { isIpv4, isIpv6 } from './address.js';

/** Resource identifiers as defined by the formats of JSON Schema (Validation 7.3.5 and 7.3.6). */

/** True for an absolute URI (RFC 3986). */
export function isUri(text: string): boolean {
  return isReference(text, narrow) && hasScheme(text);
}

/** True for a URI or a relative reference. */
export function isUriReference(text: string): boolean {
  return isReference(text, narrow);
}

/** True for an absolute IRI (RFC 3987): a URI that may contain characters of any script. */
export function isIri(text: string): boolean {
  return isReference(text, wide) && hasScheme(text);
}

/** True for an IRI or a relative reference. */
export function isIriReference(text: string): boolean {
  return isReference(text, wide);
}

/** True for a URI template (RFC 6570). */
export function isUriTemplate(text: string): boolean {
  return /^(?:[^\u0000-\u0020\u007f"<>\\^`{|}%]|%[\da-f]{2}|\{[+#./;?&=,!@|]?(?:[\w%]|\.(?!\.))+(?::[1-9]\d{0,3}|\*)?(?:,(?:[\w%]|\.(?!\.))+(?::[1-9]\d{0,3}|\*)?)*\})*$/iu.test(
    text,
  );
}

/** Characters that are valid in every component, and percent-encoded triplets. */
const narrow = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*$/i;
const wide =
  /^(?:[\w.~!$&'()*+,;=:@/?\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\u{10000}-\u{efffd}-]|%[\da-f]{2})*$/iu;

const privateUse = /[\ue000-\uf8ff\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/gu;

function hasScheme(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(text);
}

function isReference(text: string, characters: RegExp): boolean {
  const parts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/su.exec(text);
  if (parts === null) return false;
  const [, scheme, authority, path = '', query = '', fragment = ''] = parts;
  if (scheme !== undefined && !/^[a-z][a-z\d+.-]*$/i.test(scheme)) return false;
  if (scheme === undefined && authority === undefined && /^[^/]*:/.test(path)) return false;
  if (authority !== undefined && !isAuthority(authority, characters)) return false;
  // Private-use characters are only valid in a query (RFC 3987 section 2.2).
  const publicQuery = characters === wide ? query.replaceAll(privateUse, '') : query;
  return characters.test(path) && characters.test(publicQuery) && characters.test(fragment);
}

function isAuthority(text: string, characters: RegExp): boolean {
  const parts = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:@]*)(?::(\d*))?$/.exec(text);
  if (parts === null) return false;
  const [, user = '', host = ''] = parts;
  if (!characters.test(user) || /[/?]/.test(user)) return false;
  if (!host.startsWith('[')) return characters.test(host);
  const inside = host.slice(1, -1);
  return isIpv6(inside) || isIpv4(inside) || /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(inside);
}

/** True for a UUID (RFC 9562) of any version, in either case. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);
}
