import type { KeywordSchema, SchemaId } from '../../model/schema.js';
import type {
  CheckKey,
  Evaluated,
  EvaluatedItems,
  EvaluatedProperties,
  EvaluationBranch,
  EvaluationCondition,
  EvaluationRoute,
  Target,
} from '../check.js';
import type { CheckNode } from './check-graph.js';
import type { Lowering } from '../lower/lower.js';

/**
 * Determines the properties that the keywords beside `unevaluatedProperties` evaluate (JSON Schema
 * Core 11), through every applicator on the same instance. A branch counts only if it passes, so
 * its properties depend on that condition. A schema reachable by several routes is analysed once,
 * and counts if one of the routes applies.
 */
export function evaluatedProperties(
  node: CheckNode,
  lowering: Lowering,
  targetOf: TargetOf,
): Evaluated<EvaluatedProperties> {
  return evaluatedBy(node, { lowering, owner: node, targetOf }, properties);
}

/** Determines the items that the keywords beside `unevaluatedItems` evaluate. */
export function evaluatedItems(
  node: CheckNode,
  lowering: Lowering,
  targetOf: TargetOf,
): Evaluated<EvaluatedItems> {
  return evaluatedBy(node, { lowering, owner: node, targetOf }, items);
}

/** Check of a subschema, which the check of the owner contains. */
type TargetOf = (from: CheckNode, id: SchemaId, lowering: Lowering, owner: CheckNode) => Target;

/** Operations that differ between properties and items. */
interface Kind<Values extends { readonly all: boolean }> {
  /**
   * Properties or items that the keywords of a schema evaluate. Its own unevaluated keyword counts
   * for the schemas around it, not for itself.
   */
  own(node: CheckNode, schema: KeywordSchema, from: AnalysisContext, position: Position): Values;
  /** Union of what several schemas evaluate. */
  union(parts: readonly Values[]): Values;
  isEmpty(values: Values): boolean;
}

interface AnalysisContext {
  readonly lowering: Lowering;
  /** Schema with the unevaluated keyword. */
  readonly owner: CheckNode;
  readonly targetOf: TargetOf;
}

type Position = 'beside' | 'within';

const properties: Kind<EvaluatedProperties> = {
  own: (_, { keywords }, __, position) => ({
    all:
      keywords.additionalProperties !== undefined ||
      (position === 'within' && keywords.unevaluatedProperties !== undefined),
    names: (keywords.properties ?? []).map(([name]) => name),
    patterns: (keywords.patternProperties ?? []).map(([pattern]) => pattern),
  }),
  union: (parts) => ({
    all: parts.some(({ all }) => all),
    names: [...new Set(parts.flatMap(({ names }) => names))],
    patterns: [...new Set(parts.flatMap(({ patterns }) => patterns))],
  }),
  isEmpty: ({ all, names, patterns }) => !all && names.length + patterns.length === 0,
};

const items: Kind<EvaluatedItems> = {
  own: (node, { keywords, dialect }, { lowering, owner, targetOf }, position) => ({
    all:
      keywords.items !== undefined ||
      (position === 'within' && keywords.unevaluatedItems !== undefined),
    prefix: keywords.prefixItems?.length ?? 0,
    contained:
      keywords.contains === undefined || dialect === '2019-09'
        ? []
        : [targetOf(node, keywords.contains, lowering, owner)],
  }),
  union: (parts) => ({
    all: parts.some(({ all }) => all),
    prefix: parts.reduce((most, { prefix }) => Math.max(most, prefix), 0),
    contained: [...new Set(parts.flatMap(({ contained }) => contained))],
  }),
  isEmpty: ({ all, prefix, contained }) => !all && prefix + contained.length === 0,
};

/**
 * A schema that applies to the same instance, what it evaluates, and the schemas that it applies in
 * turn.
 */
interface EvaluatingSchema<Values> {
  readonly values: Values;
  readonly steps: readonly Step<Values>[];
}

interface Step<Values> {
  readonly to: EvaluatingSchema<Values>;
  /** Condition of the step. Absent if unconditional. */
  readonly when?: EvaluationCondition;
}

function evaluatedBy<Values extends { readonly all: boolean }>(
  owner: CheckNode,
  context: AnalysisContext,
  kind: Kind<Values>,
): Evaluated<Values> {
  const seen = collectSchemas(owner, context, kind);
  context.lowering.countAnalysed(owner.schema, seen.length);
  const unconditional = new Set(seen.slice(0, 1));
  for (const each of seen) {
    if (!unconditional.has(each)) continue;
    for (const { to, when } of each.steps) if (when === undefined) unconditional.add(to);
  }
  const always = kind.union([...unconditional].map(({ values }) => values));
  if (always.all) return { always, branches: [] };
  return { always, branches: branchesOf(seen, unconditional, kind) };
}

