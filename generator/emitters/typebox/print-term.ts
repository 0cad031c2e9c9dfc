import { flagsOf } from '../../core/pattern-flags.js';
import { identifierName } from '../../plan/names/names.js';
import type { Identifier } from '../../plan/plan.js';
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
import { constant } from '../../printer/declare.js';
import type { FileScope } from '../../printer/source-file.js';
import type { ObjectMember } from '../../printer/syntax.js';
import { generic } from '../../printer/types.js';
import {
  annotated,
  arrow,
  call,
  list,
  objectLines,
  objectLiteral,
  pureCall,
} from '../../printer/values.js';
import { constraintMessage, type Constraint } from '../schema-terms/constraints.js';
import type {
  DeclareHelper,
  NamedSchema,
  SchemaPrinter,
  TermsByName,
} from '../schema-terms/library.js';
import type { LiteralValue, SchemaTerm } from '../schema-terms/term.js';
import { constraintTest } from '../schema-terms/tests.js';
import { undefinedAcceptance } from '../schema-terms/undefined.js';
import {
  walkTerm,
  type ItemPart,
  type MemberPart,
  type PlainKind,
  type RestPart,
  type Vocabulary,
} from '../schema-terms/walk-term.js';
import { beyondFunction, togetherFunction, typedFunction } from './helpers.js';

/** Prints terms for TypeBox. */
export function typeboxPrinter(
  scope: FileScope,
  helper: DeclareHelper,
  terms: TermsByName,
): SchemaPrinter {
  const type = scope.name(typeIdentifier);
  const cycles = new Map<string, Name>();
  const context: TypeboxContext = {
    scope,
    type,
    acceptsUndefined: undefinedAcceptance(terms),
    isWithinCycle: () => false,
  };
  const bodyOf = (
    term: SchemaTerm,
    check: Leaf | undefined,
    isWithinCycle: TypeboxContext['isWithinCycle'],
  ): Code => {
    const body = builtCode(walkTerm(term, wordsOf({ ...context, isWithinCycle })), type);
    if (check === undefined) return body;
    return call(
      helper('beyond', (name) => beyondFunction(name, type, scope)),
      [body, check],
    );
  };
  return {
    type: (value) => generic(code`${type}.TUnsafe`, [value]),
    schema({ identifier: { name }, term, check }) {
      const typed = helper('typed', (declared) => typedFunction(declared, type));
      const cycle = cycles.get(name);
      const body =
        cycle === undefined
          ? bodyOf(term, check, () => false)
          : call(code`${type}.Cyclic`, [cycle, stringLiteral(name)]);
      return pureCall(typed, [arrow([], body)]);
    },
    cycle(members) {
      const [first] = members;
      const name = scope.local(`${first?.identifier.name ?? ''}Cycle`);
      const together = helper('together', (declared) => togetherFunction(declared, type));
      const names = new Set(members.map(({ identifier }) => identifier.name));
      for (const each of names) cycles.set(each, name);
      const definition = ({ identifier, term, check }: NamedSchema): ObjectMember => ({
        key: propertyKey(identifier.name),
        value: bodyOf(term, check, (target) => names.has(target.name)),
      });
      const definitions = annotated(code`(`, objectLines(members.map(definition)), code`)`);
      return constant(
        name,
        code`${type}.TProperties`,
        pureCall(together, [arrow([], definitions)]),
      );
    },
  };
}

/** Import of TypeBox. */
const typeIdentifier: Identifier = {
  name: identifierName('Type'),
  from: 'typebox',
  typeOnly: false,
};

interface TypeboxContext {
  readonly scope: FileScope;
  /** Name of TypeBox's namespace, `Type`. */
  readonly type: Name;
  /** True if TypeBox accepts a property that is `undefined` for a term. */
  acceptsUndefined(term: SchemaTerm): boolean;
  /** True for a schema of the same cycle, which is referred to by its name. */
  isWithinCycle(target: Identifier): boolean;
}

/** A schema before it is printed: what creates it, options of that, and what else it requires. */
interface Built {
  readonly start: Code;
  readonly options: readonly ObjectMember[];
  readonly refinements: readonly Refinement[];
  /** True if the start is a call of TypeBox with further arguments, of which the options are the last. */
  readonly args?: readonly Code[];
}

/** A test that a value has to pass, and what it says otherwise. */
interface Refinement {
  readonly test: Code;
  readonly message: string;
}

function builtCode({ start, args, options, refinements }: Built, type: Name): Code {
  const last = options.length === 0 ? [] : [objectLiteral(options)];
  const created = args === undefined ? start : call(start, [...args, ...last]);
  return refinements.reduce(
    (inner: Code, { test, message }) =>
      call(code`${type}.Refine`, [inner, test, arrow([], stringLiteral(message))]),
    created,
  );
}

