/** True for an ECMA-262 regular expression in Unicode mode. It is compiled but never executed. */
export function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}
