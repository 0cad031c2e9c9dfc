/** ECMA-262 patterns are Unicode patterns; some are legal only as the older kind. */
export function flagsOf(pattern: string): 'u' | '' {
  try {
    new RegExp(pattern, 'u');
    return 'u';
  } catch {
    return '';
  }
}
