/** A regular expression of ECMA-262, as a Unicode pattern. It is parsed, never run. */
export function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}
