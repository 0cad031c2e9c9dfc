import { code, literal, type Code } from '../code.js';
import type { Check, LiteralsPart, Target } from './check.js';
import { all, any, constant, equals, holds, not, type Condition } from './condition.js';
import { failureOf, fails, guardCall, returnFalse, type Frame, type Subject } from './frame.js';
import { printerOf } from './keywords/index.js';
import { isLarge } from './large.js';
import type { Statement } from './statement.js';
import {
  arrayType,
  booleanType,
  fractionType,
  integerType,
  nullType,
  numberType,
  objectType,
  stringType,
  typeOfJson,
  type TypeSet,
} from './type-set.js';

/** Statements that return false where a value does not satisfy a target. */
export function guardTarget(target: Target, subject: Subject, frame: Frame): readonly Statement[] {
  switch (target.kind) {
    case 'anything':
      return [];
    case 'nothing':
      return returnFalse;
    case 'function':
      return fails(not(guardCall(frame.printing.functionOf(target.key), subject, frame)));
    case 'inline':
      return isLarge(target.check)
        ? fails(not(guardCall(frame.printing.extract(target.check), subject, frame)))
        : guardCheck(target.check, subject, frame);
  }
}

/** A condition that holds where a value satisfies a target. */
export function passes(target: Target, subject: Subject, frame: Frame): Condition {
  switch (target.kind) {
    case 'anything':
      return constant(true);
    case 'nothing':
      return constant(false);
    case 'function':
      return guardCall(frame.printing.functionOf(target.key), subject, frame);
    case 'inline': {
      const { check } = target;
      if (isTypeOnly(check)) return typeTest(check.types, subject.value, frame);
      return guardCall(frame.printing.extract(check), subject, frame);
    }
  }
}

/** Whether a check is about the type alone. */
export function isTypeOnly(check: Check): boolean {
  const { literals, number, string, array, object, any: others } = check;
  return (
    literals === undefined &&
    number.length + string.length + array.length + object.length + others.length === 0
  );
}

/** Statements that return false where a value does not satisfy a check. */
export function guardCheck(check: Check, subject: Subject, frame: Frame): readonly Statement[] {
  const possible = check.types & subject.known;
  if (possible === 0) return returnFalse;
  if (check.literals !== undefined) return guardLiterals(check, check.literals, subject, frame);
  return [
    ...guardTypes(check, subject, frame),
    ...guardAny(check, { ...subject, known: possible }, frame),
  ];
}

function guardLiterals(
  check: Check,
  literals: LiteralsPart,
  subject: Subject,
  frame: Frame,
): readonly Statement[] {
  const after = afterLiterals(literals, subject);
  return [
    ...fails(not(isOneOf(literals, subject, frame))),
    ...guardGroups(check, after, frame, check.types & after.known),
    ...guardAny(check, after, frame),
  ];
}

/** The subject once it is one of the literals: TypeScript knows its type where each was compared with `===`. */
function afterLiterals(literals: LiteralsPart, subject: Subject): Subject {
  const values = valuesFor(literals, subject);
  const isNarrowing = values.every((value) => value === null || typeof value !== 'object');
  if (!isNarrowing || subject.narrowed || values.length > comparedLiterals) return subject;
  const known = values.reduce<TypeSet>((set, value) => set | typeOfJson(value), 0);
  return { ...subject, known, narrowed: true };
}

/** TypeScript knows the type too, and refuses comparisons that can never hold. */
function valuesFor(literals: LiteralsPart, subject: Subject): LiteralsPart['values'] {
  return literals.values.filter((value) => (typeOfJson(value) & subject.known) !== 0);
}

/** Holds where a value is one of the literals. */
function isOneOf(literals: LiteralsPart, subject: Subject, frame: Frame): Condition {
  const values = valuesFor(literals, subject);
  const simple = values.filter((value) => value === null || typeof value !== 'object');
  const structured = values.filter((value) => value !== null && typeof value === 'object');
  const compared: Condition =
    simple.length > comparedLiterals || (subject.narrowed && simple.length > 0)
      ? holds(code`${frame.printing.values(simple)}.has(${subject.value})`)
      : any(...simple.map((value) => equals(subject.value, literal(value))));
  const equal = structured.map((value) =>
    holds(
      code`${frame.printing.runtime('isEqual')}(${subject.value}, ${frame.printing.structure(value)})`,
    ),
  );
  return any(compared, ...equal);
}

/** Literals that are compared one by one; more are looked up in a set. */
export const comparedLiterals = 8;

function guardAny(check: Check, subject: Subject, frame: Frame): readonly Statement[] {
  const inside = guardedIn(check, subject);
  return check.any.flatMap((part) => printerOf(part).guard(part, inside, frame));
}

/** The subject among demands of which one may be a guard that narrows its type. */
function guardedIn(check: Check, subject: Subject): Subject {
  const isGuarded = check.any.some((part) => {
    switch (part.keyword) {
      case '$ref':
      case '$dynamicRef':
        return part.target.kind === 'function' && check.any.length > 1;
      case 'allOf':
        return part.targets.some(({ kind }) => kind === 'function');
      case 'if':
        return part.condition.kind === 'function';
      default:
        return false;
    }
  });
  return isGuarded ? { ...subject, guarded: true, narrowed: true } : subject;
}

