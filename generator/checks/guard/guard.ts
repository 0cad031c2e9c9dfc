import { code, stringLiteral, type Leaf } from '../../printer/code.js';
import { isTypeOnly, type Check, type Target } from '../check.js';
import { all, any, constant, equals, not, type Condition } from '../statements/condition.js';
import {
  alwaysFails,
  failWhen,
  reportCondition,
  reportKeyword,
  reportPresence,
  reportType,
  reportTypeOrKeyword,
} from '../reports/violations.js';
import {
  locationOfTarget,
  nestingOf,
  type FunctionContext,
  type Instance,
  type RejectionText,
} from '../emit-context.js';
import { guardPart, printerOf, unprintable } from './guard-part.js';
import { afterLiterals, isOneOf, literalTypes } from './literals.js';
import { checkCall, guardCall } from './calls.js';
import { splitIntoParts } from '../statements/split-into-parts.js';
import { valuesPhrase } from '../reports/phrase.js';
import { variableOf } from '../reports/instance-pointer.js';
import type { Call, Statement } from '../statements/statement.js';
import {
  arrayType,
  integerType,
  numberType,
  objectType,
  stringType,
  type TypeSet,
} from '../type-set.js';
import { hasLoop } from '../analysis/loops.js';
import { isBigint, isIntegral, isSingle, kindTest, narrowingTest, typeTest } from './type-test.js';

type Statements = readonly Statement[];

/** Statements that report a violation and return false if a value does not match a target. */
export function guardTarget(
  target: Target,
  instance: Instance,
  context: FunctionContext,
  refusal: RejectionText,
): Statements {
  switch (target.kind) {
    case 'anything':
      return [];
    case 'nothing': {
      const { keyword, expected } = refusal;
      return alwaysFails(reportPresence(keyword, expected, instance, context));
    }
    case 'function': {
      const location = locationOfTarget(target, instance, context);
      return checkCall(context.file.functionOf(target.key), location, instance, context);
    }
    case 'inline': {
      const { check } = target;
      const location = locationOfTarget(target, instance, context);
      // Most properties have only a type, whose test is shorter than a call.
      if (isTypeOnly(check)) {
        const secret = instance.secret || check.secret;
        return guardType(check, { ...instance, location, isFinal: false, secret }, context);
      }
      if (isInline(target, instance, context)) {
        const secret = instance.secret || check.secret;
        return guardCheck(check, { ...instance, location, isFinal: false, secret }, context);
      }
      const names = context.file.extract(target, location);
      return checkCall(names, location, { ...instance, location }, context);
    }
  }
}

/** True if a target is checked inline rather than by a function call. */
export function isInline(target: Target, instance: Instance, context: FunctionContext): boolean {
  if (target.kind !== 'inline' || nestingOf(instance, context) > maxNesting) return false;
  const { check } = target;
  if (context.file.isShared(check) || needsFunction(check, instance)) return false;
  return variableOf(instance.pointer) === undefined || !hasLoop(check);
}

/** Maximum length of {@link nestingOf} for an inline check. */
const maxNesting = 12;

/**
 * True if a check has constraints for every type that depend on an earlier test. They must end with
 * a failed test, so they need a function.
 */
function needsFunction(check: Check, instance: Instance): boolean {
  const { literals, types, any: others } = check;
  if (literals !== undefined)
    return others.length > 0 || groupsOf(check, literalTypes(literals) & types).length > 0;
  return others.length > 0 && (instance.known & ~types) !== 0;
}

/** Statements that apply only if the value is present. */
export function ifPresent(instance: Instance, statements: Statements): Statements {
  if (!instance.optional || statements.length === 0) return statements;
  const when = not(equals(instance.value, code`undefined`));
  return [{ kind: 'if', when, then: statements }];
}

/** Condition that a value matches a target. */
export function passes(target: Target, instance: Instance, context: FunctionContext): Condition {
  switch (target.kind) {
    case 'anything':
      return constant(true);
    case 'nothing':
      return constant(false);
    case 'function':
      return guardCall(context.file.functionOf(target.key), instance, context);
    case 'inline': {
      const { check } = target;
      if (isTypeOnly(check)) return typeTest(check.types, instance.value, context);
      const names = context.file.extract(target, locationOfTarget(target, instance, context));
      return guardCall(names, instance, context);
    }
  }
}

