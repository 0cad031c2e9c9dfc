import type { SchemaId } from '../../model/schema.js';
import type {
  CheckKey,
  EvaluatedItems,
  EvaluatedProperties,
  EvaluationCondition,
} from './check.js';
import type { CheckNode } from './graph.js';
import { targetOf, type Lowering } from './lower.js';

/**
 * Which members and items the keywords beside `unevaluatedProperties` and `unevaluatedItems` have looked
 * at (JSON Schema Core 11), through every applicator that works on the same instance. What a branch has
 * looked at counts only where it passes, so it stands under that condition.
 */
export function evaluatedProperties(node: CheckNode, lowering: Lowering): EvaluatedProperties {
  const known = new Map<CheckKey, EvaluatedProperties>();
  return propertiesOf(node, { lowering, holder: node, open: new Set(), known }, 'beside');
}

/** The same for items. */
export function evaluatedItems(node: CheckNode, lowering: Lowering): EvaluatedItems {
  const known = new Map<CheckKey, EvaluatedItems>();
  return itemsOf(node, { lowering, holder: node, open: new Set(), known }, 'beside');
}

interface Walk<T> {
  readonly lowering: Lowering;
  /** The schema whose keyword asks. */
  readonly holder: CheckNode;
  /** Nodes that are being looked at: references in place may lead back. */
  readonly open: Set<CheckKey>;
  /** Nodes that were looked at: many ways may lead to one. */
  readonly known: Map<CheckKey, T>;
}

/** Whether the node's own unevaluated keyword counts: it does for those around it, not for itself. */
type Position = 'beside' | 'within';

const noProperties: EvaluatedProperties = { all: false, names: [], patterns: [], conditional: [] };
const noItems: EvaluatedItems = { all: false, prefix: 0, contained: [], conditional: [] };

function propertiesOf(
  node: CheckNode,
  walk: Walk<EvaluatedProperties>,
  position: Position,
): EvaluatedProperties {
  if (node.schema.kind === 'boolean' || walk.open.has(node.key)) return noProperties;
  const before = walk.known.get(node.key);
  if (before !== undefined) return before;
  const { keywords } = node.schema;
  const own: EvaluatedProperties = {
    all:
      keywords.additionalProperties !== undefined ||
      (position === 'within' && keywords.unevaluatedProperties !== undefined),
    names: (keywords.properties ?? []).map(([name]) => name),
    patterns: (keywords.patternProperties ?? []).map(([pattern]) => pattern),
    conditional: [],
  };
  walk.open.add(node.key);
  const applied = appliedIn(node, walk, (next) => propertiesOf(next, walk, 'within'));
  walk.open.delete(node.key);
  const always = [own, ...applied.always];
  const found: EvaluatedProperties = {
    all: always.some(({ all }) => all),
    names: [...new Set(always.flatMap(({ names }) => names))],
    patterns: [...new Set(always.flatMap(({ patterns }) => patterns))],
    conditional: [
      ...new Set(always.flatMap(({ conditional }) => conditional)),
      ...applied.sometimes.filter(
        ({ then }) =>
          then.all || then.names.length + then.patterns.length + then.conditional.length > 0,
      ),
    ],
  };
  walk.known.set(node.key, found);
  return found;
}

function itemsOf(node: CheckNode, walk: Walk<EvaluatedItems>, position: Position): EvaluatedItems {
  if (node.schema.kind === 'boolean' || walk.open.has(node.key)) return noItems;
  const before = walk.known.get(node.key);
  if (before !== undefined) return before;
  const { keywords, dialect } = node.schema;
  const own: EvaluatedItems = {
    all:
      keywords.items !== undefined ||
      (position === 'within' && keywords.unevaluatedItems !== undefined),
    prefix: keywords.prefixItems?.length ?? 0,
    contained:
      keywords.contains === undefined || dialect === '2019-09'
        ? []
        : [targetOf(node, keywords.contains, walk.lowering, walk.holder)],
    conditional: [],
  };
  walk.open.add(node.key);
  const applied = appliedIn(node, walk, (next) => itemsOf(next, walk, 'within'));
  walk.open.delete(node.key);
  const always = [own, ...applied.always];
  const found: EvaluatedItems = {
    all: always.some(({ all }) => all),
    prefix: Math.max(...always.map(({ prefix }) => prefix)),
    contained: [...new Set(always.flatMap(({ contained }) => contained))],
    conditional: [
      ...new Set(always.flatMap(({ conditional }) => conditional)),
      ...applied.sometimes.filter(
        ({ then }) => then.all || then.prefix + then.contained.length + then.conditional.length > 0,
      ),
    ],
  };
  walk.known.set(node.key, found);
  return found;
}

interface Applied<T> {
  readonly always: readonly T[];
  readonly sometimes: readonly { readonly when: EvaluationCondition; readonly then: T }[];
}

/** What the applicators of a schema that work on the same instance contribute. */
function appliedIn<T>(node: CheckNode, walk: Walk<T>, of: (next: CheckNode) => T): Applied<T> {
  const { lowering } = walk;
  const { graph } = lowering;
  const always: T[] = [];
  const sometimes: { when: EvaluationCondition; then: T }[] = [];
  if (node.schema.kind === 'boolean') return { always, sometimes };
  const { keywords } = node.schema;
  const reach = (id: SchemaId): CheckNode => graph.reach(node.context, id);
  const when = (kind: 'passes' | 'fails', id: SchemaId, then: SchemaId): void => {
    const target = targetOf(node, id, lowering, walk.holder);
    sometimes.push({ when: { kind, target }, then: of(reach(then)) });
  };
  if (keywords.$ref !== undefined) always.push(of(reach(keywords.$ref)));
  if (keywords.$dynamicRef !== undefined) {
    always.push(of(reach(graph.resolve(keywords.$dynamicRef, node.context))));
  }
  for (const id of keywords.allOf ?? []) always.push(of(reach(id)));
  for (const id of [...(keywords.anyOf ?? []), ...(keywords.oneOf ?? [])]) when('passes', id, id);
  if (keywords.if !== undefined) {
    when('passes', keywords.if, keywords.if);
    if (keywords.then !== undefined) when('passes', keywords.if, keywords.then);
    if (keywords.else !== undefined) when('fails', keywords.if, keywords.else);
  }
  for (const [name, id] of keywords.dependentSchemas ?? []) {
    sometimes.push({ when: { kind: 'has', name }, then: of(reach(id)) });
  }
  return { always, sometimes };
}
