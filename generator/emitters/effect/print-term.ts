import { identifierName } from '../../plan/names/names.js';
import type { Identifier } from '../../plan/plan.js';
import {
  code,
  literal,
  propertyKey,
  stringLiteral,
  type Code,
  type Name,
  type Text,
} from '../../printer/code.js';
import type { FileScope } from '../../printer/source-file.js';
import { generic } from '../../printer/types.js';
import {
  arrow,
  call,
  list,
  memberOf,
  objectLines,
  objectLiteral,
  pureCall,
} from '../../printer/values.js';
import { constraintMessage, type Constraint } from '../schema-terms/constraints.js';
import { lazilyFunction } from '../schema-terms/helpers.js';
import type { DeclareHelper, SchemaPrinter, TermsByName } from '../schema-terms/library.js';
import type { LiteralValue, SchemaTerm } from '../schema-terms/term.js';
import { constraintTest, patternCode } from '../schema-terms/tests.js';
import { undefinedAcceptance } from '../schema-terms/undefined.js';
import {
  walkTerm,
  type MemberPart,
  type PlainKind,
  type RestPart,
  type Vocabulary,
} from '../schema-terms/walk-term.js';
import { alsoFunction, beyondFunction, expectsFunction } from './helpers.js';

/** Prints terms for the schemas of Effect. */
export function effectPrinter(
  scope: FileScope,
  helper: DeclareHelper,
  terms: TermsByName,
): SchemaPrinter {
  const schema = scope.name(schemaIdentifier);
  const context: EffectContext = {
    scope,
    schema,
    helper,
    acceptsUndefined: undefinedAcceptance(terms),
  };
  const typeOf = (value: Code): Code => generic(code`${schema}.Codec`, [value]);
  return {
    type: typeOf,
    schema({ term, check }) {
      const lazily = helper('lazily', (name) =>
        lazilyFunction(name, {
          schema: code`${schema}.Codec<unknown>`,
          of: typeOf,
          lazy: code`${schema}.suspend`,
        }),
      );
      const body = walkTerm(term, wordsOf(context));
      const beyond = (): Name => helper('beyond', (name) => beyondFunction(name, schema, scope));
      const checks = check === undefined ? [] : [call(beyond(), [check])];
      return pureCall(lazily, [arrow([], checkedCode(withChecks(body, checks), context))]);
    },
  };
}

/** Import of the schemas of Effect. */
const schemaIdentifier: Identifier = {
  name: identifierName('Schema'),
  from: 'effect/Schema',
  typeOnly: false,
  isNamespace: true,
};

interface EffectContext {
  readonly scope: FileScope;
  /** Name of the namespace import, `Schema`. */
  readonly schema: Name;
  readonly helper: DeclareHelper;
  /** True if Effect accepts a property that is `undefined` for a term. */
  acceptsUndefined(term: SchemaTerm): boolean;
}

/** A schema before the call that adds its checks. */
interface Checked {
  readonly start: Code;
  readonly checks: readonly Code[];
  /** True if the schema is another one by its name, which accepts no checks while it is not in use. */
  readonly isReference?: true;
}

function withChecks(schema: Checked, more: readonly Code[]): Checked {
  return { ...schema, checks: [...schema.checks, ...more] };
}

function checkedCode({ start, checks, isReference }: Checked, context: EffectContext): Code {
  const { schema } = context;
  if (checks.length === 0) return start;
  if (isReference === true)
    return call(code`${schema}.Unknown.check`, [alsoCode(start, context), ...checks]);
  return call(memberOf(start, code`check`), checks);
}

/** Check that a value also satisfies a schema. */
function alsoCode(schema: Code, context: EffectContext): Code {
  const also = context.helper('also', (name) => alsoFunction(name, context.schema, context.scope));
  return call(also, [schema]);
}

/** Check that a value passes a test. */
function expectsCode(test: Code, message: string, context: EffectContext): Code {
  const { schema, scope } = context;
  const expects = context.helper('expects', (name) => expectsFunction(name, schema, scope));
  return call(expects, [test, stringLiteral(message)]);
}

