/** Tests texts against a pattern: a `RegExp`, or a `LinearPattern`. */
export interface TextPattern {
  readonly source: string;
  test(text: string): boolean;
}

/** Compiles the pattern of a descriptor, once. Uses the flag `u`, unless the pattern is only valid without it. */
export function textPattern(pattern: string | TextPattern): TextPattern {
  if (typeof pattern !== 'string') return pattern;
  const cached = compiled.get(pattern);
  if (cached !== undefined) return cached;
  let regExp: TextPattern;
  try {
    regExp = new RegExp(pattern, 'u');
  } catch {
    regExp = new RegExp(pattern);
  }
  compiled.set(pattern, regExp);
  return regExp;
}

const compiled = new Map<string, TextPattern>();
