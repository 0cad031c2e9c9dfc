import type { Keywords, Schema, SchemaId, SchemaTable } from '../../model/schema.js';
import type { CheckKey } from './check.js';
import type { Context, Contexts } from './context.js';
import { referencesOf } from './reference.js';

/** A schema in one of its contexts. */
export interface CheckNode {
  readonly key: CheckKey;
  readonly schema: Schema;
  readonly context: Context;
  readonly uses: readonly CheckUse[];
}

export interface CheckUse {
  readonly to: CheckKey;
  readonly step: 'in-place' | 'child';
}

/** Everything that is reachable from the schemas to be checked, and what its shape decides. */
export interface CheckGraph {
  readonly nodes: ReadonlyMap<CheckKey, CheckNode>;
  /** The node that a schema is, when reached from another node. */
  reach(from: Context, id: SchemaId): CheckNode;
  /** What a dynamic reference means in a context. */
  resolve(reference: NonNullable<Keywords['$dynamicRef']>, context: Context): SchemaId;
  /** Used from more than one place: worth a function of its own. */
  isShared(key: CheckKey): boolean;
  /** Part of a cycle: data can be nested without end. */
  isRecursive(key: CheckKey): boolean;
  /** Part of a cycle, or leading into one. */
  leadsToRecursion(key: CheckKey): boolean;
  /** The number of the cycle that a node is part of. */
  cycleOf(key: CheckKey): number | undefined;
  /** Whether `to` leads back to `from` without going deeper into the data, which would never end. */
  isEndless(from: CheckKey, to: CheckKey): boolean;
}

/** Explores a table of schemas from the given ones. */
export function createGraph(
  schemas: SchemaTable,
  contexts: Contexts,
  roots: readonly { readonly id: SchemaId; readonly context: Context }[],
): CheckGraph {
  const nodes = new Map<CheckKey, CheckNode>();
  const counts = new Map<CheckKey, number>();
  const pending: CheckNode[] = [];

  function reach(from: Context, id: SchemaId): CheckNode {
    const context = contexts.enter(from, id);
    const key = contexts.key(id, context);
    const known = nodes.get(key);
    if (known !== undefined) return known;
    const schema = schemas.get(id);
    if (schema === undefined)
      throw new Error(`every schema that is referred to is in the table: ${id}`);
    const uses: CheckUse[] = [];
    const node: CheckNode = { key, schema, context, uses };
    nodes.set(key, node);
    pending.push(node);
    return node;
  }

  function explore(): void {
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      const { context } = node;
      const uses = node.uses as CheckUse[];
      const references = referencesOf(node.schema, (reference) => [
        contexts.resolve(reference, context),
      ]);
      for (const { id, step } of references) {
        const { key } = reach(context, id);
        uses.push({ to: key, step });
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }

  for (const { id, context } of roots) reach(context, id);
  explore();
  const components = componentsOf(nodes, () => true);
  const inPlace = componentsOf(nodes, (use) => use.step === 'in-place');
  const leading = leadingTo(components.cyclic, nodes);

  return {
    nodes,
    reach,
    resolve: (reference, context) => contexts.resolve(reference, context),
    isShared: (key) => (counts.get(key) ?? 0) > 1,
    isRecursive: (key) => components.cyclic.has(key),
    leadsToRecursion: (key) => leading.has(key),
    cycleOf: (key) => (components.cyclic.has(key) ? components.of.get(key) : undefined),
    isEndless: (from, to) =>
      inPlace.cyclic.has(from) && inPlace.of.get(from) === inPlace.of.get(to) && inPlace.of.has(to),
  };
}

/** The given nodes and all that lead to them. */
export function leadingTo(
  targets: ReadonlySet<CheckKey>,
  nodes: ReadonlyMap<CheckKey, CheckNode>,
): ReadonlySet<CheckKey> {
  const leading = new Set(targets);
  if (leading.size === 0) return leading;
  const users = new Map<CheckKey, CheckKey[]>();
  for (const { key, uses } of nodes.values()) {
    for (const { to } of uses) {
      const known = users.get(to);
      if (known === undefined) users.set(to, [key]);
      else known.push(key);
    }
  }
  // A set is walked through to the end while it grows.
  for (const key of leading) for (const user of users.get(key) ?? []) leading.add(user);
  return leading;
}

interface Components {
  readonly of: ReadonlyMap<CheckKey, number>;
  /** Nodes that lie on a cycle. */
  readonly cyclic: ReadonlySet<CheckKey>;
}

/** Strongly connected components (Tarjan), without recursion: documents may nest deeply. */
function componentsOf(
  nodes: ReadonlyMap<CheckKey, CheckNode>,
  follow: (use: CheckUse) => boolean,
): Components {
  const index = new Map<CheckKey, number>();
  const low = new Map<CheckKey, number>();
  const of = new Map<CheckKey, number>();
  const cyclic = new Set<CheckKey>();
  const stack: CheckKey[] = [];
  const open = new Set<CheckKey>();

  const usesOf = (key: CheckKey): readonly CheckKey[] =>
    (nodes.get(key)?.uses ?? []).filter(follow).map((use) => use.to);

  function begin(key: CheckKey): Frame {
    index.set(key, index.size);
    low.set(key, index.size - 1);
    stack.push(key);
    open.add(key);
    return { key, uses: usesOf(key), next: 0 };
  }

  function finish(frame: Frame): void {
    if (low.get(frame.key) !== index.get(frame.key)) return;
    const members: CheckKey[] = [];
    for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
      open.delete(key);
      of.set(key, index.get(frame.key) ?? 0);
      members.push(key);
      if (key === frame.key) break;
    }
    if (members.length > 1 || frame.uses.includes(frame.key))
      for (const key of members) cyclic.add(key);
  }

  const lower = (key: CheckKey, to: number | undefined): void => {
    if (to !== undefined) low.set(key, Math.min(low.get(key) ?? to, to));
  };

  for (const root of nodes.keys()) {
    if (index.has(root)) continue;
    const frames: Frame[] = [begin(root)];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const to = frame.uses[frame.next];
      if (to === undefined) {
        finish(frame);
        frames.pop();
        const parent = frames.at(-1);
        if (parent !== undefined) lower(parent.key, low.get(frame.key));
        continue;
      }
      frame.next += 1;
      if (!index.has(to)) frames.push(begin(to));
      else if (open.has(to)) lower(frame.key, index.get(to));
    }
  }
  return { of, cyclic };
}

interface Frame {
  readonly key: CheckKey;
  readonly uses: readonly CheckKey[];
  next: number;
}
