/**
 * Key of a required property in the definition of an object. ArkType reads some keys as syntax, from
 * which a backslash protects them.
 */
export function requiredKey(name: string): string {
  if (name.endsWith('?')) return `${name.slice(0, -1)}\\?`;
  const isSyntax = name === '+' || name === '...' || /^\[.*\]$/su.test(name);
  return isSyntax ? `\\${name}` : name;
}

/** Key of an optional property, unless a backslash at its end would protect the question mark. */
export function optionalKey(name: string): string | undefined {
  return name.endsWith('\\') ? undefined : `${name}?`;
}

/** True for a name that ArkType takes for another one with a backslash before it, so that no key stands for it. */
export function isMistaken(name: string): boolean {
  return name === '\\+' || name === '\\...' || /^\\\[.*\]$/su.test(name);
}
