import type { WireRequest } from '../wire.js';
import { invalidRequest, Refusal } from './fault.js';

/** A request target cut into what routing needs, every piece still as it was sent. */
export interface Target {
  /** Raw segments after the first slash; a trailing slash gives an empty last one. */
  readonly segments: readonly string[];
  /** Raw text after the first `?`; absent where there is none. */
  readonly query: string | undefined;
}

/** What must not stand in a request target: controls, space, and the mark of a fragment. */
const forbidden = /[\u0000-\u0020\u007f#]/;

/**
 * Puts a request whose target is in absolute form (RFC 9112 section 3.2.2) into origin form; the authority
 * is then the target's, whatever `Host` says. Refuses with 421 a target of another scheme than that of the connection (RFC 9110 section 7.4).
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
 * Cuts a target in origin form. Dot segments and empty ones stay: nothing is normalised away. Refuses with 400 what is no
 * path, or has characters that none has.
 */
export function parseTarget(target: string): Target {
  if (!target.startsWith('/') || forbidden.test(target)) throw malformed('a path');
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  // Some take it for a slash (WHATWG URL section 4.4), others for itself: it is no character of a path (RFC 3986 section 3.3).
  if (path.includes('\\')) throw malformed('a path without backslashes');
  return {
    segments: path.slice(1).split('/'),
    query: mark < 0 ? undefined : target.slice(mark + 1),
  };
}

/** Decodes percent-encoded UTF-8 once; refuses what is malformed with 400. */
export function decodeSegment(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed('percent-encoded UTF-8');
  }
}

function malformed(expected: string): Refusal {
  return invalidRequest('malformed-target', [
    { path: 'path', keyword: 'syntax', message: `expected ${expected}` },
  ]);
}
