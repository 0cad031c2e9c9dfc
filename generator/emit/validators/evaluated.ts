import type { KeywordSchema, SchemaId } from '../../model/schema.js';
import type {
  CheckKey,
  Evaluated,
  EvaluatedItems,
  EvaluatedProperties,
  EvaluationBranch,
  EvaluationCondition,
  EvaluationWay,
} from './check.js';
import type { CheckNode } from './graph.js';
import { targetOf, type Lowering } from './lower.js';

/**
 * Which members and items the keywords beside `unevaluatedProperties` and `unevaluatedItems` have looked
 * at (JSON Schema Core 11), through every applicator that works on the same instance. What a branch has
 * looked at counts only where it passes, so it stands under that condition. Many ways may lead to one schema,
 * which is looked at once: it counts where one of its ways does.
 */
export function evaluatedProperties(
  node: CheckNode,
  lowering: Lowering,
): Evaluated<EvaluatedProperties> {
  return evaluatedBy(node, lowering, properties);
}

/** The same for items. */
export function evaluatedItems(node: CheckNode, lowering: Lowering): Evaluated<EvaluatedItems> {
  return evaluatedBy(node, lowering, items);
}

/** What one kind of unevaluated keyword asks about. */
interface Kind<What extends { readonly all: boolean }> {
  /** What the keywords of a schema look at; its own unevaluated keyword counts for those around it, not for itself. */
  own(node: CheckNode, schema: KeywordSchema, from: Inquiry, position: Position): What;
  /** What several have looked at together. */
  together(parts: readonly What[]): What;
  isNothing(what: What): boolean;
}

interface Inquiry {
  readonly lowering: Lowering;
  /** The schema whose keyword asks. */
  readonly holder: CheckNode;
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
  together: (parts) => ({
    all: parts.some(({ all }) => all),
    names: [...new Set(parts.flatMap(({ names }) => names))],
    patterns: [...new Set(parts.flatMap(({ patterns }) => patterns))],
  }),
  isNothing: ({ all, names, patterns }) => !all && names.length + patterns.length === 0,
};

const items: Kind<EvaluatedItems> = {
  own: (node, { keywords, dialect }, { lowering, holder }, position) => ({
    all:
      keywords.items !== undefined ||
      (position === 'within' && keywords.unevaluatedItems !== undefined),
    prefix: keywords.prefixItems?.length ?? 0,
    contained:
      keywords.contains === undefined || dialect === '2019-09'
        ? []
        : [targetOf(node, keywords.contains, lowering, holder)],
  }),
  together: (parts) => ({
    all: parts.some(({ all }) => all),
    prefix: parts.reduce((most, { prefix }) => Math.max(most, prefix), 0),
    contained: [...new Set(parts.flatMap(({ contained }) => contained))],
  }),
  isNothing: ({ all, prefix, contained }) => !all && prefix + contained.length === 0,
};

/** A schema that looks at the same instance, what it looks at, and where that leads on to. */
interface Seen<What> {
  readonly what: What;
  readonly steps: readonly Step<What>[];
}

interface Step<What> {
  readonly to: Seen<What>;
  /** Always, if absent. */
  readonly when?: EvaluationCondition;
}

function evaluatedBy<What extends { readonly all: boolean }>(
  holder: CheckNode,
  lowering: Lowering,
  kind: Kind<What>,
): Evaluated<What> {
  const seen = inOrder(holder, { lowering, holder }, kind);
  lowering.inquire(holder.schema, seen.length);
  const certain = new Set(seen.slice(0, 1));
  for (const each of seen) {
    if (!certain.has(each)) continue;
    for (const { to, when } of each.steps) if (when === undefined) certain.add(to);
  }
  const always = kind.together([...certain].map(({ what }) => what));
  if (always.all) return { always, branches: [] };
  return { always, branches: branchesOf(seen, certain, kind) };
}

/** Every schema that looks at the same instance, each before those that it leads to. */
function inOrder<What extends { readonly all: boolean }>(
  root: CheckNode,
  inquiry: Inquiry,
  kind: Kind<What>,
): readonly Seen<What>[] {
  const known = new Map<CheckKey, Seen<What>>();
  // Nodes that are being looked at: references in place may lead back.
  const open = new Set<CheckKey>();
  const found: Seen<What>[] = [];
  const visit = (node: CheckNode, position: Position): Seen<What> | undefined => {
    const { schema } = node;
    if (schema.kind === 'boolean' || open.has(node.key)) return undefined;
    const before = known.get(node.key);
    if (before !== undefined) return before;
    const steps: Step<What>[] = [];
    const seen = { what: kind.own(node, schema, inquiry, position), steps };
    open.add(node.key);
    // Where everything is looked at, nothing is added. What stands first is to come first, so it is found last.
    const applied = seen.what.all ? [] : appliedIn(node, schema, inquiry);
    for (const { to: next, when } of applied.toReversed()) {
      const to = visit(next, 'within');
      if (to !== undefined) steps.unshift({ to, ...(when && { when }) });
    }
    open.delete(node.key);
    known.set(node.key, seen);
    found.push(seen);
    return seen;
  };
  visit(root, 'beside');
  return found.reverse();
}

