import { identifierName } from '../../plan/names/names.js';
import type { Identifier } from '../../plan/plan.js';
import { code, literal, propertyKey, type Code, type Name, type Text } from '../../printer/code.js';
import type { FileScope } from '../../printer/source-file.js';
import type { MethodCall } from '../../printer/syntax.js';
import { generic } from '../../printer/types.js';
import { arrow, call, list, objectLines, pureCall } from '../../printer/values.js';
import { dataLiteral } from '../../typescript/data-literal.js';
import { constraintFact, type Constraint } from '../schema-terms/constraints.js';
import {
  expressionCode,
  expressionOf,
  withCalls,
  type Expression,
} from '../schema-terms/expression.js';
import { inHalves } from '../schema-terms/halves.js';
import {
  beyondFunction,
  discriminableFunction,
  lazilyFunction,
  refineOptions,
} from '../schema-terms/helpers.js';
import type { DeclareHelper, SchemaPrinter } from '../schema-terms/library.js';
import type { SchemaTerm } from '../schema-terms/term.js';
import { constraintTest, patternCode } from '../schema-terms/tests.js';
import { walkTerm, type ItemPart, type Vocabulary } from '../schema-terms/walk-term.js';
import { isTuple, objectNames, plainNames } from '../schema-terms/words.js';

/** Prints terms for Zod 4. */
export function zodPrinter(scope: FileScope, helper: DeclareHelper): SchemaPrinter {
  const zod = scope.name(zodIdentifier);
  const context: ZodContext = { scope, zod, helper };
  return {
    type: (value) => generic(code`${zod}.ZodType`, [value, value]),
    schema({ term, check }) {
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
function termCode(term: SchemaTerm, context: ZodContext, calls: readonly MethodCall[]): Code {
  return expressionCode(withCalls(walkTerm(term, wordsOf(context)), calls));
}

function wordsOf({ zod, scope, helper }: ZodContext): Vocabulary<Expression> {
  const ofZod = (name: Text, args: readonly Code[] = []): Expression =>
    expressionOf(zod, name, args);
  return {
    plain: (kind) => ofZod(plainNames[kind]),
    literals(values) {
      const [only] = values;
      const isOne = only !== undefined && values.length === 1;
      return ofZod(code`literal`, [dataLiteral(isOne ? only : values)]);
    },
    list: (items) => ofZod(code`array`, [expressionCode(items)]),
    tuple(items, rest) {
      const prefix = items.map((each) => optionalOr(each));
      if (rest.kind === 'closed') return ofZod(code`tuple`, [list(prefix)]);
      const others = rest.kind === 'open' ? ofZod(code`unknown`) : rest.schema;
      return ofZod(code`tuple`, [list(prefix), expressionCode(others)]);
    },
    object(members, others) {
      const properties = objectLines(
        members.map((member) => ({ key: propertyKey(member.name), value: optionalOr(member) })),
      );
      if (others.kind !== 'typed') return ofZod(objectNames[others.kind], [properties]);
      const rest = { name: code`catchall`, args: [expressionCode(others.schema)] };
      return withCalls(ofZod(code`object`, [properties]), [rest]);
    },
    record: (values) => ofZod(code`record`, [code`${zod}.string()`, expressionCode(values)]),
    union(members, selection) {
      const schemas = list(members.map(expressionCode));
      if (typeof selection === 'string')
        return ofZod(selection === 'one' ? code`xor` : code`union`, [schemas]);
      const narrow = helper('toldApart', (name) => discriminableFunction(name, zod));
      return ofZod(code`discriminatedUnion`, [
        literal(selection.property),
        call(narrow, [schemas]),
      ]);
    },
    intersection: (members) =>
      inHalves(members, (left, right) =>
        ofZod(code`intersection`, [expressionCode(left), expressionCode(right)]),
      ),
    reference: (target) => ({ start: scope.name(target), calls: [] }),
    constrained: (schema, constraints, term) =>
      withCalls(schema, constraintCalls(constraints, scope, isTuple(term))),
  };
}

function optionalOr({ schema, optional }: ItemPart<Expression>): Code {
  return expressionCode(
    optional ? withCalls(schema, [{ name: code`optional`, args: [] }]) : schema,
  );
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
  onTuple: boolean,
): readonly MethodCall[] {
  const calls: MethodCall[] = [];
  const facts: ReturnType<typeof constraintFact>[] = [];
  for (const constraint of constraints) {
    const method = onTuple ? undefined : methods[constraint.keyword];
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
