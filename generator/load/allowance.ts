import type { Host } from '../core/host.js';
import { absolutePath } from '../core/path.js';

/** Whether a path or URL is one of those that were allowed by name. */
export type Allowance = (target: string) => boolean;

/** Compiles patterns: `*` within a segment, `**` across segments, and anything below a pattern that names a folder. */
export function createAllowance(host: Host, patterns: readonly string[]): Allowance {
  const tests = patterns.map((pattern) => {
    const whole = /^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(pattern)
      ? pattern
      : absolutePath(host.cwd, pattern);
    const plain = whole.replace(/\/+$/, '');
    const source = plain
      .split(/(\*\*|\*)/)
      .map(translate)
      .join('');
    return new RegExp(`^${source}(?:/.*)?$`, 's');
  });
  return (target) => tests.some((test) => test.test(target));
}

function translate(part: string): string {
  if (part === '**') return '.*';
  if (part === '*') return '[^/]*';
  return part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
}
