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
import type { MethodCall } from '../../printer/syntax.js';
import { generic } from '../../printer/types.js';
import { arrow, call, list, objectLines, pureCall } from '../../printer/values.js';
import { constraintMessage, type Constraint } from '../schema-terms/constraints.js';
import {
  expressionCode,
  expressionOf,
  withCalls,
  type Expression,
} from '../schema-terms/expression.js';
import { inHalves } from '../schema-terms/halves.js';
import { beyondFunction, lazilyFunction } from '../schema-terms/helpers.js';
import type { DeclareHelper, SchemaPrinter, TermsByName } from '../schema-terms/library.js';
import type { LiteralValue, SchemaTerm } from '../schema-terms/term.js';
import { constraintTest, patternCode } from '../schema-terms/tests.js';
import { undefinedAcceptance } from '../schema-terms/undefined.js';
import {
  walkTerm,
  type MemberPart,
  type RestPart,
  type Vocabulary,
} from '../schema-terms/walk-term.js';
import { isTuple, plainNames } from '../schema-terms/words.js';

/** Prints terms for Zod 3. */
export function zod3Printer(
  scope: FileScope,
  helper: DeclareHelper,
  terms: TermsByName,
): SchemaPrinter {
  const zod = scope.name(zodIdentifier);
  const context: Zod3Context = { scope, zod, acceptsUndefined: undefinedAcceptance(terms) };
  const typeOf = (value: Code): Code =>
    generic(code`${zod}.ZodType`, [value, code`${zod}.ZodTypeDef`, value]);
  return {
    type: typeOf,
    schema({ term, check }) {
      const lazily = helper('lazily', (name) =>
        lazilyFunction(name, {
          schema: code`${zod}.ZodType`,
          of: typeOf,
          lazy: code`${zod}.lazy`,
        }),
      );
      const beyond = (): Name =>
        helper('beyond', (name) => beyondFunction(name, scope, code`${zod}.RefinementCtx`));
      const calls =
        check === undefined ? [] : [{ name: code`superRefine`, args: [call(beyond(), [check])] }];
      return pureCall(lazily, [arrow([], termCode(term, context, calls))]);
    },
  };
}

/** Import of Zod 3. */
const zodIdentifier: Identifier = { name: identifierName('z'), from: 'zod/v3', typeOnly: false };

interface Zod3Context {
  readonly scope: FileScope;
  /** Name of Zod's namespace import, `z`. */
  readonly zod: Name;
  /** True if Zod 3 accepts a missing value for a term. */
  acceptsUndefined(term: SchemaTerm): boolean;
}

/** Expression that creates the schema of a term, with its constraints and further calls. */
function termCode(term: SchemaTerm, context: Zod3Context, calls: readonly MethodCall[]): Code {
  return expressionCode(withCalls(walkTerm(term, wordsOf(context)), calls));
}

function wordsOf({ zod, scope, acceptsUndefined }: Zod3Context): Vocabulary<Expression> {
  const ofZod = (name: Text, args: readonly Code[] = []): Expression =>
    expressionOf(zod, name, args);
  return {
    plain: (kind) =>
      kind === 'number'
        ? withCalls(ofZod(code`number`), [{ name: code`finite`, args: [] }])
        : ofZod(plainNames[kind]),
    literals: (values) => literals(values, zod),
    list: (items) => ofZod(code`array`, [expressionCode(items)]),
    tuple(items, rest) {
      const tuple = ofZod(code`tuple`, [list(items.map(({ schema }) => expressionCode(schema)))]);
      if (rest.kind === 'closed') return tuple;
      const others = rest.kind === 'open' ? ofZod(code`unknown`) : rest.schema;
      return withCalls(tuple, [{ name: code`rest`, args: [expressionCode(others)] }]);
    },
    object(members, others) {
      const properties = members.map((member) => ({
        key: propertyKey(member.name),
        value: memberCode(member, acceptsUndefined),
      }));
      return withCalls(ofZod(code`object`, [objectLines(properties)]), [restCall(others)]);
    },
    record: (values) => ofZod(code`record`, [code`${zod}.string()`, expressionCode(values)]),
    // Its discriminated unions take objects only, not references to them. Distinct tags exclude all
    // branches but one in a union as well.
    union: (members) => unionOf(members.map(expressionCode), zod),
    intersection: (members) =>
      inHalves(members, (left, right) =>
        ofZod(code`intersection`, [expressionCode(left), expressionCode(right)]),
      ),
    reference: (target) => ({ start: scope.name(target), calls: [] }),
    constrained(schema, constraints, term) {
      const { native, refined } = constraintCalls(constraints, isTuple(term), scope);
      return withCalls(schema, [...native, ...refined]);
    },
  };
}

