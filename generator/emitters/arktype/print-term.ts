import {
  code,
  literal,
  propertyKey,
  stringLiteral,
  type Code,
  type Leaf,
  type Name,
  type Text,
} from '../../printer/code.js';
import type { FileScope } from '../../printer/source-file.js';
import type { Call, MethodCall, ObjectMember } from '../../printer/syntax.js';
import { generic } from '../../printer/types.js';
import { arrow, call, chain, list, memberOf, objectLines, pureCall } from '../../printer/values.js';
import { constraintMessage, type Constraint } from '../schema-terms/constraints.js';
import type { DeclareHelper, SchemaPrinter, TermsByName } from '../schema-terms/library.js';
import type { SchemaTerm } from '../schema-terms/term.js';
import { constraintTest, patternCode } from '../schema-terms/tests.js';
import { undefinedAcceptance } from '../schema-terms/undefined.js';
import {
  walkTerm,
  type ItemPart,
  type MemberPart,
  type RestPart,
  type Vocabulary,
} from '../schema-terms/walk-term.js';
import { isTuple, mayBeArray, plainNames } from '../schema-terms/words.js';
import { arkIdentifier, type ArktypeContext } from './context.js';
import {
  alsoFunction,
  anyOfFunction,
  beyondFunction,
  detailsFunction,
  expectsFunction,
  finiteConstant,
  lazilyFunction,
} from './helpers.js';
import { isMistaken, optionalKey, requiredKey } from './keys.js';

/** Prints terms for ArkType. */
export function arktypePrinter(
  scope: FileScope,
  helper: DeclareHelper,
  terms: TermsByName,
): SchemaPrinter {
  const ark = scope.name(arkIdentifier);
  const context: ArktypeContext = {
    scope,
    ark,
    helper,
    acceptsUndefined: undefinedAcceptance(terms),
  };
  return {
    type: (value) => generic(code`${ark}.Type`, [value]),
    schema({ value, term, check }) {
      const also = alsoName(context);
      const lazily = helper('lazily', (name) => lazilyFunction(name, also, context));
      const beyond = (): Name => helper('beyond', (name) => beyondFunction(name, context));
      const schema = walkTerm(term, wordsOf(context));
      const body =
        check === undefined
          ? schema
          : withCalls(narrowable(schema, term, context), [narrow(call(beyond(), [check]))]);
      return pureCall(lazily, [arrow([], expressionCode(body))], [value]);
    },
  };
}

/** An expression: a name or a call, and the calls of its methods. */
interface Expression {
  readonly start: Leaf | Call;
  readonly calls: readonly MethodCall[];
}

function withCalls({ start, calls }: Expression, more: readonly MethodCall[]): Expression {
  return { start, calls: [...calls, ...more] };
}

function expressionCode({ start, calls }: Expression): Code {
  if (!isCall(start)) return chain(start, calls);
  return calls.reduce((inner: Code, { name, args }) => call(memberOf(inner, name), args), start);
}

function isCall(start: Leaf | Call): start is Call {
  return typeof start === 'object' && start.kind === 'call';
}

function narrow(predicate: Code): MethodCall {
  return { name: code`narrow`, args: [predicate] };
}

/** Method that requires a value to pass a test. */
function expects(test: Code, message: string, context: ArktypeContext): MethodCall {
  const expected = stringLiteral(message.replace(/^expected /u, ''));
  return narrow(call(expectsName(context), [test, expected]));
}

function expectsName(context: ArktypeContext): Name {
  return context.helper('expects', (name) => expectsFunction(name, context));
}

function alsoName(context: ArktypeContext): Name {
  const details = context.helper('details', (name) => detailsFunction(name, context));
  return context.helper('also', (name) => alsoFunction(name, details, context));
}

/** Values that every schema accepts. */
function ofAll(schemas: readonly Expression[], context: ArktypeContext): Expression {
  return withCalls(
    { start: code`${context.ark}.type.unknown`, calls: [] },
    schemas.map((each) => narrow(call(alsoName(context), [expressionCode(each)]))),
  );
}

/**
 * The schema with a method `narrow` that works: ArkType tests listed values at once, and throws if
 * none of them passes, or if there are none.
 */
function narrowable(schema: Expression, { kind }: SchemaTerm, context: ArktypeContext): Expression {
  return listing.has(kind) ? ofAll([schema], context) : schema;
}

/** Terms that ArkType turns into lists of values. */
const listing: ReadonlySet<SchemaTerm['kind']> = new Set([
  'never',
  'null',
  'boolean',
  'literal',
  'union',
  'discriminated',
]);

function finite(context: ArktypeContext): Name {
  const expected = expectsName(context);
  return context.helper('finite', (name) => finiteConstant(name, expected, context));
}

