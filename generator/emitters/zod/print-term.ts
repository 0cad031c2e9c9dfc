import { identifierName } from '../../plan/names/names.js';
import type { Identifier } from '../../plan/plan.js';
import { code, literal, propertyKey, type Code, type Name, type Text } from '../../printer/code.js';
import type { FileScope } from '../../printer/source-file.js';
import type { MethodCall } from '../../printer/syntax.js';
import { generic } from '../../printer/types.js';
import { arrow, call, chain, list, objectLines, pureCall } from '../../printer/values.js';
import { dataLiteral } from '../../typescript/data-literal.js';
import { constraintFact, constraintsOf, type Constraint } from '../schema-terms/constraints.js';
import {
  beyondFunction,
  discriminableFunction,
  lazilyFunction,
  refineOptions,
} from '../schema-terms/helpers.js';
import { halvesOf } from '../schema-terms/halves.js';
import type { DeclareHelper, SchemaPrinter } from '../schema-terms/library.js';
import type { ArrayTerm, ObjectTerm, SchemaTerm } from '../schema-terms/term.js';
import { constraintTest, patternCode } from '../schema-terms/tests.js';

/** Prints terms for Zod 4. */
export function zodPrinter(scope: FileScope, helper: DeclareHelper): SchemaPrinter {
  const zod = scope.name(zodIdentifier);
  const context: ZodContext = { scope, zod, helper };
  return {
    type: (value) => generic(code`${zod}.ZodType`, [value, value]),
    schema(term, check) {
      const lazily = helper('lazily', (name) =>
        lazilyFunction(name, {
          schema: code`${zod}.ZodType`,
          of: (value) => generic(code`${zod}.ZodType`, [value, value]),
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

/** Import of Zod. */
const zodIdentifier: Identifier = { name: identifierName('z'), from: 'zod', typeOnly: false };

interface ZodContext {
  readonly scope: FileScope;
  /** Name of Zod's namespace import, `z`. */
  readonly zod: Name;
  readonly helper: DeclareHelper;
}

/** Expression that creates the schema of a term, followed by further calls. */
function termCode(term: SchemaTerm, context: ZodContext, calls: readonly MethodCall[] = []): Code {
  const { start, calls: own } = expression(term, context);
  return chain(start, [...own, ...calls]);
}

/** An expression: a name, and the calls of its methods. */
interface Expression {
  readonly start: Name;
  readonly calls: readonly MethodCall[];
}

function expression(term: SchemaTerm, context: ZodContext): Expression {
  const { zod, scope, helper } = context;
  const ofZod = (
    name: Text,
    args: readonly Code[] = [],
    others: readonly MethodCall[] = [],
  ): Expression => ({ start: zod, calls: [{ name, args }, ...others] });
  const schemas = (terms: readonly SchemaTerm[]): Code =>
    list(terms.map((each) => termCode(each, context)));
  switch (term.kind) {
    case 'unknown':
      return ofZod(code`unknown`);
    case 'never':
      return ofZod(code`never`);
    case 'null':
      return ofZod(code`null`);
    case 'boolean':
      return ofZod(code`boolean`);
    case 'literal': {
      const [only] = term.values;
      const isOne = only !== undefined && term.values.length === 1;
      return ofZod(code`literal`, [dataLiteral(isOne ? only : term.values)]);
    }
    case 'string':
      return ofZod(code`string`, [], constraintCalls(constraintsOf(term), scope));
    case 'number':
      return ofZod(code`number`, [], constraintCalls(constraintsOf(term), scope));
    case 'array': {
      const { name, args } = itemsCall(term, context);
      const isTuple = term.prefix.length > 0;
      return ofZod(name, args, constraintCalls(constraintsOf(term), scope, isTuple));
    }
    case 'object': {
      const { name, args } = membersCall(term, context);
      const others =
        typeof term.others === 'string'
          ? []
          : [{ name: code`catchall`, args: [termCode(term.others, context)] }];
      const calls = constraintCalls(constraintsOf(term), scope);
      return ofZod(name, args, [...others, ...calls]);
    }
    case 'record':
      return ofZod(code`record`, [code`${zod}.string()`, termCode(term.values, context)]);
    case 'union':
      return ofZod(term.how === 'one' ? code`xor` : code`union`, [schemas(term.members)]);
    case 'discriminated': {
      const narrow = helper('toldApart', (name) => discriminableFunction(name, zod));
      return ofZod(code`discriminatedUnion`, [
        literal(term.property),
        call(narrow, [schemas(term.members)]),
      ]);
    }
    case 'intersection':
      return ofZod(
        code`intersection`,
        halvesOf(term.members).map((each) => termCode(each, context)),
      );
    case 'reference':
      return { start: scope.name(term.target), calls: [] };
  }
}

const optional: MethodCall = { name: code`optional`, args: [] };

/** Call that creates an array or a tuple. */
function itemsCall(term: ArrayTerm, context: ZodContext): MethodCall {
  const items = termCode(term.items, context);
  if (term.prefix.length === 0) return { name: code`array`, args: [items] };
  const prefix = term.prefix.map((each, index) =>
    termCode(each, context, index < (term.minItems ?? 0) ? [] : [optional]),
  );
  const rest = term.items.kind === 'never' ? [] : [items];
  return { name: code`tuple`, args: [list(prefix), ...rest] };
}

/** Call that creates an object. */
function membersCall({ members, others }: ObjectTerm, context: ZodContext): MethodCall {
  const name =
    others === 'open' ? code`looseObject` : others === 'closed' ? code`strictObject` : code`object`;
  const properties = members.map((member) => ({
    key: propertyKey(member.name),
    value: termCode(member.term, context, member.optional ? [optional] : []),
  }));
  return { name, args: [objectLines(properties)] };
}

/** Methods of Zod with the meaning of a keyword. Its integers end at 2^53, and it counts UTF-16 units. */
const methods: { readonly [Keyword in Constraint['keyword']]?: Text } = {
  minimum: code`gte`,
  maximum: code`lte`,
  exclusiveMinimum: code`gt`,
  exclusiveMaximum: code`lt`,
  minItems: code`min`,
  maxItems: code`max`,
};

/** Calls for constraints: methods of Zod, otherwise refinements, with their metadata at the end. */
function constraintCalls(
  constraints: readonly Constraint[],
  scope: FileScope,
  isTuple = false,
): readonly MethodCall[] {
  const calls: MethodCall[] = [];
  const facts: ReturnType<typeof constraintFact>[] = [];
  for (const constraint of constraints) {
    const method = isTuple ? undefined : methods[constraint.keyword];
    if (method !== undefined && 'limit' in constraint) {
      calls.push({ name: method, args: [code`${constraint.limit}`] });
      continue;
    }
    if (constraint.keyword === 'pattern' && !scope.isLinear(constraint.pattern)) {
      calls.push({ name: code`regex`, args: [patternCode(constraint.pattern)] });
      continue;
    }
    const test = constraintTest(constraint, scope);
    if (test !== undefined)
      calls.push({ name: code`refine`, args: [test, refineOptions(constraint)] });
    facts.push(constraintFact(constraint));
  }
  if (facts.length === 0) return calls;
  const known = Object.assign({}, ...facts) as ReturnType<typeof constraintFact>;
  return [...calls, { name: code`meta`, args: [dataLiteral(known)] }];
}
