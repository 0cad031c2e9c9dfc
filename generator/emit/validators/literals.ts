import { code, literal } from '../code.js';
import type { LiteralsPart } from './check.js';
import { any, equals, holds, type Condition } from './condition.js';
import type { Frame, Subject } from './frame.js';
import { typeOfJson, type TypeSet } from './type-set.js';

/** Literals that are compared one by one; more are looked up in a set. */
const comparedLiterals = 8;

/** Holds where a value is one of the literals. */
export function isOneOf(literals: LiteralsPart, subject: Subject, frame: Frame): Condition {
  const values = valuesFor(literals, subject);
  const simple = values.filter((value) => value === null || typeof value !== 'object');
  const structured = values.filter((value) => value !== null && typeof value === 'object');
  const compared: Condition =
    simple.length > comparedLiterals || (subject.narrowed && simple.length > 0)
      ? holds(code`${frame.printing.values(simple)}.has(${subject.value})`)
      : any(...simple.map((value) => equals(subject.value, literal(value))));
  return any(compared, ...equalsOne(structured, subject, frame));
}

/** Objects and arrays are compared one by one as well; TypeScript follows no more than some hundreds of such tests in a row (TS2563). */
function equalsOne(
  values: LiteralsPart['values'],
  { value }: Subject,
  frame: Frame,
): readonly Condition[] {
  const names = values.map((each) => frame.printing.structure(each));
  const isEqual = frame.printing.runtime('isEqual');
  if (names.length <= comparedStructures)
    return names.map((name) => holds(code`${isEqual}(${value}, ${name})`));
  const listed = names.map((name) => code`    ${name},`);
  return [holds(code`[\n${listed}\n  ].some((each) => ${isEqual}(${value}, each))`)];
}

/** Structures that are compared in a row; more are compared in a list of them. */
const comparedStructures = 300;

/** TypeScript knows the type too, and refuses comparisons that can never hold. */
function valuesFor(literals: LiteralsPart, subject: Subject): LiteralsPart['values'] {
  return literals.values.filter((value) => (typeOfJson(value) & subject.known) !== 0);
}

/** What is known once a value is one of the literals: TypeScript knows its type where each was compared with `===`. */
export function afterLiterals(
  literals: LiteralsPart,
  subject: Subject,
): Pick<Subject, 'known' | 'narrowed'> {
  const values = valuesFor(literals, subject);
  const isNarrowing = values.every((value) => value === null || typeof value !== 'object');
  if (!isNarrowing || subject.narrowed || values.length > comparedLiterals) return subject;
  return { known: literalTypes({ ...literals, values }), narrowed: true };
}

/** The types that literals leave. */
export function literalTypes({ values }: LiteralsPart): TypeSet {
  return values.reduce<TypeSet>((set, value) => set | typeOfJson(value), 0);
}
