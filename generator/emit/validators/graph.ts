import type { Keywords, Schema, SchemaId, SchemaTable } from '../../model/schema.js';
import { limitNodes } from './allowance.js';
import type { Alike } from './alike.js';
import type { CheckKey } from './check.js';
import { componentsOf } from './components.js';
import { ordinary, type Context, type Contexts } from './context.js';
import { referencesOf } from './reference.js';
import { createUsers } from './users.js';

/** A schema in one of its contexts. */
export interface CheckNode {
  readonly key: CheckKey;
  readonly schema: Schema;
  readonly context: Context;
  readonly uses: readonly CheckUse[];
  /** Used from more than one place: worth a function of its own. */
  readonly isShared: boolean;
  /** It stands for all schemas that say the same, is written wherever it is used, and leads to nothing else. */
  readonly isAlike: boolean;
}

export interface CheckUse {
  readonly to: CheckKey;
  readonly node: CheckNode;
  readonly step: 'in-place' | 'child';
}

/** Everything that is reachable from the schemas to be checked, and what its shape decides. */
export interface CheckGraph {
  readonly nodes: ReadonlyMap<CheckKey, CheckNode>;
  /** The node that a schema is, when reached from another node. */
  reach(from: Context, id: SchemaId): CheckNode;
  /** What a dynamic reference means in a context. */
  resolve(reference: NonNullable<Keywords['$dynamicRef']>, context: Context): SchemaId;
  /** Part of a cycle: data can be nested without end. */
  isRecursive(key: CheckKey): boolean;
  /** Part of a cycle, or leading into one. */
  leadsToRecursion(key: CheckKey): boolean;
  /** The number of the cycle that a node is part of. */
  cycleOf(key: CheckKey): number | undefined;
  /** Whether `to` leads back to `from` without going deeper into the data, which would never end. */
  isEndless(from: CheckKey, to: CheckKey): boolean;
}

/** A node while what it uses is being explored. */
interface NodeInProgress extends CheckNode {
  readonly uses: CheckUse[];
  isUsed: boolean;
  isShared: boolean;
}

/** Explores a table of schemas from the given ones. */
export function createGraph(
  schemas: SchemaTable,
  contexts: Contexts,
  alike: Alike,
  roots: readonly { readonly id: SchemaId; readonly context: Context }[],
): CheckGraph {
  const nodes = new Map<CheckKey, NodeInProgress>();
  const pending: NodeInProgress[] = [];
  /** By number, the node of schemas that are alike. */
  const ofAlike: NodeInProgress[] = [];

  function reach(from: Context, id: SchemaId): NodeInProgress {
    const context = contexts.enter(from, id);
    if (from === ordinary && context === ordinary) {
      const schema = schemaOf(id);
      const number = alike.innerNumberOf(schema);
      if (number !== undefined) return (ofAlike[number] ??= add(id, schema, context, true));
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

  function add(key: CheckKey, schema: Schema, context: Context, isAlike: boolean): NodeInProgress {
    const uses: CheckUse[] = [];
    const node = { key, schema, context, uses, isUsed: false, isShared: false, isAlike };
    nodes.set(key, node);
    if (!isAlike) pending.push(node);
    return node;
  }

  function explore(): void {
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      const { context, uses } = node;
      const references = referencesOf(node.schema, (reference) => [
        contexts.resolve(reference, context),
      ]);
      for (const { id, step } of references) {
        const used = reach(context, id);
        if (used.isAlike) continue;
        limitNodes(nodes, schemas.size);
        uses.push({ to: used.key, node: used, step });
        used.isShared = used.isUsed;
        used.isUsed = true;
      }
    }
  }

  for (const { id, context } of roots) reach(context, id);
  explore();
  const components = componentsOf(nodes, () => true);
  // What goes round without going deeper goes round.
  const ringed = new Map([...nodes].filter(([key]) => components.cyclic.has(key)));
  const inPlace = componentsOf(ringed, (use) => use.step === 'in-place');
  const leading = leadingTo(components.cyclic, nodes);

  return {
    nodes,
    reach,
    resolve: (reference, context) => contexts.resolve(reference, context),
    isRecursive: (key) => components.cyclic.has(key),
    leadsToRecursion: (key) => leading.has(key),
    cycleOf: (key) => (components.cyclic.has(key) ? components.of.get(key) : undefined),
    isEndless: (from, to) =>
      inPlace.cyclic.size > 0 &&
      inPlace.cyclic.has(from) &&
      inPlace.of.get(from) === inPlace.of.get(to) &&
      inPlace.of.has(to),
  };
}

/** The given nodes and all that lead to them. */
export function leadingTo(
  targets: ReadonlySet<CheckKey>,
  nodes: ReadonlyMap<CheckKey, CheckNode>,
): ReadonlySet<CheckKey> {
  const leading = new Set(targets);
  if (leading.size === 0) return leading;
  const users = createUsers<CheckKey>();
  for (const { key, uses } of nodes.values()) for (const { to } of uses) users.add(to, key);
  // A set is walked through to the end while it grows.
  for (const key of leading) for (const user of users.of(key)) leading.add(user);
  return leading;
}
