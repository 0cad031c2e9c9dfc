import { code, literal } from '../../printer/code.js';
import { listLines } from '../../printer/values.js';
import type { LiteralsPart } from '../check.js';
import { any, equals, holds, type Condition } from '../statements/condition.js';
import type { FunctionContext, Instance } from '../emit-context.js';
import { typeOfJson, type TypeSet } from '../type-set.js';

/** Number of literals that are compared individually. More are looked up in a set. */
const maxComparedLiterals = 8;

/** Condition that a value equals one of the literals. */
export function isOneOf(
  literals: LiteralsPart,
  instance: Instance,
  context: FunctionContext,
): Condition {
  const values = valuesFor(literals, instance);
  const primitives = values.filter((value) => value === null || typeof value !== 'object');
  const structured = values.filter((value) => value !== null && typeof value === 'object');
  const compared: Condition =
    primitives.length > maxComparedLiterals || (instance.narrowed && primitives.length > 0)
      ? holds(code`${context.file.values(primitives, instance.location)}.has(${instance.value})`)
      : any(...primitives.map((value) => equals(instance.value, literal(value))));
  return any(compared, ...equalsAny(structured, instance, context));
}

/**
 * Conditions for objects and arrays. TypeScript's control flow analysis supports a few hundred
 * comparisons in sequence (TS2563).
 */
function equalsAny(
  values: LiteralsPart['values'],
  { value, location }: Instance,
  context: FunctionContext,
): readonly Condition[] {
  const names = values.map((each) => context.file.structure(each, location));
  const isEqual = context.file.runtime('isEqual');
  if (names.length <= maxComparedStructures)
    return names.map((name) => holds(code`${isEqual}(${value}, ${name})`));
  return [holds(code`${listLines(names)}.some((each) => ${isEqual}(${value}, each))`)];
}

/** Number of objects and arrays that are compared in sequence. More are compared in a list. */
const maxComparedStructures = 300;

/** Literals of the established types. TypeScript rejects comparisons that are always false. */
function valuesFor(literals: LiteralsPart, instance: Instance): LiteralsPart['values'] {
  return literals.values.filter((value) => (typeOfJson(value) & instance.known) !== 0);
}

/**
 * Established types after a comparison with literals. TypeScript narrows the value if each literal
 * was compared with `===`.
 */
export function afterLiterals(
  literals: LiteralsPart,
  instance: Instance,
): Pick<Instance, 'known' | 'narrowed'> {
  const values = valuesFor(literals, instance);
  const isNarrowing = values.every((value) => value === null || typeof value !== 'object');
  if (!isNarrowing || instance.narrowed || values.length > maxComparedLiterals) return instance;
  return { known: literalTypes({ ...literals, values }), narrowed: true };
}

/** Types of the literals. */
export function literalTypes({ values }: LiteralsPart): TypeSet {
  return values.reduce<TypeSet>((set, value) => set | typeOfJson(value), 0);
}
