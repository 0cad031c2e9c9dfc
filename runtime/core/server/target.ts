import type { WireRequest } from '../wire.js';
import { invalidRequest, Refusal } from './fault.js';

/** A request target, parsed for routing. All parts are as sent. */
export interface Target {
  readonly text: string;
  /** Offsets of the slashes of the path, and of its end. A segment lies between two of them. */
  readonly bounds: readonly number[];
  /** True if a segment contains a percent sign. */
  readonly isEncoded: boolean;
  /** Raw text after the first `?`; absent if there is none. */
  readonly query: string | undefined;
}

/** Characters that are invalid in a request target: control characters, space, `#`. */
const forbidden = /[\u0000-\u0020\u007f#]/;

/**
 * Converts a request with a target in absolute form (RFC 9112 section 3.2.2) to origin form. The authority of the target then
 * replaces `Host`. Rejects a scheme that differs from that of the connection with 421 (RFC 9110 section 7.4).
 */
export function originForm(request: WireRequest): WireRequest {
  if (request.target.startsWith('/')) return request;
  const match = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(request.target);
  if (match === null) return request;
  const [, scheme = '', authority = '', rest = ''] = match;
  if (scheme.toLowerCase() !== request.scheme) throw new Refusal('misdirected', 'other-scheme');
  return {
    ...request,
    authority,
    target: rest.startsWith('/') ? rest : `/${rest}`,
  };
}

/**
 * Parses a target in origin form in one pass. Dot segments and empty segments are kept. Rejects a target that is not a path or has
 * invalid characters with 400.
 */
export function parseTarget(text: string): Target {
  if (text.charCodeAt(0) !== slash) throw malformed('a path');
  const bounds: number[] = [];
  let isEncoded = false;
  let hasBackslash = false;
  let at = 0;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > questionMark) {
      if (code === backslash) hasBackslash = true;
      else if (code === deletion) throw malformed('a path');
    } else if (code === slash) bounds.push(at);
    else if (code === percent) isEncoded = true;
    else if (code === questionMark) break;
    else if (code <= space || code === hash) throw malformed('a path');
  }
  bounds.push(at);
  const query = at < text.length ? text.slice(at + 1) : undefined;
  if (query !== undefined && forbidden.test(query)) throw malformed('a path');
  // Some parsers treat a backslash as a slash (WHATWG URL section 4.4). It is not a valid path character (RFC 3986 section 3.3).
  if (hasBackslash) throw malformed('a path without backslashes');
  return { text, bounds, isEncoded, query };
}

const space = 0x20;
const hash = 0x23;
const percent = 0x25;
const slash = 0x2f;
const questionMark = 0x3f;
const backslash = 0x5c;
const deletion = 0x7f;

/** Decodes percent-encoded UTF-8 once. Rejects malformed text with 400. */
export function decodeSegment(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed('percent-encoded UTF-8');
  }
}

/** Decodes the segments of a path. Rejects malformed text with 400. */
export function decodedSegments({ text, bounds }: Target): readonly string[] {
  const segments: string[] = [];
  for (let depth = 0; depth + 1 < bounds.length; depth += 1)
    segments.push(decodeSegment(text.slice((bounds[depth] ?? 0) + 1, bounds[depth + 1])));
  return segments;
}

function malformed(expected: string): Refusal {
  return invalidRequest('malformed-target', [
    { path: 'path', keyword: 'syntax', message: `expected ${expected}` },
  ]);
}
