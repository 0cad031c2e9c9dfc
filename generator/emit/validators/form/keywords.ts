import { code, literal, propertyKey, stringLiteral, type Code } from '../../code.js';
import type { Check, FormatPart, LiteralsPart } from '../check.js';
import { formatFunctions } from '../formats.js';
import { comparedLiterals } from '../guard.js';
import type { Printing } from '../frame.js';
import { boundOf } from '../keywords/bound.js';
import type { LiteralTree } from '../literal-tree.js';
import { allTypes, integerType, typeNames } from '../type-set.js';
import { arrayMembers } from './array.js';
import { objectMembers } from './object.js';
import { anyMembers } from './any.js';

/** A member of the data, `minLength: 1`. */
export type FormMember = readonly [key: Code, value: LiteralTree];

/** What a check demands, as members of its form: the keywords of its schema, as far as they demand anything. */
export function keywordMembers(check: Check, printing: Printing): readonly FormMember[] {
  return [
    ...(check.secret ? [[code`secret`, code`true`] as const] : []),
    ...(check.literals === undefined
      ? typeMembers(check, printing)
      : literalMembers(check.literals, printing)),
    ...numberMembers(check, printing),
    ...stringMembers(check, printing),
    ...arrayMembers(check, printing),
    ...objectMembers(check, printing),
    ...anyMembers(check, printing),
  ];
}

function typeMembers({ types }: Check, printing: Printing): readonly FormMember[] {
  if (types === allTypes) return [];
  const isBig = printing.bigints && (types & integerType) !== 0;
  const names = [...typeNames(types), ...(isBig ? ['bigint'] : [])].map(stringLiteral);
  const [only] = names;
  return [[code`type`, names.length === 1 && only !== undefined ? only : { items: names }]];
}

function literalMembers(
  { keyword, values }: LiteralsPart,
  printing: Printing,
): readonly FormMember[] {
  const [only] = values;
  if (keyword === 'const' && only !== undefined) return [[code`const`, literal(only)]];
  const isSimple = values.every((value) => value === null || typeof value !== 'object');
  if (isSimple && values.length > comparedLiterals) return [[code`enum`, printing.values(values)]];
  return [[code`enum`, { items: values.map(literal) }]];
}

function numberMembers(check: Check, printing: Printing): readonly FormMember[] {
  return check.number.flatMap((part): readonly FormMember[] => {
    switch (part.keyword) {
      case 'multipleOf': {
        const items = [stringLiteral(part.divisor.text), printing.runtime('isMultipleOf')];
        return [[code`multipleOf`, { items }]];
      }
      case 'format':
        return [
          ...(part.name === 'double' ? [] : [[code`format`, formatTree(part, printing)] as const]),
          ...(part.big === true ? [[code`big`, code`true`] as const] : []),
        ];
      default: {
        // The text says what a number may not hold.
        const { value, text } = part.bound;
        const exact = boundOf(part.bound, printing);
        if (exact.endsWith('n')) return [[propertyKey(part.keyword), exact]];
        const bound = String(value) === text ? literal(value) : stringLiteral(text);
        return [[propertyKey(part.keyword), bound]];
      }
    }
  });
}

function stringMembers(check: Check, printing: Printing): readonly FormMember[] {
  return check.string.flatMap((part): readonly FormMember[] => {
    switch (part.keyword) {
      case 'minLength':
      case 'maxLength':
        return [[propertyKey(part.keyword), code`${part.limit}`]];
      case 'pattern':
        return [[code`pattern`, printing.pattern(part.pattern)]];
      case 'format':
        return [[code`format`, formatTree(part, printing)]];
      case 'contentEncoding':
      case 'contentMediaType': {
        const how = (['mediaType', 'encoding'] as const).flatMap((name): readonly FormMember[] => {
          const value = part[name];
          return value === undefined ? [] : [[propertyKey(name), stringLiteral(value)]];
        });
        return [[propertyKey(part.keyword), [...how, [code`test`, printing.runtime('isContent')]]]];
      }
    }
  });
}

function formatTree({ name }: FormatPart, printing: Printing): LiteralTree {
  const test = formatFunctions[name];
  return { items: [stringLiteral(name), ...(test === undefined ? [] : [printing.runtime(test)])] };
}