function guardTypes(check: Check, subject: Subject, frame: Frame): readonly Statement[] {
  const possible = check.types & subject.known;
  if (possible === subject.known && !isSingle(possible))
    return guardGroups(check, subject, frame, possible);
  const nullable = (possible & nullType) !== 0 && isSingle(possible & ~nullType);
  if (nullable) {
    const inner = guardTypes({ ...check, types: check.types & ~nullType }, subject, frame);
    const isSomething = not(equals(subject.value, code`null`));
    const failure = failureOf(inner);
    return failure === undefined
      ? [{ kind: 'if', when: isSomething, then: inner }]
      : fails(all(isSomething, any(...failure)));
  }
  if (isSingle(possible)) {
    const test =
      possible === subject.known ? [] : fails(not(typeTest(possible, subject.value, frame)));
    const [group] = groupsOf(check, possible);
    const inside = { ...subject, known: possible };
    return [...test, ...(group === undefined ? [] : group.print(inside, frame))];
  }
  const groups = groupsOf(check, possible);
  if (groups.length === 0) return fails(not(typeTest(possible, subject.value, frame)));
  const plain = groups.reduce<TypeSet>((set, { types }) => set & ~types, possible);
  const rest = plain === 0 ? returnFalse : fails(not(typeTest(plain, subject.value, frame)));
  return chain(groups, subject, frame, possible, rest);
}

/** Demands by type, where the type is not known: each group stands behind its test. */
function guardGroups(
  check: Check,
  subject: Subject,
  frame: Frame,
  possible: TypeSet,
): readonly Statement[] {
  return chain(groupsOf(check, possible), subject, frame, possible, []);
}

function chain(
  groups: readonly Group[],
  subject: Subject,
  frame: Frame,
  possible: TypeSet,
  last: readonly Statement[],
): readonly Statement[] {
  return groups.reduceRight<readonly Statement[]>((rest, group) => {
    const types = group.types & possible;
    const test = kindTest(group.types, subject.value, frame);
    const integral = types === integerType ? fails(not(isIntegral(subject.value, frame))) : [];
    const then = [...integral, ...group.print({ ...subject, known: types }, frame)];
    if (then.length === 0 && rest.length === 0) return [];
    const failure = failureOf(then);
    if (rest.length === 0 && failure !== undefined) return fails(all(test, any(...failure)));
    return [{ kind: 'if', when: test, then, ...(rest.length === 0 ? {} : { otherwise: rest }) }];
  }, last);
}

interface Group {
  readonly types: TypeSet;
  print(subject: Subject, frame: Frame): readonly Statement[];
}

function groupsOf(check: Check, possible: TypeSet): readonly Group[] {
  const groups: readonly (Group & { readonly size: number })[] = [
    group(stringType, check.string),
    group(numberType, check.number),
    group(arrayType, check.array),
    group(objectType, check.object),
  ];
  return groups.filter(({ types, size }) => (types & possible) !== 0 && size > 0);
}

function group<Part extends Parameters<typeof printerOf>[0]>(
  types: TypeSet,
  parts: readonly Part[],
): Group & { readonly size: number } {
  return {
    types,
    size: parts.length,
    print: (subject, frame) => parts.flatMap((part) => printerOf(part).guard(part, subject, frame)),
  };
}

/** Whether all types of a set look the same to `typeof`. */
export function isSingle(types: TypeSet): boolean {
  return (
    types !== 0 &&
    [nullType, booleanType, stringType, arrayType, objectType, numberType].some(
      (kind) => (types & ~kind) === 0,
    )
  );
}

/** Holds for values of the given types. */
export function typeTest(types: TypeSet, value: Code, frame: Frame): Condition {
  const tests: Condition[] = [];
  for (const kind of [stringType, numberType, booleanType, arrayType, objectType, nullType]) {
    const wanted = types & kind;
    if (wanted === 0) continue;
    if (kind === numberType && frame.printing.bigints && wanted !== fractionType)
      tests.push(equals(code`typeof ${value}`, code`'bigint'`));
    const test = kind === numberType ? isNumber(value) : kindTest(kind, value, frame);
    if (wanted === integerType) tests.push(all(test, holds(code`Number.isInteger(${value})`)));
    else if (wanted === numberType) tests.push(all(test, holds(code`Number.isFinite(${value})`)));
    else if (wanted === fractionType)
      tests.push(all(test, holds(code`!Number.isInteger(${value})`)));
    else tests.push(test);
  }
  return any(...tests);
}

function isNumber(value: Code): Condition {
  return equals(code`typeof ${value}`, code`'number'`);
}

/** Whether a number has no fraction. */
export function isIntegral(value: Code, frame: Frame): Condition {
  const integral = holds(code`Number.isInteger(${value})`);
  return frame.printing.bigints
    ? any(equals(code`typeof ${value}`, code`'bigint'`), integral)
    : integral;
}

function kindTest(kind: TypeSet, value: Code, frame: Frame): Condition {
  switch (kind) {
    case numberType:
      return frame.printing.bigints
        ? any(isNumber(value), equals(code`typeof ${value}`, code`'bigint'`))
        : isNumber(value);
    case nullType:
      return equals(value, code`null`);
    case arrayType:
      return holds(code`${frame.printing.runtime('isArray')}(${value})`);
    case objectType:
      return holds(code`${frame.printing.runtime('isObject')}(${value})`);
    default:
      return equals(code`typeof ${value}`, kindNames[kind] ?? code`'object'`);
  }
}

const kindNames: { readonly [Kind in TypeSet]?: Code } = {
  [stringType]: code`'string'`,
  [booleanType]: code`'boolean'`,
};
