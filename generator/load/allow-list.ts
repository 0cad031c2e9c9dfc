import type { Host } from '../core/host.js';
import { absolutePath } from '../core/path.js';

/** True if a path or URL is allowed. */
export type AllowList = (target: string) => boolean;

/** Compiles patterns. `*` matches within a segment and `**` across segments. A pattern that names a folder matches everything below it. */
export function createAllowList(host: Host, patterns: readonly string[]): AllowList {
  const tests = patterns.map((pattern) => {
    const url = /^([A-Za-z][A-Za-z0-9+.-]+:\/\/)([^/]*)(.*)$/s.exec(pattern);
    if (url === null) return new RegExp(`^${pathPattern(absolutePath(host.cwd, pattern))}$`, 's');
    const [, scheme = '', authority = '', path = ''] = url;
    // A pattern cannot match beyond the host it names. The default port is omitted, as in WHATWG URL section 4.5.
    const port = scheme.toLowerCase() === 'https://' ? /:443$/ : /:80$/;
    const hostPattern = authority
      .toLowerCase()
      .replace(port, '')
      .split(/(\*+)/)
      .map((part) => (part.startsWith('*') ? '[^/@:]*' : escape(part)))
      .join('');
    return new RegExp(`^${escape(scheme.toLowerCase())}${hostPattern}${pathPattern(path)}$`, 's');
  });
  return (target) => tests.some((test) => test.test(target));
}

/** Compiles the pattern of a path and of everything below it. */
function pathPattern(path: string): string {
  const parts = path.replace(/\/+$/, '').split(/(\*\*|\*)/);
  return `${parts.map(translate).join('')}(?:/.*)?`;
}

function translate(part: string): string {
  if (part === '**') return '.*';
  if (part === '*') return '[^/]*';
  return escape(part);
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