/** Statements that report a violation and return false if a value does not match a check. */
export function guardCheck(check: Check, instance: Instance, context: FunctionContext): Statements {
  const possible = check.types & instance.known;
  const { literals } = check;
  if (possible === 0) return alwaysFails(typeCall(check, instance, context));
  if (literals === undefined) {
    const inside = { ...instance, known: possible };
    const isEnd = check.any.length > 0 && possible !== instance.known && instance.isFinal;
    if (!isEnd)
      return [...guardTypes(check, instance, context), ...guardAny(check, inside, context)];
    // Constraints for every type need this test, even if the check continues after a violation.
    const when = not(narrowingTest(possible, instance.value, context));
    const call = typeCall(check, instance, context);
    return [
      { kind: 'if', when, then: [{ kind: 'return', call }] },
      ...guardTypes(check, inside, context),
      ...guardAny(check, inside, context),
    ];
  }
  const call = reportKeyword(literals.keyword, valuesPhrase(literals.values), instance, context);
  const failure = not(isOneOf(literals, instance, context));
  const after = { ...instance, ...afterLiterals(literals, instance), optional: false };
  const rest = [
    ...chain(groupsOf(check, literalTypes(literals) & possible), after, context, []),
    ...guardAny(check, after, context),
  ];
  if (rest.length === 0) return failWhen(isPresentAnd(instance, failure), call);
  if (failure.kind === 'constant' && failure.value) return alwaysFails(call);
  if (!instance.isFinal) throw new Error('literals beside other demands are a function');
  return [{ kind: 'if', when: failure, then: [{ kind: 'return', call }] }, ...rest];
}

function isPresentAnd(instance: Instance, condition: Condition): Condition {
  if (!instance.optional) return condition;
  return all(not(equals(instance.value, code`undefined`)), condition);
}

function guardAny(check: Check, instance: Instance, context: FunctionContext): Statements {
  const statements = check.any.flatMap((part) =>
    guardPart(part, { ...instance, optional: false }, context),
  );
  return ifPresent(instance, statements);
}

/** Call that reports a wrong type. */
function typeCall(check: Check, instance: Instance, context: FunctionContext): Call {
  if (check.types === 0) return reportKeyword('false schema', 'nothing', instance, context);
  return reportType(check.types, instance, context);
}

function guardTypes(check: Check, instance: Instance, context: FunctionContext): Statements {
  const possible = check.types & instance.known;
  const groups = groupsOf(check, possible);
  const [single] = groups;
  const untested = groups.reduce<TypeSet>((set, { types }) => set & ~types, possible);
  const isTested = possible !== instance.known;
  if (single === undefined) return guardType(check, instance, context);
  if (groups.length === 1 && single.kind === 'scalar' && (isTested || !instance.optional))
    return scalarTests(check, single, untested, instance, context);
  if (groups.length === 1 && untested === 0 && instance.isFinal && isSingle(possible)) {
    const call = typeCall(check, instance, context);
    const when = not(narrowingTest(possible, instance.value, context));
    const inside = { ...instance, known: possible, isFinal: false };
    const test: Statement = {
      kind: 'if',
      when,
      then: [{ kind: 'return', call }],
    };
    return [...(isTested ? [test] : []), ...single.print(inside, context)];
  }
  const rest = isTested
    ? failWhen(
        isPresentAnd(
          instance,
          untested === 0 ? constant(true) : not(typeTest(untested, instance.value, context)),
        ),
        typeCall(check, instance, context),
      )
    : [];
  const given = { ...instance, optional: false };
  return chain(groups, given, context, rest, check.types);
}

/** Type test of a check without other constraints. */
function guardType(check: Check, instance: Instance, context: FunctionContext): Statements {
  const possible = check.types & instance.known;
  if (possible === 0) return alwaysFails(typeCall(check, instance, context));
  if (possible === instance.known) return [];
  return failWhen(wrongType(possible, instance, context), typeCall(check, instance, context));
}

/** True for a present value of a wrong type. */
function wrongType(types: TypeSet, instance: Instance, context: FunctionContext): Condition {
  const { value, optional } = instance;
  const build = (): Condition => isPresentAnd(instance, not(typeTest(types, value, context)));
  // Tests of objects and arrays call functions, which each file imports separately.
  if ((types & (arrayType | objectType)) !== 0 || context.file.bigints) return build();
  const key = `${types}${optional ? '?' : ' '}${value.text}`;
  let condition = wrongTypeCache.get(key);
  if (condition === undefined) wrongTypeCache.set(key, (condition = build()));
  return condition;
}

/** Cached conditions by name. Most properties have only a type, and names are often repeated. */
const wrongTypeCache = new Map<string, Condition>();

