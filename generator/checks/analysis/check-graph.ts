import type { Keywords, Schema, SchemaId, SchemaTable } from '../../model/schema.js';
import { limitNodes } from './size-limits.js';
import type { EquivalentSchemas } from './equivalent-schemas.js';
import type { CheckKey } from '../check.js';
import { strongComponents } from './strong-components.js';
import {
  ordinary,
  type EvaluationContext,
  type EvaluationContexts,
} from '../evaluation-context.js';
import { referencesOf } from '../lower/reference.js';
import { createReverseEdges } from './reverse-edges.js';

/** A schema in one of its evaluation contexts. */
export interface CheckNode {
  readonly key: CheckKey;
  readonly schema: Schema;
  readonly context: EvaluationContext;
  readonly uses: readonly CheckUse[];
  /** True if the node is used in several locations, so that a separate function is worthwhile. */
  readonly isShared: boolean;
  /**
   * True if the node represents a class of equivalent schemas. Such a node is inlined wherever it
   * is used and has no uses itself.
   */
  readonly isEquivalent: boolean;
}

export interface CheckUse {
  readonly to: CheckKey;
  readonly node: CheckNode;
  readonly step: 'in-place' | 'child';
}

/** All schemas that are reachable from the roots, and the properties derived from the graph. */
export interface CheckGraph {
  readonly nodes: ReadonlyMap<CheckKey, CheckNode>;
  /** Returns the node of a schema when reached from another node's context. */
  reach(from: EvaluationContext, id: SchemaId): CheckNode;
  /** Resolves a dynamic reference in a context. */
  resolve(reference: NonNullable<Keywords['$dynamicRef']>, context: EvaluationContext): SchemaId;
  /** True for nodes of a cycle. Their data can be nested without limit. */
  isRecursive(key: CheckKey): boolean;
  /** True for nodes of a cycle and nodes that lead into one. */
  leadsToRecursion(key: CheckKey): boolean;
  /** Number of the cycle that contains a node. */
  cycleOf(key: CheckKey): number | undefined;
  /**
   * True if `to` leads back to `from` at the same instance, which would be an infinite recursion.
   */
  isEndless(from: CheckKey, to: CheckKey): boolean;
}

/** A node during exploration. */
interface NodeInProgress extends CheckNode {
  readonly uses: CheckUse[];
  isUsed: boolean;
  isShared: boolean;
}

/** Builds the graph of the schemas reachable from the roots. */
export function createGraph(
  schemas: SchemaTable,
  contexts: EvaluationContexts,
  equivalents: EquivalentSchemas,
  roots: readonly { readonly id: SchemaId; readonly context: EvaluationContext }[],
): CheckGraph {
  const nodes = new Map<CheckKey, NodeInProgress>();
  const pending: NodeInProgress[] = [];
  /** Nodes of equivalence classes, by number. */
  const equivalentNodes: NodeInProgress[] = [];

  function reach(from: EvaluationContext, id: SchemaId): NodeInProgress {
    const context = contexts.enter(from, id);
    if (from === ordinary && context === ordinary) {
      const schema = schemaOf(id);
      const number = equivalents.innerNumberOf(schema);
      if (number !== undefined) return (equivalentNodes[number] ??= add(id, schema, context, true));
    }
    const key = contexts.key(id, context);
    return nodes.get(key) ?? add(key, schemaOf(id), context, false);
  }

  function schemaOf(id: SchemaId): Schema {
    const schema = schemas.get(id);
    if (schema === undefined)
      throw new Error(`every schema that is referred to is in the table: ${id}`);
    return schema;
  }

  function add(
    key: CheckKey,
    schema: Schema,
    context: EvaluationContext,
    isEquivalent: boolean,
  ): NodeInProgress {
    const uses: CheckUse[] = [];
    const node = { key, schema, context, uses, isUsed: false, isShared: false, isEquivalent };
    nodes.set(key, node);
    if (!isEquivalent) pending.push(node);
    return node;
  }

  function explore(): void {
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      const { context, uses } = node;
      const references = referencesOf(node.schema, (reference) => [
        contexts.resolve(reference, context),
      ]);
      for (const { id, step } of references) {
        const target = reach(context, id);
        if (target.isEquivalent) continue;
        limitNodes(nodes, schemas.size);
        uses.push({ to: target.key, node: target, step });
        target.isShared = target.isUsed;
        target.isUsed = true;
      }
    }
  }

  for (const { id, context } of roots) reach(context, id);
  explore();
  const components = strongComponents(nodes, () => true);
  // Cycles that remain at the same instance.
  const cyclicNodes = new Map([...nodes].filter(([key]) => components.cyclic.has(key)));
  const sameInstance = strongComponents(cyclicNodes, (use) => use.step === 'in-place');
  const leading = leadingTo(components.cyclic, nodes);

  return {
    nodes,
    reach,
    resolve: (reference, context) => contexts.resolve(reference, context),
    isRecursive: (key) => components.cyclic.has(key),
    leadsToRecursion: (key) => leading.has(key),
    cycleOf: (key) => (components.cyclic.has(key) ? components.components.get(key) : undefined),
    isEndless: (from, to) =>
      sameInstance.cyclic.size > 0 &&
      sameInstance.cyclic.has(from) &&
      sameInstance.components.get(from) === sameInstance.components.get(to) &&
      sameInstance.components.has(to),
  };
}

/** Collects the given nodes and all nodes that lead to them. */
export function leadingTo(
  targets: ReadonlySet<CheckKey>,
  nodes: ReadonlyMap<CheckKey, CheckNode>,
): ReadonlySet<CheckKey> {
  const leading = new Set(targets);
  if (leading.size === 0) return leading;
  const referrers = createReverseEdges<CheckKey>();
  for (const { key, uses } of nodes.values()) for (const { to } of uses) referrers.add(to, key);
  // The iteration includes nodes that are added on the way.
  for (const key of leading) for (const referrer of referrers.of(key)) leading.add(referrer);
  return leading;
}