function wordsOf(context: TypeboxContext): Vocabulary<Built> {
  const { scope, type } = context;
  const of = (name: Text, args: readonly Code[] = [], options: readonly ObjectMember[] = []) =>
    ({ start: code`${type}.${name}`, args, options, refinements: [] }) satisfies Built;
  const inner = (built: Built): Code => builtCode(built, type);
  return {
    plain: (kind) => of(plainNames[kind]),
    literals: (values) => ({ start: literals(values, type), options: [], refinements: [] }),
    list: (items) => of(code`Array`, [inner(items)]),
    tuple: (items, rest) =>
      of(
        code`Tuple`,
        [list(items.map(({ schema }) => inner(schema)))],
        tupleOptions(items, rest, type),
      ),
    object(members, others) {
      const properties = members.map((member) => ({
        key: propertyKey(member.name),
        value: memberCode(member, context),
      }));
      return of(
        code`Object`,
        [objectLines(properties)],
        [...restOption(code`additionalProperties`, others, type)],
      );
    },
    // The pattern of its records excludes names with line breaks.
    record: (values) =>
      of(code`Object`, [code`{}`], [{ key: code`additionalProperties`, value: inner(values) }]),
    union(members, selection) {
      const schemas = list(members.map(inner));
      return selection === 'one'
        ? of(code`Unsafe`, [objectLiteral([{ key: code`oneOf`, value: schemas }])])
        : of(code`Union`, [schemas]);
    },
    intersection: (members) => of(code`Intersect`, [list(members.map(inner))]),
    reference: (target) =>
      context.isWithinCycle(target)
        ? of(code`Ref`, [stringLiteral(target.name)])
        : { start: scope.name(target), options: [], refinements: [] },
    constrained: (schema, constraints) =>
      constraints.reduce((built, constraint) => constrained(built, constraint, context), schema),
  };
}

const plainNames: { readonly [Kind in PlainKind]: Text } = {
  unknown: code`Unknown`,
  never: code`Never`,
  null: code`Null`,
  boolean: code`Boolean`,
  string: code`String`,
  number: code`Number`,
};

/** Listed values: an enum if all are strings or numbers, otherwise a union of literals. */
function literals(values: readonly LiteralValue[], type: Name): Code {
  const single = (value: LiteralValue): Code =>
    value === null ? code`${type}.Null()` : call(code`${type}.Literal`, [literal(value)]);
  const [only] = values;
  if (only !== undefined && values.length === 1) return single(only);
  const isEnum = values.every((value) => typeof value === 'string' || typeof value === 'number');
  return isEnum
    ? call(code`${type}.Enum`, [list(values.map(literal))])
    : call(code`${type}.Union`, [list(values.map(single))]);
}

/** Options of a tuple. By default it has neither optional nor further items. */
function tupleOptions(
  items: readonly ItemPart<Built>[],
  rest: RestPart<Built>,
  type: Name,
): readonly ObjectMember[] {
  const least = items.filter(({ optional }) => !optional).length;
  return [
    ...(rest.kind === 'closed' ? [] : restOption(code`additionalItems`, rest, type)),
    ...(rest.kind === 'open' ? [{ key: code`additionalItems`, value: code`true` }] : []),
    ...(least < items.length ? [{ key: code`minItems`, value: code`${least}` }] : []),
  ];
}

function restOption(key: Text, rest: RestPart<Built>, type: Name): readonly ObjectMember[] {
  if (rest.kind === 'open') return [];
  return [{ key, value: rest.kind === 'closed' ? code`false` : builtCode(rest.schema, type) }];
}

function memberCode(member: MemberPart<Built>, { type, acceptsUndefined }: TypeboxContext): Code {
  const { schema, optional, term } = member;
  if (optional) return call(code`${type}.Optional`, [builtCode(schema, type)]);
  if (!acceptsUndefined(term)) return builtCode(schema, type);
  // Otherwise TypeBox accepts an object whose property is `undefined`.
  const test = code`(value) => value !== undefined`;
  const present = { test, message: 'expected a value' };
  return builtCode({ ...schema, refinements: [...schema.refinements, present] }, type);
}

/** Keywords that TypeBox reads as JSON Schema does. It counts code points in the length of text. */
const natives: ReadonlySet<Constraint['keyword']> = new Set([
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
]);

/** Adds a constraint: as a keyword, or as a refinement if TypeBox reads it otherwise. */
function constrained(built: Built, constraint: Constraint, { scope, type }: TypeboxContext): Built {
  const { keyword } = constraint;
  if (keyword === 'integer') return { ...built, start: code`${type}.Integer` };
  const option = optionOf(constraint, scope);
  if (option !== undefined)
    return {
      ...built,
      options: [...built.options.filter(({ key }) => key !== option.key), option],
    };
  const test = constraintTest(constraint, scope);
  if (test === undefined) return built;
  const refinement = { test, message: constraintMessage(constraint) };
  return { ...built, refinements: [...built.refinements, refinement] };
}

function optionOf(constraint: Constraint, scope: FileScope): ObjectMember | undefined {
  const { keyword } = constraint;
  if ('limit' in constraint && natives.has(keyword))
    return { key: code`${propertyKey(keyword)}`, value: code`${constraint.limit}` };
  if (constraint.keyword !== 'pattern') return undefined;
  // TypeBox compiles a pattern with the flag u.
  const { pattern } = constraint;
  return scope.isLinear(pattern) || flagsOf(pattern) !== 'u'
    ? undefined
    : { key: code`pattern`, value: stringLiteral(pattern) };
}