/** Tests of a primitive value, as a single condition if only one keyword follows the type. */
function scalarTests(
  check: Check,
  group: Group,
  untested: TypeSet,
  instance: Instance,
  context: FunctionContext,
): Statements {
  const possible = check.types & instance.known;
  const types = group.types & possible;
  if (possible === instance.known) return chain([group], instance, context, []);
  const inside = { ...instance, known: types, optional: false };
  const parts = group.parts(inside, context);
  const [single] = parts;
  const others = untested === 0 ? constant(true) : not(typeTest(untested, instance.value, context));
  const when = isPresentAnd(instance, others);
  const test = group.isBigint
    ? isBigint(instance.value)
    : narrowingTest(types, instance.value, context);
  if (single === undefined)
    return failWhen(all(when, not(test)), typeCall(check, instance, context));
  if (parts.length === 1 && !context.file.bigints) {
    const failure = group.isSelfSufficient(types) ? single.failure : any(not(test), single.failure);
    return failWhen(
      all(when, failure),
      reportTypeOrKeyword(check.types, single, instance, context),
    );
  }
  const call = group.isBigint
    ? reportTypeOrKeyword(check.types, single, instance, context)
    : typeCall(check, instance, context);
  const then = parts.flatMap((part) => failsPart(part, inside, context));
  return [{ kind: 'if', when: test, then, otherwise: failWhen(when, call) }];
}

/** A constraint on a number or a string. */
interface ScalarPart {
  readonly keyword: string;
  readonly failure: Condition;
  readonly expectation: Leaf;
}

function failsPart(
  { keyword, failure, expectation }: ScalarPart,
  instance: Instance,
  context: FunctionContext,
): Statements {
  return failWhen(failure, reportCondition(keyword, expectation, instance, context));
}

/**
 * Prints constraints by type, each group after its type test. Integers in `allowed` are tested
 * here, because `typeof` does not distinguish them from other numbers. Any other type that is not
 * allowed is handled by `last`.
 */
function chain(
  groups: readonly Group[],
  instance: Instance,
  context: FunctionContext,
  last: Statements,
  allowed: TypeSet = instance.known,
): Statements {
  return groups.reduceRight<Statements>((rest, group) => {
    const types = group.types & instance.known;
    const when = kindTest(group.types, instance.value, context);
    const inside = { ...instance, known: types & allowed, isFinal: false };
    const then =
      group.kind === 'scalar'
        ? scalarBehindTest(group, inside, context)
        : group.print(inside, context);
    if ((instance.known & ~group.types) === 0) return then;
    if (then.length === 0 && rest.length === 0) return [];
    const [single] = then;
    if (
      rest.length === 0 &&
      then.length === 1 &&
      typeof single === 'object' &&
      single.kind === 'fail'
    )
      return [{ ...single, when: all(when, single.when) }];
    return [{ kind: 'if', when, then, ...(rest.length === 0 ? {} : { otherwise: rest }) }];
  }, last);
}

function scalarBehindTest(group: Group, instance: Instance, context: FunctionContext): Statements {
  const parts = group.parts(instance, context);
  const [single] = parts;
  const failing = (): Statements => parts.flatMap((part) => failsPart(part, instance, context));
  if (instance.known !== integerType) return failing();
  const isInteger = group.isBigint ? isBigint(instance.value) : isIntegral(instance.value, context);
  if (single === undefined)
    return failWhen(not(isInteger), reportType(integerType, instance, context));
  if (parts.length === 1 && !context.file.bigints)
    return failWhen(
      any(not(isInteger), single.failure),
      reportTypeOrKeyword(integerType, single, instance, context),
    );
  const call = group.isBigint
    ? reportTypeOrKeyword(integerType, single, instance, context)
    : reportType(integerType, instance, context);
  return [{ kind: 'if', when: isInteger, then: failing(), otherwise: alwaysFails(call) }];
}

interface Group {
  readonly types: TypeSet;
  readonly kind: 'scalar' | 'structure';
  /** Statements of an object or array. */
  print(instance: Instance, context: FunctionContext): Statements;
  /** Conditions of a primitive value. */
  parts(instance: Instance, context: FunctionContext): readonly ScalarPart[];
  /** True if the integer is always a `bigint`. */
  readonly isBigint: boolean;
  /** True if the conditions also reject values of other types. */
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
    parts: (instance, context) =>
      parts.flatMap((part): readonly ScalarPart[] => {
        const { fails, expected, expectation } = printerOf(part);
        if (fails === undefined || expected === undefined) throw unprintable(part);
        const failure = fails(part, instance, context);
        if (failure.kind === 'constant' && !failure.value) return [];
        const phrase = expectation?.(part, instance, context) ?? stringLiteral(expected(part));
        return [{ keyword: part.keyword, failure, expectation: phrase }];
      }),
    isBigint: parts.some((part) => 'isBigint' in part),
    isSelfSufficient: (known) =>
      known === integerType &&
      parts.every((part) => part.keyword === 'format' && /^int(?:32|64)$/.test(part.name)),
  };
}

function structureGroup(types: TypeSet, parts: Check['array'] | Check['object']): Group {
  return {
    types,
    kind: 'structure',
    print: (instance, context) =>
      splitIntoParts(
        parts.map((part) => guardPart(part, instance, context)),
        instance,
        context,
      ),
    parts: () => [],
    isBigint: false,
    isSelfSufficient: () => false,
  };
}
