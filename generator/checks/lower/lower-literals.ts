import type { Json, Keywords } from '../../model/schema.js';
import type { LiteralsPart } from '../check.js';
import { typeOfJson, type TypeSet } from '../type-set.js';

/** Values allowed by `const` and `enum`, limited to the schema's types. */
export function literalsOf(keywords: Keywords, types: TypeSet): LiteralsPart | undefined {
  const isAllowed = (value: Parameters<typeof typeOfJson>[0]): boolean =>
    (typeOfJson(value) & types) !== 0;
  if (keywords.const !== undefined) {
    const { value } = keywords.const;
    const text = jsonText(value);
    const isListed =
      keywords.enum === undefined || keywords.enum.some((item) => jsonText(item) === text);
    return { keyword: 'const', values: isListed && isAllowed(value) ? [value] : [] };
  }
  if (keywords.enum === undefined) return undefined;
  const values = new Map(keywords.enum.filter(isAllowed).map((value) => [jsonText(value), value]));
  return { keyword: 'enum', values: [...values.values()] };
}

/** Identity of a listed value: its JSON, with all digits of integers. */
function jsonText(value: Json): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
