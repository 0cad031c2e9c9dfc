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
import { arrow, call, chain, list, objectLines, pureCall } from '../../printer/values.js';
import { constraintMessage, constraintsOf, type Constraint } from '../schema-terms/constraints.js';
import { halvesOf } from '../schema-terms/halves.js';
import { beyondFunction, lazilyFunction } from '../schema-terms/helpers.js';
import type { DeclareHelper, SchemaPrinter, TermsByName } from '../schema-terms/library.js';
import type { ArrayTerm, LiteralValue, ObjectTerm, SchemaTerm } from '../schema-terms/term.js';
import { constraintTest, patternCode } from '../schema-terms/tests.js';
import { undefinedAcceptance } from '../schema-terms/undefined.js';

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
    schema(term, check) {
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
function termCode(term: SchemaTerm, context: Zod3Context, calls: readonly MethodCall[] = []): Code {
  const { start, calls: own } = expression(term, context);
  const { native, refined } = constraintCalls(term, context.scope);
  return chain(start, [...own, ...native, ...refined, ...calls]);
}

/** An expression: a name, and the calls of its methods. */
interface Expression {
  readonly start: Name;
  readonly calls: readonly MethodCall[];
}

function expression(term: SchemaTerm, context: Zod3Context): Expression {
  const { zod, scope } = context;
  const ofZod = (
    name: Text,
    args: readonly Code[] = [],
    others: readonly MethodCall[] = [],
  ): Expression => ({ start: zod, calls: [{ name, args }, ...others] });
  switch (term.kind) {
    case 'unknown':
      return ofZod(code`unknown`);
    case 'never':
      return ofZod(code`never`);
    case 'null':
      return ofZod(code`null`);
    case 'boolean':
      return ofZod(code`boolean`);
    case 'literal':
      return literals(term.values, zod);
    case 'string':
      return ofZod(code`string`);
    case 'number':
      return ofZod(code`number`, [], [{ name: code`finite`, args: [] }]);
    case 'array':
      return itemsOf(term, context);
    case 'object':
      return membersOf(term, context);
    case 'record':
      return ofZod(code`record`, [code`${zod}.string()`, termCode(term.values, context)]);
    // Its discriminated unions take objects only, not references to them. Distinct tags exclude all
    // branches but one in a union as well.
    case 'union':
    case 'discriminated':
      return unionOf(
        term.members.map((each) => termCode(each, context)),
        zod,
      );
    case 'intersection':
      return ofZod(
        code`intersection`,
        halvesOf(term.members).map((each) => termCode(each, context)),
      );
    case 'reference':
      return { start: scope.name(term.target), calls: [] };
  }
}

/** Union of at least two members. Zod 3 has no unions of fewer. */
function unionOf(members: readonly Code[], zod: Name): Expression {
  if (members.length === 0) return { start: zod, calls: [{ name: code`never`, args: [] }] };
  return { start: zod, calls: [{ name: code`union`, args: [list(members)] }] };
}

/** Listed values: an enum if all are strings, otherwise a union of literals. */
function literals(values: readonly LiteralValue[], zod: Name): Expression {
  const [only] = values;
  if (only !== undefined && values.length === 1)
    return { start: zod, calls: [{ name: code`literal`, args: [literal(only)] }] };
  if (values.every((value) => typeof value === 'string'))
    return { start: zod, calls: [{ name: code`enum`, args: [list(values.map(literal))] }] };
  return unionOf(
    values.map((value) => call(code`${zod}.literal`, [literal(value)])),
    zod,
  );
}

const optional: MethodCall = { name: code`optional`, args: [] };

function itemsOf(term: ArrayTerm, context: Zod3Context): Expression {
  const { zod } = context;
  const items = termCode(term.items, context);
  if (term.prefix.length === 0)
    return { start: zod, calls: [{ name: code`array`, args: [items] }] };
  const prefix = list(term.prefix.map((each) => termCode(each, context)));
  const rest = term.items.kind === 'never' ? [] : [{ name: code`rest`, args: [items] }];
  return { start: zod, calls: [{ name: code`tuple`, args: [prefix] }, ...rest] };
}

function membersOf({ members, others }: ObjectTerm, context: Zod3Context): Expression {
  const properties = members.map(({ name, optional: isOptional, term }) => {
    // Otherwise Zod 3 accepts an object without the property.
    const required: readonly MethodCall[] = context.acceptsUndefined(term)
      ? [refine(code`(value) => value !== undefined`, 'expected a value')]
      : [];
    const calls = isOptional ? [optional] : required;
    return { key: propertyKey(name), value: termCode(term, context, calls) };
  });
  const rest: MethodCall =
    others === 'open'
      ? { name: code`passthrough`, args: [] }
      : others === 'closed'
        ? { name: code`strict`, args: [] }
        : { name: code`catchall`, args: [termCode(others, context)] };
  const object = { name: code`object`, args: [objectLines(properties)] };
  return { start: context.zod, calls: [object, rest] };
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
  term: SchemaTerm,
  scope: FileScope,
): { readonly native: readonly MethodCall[]; readonly refined: readonly MethodCall[] } {
  const isTuple = term.kind === 'array' && term.prefix.length > 0;
  const native: MethodCall[] = [];
  const refined: MethodCall[] = [];
  for (const constraint of constraintsOf(term)) {
    const method = isTuple ? undefined : methods[constraint.keyword];
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
