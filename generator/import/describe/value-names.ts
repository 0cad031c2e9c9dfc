import type { FieldValue } from '../dictionary.js';

/** The names of a field's values, as constants are called: `SELL_SHORT` is `SellShort`. Each is there once. */
export function valueNames(values: readonly FieldValue[]): readonly string[] {
  const wishes = values.map(({ name, value }) => pascal(name) || `Value${pascal(value)}`);
  const taken = new Set<string>();
  return wishes.map((wish, index) => {
    const value = values[index]?.value ?? '';
    const isAlone = wishes.every((other, at) => at === index || other !== wish);
    const name = [isAlone ? wish : `${wish}${pascal(value)}`, `${wish}X${hex(value)}`].find(
      (candidate) => !taken.has(candidate),
    );
    if (name === undefined) throw new Error(`two values of a field are written ${value}`);
    taken.add(name);
    return name;
  });
}

/** Words with a capital each. Letters that are not all capitals are somebody's spelling, and stay. */
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
