import type { AddressSyntax } from './broker.js';

/** True if an address matches the pattern of a subscription. The wildcard for the rest stands for one level or more. */
export function matchesPattern(
  pattern: string,
  address: string,
  { separator, one, rest }: AddressSyntax,
): boolean {
  if (separator === undefined) return pattern === address;
  const wanted = pattern.split(separator);
  const levels = address.split(separator);
  for (const [index, level] of wanted.entries()) {
    if (level === rest && index === wanted.length - 1) return levels.length > index;
    if (level !== one && level !== levels[index]) return false;
    if (index >= levels.length) return false;
  }
  return wanted.length === levels.length;
}
