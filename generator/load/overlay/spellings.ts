import type { Json } from '../../model/schema.js';
import type { Source } from '../source.js';

/** Integers beyond 2^53 in a document as they are spelt there, by the number that a program holds; of two, the first that is not it. */
export function spellingsOf(source: Source): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const visit = (value: Json, tokens: readonly string[]): void => {
    if (typeof value === 'number') {
      if (Number.isSafeInteger(value) || !Number.isInteger(value)) return;
      const known = found.get(value);
      if (known !== undefined && known !== String(value)) return;
      found.set(value, source.numberText(tokens) ?? String(value));
    } else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value) as [string, Json][])
        visit(member, [...tokens, name]);
  };
  visit(source.value, []);
  return found;
}
