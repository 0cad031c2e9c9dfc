import { code, stringLiteral } from '../code.js';
import type { Check, Target } from './check.js';
import { all, any, constant, equals, not, type Condition } from './condition.js';
import { alwaysFails, broken, brokenUnder, fails, noted, unmet } from './fail.js';
import type { Frame, Subject } from './frame.js';
import { printerOf, scalarOf, type DemandMember } from './keywords/index.js';
import { afterLiterals, isOneOf, literalDemand, literalTypes } from './literals.js';
import { fitsCall, passesCall } from './nested.js';
import { typePhrase } from './phrase.js';
import { returning, type Statement } from './statement.js';
import {
  allTypes,
  arrayType,
  integerType,
  numberType,
  objectType,
  stringType,
  type TypeSet,
} from './type-set.js';
import { isIntegral, isSingle, kindTest, narrowingTest, typeTest } from './type-test.js';

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
      const { printing } = frame;
      const { place } = printing.checkOf(target.key);
      return fitsCall(printing.functionOf(target.key), place, subject, frame);
    }
    case 'inline': {
      const { check } = target;
      if (isWrittenHere(target, subject, frame)) {
        const secret = subject.secret || check.secret;
        return guardCheck(check, { ...subject, place: check.place, whole: false, secret }, frame);
      }
      const names = frame.printing.extract(check);
      return fitsCall(names, check.place, subject, frame);
    }
  }
}

/** Whether a target is checked where it is used, and not by a function that is called. */
export function isWrittenHere(target: Target, subject: Subject, { printing }: Frame): boolean {
  if (target.kind !== 'inline') return false;
  return !printing.isShared(target.check) && !isEntangled(target.check, subject);
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
      return passesCall(frame.printing.extract(check), subject, frame);
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
  const call = noted(literalDemand(literals, frame), subject, frame);
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
function typeCall(check: Check, subject: Subject, frame: Frame): ReturnType<typeof noted> {
  if (check.types === 0)
    return brokenUnder('', 'false schema', typePhrase(check.types), subject, frame);
  return noted(stringLiteral(typePhrase(check.types)), subject, frame);
}

function guardTypes(check: Check, subject: Subject, frame: Frame): readonly Statement[] {
  const possible = check.types & subject.known;
  const groups = groupsOf(check, possible);
  const [only] = groups;
  const free = groups.reduce<TypeSet>((set, { types }) => set & ~types, possible);
  const isTested = possible !== subject.known;
  if (only === undefined) {
    if (!isTested) return [];
    const failure = not(typeTest(possible, subject.value, frame));
    return fails(isGivenAnd(subject, failure), typeCall(check, subject, frame));
  }
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
  return chain(groups, { ...subject, optional: false }, frame, rest);
}

/** The one test of a value that is no structure, with everything that is demanded of it. */
function scalar(
  check: Check,
  group: Group,
  free: TypeSet,
  subject: Subject,
  frame: Frame,
): readonly Statement[] {
  const possible = check.types & subject.known;
  const types = group.types & possible;
  const inside = { ...subject, known: types };
  const failures = group.failures(inside, frame);
  const isTested = possible !== subject.known;
  const test = narrowingTest(types, subject.value, frame);
  const failure = isTested
    ? group.isSelfSufficient(types)
      ? any(...failures)
      : any(not(test), ...failures)
    : all(
        (subject.known & ~types) === 0
          ? constant(true)
          : kindTest(group.types, subject.value, frame),
        any(
          types === integerType && subject.known !== types
            ? not(isIntegral(subject.value, frame))
            : constant(false),
          ...failures,
        ),
      );
  const others =
    isTested && free !== 0 ? not(typeTest(free, subject.value, frame)) : constant(true);
  const demands = group.demands(frame);
  const call =
    check.types === allTypes
      ? noted(demands, subject, frame)
      : unmet(stringLiteral(typePhrase(check.types)), demands, subject, frame);
  return fails(isGivenAnd(subject, all(others, failure)), call);
}

/** Demands by type: each group stands behind its test. */
function chain(
  groups: readonly Group[],
  subject: Subject,
  frame: Frame,
  last: readonly Statement[],
): readonly Statement[] {
  return groups.reduceRight<readonly Statement[]>((rest, group) => {
    const types = group.types & subject.known;
    const when = kindTest(group.types, subject.value, frame);
    const inside = { ...subject, known: types, whole: false };
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
  const isInteger = subject.known === integerType;
  const failures = [
    ...(isInteger ? [not(isIntegral(subject.value, frame))] : []),
    ...group.failures(subject, frame),
  ];
  const demands = group.demands(frame);
  const call = isInteger
    ? unmet(stringLiteral(typePhrase(integerType)), demands, subject, frame)
    : noted(demands, subject, frame);
  return fails(any(...failures), call);
}

interface Group {
  readonly types: TypeSet;
  readonly kind: 'scalar' | 'structure';
  /** Of a structure. */
  print(subject: Subject, frame: Frame): readonly Statement[];
  /** Of a scalar. */
  failures(subject: Subject, frame: Frame): readonly Condition[];
  demands(frame: Frame): readonly DemandMember[];
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
    failures: (subject, frame) => parts.map((part) => scalarOf(part).fails(part, subject, frame)),
    demands: (frame) => [
      ...parts.flatMap((part) => scalarOf(part).demand(part, frame)),
      ...(types === numberType ? bigintDemand(parts, frame) : []),
    ],
    isSelfSufficient: (known) =>
      known === integerType &&
      parts.every((part) => part.keyword === 'format' && /^int(?:32|64)$/.test(part.name)) &&
      !parts.some((part) => 'big' in part),
  };
}

/** Where integers of 64 bits are `bigint`, any number may be one. */
function bigintDemand(
  parts: Check['string'] | Check['number'],
  { printing }: Frame,
): readonly DemandMember[] {
  const isBig = parts.some((part) => 'big' in part);
  return printing.bigints && !isBig ? [[code`bigint`, code`true`]] : [];
}

function structureGroup(types: TypeSet, parts: Check['array'] | Check['object']): Group {
  return {
    types,
    kind: 'structure',
    print: (subject, frame) => parts.flatMap((part) => printerOf(part).guard(part, subject, frame)),
    failures: () => [],
    demands: () => [],
    isSelfSufficient: () => false,
  };
}

/** What each keyword says where a target accepts nothing. */
export function refusalOf(keyword: string, expected = 'nothing'): Refusal {
  return { keyword, expected };
}
