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
import { constant, privateFunction } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { functionType, generic, readonlyArray } from '../../printer/types.js';
import { arrow, call, list, objectLines, pureCall } from '../../printer/values.js';
import { constraintMessage, type Constraint } from '../schema-terms/constraints.js';
import { lazilyFunction } from '../schema-terms/helpers.js';
import type { DeclareHelper, SchemaPrinter, TermsByName } from '../schema-terms/library.js';
import type { LiteralValue, SchemaTerm } from '../schema-terms/term.js';
import { constraintTest, patternCode, runtimeName } from '../schema-terms/tests.js';
import { undefinedAcceptance } from '../schema-terms/undefined.js';
import { walkTerm, type Vocabulary } from '../schema-terms/walk-term.js';
import { mayBeArray, objectNames, plainNames } from '../schema-terms/words.js';

/** Prints terms for Valibot. */
export function valibotPrinter(
  scope: FileScope,
  helper: DeclareHelper,
  terms: TermsByName,
): SchemaPrinter {
  const valibot = scope.name(valibotIdentifier);
  const context: ValibotContext = {
    scope,
    valibot,
    helper,
    acceptsUndefined: undefinedAcceptance(terms),
  };
  const typeOf = (value: Code): Code => generic(code`${valibot}.GenericSchema`, [value]);
  return {
    type: typeOf,
    schema({ term, check }) {
      const lazily = helper('lazily', (name) =>
        lazilyFunction(name, {
          schema: code`${valibot}.GenericSchema`,
          of: typeOf,
          lazy: code`${valibot}.lazy`,
        }),
      );
      const beyond = (): Name => helper('beyond', (name) => beyondFunction(name, valibot, scope));
      const actions = check === undefined ? [] : [call(beyond(), [check])];
      return pureCall(lazily, [arrow([], termCode(term, context, actions))]);
    },
  };
}

/** Import of Valibot. */
const valibotIdentifier: Identifier = {
  name: identifierName('v'),
  from: 'valibot',
  typeOnly: false,
  isNamespace: true,
};

interface ValibotContext {
  readonly scope: FileScope;
  /** Name of the namespace import, `v`. */
  readonly valibot: Name;
  readonly helper: DeclareHelper;
  /** True if Valibot accepts a missing item for a term. */
  acceptsUndefined(term: SchemaTerm): boolean;
}

/** Expression that creates the schema of a term, with further actions. */
function termCode(term: SchemaTerm, context: ValibotContext, further: readonly Code[]): Code {
  return pipeCode([...walkTerm(term, wordsOf(context)), ...further], context.valibot);
}

/** Items of a pipe: the schema among what precedes and follows it. */
type Pipe = readonly Code[];

function pipeCode(items: Pipe, valibot: Name): Code {
  const [only] = items;
  return only !== undefined && items.length === 1 ? only : call(code`${valibot}.pipe`, items);
}

function wordsOf(context: ValibotContext): Vocabulary<Pipe> {
  const { valibot, scope } = context;
  const of = (name: Text, args: readonly Code[] = []): Pipe => [
    call(code`${valibot}.${name}`, args),
  ];
  const inPipe = (items: Pipe): Code => pipeCode(items, valibot);
  return {
    plain: (kind) => of(plainNames[kind]),
    literals: (values) => [literals(values, valibot)],
    list: (items) => of(code`array`, [inPipe(items)]),
    tuple(items, rest) {
      const first = list(items.map(({ schema }) => inPipe(schema)));
      if (rest.kind === 'closed') return of(code`strictTuple`, [first]);
      if (rest.kind === 'open') return of(code`looseTuple`, [first]);
      return of(code`tupleWithRest`, [first, inPipe(rest.schema)]);
    },
    object(members, others) {
      const properties = objectLines(
        members.map(({ name, schema, optional }) => ({
          key: propertyKey(name),
          value: optional ? call(code`${valibot}.optional`, [inPipe(schema)]) : inPipe(schema),
        })),
      );
      if (others.kind !== 'typed') return of(objectNames[others.kind], [properties]);
      return of(code`objectWithRest`, [properties, inPipe(others.schema)]);
    },
    record: (values) => of(code`record`, [inPipe(of(code`string`)), inPipe(values)]),
    // Its variants take objects only, not references to them. Distinct tags exclude all branches but
    // one in a union as well.
    union: (members) => of(code`union`, [list(members.map(inPipe))]),
    intersection: (members) => of(code`intersect`, [list(members.map(inPipe))]),
    reference: (target) => [scope.name(target)],
    constrained: (schema, constraints, term) => [
      ...precondition(term, context),
      ...schema,
      ...finiteness(term, constraints, context),
      ...constraints.flatMap((constraint) => actionsOf(constraint, context)),
    ],
  };
}

