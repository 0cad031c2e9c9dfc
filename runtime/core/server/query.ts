import type { RawHeaders } from '../headers.js';
import { headerValues, withoutSpace } from '../headers.js';
import { encodeComponent } from '../target.js';
import type { Refusal } from './fault.js';
import { invalidRequest } from './fault.js';

/** One member of a query or form: its name decoded, its value still as it was sent. */
export interface RawPair {
  readonly name: string;
  readonly raw: string;
}

/** One cookie of a request. */
export interface CookiePair extends RawPair {
  /** The name as it was sent. */
  readonly written: string;
}

/**
 * Cuts a query, or a form in `application/x-www-form-urlencoded`, into pairs; in names `+` is a space.
 * Refuses more than `limit` of them.
 */
export function parsePairs(
  text: string | undefined,
  limit: number,
  where: 'query' | 'body',
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
    if (pairs.length === limit) throw tooMany(where, limit);
    const mark = part.indexOf('=');
    const name = mark < 0 ? part : part.slice(0, mark);
    pairs.push({ name: decodeFormText(name, where), raw: mark < 0 ? '' : part.slice(mark + 1) });
  }
  return pairs;
}

function tooMany(where: string, limit: number): Refusal {
  return invalidRequest('too-many-members', [
    { path: where, keyword: 'maxProperties', message: `expected at most ${limit} members` },
  ]);
}

/** Decodes one name or value of a query or form: percent-encoded UTF-8, `+` as a space. */
export function decodeFormText(raw: string, where: string): string {
  return decodePercent(raw.includes('+') ? raw.replaceAll('+', ' ') : raw, where);
}

/** Decodes percent-encoded UTF-8 once; what is malformed is refused with 400 at `where`. */
export function decodePercent(raw: string, where: string): string {
  if (!raw.includes('%')) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    throw malformedPercent(where);
  }
}

function malformedPercent(path: string): Refusal {
  return invalidRequest('malformed-percent-encoding', [
    { path, keyword: 'syntax', message: 'expected percent-encoded UTF-8' },
  ]);
}

/** The pairs of every `Cookie` line (RFC 6265 section 5.4), values untouched. */
export function parseCookies(headers: RawHeaders): readonly CookiePair[] {
  const pairs: CookiePair[] = [];
  for (const line of headerValues(headers, 'cookie')) {
    for (const part of line.split(';')) {
      const mark = part.indexOf('=');
      if (mark < 0) continue;
      const written = withoutSpace(part.slice(0, mark));
      pairs.push({ name: cookieName(written), written, raw: withoutSpace(part.slice(mark + 1)) });
    }
  }
  return pairs;
}

/**
 * Names of cookies are percent-encoded where they have to be; those that are not so, or need not be, stand for themselves: `s%65ssion` is not
 * `session`, and nobody who may not set `__Host-session` sets it by another spelling.
 */
function cookieName(written: string): string {
  if (!written.includes('%')) return written;
  try {
    const name = decodeURIComponent(written);
    return encodeComponent(name) === written ? name : written;
  } catch {
    return written;
  }
}
