import type { Host } from '../core/host.js';
import { absolutePath } from '../core/path.js';

/** Whether a path or URL is one of those that were allowed by name. */
export type Allowance = (target: string) => boolean;

/** Compiles patterns: `*` within a segment, `**` across segments, and anything below a pattern that names a folder. */
export function createAllowance(host: Host, patterns: readonly string[]): Allowance {
  const tests = patterns.map((pattern) => {
    const url = /^([A-Za-z][A-Za-z0-9+.-]+:\/\/)([^/]*)(.*)$/s.exec(pattern);
    if (url === null) return new RegExp(`^${whole(absolutePath(host.cwd, pattern))}$`, 's');
    const [, scheme = '', authority = '', path = ''] = url;
    // No pattern of a host leads beyond it; a port that goes without saying is not said (WHATWG URL section 4.5).
    const port = scheme.toLowerCase() === 'https://' ? /:443$/ : /:80$/;
    const named = authority
      .toLowerCase()
      .replace(port, '')
      .split(/(\*+)/)
      .map((part) => (part.startsWith('*') ? '[^/@:]*' : escape(part)))
      .join('');
    return new RegExp(`^${escape(scheme.toLowerCase())}${named}${whole(path)}$`, 's');
  });
  return (target) => tests.some((test) => test.test(target));
}

/** A pattern for the path itself, and for everything below it. */
function whole(path: string): string {
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