/** What is not looked at in any case, by the ways that lead to it. */
function branchesOf<What extends { readonly all: boolean }>(
  seen: readonly Seen<What>[],
  certain: ReadonlySet<Seen<What>>,
  kind: Kind<What>,
): readonly EvaluationBranch<What>[] {
  const useful = usefulOf(seen, kind);
  const branches: { ways: readonly EvaluationWay[]; parts: What[] }[] = [];
  const numbers = new Map<string, number>();
  const ways = new Map<Seen<What>, Map<string, EvaluationWay>>();
  for (const each of seen) {
    const isCertain = certain.has(each);
    const own = isCertain ? new Map<string, EvaluationWay>() : ways.get(each);
    if (own === undefined || !useful.has(each)) continue;
    const [only] = [...own.values()];
    // What follows from another branch alone is part of it, and what follows from one condition is one.
    const isPart = own.size === 1 && only?.from !== undefined && only.when === undefined;
    const key = [...own.keys()].join('\n');
    let number = isCertain ? undefined : isPart ? only.from : numbers.get(key);
    if (!isCertain && number === undefined) {
      number = branches.push({ ways: [...own.values()], parts: [] }) - 1;
      numbers.set(key, number);
    }
    if (number !== undefined) branches[number]?.parts.push(each.what);
    for (const { to, when } of each.steps) {
      if (certain.has(to)) continue;
      const way = { ...(number !== undefined && { from: number }), ...(when && { when }) };
      const leading = ways.get(to) ?? new Map<string, EvaluationWay>();
      ways.set(to, leading.set(`${number} ${keyOf(when)}`, way));
    }
  }
  return branches.map(({ ways: own, parts }) => ({ ways: own, what: kind.together(parts) }));
}

/** Those that look at something, or lead to what does. */
function usefulOf<What extends { readonly all: boolean }>(
  seen: readonly Seen<What>[],
  kind: Kind<What>,
): ReadonlySet<Seen<What>> {
  const useful = new Set<Seen<What>>();
  for (const each of seen.toReversed())
    if (!kind.isNothing(each.what) || each.steps.some(({ to }) => useful.has(to))) useful.add(each);
  return useful;
}

function keyOf(when: EvaluationCondition | undefined): string {
  if (when === undefined) return 'always';
  if (when.kind === 'has') return `has ${JSON.stringify(when.name)}`;
  return `${when.kind} ${'key' in when.target ? when.target.key : when.target.kind}`;
}

interface Applied {
  readonly to: CheckNode;
  readonly when?: EvaluationCondition;
}

/** The applicators of a schema that work on the same instance. */
function appliedIn(
  node: CheckNode,
  { keywords }: KeywordSchema,
  { lowering, holder }: Inquiry,
): readonly Applied[] {
  const { graph } = lowering;
  const applied: Applied[] = [];
  const reach = (id: SchemaId): CheckNode => graph.reach(node.context, id);
  const always = (id: SchemaId): void => void applied.push({ to: reach(id) });
  const where = (kind: 'passes' | 'fails', id: SchemaId, then: SchemaId): void => {
    const target = targetOf(node, id, lowering, holder);
    if (target.kind === 'anything' || target.kind === 'nothing') {
      // It is known which of the two it does.
      if ((target.kind === 'anything') === (kind === 'passes')) always(then);
    } else applied.push({ to: reach(then), when: { kind, target } });
  };
  if (keywords.$ref !== undefined) always(keywords.$ref);
  if (keywords.$dynamicRef !== undefined) always(graph.resolve(keywords.$dynamicRef, node.context));
  for (const id of keywords.allOf ?? []) always(id);
  for (const id of [...(keywords.anyOf ?? []), ...(keywords.oneOf ?? [])]) where('passes', id, id);
  if (keywords.if !== undefined) {
    where('passes', keywords.if, keywords.if);
    if (keywords.then !== undefined) where('passes', keywords.if, keywords.then);
    if (keywords.else !== undefined) where('fails', keywords.if, keywords.else);
  }
  for (const [name, id] of keywords.dependentSchemas ?? [])
    applied.push({ to: reach(id), when: { kind: 'has', name } });
  return applied;
}
