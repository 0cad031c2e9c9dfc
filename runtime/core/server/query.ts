import type { RawHeaders } from '../headers.js';
import { headerValues, withoutSpace } from '../headers.js';
import { encodeComponent } from '../target.js';
import type { Refusal } from './fault.js';
import { invalidRequest } from './fault.js';

/** One pair of a query or form. The name is decoded, the value is raw. */
export interface RawPair {
  readonly name: string;
  readonly raw: string;
}

/** One cookie of a request. */
export interface CookiePair extends RawPair {
  /** The name as sent. */
  readonly rawName: string;
}

/**
 * Splits a query, or a form in `application/x-www-form-urlencoded`, into pairs. In names, `+` is decoded as a space. Rejects
 * more than `limit` pairs.
 */
export function parsePairs(
  text: string | undefined,
  limit: number,
  location: 'query' | 'body',
): readonly RawPair[] {
  if (text === undefined || text === '') return [];
  const pairs: RawPair[] = [];
  let at = 0;
  while (at < text.length) {
    const ampersand = text.indexOf('&', at);
    const end = ampersand < 0 ? text.length : ampersand;
    const part = text.slice(at, end);
    at = end + 1;
    if (part === '') continue;
    if (pairs.length === limit) throw tooMany(location, limit);
    const mark = part.indexOf('=');
    const name = mark < 0 ? part : part.slice(0, mark);
    pairs.push({ name: decodeFormText(name, location), raw: mark < 0 ? '' : part.slice(mark + 1) });
  }
  return pairs;
}

function tooMany(location: string, limit: number): Refusal {
  return invalidRequest('too-many-members', [
    { path: location, keyword: 'maxProperties', message: `expected at most ${limit} members` },
  ]);
}

/** Decodes one name or value of a query or form: percent-encoded UTF-8, with `+` as a space. */
export function decodeFormText(raw: string, location: string): string {
  return decodePercent(raw.includes('+') ? raw.replaceAll('+', ' ') : raw, location);
}

/** Decodes percent-encoded UTF-8 once. Rejects malformed text with 400; `location` names it in the violation. */
export function decodePercent(raw: string, location: string): string {
  if (!raw.includes('%')) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    throw malformedPercent(location);
  }
}

function malformedPercent(path: string): Refusal {
  return invalidRequest('malformed-percent-encoding', [
    { path, keyword: 'syntax', message: 'expected percent-encoded UTF-8' },
  ]);
}

/** Splits all `Cookie` lines into pairs (RFC 6265 section 5.4). Values are raw. */
export function parseCookies(headers: RawHeaders): readonly CookiePair[] {
  const pairs: CookiePair[] = [];
  for (const line of headerValues(headers, 'cookie')) {
    for (const part of line.split(';')) {
      const mark = part.indexOf('=');
      if (mark < 0) continue;
      const rawName = withoutSpace(part.slice(0, mark));
      pairs.push({ name: cookieName(rawName), rawName, raw: withoutSpace(part.slice(mark + 1)) });
    }
  }
  return pairs;
}

/**
 * Decodes the name of a cookie, but only if the client had to encode it: `s%65ssion` is not `session`. Otherwise an attacker who
 * may not set `__Host-session` could set it in an encoded form.
 */
function cookieName(rawName: string): string {
  if (!rawName.includes('%')) return rawName;
  try {
    const name = decodeURIComponent(rawName);
    return encodeComponent(name) === rawName ? name : rawName;
  } catch {
    return rawName;
  }
}
