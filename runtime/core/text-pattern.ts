/** What tells whether text matches a pattern: a `RegExp`, or a `LinearPattern`. */
export interface TextPattern {
  readonly source: string;
  test(text: string): boolean;
}

/** A pattern of a descriptor as what tells; of those that say more without the flag `u`, without it. Compiled once. */
export function textPattern(pattern: string | TextPattern): TextPattern {
  if (typeof pattern !== 'string') return pattern;
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  let made: TextPattern;
  try {
    made = new RegExp(pattern, 'u');
  } catch {
    made = new RegExp(pattern);
  }
  compiled.set(pattern, made);
  return made;
}

const compiled = new Map<string, TextPattern>();
