import { identifierName } from '../../plan/names/names.js';
import type { Identifier } from '../../plan/plan.js';
import { code, literal, propertyKey, type Code, type Name, type Text } from '../../printer/code.js';
import type { FileScope } from '../../printer/source-file.js';
import { generic } from '../../printer/types.js';
import { arrow, call, chain, list, objectLines, pureCall } from '../../printer/values.js';
import { dataLiteral } from '../../typescript/data-literal.js';
import { constraintFact, constraintsOf, type Constraint } from '../schema-terms/constraints.js';
import { halvesOf } from '../schema-terms/halves.js';
import {
  beyondFunction,
  discriminableFunction,
  lazilyFunction,
  refineOptions,
} from '../schema-terms/helpers.js';
import type { DeclareHelper, SchemaPrinter } from '../schema-terms/library.js';
import type { ArrayTerm, ObjectTerm, SchemaTerm } from '../schema-terms/term.js';
import { constraintTest, patternCode } from '../schema-terms/tests.js';

/** Prints terms for Zod Mini. */
export function zodMiniPrinter(scope: FileScope, helper: DeclareHelper): SchemaPrinter {
  const zod = scope.name(zodIdentifier);
  const context: MiniContext = { scope, zod, helper };
  return {
    type: (value) => generic(code`${zod}.ZodMiniType`, [value, value]),
    schema(term, check) {
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
function termCode(term: SchemaTerm, context: MiniContext, further: readonly Code[] = []): Code {
  const { zod, scope } = context;
  const facts: Facts[] = [];
  const isTuple = term.kind === 'array' && term.prefix.length > 0;
  const checks = constraintsOf(term).flatMap((constraint) =>
    constraintChecks(constraint, isTuple, context, facts),
  );
  const known = Object.assign({}, ...facts) as Facts;
  const meta = facts.length === 0 ? [] : [call(code`${zod}.meta`, [dataLiteral(known)])];
  const all = [...checks, ...meta, ...further];
  if (term.kind === 'reference') {
    const name = scope.name(term.target);
    return all.length === 0 ? name : chain(name, [{ name: code`check`, args: all }]);
  }
  const { name, args } = schemaCall(term, context);
  return chain(zod, [
    { name, args },
    ...(all.length === 0 ? [] : [{ name: code`check`, args: all }]),
  ]);
}

type Facts = ReturnType<typeof constraintFact>;

interface SchemaCall {
  readonly name: Text;
  readonly args: readonly Code[];
}

function schemaCall(
  term: Exclude<SchemaTerm, { readonly kind: 'reference' }>,
  context: MiniContext,
): SchemaCall {
  const { zod, helper } = context;
  const schemas = (terms: readonly SchemaTerm[]): Code =>
    list(terms.map((each) => termCode(each, context)));
  switch (term.kind) {
    case 'unknown':
      return { name: code`unknown`, args: [] };
    case 'never':
      return { name: code`never`, args: [] };
    case 'null':
      return { name: code`null`, args: [] };
    case 'boolean':
      return { name: code`boolean`, args: [] };
    case 'string':
      return { name: code`string`, args: [] };
    case 'number':
      return { name: code`number`, args: [] };
    case 'literal': {
      const [only] = term.values;
      const isOne = only !== undefined && term.values.length === 1;
      return { name: code`literal`, args: [dataLiteral(isOne ? only : term.values)] };
    }
    case 'array':
      return arrayCall(term, context);
    case 'object':
      return objectCall(term, context);
    case 'record':
      return { name: code`record`, args: [code`${zod}.string()`, termCode(term.values, context)] };
    case 'union':
      return { name: term.how === 'one' ? code`xor` : code`union`, args: [schemas(term.members)] };
    case 'discriminated': {
      const narrow = helper('toldApart', (name) => discriminableFunction(name, zod));
      const members = call(narrow, [schemas(term.members)]);
      return { name: code`discriminatedUnion`, args: [literal(term.property), members] };
    }
    case 'intersection':
      return {
        name: code`intersection`,
        args: halvesOf(term.members).map((each) => termCode(each, context)),
      };
  }
}

function arrayCall(term: ArrayTerm, context: MiniContext): SchemaCall {
  const items = termCode(term.items, context);
  if (term.prefix.length === 0) return { name: code`array`, args: [items] };
  const prefix = term.prefix.map((each, index) =>
    index < (term.minItems ?? 0) ? termCode(each, context) : optional(each, context),
  );
  const rest = term.items.kind === 'never' ? [] : [items];
  return { name: code`tuple`, args: [list(prefix), ...rest] };
}

function objectCall({ members, others }: ObjectTerm, context: MiniContext): SchemaCall {
  const { zod } = context;
  const properties = objectLines(
    members.map((member) => ({
      key: propertyKey(member.name),
      value: member.optional ? optional(member.term, context) : termCode(member.term, context),
    })),
  );
  if (others === 'open') return { name: code`looseObject`, args: [properties] };
  if (others === 'closed') return { name: code`strictObject`, args: [properties] };
  const object = call(code`${zod}.object`, [properties]);
  return { name: code`catchall`, args: [object, termCode(others, context)] };
}

function optional(term: SchemaTerm, context: MiniContext): Code {
  return call(code`${context.zod}.optional`, [termCode(term, context)]);
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
  isTuple: boolean,
  { zod, scope }: MiniContext,
  facts: Facts[],
): readonly Code[] {
  const native = isTuple ? undefined : natives[constraint.keyword];
  if (native !== undefined && 'limit' in constraint)
    return [call(code`${zod}.${native}`, [code`${constraint.limit}`])];
  if (constraint.keyword === 'pattern' && !scope.isLinear(constraint.pattern))
    return [call(code`${zod}.regex`, [patternCode(constraint.pattern)])];
  facts.push(constraintFact(constraint));
  const test = constraintTest(constraint, scope);
  return test === undefined ? [] : [call(code`${zod}.refine`, [test, refineOptions(constraint)])];
}
