/** Returns the flag to compile an ECMA-262 pattern with: `u`, or none if the pattern is valid only without it. */
export function flagsOf(pattern: string): 'u' | '' {
  return isPattern(pattern, 'u') ? 'u' : '';
}

/** True if `RegExp` accepts a pattern with these flags. */
export function isPattern(pattern: string, flags: 'u' | ''): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
