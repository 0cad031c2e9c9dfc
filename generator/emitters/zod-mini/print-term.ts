import { identifierName } from '../../plan/names/names.js';
import type { Identifier } from '../../plan/plan.js';
import { code, literal, propertyKey, type Code, type Name, type Text } from '../../printer/code.js';
import type { FileScope } from '../../printer/source-file.js';
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

/** Prints terms for Zod Mini. */
export function zodMiniPrinter(scope: FileScope, helper: DeclareHelper): SchemaPrinter {
  const zod = scope.name(zodIdentifier);
  const context: MiniContext = { scope, zod, helper };
  return {
    type: (value) => generic(code`${zod}.ZodMiniType`, [value, value]),
    schema({ term, check }) {
      const lazily = helper('lazily', (name) =>
        lazilyFunction(name, {
          schema: code`${zod}.ZodMiniType`,
          of: (value) => generic(code`${zod}.ZodMiniType`, [value, value]),
          lazy: code`${zod}.lazy`,
        }),
      );
      const refinement = (): Code => {
        const beyond = helper('beyond', (name) =>
          beyondFunction(name, scope, code`${zod}.core.$RefinementCtx`),
        );
        return call(code`${zod}.superRefine`, [call(beyond, check === undefined ? [] : [check])]);
      };
      const checks = check === undefined ? [] : [refinement()];
      return pureCall(lazily, [arrow([], termCode(term, context, checks))]);
    },
  };
}

/** Import of Zod Mini. */
const zodIdentifier: Identifier = {
  name: identifierName('z'),
  from: 'zod/mini',
  typeOnly: false,
  isNamespace: true,
};

interface MiniContext {
  readonly scope: FileScope;
  /** Name of the namespace import, `z`. */
  readonly zod: Name;
  readonly helper: DeclareHelper;
}

/** Expression that creates the schema of a term, with its checks and further ones. */
function termCode(term: SchemaTerm, context: MiniContext, further: readonly Code[]): Code {
  const { schema, checks } = walkTerm(term, wordsOf(context));
  return checkedCode({ schema, checks: [...checks, ...further] });
}

/** A schema before the call that adds its checks. */
interface Checked {
  readonly schema: Expression;
  readonly checks: readonly Code[];
}

function checkedCode({ schema, checks }: Checked): Code {
  if (checks.length === 0) return expressionCode(schema);
  return expressionCode(withCalls(schema, [{ name: code`check`, args: checks }]));
}

type Facts = ReturnType<typeof constraintFact>;

function wordsOf(context: MiniContext): Vocabulary<Checked> {
  const { zod, scope, helper } = context;
  const ofZod = (name: Text, args: readonly Code[] = []): Checked => ({
    schema: expressionOf(zod, name, args),
    checks: [],
  });
  const optionalOr = ({ schema, optional }: ItemPart<Checked>): Code =>
    optional ? call(code`${zod}.optional`, [checkedCode(schema)]) : checkedCode(schema);
  return {
    plain: (kind) => ofZod(plainNames[kind]),
    literals(values) {
      const [only] = values;
      const isOne = only !== undefined && values.length === 1;
      return ofZod(code`literal`, [dataLiteral(isOne ? only : values)]);
    },
    list: (items) => ofZod(code`array`, [checkedCode(items)]),
    tuple(items, rest) {
      const prefix = list(items.map(optionalOr));
      if (rest.kind === 'closed') return ofZod(code`tuple`, [prefix]);
      const others = rest.kind === 'open' ? ofZod(code`unknown`) : rest.schema;
      return ofZod(code`tuple`, [prefix, checkedCode(others)]);
    },
    object(members, others) {
      const properties = objectLines(
        members.map((member) => ({ key: propertyKey(member.name), value: optionalOr(member) })),
      );
      if (others.kind !== 'typed') return ofZod(objectNames[others.kind], [properties]);
      const object = call(code`${zod}.object`, [properties]);
      return ofZod(code`catchall`, [object, checkedCode(others.schema)]);
    },
    record: (values) => ofZod(code`record`, [code`${zod}.string()`, checkedCode(values)]),
    union(members, selection) {
      const schemas = list(members.map(checkedCode));
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
        ofZod(code`intersection`, [checkedCode(left), checkedCode(right)]),
      ),
    reference: (target) => ({ schema: { start: scope.name(target), calls: [] }, checks: [] }),
    constrained({ schema, checks }, constraints, term) {
      const facts: Facts[] = [];
      const own = constraints.flatMap((constraint) =>
        constraintChecks(constraint, isTuple(term), context, facts),
      );
      const known = Object.assign({}, ...facts) as Facts;
      const meta = facts.length === 0 ? [] : [call(code`${zod}.meta`, [dataLiteral(known)])];
      return { schema, checks: [...checks, ...own, ...meta] };
    },
  };
}

/** Checks of Zod Mini with the meaning of a keyword. Its integers end at 2^53, and it counts UTF-16 units. */
const natives: { readonly [Keyword in Constraint['keyword']]?: Text } = {
  minimum: code`gte`,
  maximum: code`lte`,
  exclusiveMinimum: code`gt`,
  exclusiveMaximum: code`lt`,
  minItems: code`minLength`,
  maxItems: code`maxLength`,
};

/** Checks for a constraint. Facts are added of those that Zod does not know. */
function constraintChecks(
  constraint: Constraint,
  onTuple: boolean,
  { zod, scope }: MiniContext,
  facts: Facts[],
): readonly Code[] {
  const native = onTuple ? undefined : natives[constraint.keyword];
  if (native !== undefined && 'limit' in constraint)
    return [call(code`${zod}.${native}`, [code`${constraint.limit}`])];
  if (constraint.keyword === 'pattern' && !scope.isLinear(constraint.pattern))
    return [call(code`${zod}.regex`, [patternCode(constraint.pattern)])];
  facts.push(constraintFact(constraint));
  const test = constraintTest(constraint, scope);
  return test === undefined ? [] : [call(code`${zod}.refine`, [test, refineOptions(constraint)])];
}