/** Collects every schema that applies to the same instance, each before those that it applies. */
function collectSchemas<Values extends { readonly all: boolean }>(
  root: CheckNode,
  inquiry: AnalysisContext,
  kind: Kind<Values>,
): readonly EvaluatingSchema<Values>[] {
  const visited = new Map<CheckKey, EvaluatingSchema<Values>>();
  // Nodes being visited. References on the same instance may be cyclic.
  const visiting = new Set<CheckKey>();
  const collected: EvaluatingSchema<Values>[] = [];
  const visit = (node: CheckNode, position: Position): EvaluatingSchema<Values> | undefined => {
    const { schema } = node;
    if (schema.kind === 'boolean' || visiting.has(node.key)) return undefined;
    const before = visited.get(node.key);
    if (before !== undefined) return before;
    const steps: Step<Values>[] = [];
    const seen = { values: kind.own(node, schema, inquiry, position), steps };
    visiting.add(node.key);
    // If everything is evaluated, further schemas add nothing. The order is reversed twice, so that
    // earlier steps come first.
    const applicators = seen.values.all ? [] : applicatorsOf(node, schema, inquiry);
    for (const { to: next, when } of applicators.toReversed()) {
      const to = visit(next, 'within');
      if (to !== undefined) steps.unshift({ to, ...(when && { when }) });
    }
    visiting.delete(node.key);
    visited.set(node.key, seen);
    collected.push(seen);
    return seen;
  };
  visit(root, 'beside');
  return collected.reverse();
}

/** Groups the conditional schemas by the routes that lead to them. */
function branchesOf<Values extends { readonly all: boolean }>(
  seen: readonly EvaluatingSchema<Values>[],
  unconditional: ReadonlySet<EvaluatingSchema<Values>>,
  kind: Kind<Values>,
): readonly EvaluationBranch<Values>[] {
  const relevant = relevantSchemas(seen, kind);
  const branches: { routes: readonly EvaluationRoute[]; parts: Values[] }[] = [];
  const numbers = new Map<string, number>();
  const routes = new Map<EvaluatingSchema<Values>, Map<string, EvaluationRoute>>();
  for (const each of seen) {
    const isCertain = unconditional.has(each);
    const own = isCertain ? new Map<string, EvaluationRoute>() : routes.get(each);
    if (own === undefined || !relevant.has(each)) continue;
    const [single] = [...own.values()];
    // A schema that only follows from another branch belongs to it. Schemas with the same
    // conditions share a branch.
    const belongsToBranch =
      own.size === 1 && single?.from !== undefined && single.when === undefined;
    const key = [...own.keys()].join('\n');
    let number = isCertain ? undefined : belongsToBranch ? single.from : numbers.get(key);
    if (!isCertain && number === undefined) {
      number = branches.push({ routes: [...own.values()], parts: [] }) - 1;
      numbers.set(key, number);
    }
    if (number !== undefined) branches[number]?.parts.push(each.values);
    for (const { to, when } of each.steps) {
      if (unconditional.has(to)) continue;
      const route = { ...(number !== undefined && { from: number }), ...(when && { when }) };
      const routesTo = routes.get(to) ?? new Map<string, EvaluationRoute>();
      routes.set(to, routesTo.set(`${number} ${keyOf(when)}`, route));
    }
  }
  return branches.map(({ routes: own, parts }) => ({ routes: own, values: kind.union(parts) }));
}

/** Schemas that evaluate something, or lead to one that does. */
function relevantSchemas<Values extends { readonly all: boolean }>(
  seen: readonly EvaluatingSchema<Values>[],
  kind: Kind<Values>,
): ReadonlySet<EvaluatingSchema<Values>> {
  const relevant = new Set<EvaluatingSchema<Values>>();
  for (const each of seen.toReversed())
    if (!kind.isEmpty(each.values) || each.steps.some(({ to }) => relevant.has(to)))
      relevant.add(each);
  return relevant;
}

function keyOf(when: EvaluationCondition | undefined): string {
  if (when === undefined) return 'always';
  if (when.kind === 'has') return `has ${JSON.stringify(when.name)}`;
  return `${when.kind} ${'key' in when.target ? when.target.key : when.target.kind}`;
}

interface Applicator {
  readonly to: CheckNode;
  readonly when?: EvaluationCondition;
}

/** Applicators of a schema on the same instance. */
function applicatorsOf(
  node: CheckNode,
  { keywords }: KeywordSchema,
  { lowering, owner, targetOf }: AnalysisContext,
): readonly Applicator[] {
  const { graph } = lowering;
  const applicators: Applicator[] = [];
  const reach = (id: SchemaId): CheckNode => graph.reach(node.context, id);
  const always = (id: SchemaId): void => void applicators.push({ to: reach(id) });
  const conditionally = (kind: 'passes' | 'fails', id: SchemaId, then: SchemaId): void => {
    const target = targetOf(node, id, lowering, owner);
    if (target.kind === 'anything' || target.kind === 'nothing') {
      // The result of the condition is known at generation time.
      if ((target.kind === 'anything') === (kind === 'passes')) always(then);
    } else applicators.push({ to: reach(then), when: { kind, target } });
  };
  if (keywords.$ref !== undefined) always(keywords.$ref);
  if (keywords.$dynamicRef !== undefined) always(graph.resolve(keywords.$dynamicRef, node.context));
  for (const id of keywords.allOf ?? []) always(id);
  for (const id of [...(keywords.anyOf ?? []), ...(keywords.oneOf ?? [])])
    conditionally('passes', id, id);
  if (keywords.if !== undefined) {
    conditionally('passes', keywords.if, keywords.if);
    if (keywords.then !== undefined) conditionally('passes', keywords.if, keywords.then);
    if (keywords.else !== undefined) conditionally('fails', keywords.if, keywords.else);
  }
  for (const [name, id] of keywords.dependentSchemas ?? [])
    applicators.push({ to: reach(id), when: { kind: 'has', name } });
  return applicators;
}