function wordsOf(context: ArktypeContext): Vocabulary<Expression> {
  const { ark, scope, helper } = context;
  const type = code`${ark}.type`;
  const of = (name: Text, args: readonly Code[]): Expression => ({
    start: type,
    calls: [{ name, args }],
  });
  const named = (start: Leaf): Expression => ({ start, calls: [] });
  return {
    plain: (kind) =>
      kind === 'number' ? named(finite(context)) : named(code`${type}.${plainNames[kind]}`),
    literals(values) {
      const name = values.length === 1 ? code`unit` : code`enumerated`;
      return of(
        name,
        values.map((value) => literal(value)),
      );
    },
    list: (items) => withCalls(items, [{ name: code`array`, args: [] }]),
    tuple: (items, rest) =>
      of(code`raw`, [list([...items.map(itemCode), ...restItems(rest, type)])]),
    object(members, others) {
      const properties = members.map((member) => memberOfObject(member, context));
      const object = of(code`raw`, [objectLines([...properties, ...restOf(others)])]);
      return withCalls(object, presenceCalls(members, context));
    },
    record: (values) => of(code`raw`, [objectLines(restOf({ kind: 'typed', schema: values }))]),
    union(members) {
      const anyOf = helper('anyOf', (name) => anyOfFunction(name, context));
      return { start: call(anyOf, [list(members.map(expressionCode))]), calls: [] };
    },
    // Its intersections throw if no value can satisfy them. Every member sees the value itself.
    intersection: (members) => ofAll(members, context),
    reference: (target) => named(scope.name(target)),
    constrained(schema, constraints, term) {
      const noArray = mayBeArray(term)
        ? [expects(code`(value) => !Array.isArray(value)`, 'expected an object', context)]
        : [];
      return withCalls(schema, [...noArray, ...constraintCalls(constraints, term, context)]);
    },
  };
}

function itemCode({ schema, optional }: ItemPart<Expression>): Code {
  return optional ? list([expressionCode(schema), stringLiteral('?')]) : expressionCode(schema);
}

/** Further items of a tuple. */
function restItems(rest: RestPart<Expression>, type: Leaf): readonly Code[] {
  if (rest.kind === 'closed') return [];
  const items = rest.kind === 'open' ? { start: code`${type}.unknown`, calls: [] } : rest.schema;
  return [
    stringLiteral('...'),
    expressionCode(withCalls(items, [{ name: code`array`, args: [] }])),
  ];
}

/** A property of the definition of an object. Its key says whether it is optional, or else its value. */
function memberOfObject(member: MemberPart<Expression>, context: ArktypeContext): ObjectMember {
  const { name, schema, optional, term } = member;
  if (optional || isMistaken(name)) {
    const value = expressionCode(schema);
    const key = optionalKey(name);
    return key === undefined
      ? { key: propertyKey(requiredKey(name)), value: list([value, stringLiteral('?')]) }
      : { key: propertyKey(key), value };
  }
  // Otherwise ArkType accepts an object whose property is `undefined`.
  const present = context.acceptsUndefined(term)
    ? [expects(code`(value) => value !== undefined`, 'expected a value', context)]
    : [];
  return {
    key: propertyKey(requiredKey(name)),
    value: expressionCode(withCalls(schema, present)),
  };
}

/** Calls that require properties for which ArkType has no key but an optional one. */
function presenceCalls(
  members: readonly MemberPart<Expression>[],
  context: ArktypeContext,
): readonly MethodCall[] {
  return members
    .filter(({ name, optional }) => !optional && isMistaken(name))
    .map(({ name }) =>
      expects(
        code`(value) => Object.hasOwn(value, ${stringLiteral(name)})`,
        `expected an object with the member ${JSON.stringify(name)}`,
        context,
      ),
    );
}

/** Undeclared properties in the definition of an object. */
function restOf(others: RestPart<Expression>): readonly ObjectMember[] {
  if (others.kind === 'open') return [];
  return others.kind === 'closed'
    ? [{ key: propertyKey('+'), value: stringLiteral('reject') }]
    : [{ key: propertyKey('[string]'), value: expressionCode(others.schema) }];
}

/** Methods of ArkType with the meaning of a keyword. It counts UTF-16 units in the length of text. */
const methods: { readonly [Keyword in Constraint['keyword']]?: Text } = {
  minimum: code`atLeast`,
  maximum: code`atMost`,
  exclusiveMinimum: code`moreThan`,
  exclusiveMaximum: code`lessThan`,
  minItems: code`atLeastLength`,
  maxItems: code`atMostLength`,
};

/** Calls for constraints: methods of ArkType, otherwise tests. It throws if nothing is within limits. */
function constraintCalls(
  constraints: readonly Constraint[],
  term: SchemaTerm,
  context: ArktypeContext,
): readonly MethodCall[] {
  const isNative = !isTuple(term) && isWide(constraints);
  return constraints.flatMap((constraint) => {
    const method = isNative ? methods[constraint.keyword] : undefined;
    if (method !== undefined && 'limit' in constraint)
      return [{ name: method, args: [code`${constraint.limit}`] }];
    return testCalls(constraint, context);
  });
}

function testCalls(constraint: Constraint, context: ArktypeContext): readonly MethodCall[] {
  const { scope } = context;
  if (constraint.keyword === 'integer') return [{ name: code`divisibleBy`, args: [code`1`] }];
  if (constraint.keyword === 'pattern' && !scope.isLinear(constraint.pattern))
    return [{ name: code`matching`, args: [patternCode(constraint.pattern)] }];
  const test = constraintTest(constraint, scope);
  return test === undefined ? [] : [expects(test, constraintMessage(constraint), context)];
}

/** True if more than one number or length is within the limits. ArkType turns a single one into a listed value. */
function isWide(constraints: readonly Constraint[]): boolean {
  const limits = (...keywords: readonly Constraint['keyword'][]): readonly number[] =>
    constraints.flatMap((each) =>
      keywords.includes(each.keyword) && 'limit' in each ? [each.limit] : [],
    );
  const least = Math.max(...limits('minimum', 'exclusiveMinimum', 'minItems'));
  const most = Math.min(...limits('maximum', 'exclusiveMaximum', 'maxItems'));
  return least < most;
}
