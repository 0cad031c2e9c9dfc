import { code } from '../code.js';
import type { Check, Target } from './check.js';
import { all, any, constant, equals, not, type Condition } from './condition.js';
import { alwaysFails, broken, brokenPair, brokenType, brokenUnder, fails } from './fail.js';
import { placeOfTarget, type Frame, type Subject } from './frame.js';
import { printerOf, scalarOf } from './keywords/index.js';
import { afterLiterals, isOneOf, literalTypes } from './literals.js';
import { fitsCall, passesCall } from './nested.js';
import { inParts } from './parts.js';
import { valuesPhrase } from './phrase.js';
import { variableOf } from './pointer.js';
import { returning, type Call, type Statement } from './statement.js';
import {
  arrayType,
  integerType,
  numberType,
  objectType,
  stringType,
  type TypeSet,
} from './type-set.js';
import { hasLoop } from './loops.js';
import { isBigint, isIntegral, isSingle, kindTest, narrowingTest, typeTest } from './type-test.js';

/** What is told where a target accepts nothing: a keyword of the schema that holds it. */
export interface Refusal {
  readonly keyword: string;
  readonly expected: string;
}

/** Statements that return false where a value does not satisfy a target and nothing is told. */
export function guardTarget(
  target: Target,
  subject: Subject,
  frame: Frame,
  refusal: Refusal,
): readonly Statement[] {
  switch (target.kind) {
    case 'anything':
      return [];
    case 'nothing': {
      const { keyword, expected } = refusal;
      return alwaysFails(broken(keyword, expected, subject, frame, 'unknown'));
    }
    case 'function': {
      const place = placeOfTarget(target, subject, frame);
      return fitsCall(frame.printing.functionOf(target.key), place, subject, frame);
    }
    case 'inline': {
      const { check } = target;
      const place = placeOfTarget(target, subject, frame);
      // Most members have nothing but a type, which is shorter than any call.
      if (isTypeOnly(check)) {
        const secret = subject.secret || check.secret;
        return guardType(check, { ...subject, place, whole: false, secret }, frame);
      }
      if (isWrittenHere(target, subject, frame)) {
        const secret = subject.secret || check.secret;
        return guardCheck(check, { ...subject, place, whole: false, secret }, frame);
      }
      const names = frame.printing.extract(target, place);
      return fitsCall(names, place, { ...subject, place }, frame);
    }
  }
}

/** Whether a target is checked where it is used, and not by a function that is called. */
export function isWrittenHere(target: Target, subject: Subject, { printing }: Frame): boolean {
  if (target.kind !== 'inline') return false;
  const { check } = target;
  if (printing.isShared(check) || isEntangled(check, subject)) return false;
  return variableOf(subject.pointer) === undefined || !hasLoop(check);
}

/** Demands on every type make no sense behind a wrong type: together they are a function, which ends there. */
function isEntangled(check: Check, subject: Subject): boolean {
  const { literals, types, any: others } = check;
  if (literals !== undefined)
    return others.length > 0 || groupsOf(check, literalTypes(literals) & types).length > 0;
  return others.length > 0 && (subject.known & ~types) !== 0;
}

/** Statements that hold only for a member that is there. */
export function whereGiven(
  subject: Subject,
  statements: readonly Statement[],
): readonly Statement[] {
  if (!subject.optional || statements.length === 0) return statements;
  const when = not(equals(subject.value, code`undefined`));
  return [{ kind: 'if', when, then: statements }];
}