/** Union of at least two members. Zod 3 has no unions of fewer. */
function unionOf(members: readonly Code[], zod: Name): Expression {
  if (members.length === 0) return expressionOf(zod, code`never`);
  return expressionOf(zod, code`union`, [list(members)]);
}

/** Listed values: an enum if all are strings, otherwise a union of literals. */
function literals(values: readonly LiteralValue[], zod: Name): Expression {
  const [only] = values;
  if (only !== undefined && values.length === 1)
    return expressionOf(zod, code`literal`, [literal(only)]);
  if (values.every((value) => typeof value === 'string'))
    return expressionOf(zod, code`enum`, [list(values.map(literal))]);
  return unionOf(
    values.map((value) => call(code`${zod}.literal`, [literal(value)])),
    zod,
  );
}

function memberCode(
  { schema, optional, term }: MemberPart<Expression>,
  acceptsUndefined: Zod3Context['acceptsUndefined'],
): Code {
  if (optional) return expressionCode(withCalls(schema, [{ name: code`optional`, args: [] }]));
  // Otherwise Zod 3 accepts an object without the property.
  const required = acceptsUndefined(term)
    ? [refine(code`(value) => value !== undefined`, 'expected a value')]
    : [];
  return expressionCode(withCalls(schema, required));
}

function restCall(others: RestPart<Expression>): MethodCall {
  if (others.kind === 'open') return { name: code`passthrough`, args: [] };
  if (others.kind === 'closed') return { name: code`strict`, args: [] };
  return { name: code`catchall`, args: [expressionCode(others.schema)] };
}

/** Methods of Zod 3 with the meaning of a keyword. Its integers end at 2^53, and it counts UTF-16 units. */
const methods: { readonly [Keyword in Constraint['keyword']]?: Text } = {
  minimum: code`gte`,
  maximum: code`lte`,
  exclusiveMinimum: code`gt`,
  exclusiveMaximum: code`lt`,
  minItems: code`min`,
  maxItems: code`max`,
};

/** Methods for constraints, then refinements: what `refine` returns has no methods of strings or numbers. */
function constraintCalls(
  constraints: readonly Constraint[],
  onTuple: boolean,
  scope: FileScope,
): { readonly native: readonly MethodCall[]; readonly refined: readonly MethodCall[] } {
  const native: MethodCall[] = [];
  const refined: MethodCall[] = [];
  for (const constraint of constraints) {
    const method = onTuple ? undefined : methods[constraint.keyword];
    if (method !== undefined && 'limit' in constraint) {
      native.push({ name: method, args: [code`${constraint.limit}`] });
      continue;
    }
    if (constraint.keyword === 'pattern' && !scope.isLinear(constraint.pattern)) {
      native.push({ name: code`regex`, args: [patternCode(constraint.pattern)] });
      continue;
    }
    const test = constraintTest(constraint, scope);
    if (test !== undefined) refined.push(refine(test, constraintMessage(constraint)));
  }
  return { native, refined };
}

function refine(test: Code, message: string): MethodCall {
  return { name: code`refine`, args: [test, stringLiteral(message)] };
}
