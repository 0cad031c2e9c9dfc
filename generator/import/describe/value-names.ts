import type { FieldValue } from '../dictionary.js';

/** Unique names of a field's values in Pascal case, such as `SellShort` for `SELL_SHORT`. */
export function valueNames(values: readonly FieldValue[]): readonly string[] {
  const preferred = values.map(({ name, value }) => pascal(name) || `Value${pascal(value)}`);
  const taken = new Set<string>();
  return preferred.map((candidate, index) => {
    const value = values[index]?.value ?? '';
    const isUnique = preferred.every(
      (other, position) => position === index || other !== candidate,
    );
    const name = [
      isUnique ? candidate : `${candidate}${pascal(value)}`,
      `${candidate}X${hex(value)}`,
    ].find((candidate) => !taken.has(candidate));
    if (name === undefined) throw new Error(`two values of a field are written ${value}`);
    taken.add(name);
    return name;
  });
}

/** Converts words to Pascal case. Words with lower-case letters keep their spelling. */
function pascal(text: string): string {
  const words = text.match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words
    .map((word) => {
      const rest = word.slice(1);
      return word.charAt(0).toUpperCase() + (/[a-z]/.test(word) ? rest : rest.toLowerCase());
    })
    .join('');
  return /^[0-9]/.test(joined) ? `Value${joined}` : joined;
}

function hex(text: string): string {
  return Array.from(text, (character) => character.charCodeAt(0).toString(16)).join('');
}