/** Listed values: a picklist, or a union where a value is of another type than its options have. */
function literals(values: readonly LiteralValue[], valibot: Name): Code {
  const single = (value: LiteralValue): Code =>
    value === null ? code`${valibot}.null()` : call(code`${valibot}.literal`, [literal(value)]);
  const [only] = values;
  if (only !== undefined && values.length === 1) return single(only);
  const isList = values.every((value) => value !== null && typeof value !== 'boolean');
  return isList
    ? call(code`${valibot}.picklist`, [list(values.map(literal))])
    : call(code`${valibot}.union`, [list(values.map(single))]);
}

/**
 * What a value has to be before the schema sees it. Arrays are objects for Valibot, which a required
 * property excludes otherwise, and missing items of tuples are `undefined`.
 */
function precondition(term: SchemaTerm, context: ValibotContext): readonly Code[] {
  const { valibot, helper, acceptsUndefined } = context;
  if (mayBeArray(term)) return [helper('noArray', (name) => noArrayConstant(name, valibot))];
  if (term.kind !== 'array' || !term.prefix.some(acceptsUndefined)) return [];
  const least = helper('atLeast', (name) => atLeastFunction(name, valibot));
  return [call(least, [code`${term.prefix.length}`])];
}

/** Valibot's numbers include infinite ones. */
function finiteness(
  term: SchemaTerm,
  constraints: readonly Constraint[],
  { valibot }: ValibotContext,
): readonly Code[] {
  const isFinite = constraints.some(({ keyword }) => keyword === 'integer');
  return term.kind === 'number' && !isFinite ? [code`${valibot}.finite()`] : [];
}

/** Actions of Valibot with the meaning of a keyword. It counts UTF-16 units in the length of text. */
const natives: { readonly [Keyword in Constraint['keyword']]?: Text } = {
  minimum: code`minValue`,
  maximum: code`maxValue`,
  exclusiveMinimum: code`gtValue`,
  exclusiveMaximum: code`ltValue`,
  minItems: code`minLength`,
  maxItems: code`maxLength`,
};

function actionsOf(constraint: Constraint, { valibot, scope }: ValibotContext): readonly Code[] {
  const native = natives[constraint.keyword];
  if (native !== undefined && 'limit' in constraint)
    return [call(code`${valibot}.${native}`, [code`${constraint.limit}`])];
  if (constraint.keyword === 'integer') return [code`${valibot}.integer()`];
  if (constraint.keyword === 'pattern' && !scope.isLinear(constraint.pattern))
    return [call(code`${valibot}.regex`, [patternCode(constraint.pattern)])];
  // The type of an action is that of its function, which has to have the type of the items.
  const test =
    constraint.keyword === 'uniqueItems'
      ? arrow([code`items`], call(runtimeName(scope, 'isUnique'), [code`items`]))
      : constraintTest(constraint, scope);
  const message = stringLiteral(constraintMessage(constraint));
  return test === undefined ? [] : [call(code`${valibot}.check`, [test, message])];
}

function noArrayConstant(name: Name, valibot: Name): Declaration {
  return constant(
    name,
    code`${valibot}.GenericSchema`,
    pureCall(code`${valibot}.custom`, [
      code`(value) => !Array.isArray(value)`,
      stringLiteral('expected an object'),
    ]),
  );
}

function atLeastFunction(name: Name, valibot: Name): Declaration {
  return privateFunction(name, {
    docs: [code`Accepts arrays with a number of items or more.`],
    parameters: [{ name: code`count`, type: code`number` }],
    returnType: code`${valibot}.GenericSchema`,
    statements: [
      code`return ${valibot}.custom(
  (items) => Array.isArray(items) && items.length >= count,
  \`expected at least \${count} items\`,
);`,
    ],
  });
}

function beyondFunction(name: Name, valibot: Name, scope: FileScope): Declaration {
  const violation = runtimeName(scope, 'Violation', true);
  const issues = runtimeName(scope, 'standardIssues');
  const value = { label: code`value`, type: code`unknown` };
  return privateFunction(name, {
    docs: [
      code`Adds the violations that the generated check finds, for keywords that Valibot cannot express.`,
    ],
    typeParameters: [code`Input`],
    parameters: [{ name: code`check`, type: functionType([value], readonlyArray(violation)) }],
    returnType: generic(code`${valibot}.RawCheckAction`, [code`Input`]),
    statements: [
      code`return ${valibot}.rawCheck(({ dataset, addIssue }) => {
  if (!dataset.typed) return;
  const { value } = dataset;
  for (const { message, path } of ${issues}(value, check(value))) {
    const [first, ...rest] = path.map((key) => ({
      type: ${stringLiteral('unknown')} as const,
      origin: ${stringLiteral('value')} as const,
      input: value,
      key,
      value: undefined,
    }));
    addIssue(first === undefined ? { message } : { message, path: [first, ...rest] });
  }
});`,
    ],
  });
}
