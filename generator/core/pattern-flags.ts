/** ECMA-262 patterns are Unicode patterns; some are legal only as the older kind. */
export function flagsOf(pattern: string): 'u' | '' {
  return isPattern(pattern, 'u') ? 'u' : '';
}

/** Whether `RegExp` takes a pattern. */
export function isPattern(pattern: string, flags: 'u' | ''): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