function wordsOf(context: EffectContext): Vocabulary<Checked> {
  const { schema, scope } = context;
  const constantOf = (name: Text): Checked => ({ start: code`${schema}.${name}`, checks: [] });
  const of = (name: Text, args: readonly Code[]): Checked => ({
    start: call(code`${schema}.${name}`, args),
    checks: [],
  });
  const inner = (each: Checked): Code => checkedCode(each, context);
  return {
    plain: (kind) => constantOf(plainNames[kind]),
    literals: (values) => ({ start: literals(values, schema), checks: [] }),
    list: (items) => of(code`Array`, [inner(items)]),
    tuple(items, rest) {
      const first = items.map(({ schema: item, optional }) =>
        optional ? call(code`${schema}.optionalKey`, [inner(item)]) : inner(item),
      );
      if (rest.kind === 'closed') return of(code`Tuple`, [list(first)]);
      const tuple = inner(of(code`Tuple`, [list(first)]));
      const others = rest.kind === 'open' ? code`${schema}.Unknown` : inner(rest.schema);
      return of(code`TupleWithRest`, [tuple, list([others])]);
    },
    object: (members, others) => objectOf(members, others, context),
    record: (values) => of(code`Record`, [code`${schema}.String`, inner(values)]),
    union(members, selection) {
      const mode = objectLiteral([{ key: code`mode`, value: stringLiteral('oneOf') }]);
      return of(code`Union`, [list(members.map(inner)), ...(selection === 'one' ? [mode] : [])]);
    },
    // It has no intersections. Every member sees the value itself.
    intersection: (members) => ({
      ...constantOf(code`Unknown`),
      checks: members.map((each) => alsoCode(inner(each), context)),
    }),
    reference: (target) => ({ start: scope.name(target), checks: [], isReference: true }),
    constrained: (each, constraints) =>
      withChecks(
        each,
        constraints.flatMap((constraint) => checksOf(constraint, context)),
      ),
  };
}

/** Names of schemas without parts. */
const plainNames: { readonly [Kind in PlainKind]: Text } = {
  unknown: code`Unknown`,
  never: code`Never`,
  null: code`Null`,
  boolean: code`Boolean`,
  string: code`String`,
  number: code`Finite`,
};

/** Listed values: literals, and null beside them. */
function literals(values: readonly LiteralValue[], schema: Name): Code {
  const others = values.filter((value) => value !== null);
  const [only] = others;
  if (only === undefined) return code`${schema}.Null`;
  const listed =
    others.length === 1
      ? call(code`${schema}.Literal`, [literal(only)])
      : call(code`${schema}.Literals`, [list(others.map(literal))]);
  return others.length === values.length ? listed : call(code`${schema}.NullOr`, [listed]);
}

/** An object. Without a rest, Effect removes undeclared properties. */
function objectOf(
  members: readonly MemberPart<Checked>[],
  others: RestPart<Checked>,
  context: EffectContext,
): Checked {
  const { schema } = context;
  const properties = members.map((member) => ({
    key: propertyKey(member.name),
    value: memberCode(member, context),
  }));
  const rest =
    others.kind === 'typed' ? checkedCode(others.schema, context) : code`${schema}.Unknown`;
  const record = call(code`${schema}.Record`, [code`${schema}.String`, rest]);
  const start =
    members.length === 0
      ? record
      : call(code`${schema}.StructWithRest`, [
          call(code`${schema}.Struct`, [objectLines(properties)]),
          list([record]),
        ]);
  const names =
    members.length === 0
      ? code`${schema}.Never`
      : call(code`${schema}.Literals`, [list(members.map(({ name }) => stringLiteral(name)))]);
  const closed = others.kind === 'closed' ? [call(code`${schema}.isPropertyNames`, [names])] : [];
  return { start, checks: closed };
}

function memberCode(member: MemberPart<Checked>, context: EffectContext): Code {
  const { schema, optional, term } = member;
  if (optional) return call(code`${context.schema}.optional`, [checkedCode(schema, context)]);
  // Otherwise Effect accepts an object whose property is `undefined`.
  const test = code`(value) => value !== undefined`;
  const present = context.acceptsUndefined(term)
    ? [expectsCode(test, 'expected a value', context)]
    : [];
  return checkedCode(withChecks(schema, present), context);
}

/** Checks of Effect with the meaning of a keyword. Its integers end at 2^53. */
const natives: { readonly [Keyword in Constraint['keyword']]?: Text } = {
  minLength: code`isMinCodePoints`,
  maxLength: code`isMaxCodePoints`,
  minimum: code`isGreaterThanOrEqualTo`,
  maximum: code`isLessThanOrEqualTo`,
  exclusiveMinimum: code`isGreaterThan`,
  exclusiveMaximum: code`isLessThan`,
  minItems: code`isMinLength`,
  maxItems: code`isMaxLength`,
};

function checksOf(constraint: Constraint, context: EffectContext): readonly Code[] {
  const { schema, scope } = context;
  const native = natives[constraint.keyword];
  if (native !== undefined && 'limit' in constraint)
    return [call(code`${schema}.${native}`, [code`${constraint.limit}`])];
  if (constraint.keyword === 'pattern' && !scope.isLinear(constraint.pattern))
    return [call(code`${schema}.isPattern`, [patternCode(constraint.pattern)])];
  const test = constraintTest(constraint, scope);
  return test === undefined ? [] : [expectsCode(test, constraintMessage(constraint), context)];
}