/** A condition that holds where a value satisfies a target. */
export function passes(target: Target, subject: Subject, frame: Frame): Condition {
  switch (target.kind) {
    case 'anything':
      return constant(true);
    case 'nothing':
      return constant(false);
    case 'function':
      return passesCall(frame.printing.functionOf(target.key), subject, frame);
    case 'inline': {
      const { check } = target;
      if (isTypeOnly(check)) return typeTest(check.types, subject.value, frame);
      const names = frame.printing.extract(target, placeOfTarget(target, subject, frame));
      return passesCall(names, subject, frame);
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

/** Statements that return false where a value does not satisfy a check and nothing is told. */
export function guardCheck(check: Check, subject: Subject, frame: Frame): readonly Statement[] {
  const possible = check.types & subject.known;
  const { literals } = check;
  if (possible === 0) return alwaysFails(typeCall(check, subject, frame));
  if (literals === undefined) {
    const inside = { ...subject, known: possible };
    const isEnd = check.any.length > 0 && possible !== subject.known && subject.whole;
    if (!isEnd) return [...guardTypes(check, subject, frame), ...guardAny(check, inside, frame)];
    // What is demanded of every type trusts the type, also where all violations are wanted and checking goes on.
    const when = not(narrowingTest(possible, subject.value, frame));
    const call = typeCall(check, subject, frame);
    return [
      { kind: 'if', when, then: [{ kind: 'call', prefix: returning, ...call }] },
      ...guardTypes(check, inside, frame),
      ...guardAny(check, inside, frame),
    ];
  }
  const call = broken(literals.keyword, valuesPhrase(literals.values), subject, frame);
  const failure = not(isOneOf(literals, subject, frame));
  const after = { ...subject, ...afterLiterals(literals, subject), optional: false };
  const rest = [
    ...chain(groupsOf(check, literalTypes(literals) & possible), after, frame, []),
    ...guardAny(check, after, frame),
  ];
  if (rest.length === 0) return fails(isGivenAnd(subject, failure), call);
  if (failure.kind === 'constant' && failure.value) return alwaysFails(call);
  if (!subject.whole) throw new Error('literals beside other demands are a function');
  return [
    { kind: 'if', when: failure, then: [{ kind: 'call', prefix: returning, ...call }] },
    ...rest,
  ];
}

function isGivenAnd(subject: Subject, condition: Condition): Condition {
  if (!subject.optional) return condition;
  return all(not(equals(subject.value, code`undefined`)), condition);
}

function guardAny(check: Check, subject: Subject, frame: Frame): readonly Statement[] {
  const statements = check.any.flatMap((part) =>
    printerOf(part).guard(part, { ...subject, optional: false }, frame),
  );
  return whereGiven(subject, statements);
}

/** What is told of a wrong type. */
function typeCall(check: Check, subject: Subject, frame: Frame): Call {
  if (check.types === 0) return brokenUnder('', 'false schema', 'nothing', subject, frame);
  return brokenType(check.types, subject, frame);
}

function guardTypes(check: Check, subject: Subject, frame: Frame): readonly Statement[] {
  const possible = check.types & subject.known;
  const groups = groupsOf(check, possible);
  const [only] = groups;
  const free = groups.reduce<TypeSet>((set, { types }) => set & ~types, possible);
  const isTested = possible !== subject.known;
  if (only === undefined) return guardType(check, subject, frame);
  if (groups.length === 1 && only.kind === 'scalar' && (isTested || !subject.optional))
    return scalar(check, only, free, subject, frame);
  if (groups.length === 1 && free === 0 && subject.whole && isSingle(possible)) {
    const call = typeCall(check, subject, frame);
    const when = not(narrowingTest(possible, subject.value, frame));
    const inside = { ...subject, known: possible, whole: false };
    const test: Statement = {
      kind: 'if',
      when,
      then: [{ kind: 'call', prefix: returning, ...call }],
    };
    return [...(isTested ? [test] : []), ...only.print(inside, frame)];
  }
  const rest = isTested
    ? fails(
        isGivenAnd(
          subject,
          free === 0 ? constant(true) : not(typeTest(free, subject.value, frame)),
        ),
        typeCall(check, subject, frame),
      )
    : [];
  const given = { ...subject, optional: false };
  return chain(groups, given, frame, rest, check.types);
}

/** The test of a type where nothing else is demanded. */
function guardType(check: Check, subject: Subject, frame: Frame): readonly Statement[] {
  const possible = check.types & subject.known;
  if (possible === 0) return alwaysFails(typeCall(check, subject, frame));
  if (possible === subject.known) return [];
  return fails(wrongType(possible, subject, frame), typeCall(check, subject, frame));
}

/** Holds where a value is given and of none of the types. */
function wrongType(types: TypeSet, subject: Subject, frame: Frame): Condition {
  const { value, optional } = subject;
  const make = (): Condition => isGivenAnd(subject, not(typeTest(types, value, frame)));
  // Those of structures call functions, which each file imports by itself.
  if ((types & (arrayType | objectType)) !== 0 || frame.printing.bigints) return make();
  const key = `${types}${optional ? '?' : ' '}${value}`;
  let condition = wrongTypes.get(key);
  if (condition === undefined) wrongTypes.set(key, (condition = make()));
  return condition;
}

/** What has been made for constants of one name: most members have a type and nothing else, and the same name elsewhere. */
const wrongTypes = new Map<string, Condition>();

/** The tests of a value that is no structure: one, where only one keyword follows the type. */
function scalar(
  check: Check,
  group: Group,
  free: TypeSet,
  subject: Subject,
  frame: Frame,
): readonly Statement[] {
  const possible = check.types & subject.known;
  const types = group.types & possible;
  if (possible === subject.known) return chain([group], subject, frame, []);
  const inside = { ...subject, known: types, optional: false };
  const parts = group.parts(inside, frame);
  const [only] = parts;
  const others = free === 0 ? constant(true) : not(typeTest(free, subject.value, frame));
  const when = isGivenAnd(subject, others);
  const test = group.isBig ? isBigint(subject.value) : narrowingTest(types, subject.value, frame);
  if (only === undefined) return fails(all(when, not(test)), typeCall(check, subject, frame));
  if (parts.length === 1 && !frame.printing.bigints) {
    const failure = group.isSelfSufficient(types) ? only.failure : any(not(test), only.failure);
    return fails(all(when, failure), brokenPair(check.types, only, subject, frame));
  }
  const call = group.isBig
    ? brokenPair(check.types, only, subject, frame)
    : typeCall(check, subject, frame);
  const then = parts.flatMap((part) => failsPart(part, inside, frame));
  return [{ kind: 'if', when: test, then, otherwise: fails(when, call) }];
}

/** One demand on a number or a string. */
interface ScalarPart extends Refusal {
  readonly failure: Condition;
}

function failsPart(
  { keyword, failure, expected }: ScalarPart,
  subject: Subject,
  frame: Frame,
): readonly Statement[] {
  return fails(failure, broken(keyword, expected, subject, frame));
}

/**
 * Demands by type: each group stands behind its test. Of `allowed`, integers are tested here, since they look like other numbers to
 * `typeof`; every other type that is not allowed is for `last`.
 */
function chain(
  groups: readonly Group[],
  subject: Subject,
  frame: Frame,
  last: readonly Statement[],
  allowed: TypeSet = subject.known,
): readonly Statement[] {
  return groups.reduceRight<readonly Statement[]>((rest, group) => {
    const types = group.types & subject.known;
    const when = kindTest(group.types, subject.value, frame);
    const inside = { ...subject, known: types & allowed, whole: false };
    const then =
      group.kind === 'scalar' ? scalarBehindTest(group, inside, frame) : group.print(inside, frame);
    if ((subject.known & ~group.types) === 0) return then;
    if (then.length === 0 && rest.length === 0) return [];
    const [only] = then;
    if (rest.length === 0 && then.length === 1 && typeof only === 'object' && only.kind === 'fail')
      return [{ ...only, when: all(when, only.when) }];
    return [{ kind: 'if', when, then, ...(rest.length === 0 ? {} : { otherwise: rest }) }];
  }, last);
}

function scalarBehindTest(group: Group, subject: Subject, frame: Frame): readonly Statement[] {
  const parts = group.parts(subject, frame);
  const [only] = parts;
  const failing = (): readonly Statement[] =>
    parts.flatMap((part) => failsPart(part, subject, frame));
  if (subject.known !== integerType) return failing();
  const isInteger = group.isBig ? isBigint(subject.value) : isIntegral(subject.value, frame);
  if (only === undefined) return fails(not(isInteger), brokenType(integerType, subject, frame));
  if (parts.length === 1 && !frame.printing.bigints)
    return fails(any(not(isInteger), only.failure), brokenPair(integerType, only, subject, frame));
  const call = group.isBig
    ? brokenPair(integerType, only, subject, frame)
    : brokenType(integerType, subject, frame);
  return [{ kind: 'if', when: isInteger, then: failing(), otherwise: alwaysFails(call) }];
}

interface Group {
  readonly types: TypeSet;
  readonly kind: 'scalar' | 'structure';
  /** Of a structure. */
  print(subject: Subject, frame: Frame): readonly Statement[];
  /** Of a scalar: what can fail. */
  parts(subject: Subject, frame: Frame): readonly ScalarPart[];
  /** The integer is a `bigint` and nothing else. */
  readonly isBig: boolean;
  /** The failures hold for values of other types than these as well. */
  isSelfSufficient(types: TypeSet): boolean;
}

function groupsOf(check: Check, possible: TypeSet): readonly Group[] {
  const groups = [
    ...(check.string.length === 0 ? [] : [scalarGroup(stringType, check.string)]),
    ...(check.number.length === 0 ? [] : [scalarGroup(numberType, check.number)]),
    ...(check.array.length === 0 ? [] : [structureGroup(arrayType, check.array)]),
    ...(check.object.length === 0 ? [] : [structureGroup(objectType, check.object)]),
  ];
  return groups.filter(({ types }) => (types & possible) !== 0);
}

function scalarGroup(types: TypeSet, parts: Check['string'] | Check['number']): Group {
  return {
    types,
    kind: 'scalar',
    print: () => [],
    parts: (subject, frame) =>
      parts.flatMap((part): readonly ScalarPart[] => {
        const { fails: fail, expected } = scalarOf(part);
        const failure = fail(part, subject, frame);
        if (failure.kind === 'constant' && !failure.value) return [];
        return [{ keyword: part.keyword, failure, expected: expected(part) }];
      }),
    isBig: parts.some((part) => 'big' in part),
    isSelfSufficient: (known) =>
      known === integerType &&
      parts.every((part) => part.keyword === 'format' && /^int(?:32|64)$/.test(part.name)),
  };
}

function structureGroup(types: TypeSet, parts: Check['array'] | Check['object']): Group {
  return {
    types,
    kind: 'structure',
    print: (subject, frame) =>
      inParts(
        parts.map((part) => printerOf(part).guard(part, subject, frame)),
        subject,
        frame,
      ),
    parts: () => [],
    isBig: false,
    isSelfSufficient: () => false,
  };
}

/** What each keyword says where a target accepts nothing. */
export function refusalOf(keyword: string, expected = 'nothing'): Refusal {
  return { keyword, expected };
}
