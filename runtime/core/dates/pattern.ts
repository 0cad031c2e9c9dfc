const compiled = new Map<string, RegExp>();

/** A pattern of `patternProperties`, compiled once; of those that say more without the flag `u`, without it. */
export function pattern(source: string): RegExp {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  let made: RegExp;
  try {
    made = new RegExp(source, 'u');
  } catch {
    made = new RegExp(source);
  }
  compiled.set(source, made);
  return made;
}
