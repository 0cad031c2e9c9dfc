import type { Json } from '../../model/schema.js';
import type { SourceMap } from '../source-map.js';

/** Keys and indexes from the root to a node. */
export type Path = readonly (string | number)[];

/** A location in a document: tokens from the root. */
export type SourcePath = readonly string[];

/** A value with persistent updates: objects along the changed path are replaced, all others are shared. */
export interface Tree {
  readonly root: Json;
  /** The node at a path, or `undefined` if it does not exist. */
  at(path: Path): Json | undefined;
  remove(path: Path): void;
  append(path: Path, item: Json, location: SourcePath): void;
  /** Merges members of the same name if both are objects, concatenates them if both are arrays, and replaces them otherwise. */
  merge(path: Path, update: { readonly [name: string]: Json }, location: SourcePath): void;
}

/** Creates a tree. Records the location of each new node in `sourceMap`. */
export function createTree(start: Json, sourceMap: SourceMap): Tree {
  let root = start;

  const { withMember, merged, joined } = createNodes(sourceMap, (path) =>
    sourceMap.original(root, path.map(String)),
  );

  /** Replaces the node at a path and its ancestors. `undefined` removes the node. */
  const replace = (path: Path, replacement: Json | undefined): void => {
    let value = replacement;
    for (let depth = path.length - 1; depth >= 0; depth--) {
      const above = path.slice(0, depth);
      const key = path[depth] ?? '';
      value = withMember(above, tree.at(above), key, value);
    }
    if (value !== undefined) root = value;
  };

  const tree: Tree = {
    get root() {
      return root;
    },
    at(path) {
      let value: Json | undefined = root;
      for (const key of path) {
        if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
          return undefined;
        value = (value as { readonly [name: string | number]: Json })[key];
      }
      return value;
    },
    remove: (path) => replace(path, undefined),
    append(path, item, location) {
      const old = tree.at(path);
      if (Array.isArray(old))
        replace(
          path,
          joined(path, old as readonly Json[], [item], () => location),
        );
    },
    merge(path, update, location) {
      const old = tree.at(path);
      if (isObject(old)) replace(path, merged(path, old, update, location));
    },
  };
  return tree;
}

/** Nodes that replace those of a tree. */
interface Nodes {
  /** An object or array with one member replaced, or removed if `value` is `undefined`. */
  withMember(
    path: Path,
    parent: Json | undefined,
    key: string | number,
    value: Json | undefined,
  ): Json;
  /** An object with the members of another one, which is at `location`. */
  merged(
    path: Path,
    old: { readonly [name: string]: Json },
    update: { readonly [name: string]: Json },
    location: SourcePath,
  ): Json;
  /** An array with more items. */
  joined(
    path: Path,
    old: readonly Json[],
    more: readonly Json[],
    locationOfItem: (index: string) => SourcePath,
  ): Json;
}

/**
 * Creates the functions that replace nodes. `locationOf` returns the location in the original of a node of the current tree, and
 * the locations of the new nodes are recorded in `sourceMap`.
 */
function createNodes(sourceMap: SourceMap, locationOf: (path: Path) => SourcePath): Nodes {
  const withMember: Nodes['withMember'] = (path, parent, key, value) => {
    if (Array.isArray(parent)) {
      const items = (parent as readonly Json[]).map((item, index) => [index, item] as const);
      const updated = items.flatMap(([index, item]) => {
        if (index !== key) return [[index, item] as const];
        return value === undefined ? [] : [[index, value] as const];
      });
      const locations = updated.map(
        ([index], current) => [current, locationOf([...path, index])] as const,
      );
      return sourceMap.put(
        updated.map(([, item]) => item),
        locationOf(path),
        Object.fromEntries(locations),
      );
    }
    const entries = Object.entries((parent ?? {}) as { readonly [name: string]: Json });
    const members = entries.flatMap(([name, member]): [string, Json][] => {
      if (name !== key) return [[name, member]];
      return value === undefined ? [] : [[name, value]];
    });
    const locations = members.map(([name]) => [name, locationOf([...path, name])] as const);
    return sourceMap.put(
      Object.fromEntries(members),
      locationOf(path),
      Object.fromEntries(locations),
    );
  };

  const merged: Nodes['merged'] = (path, old, update, location) => {
    const names = [...new Set([...Object.keys(old), ...Object.keys(update)])];
    const entries = names.map((name): [string, Json] => {
      if (!Object.hasOwn(update, name)) return [name, old[name] ?? null];
      const addition = update[name] ?? null;
      const existing = Object.hasOwn(old, name) ? old[name] : undefined;
      if (isObject(existing) && isObject(addition))
        return [name, merged([...path, name], existing, addition, [...location, name])];
      if (Array.isArray(existing) && Array.isArray(addition))
        return [
          name,
          joined([...path, name], existing, addition, (index) => [...location, name, index]),
        ];
      return [name, addition];
    });
    const members = names.map((name): [string, readonly string[]] => {
      const existing = Object.hasOwn(old, name) ? old[name] : undefined;
      const isNew = Object.hasOwn(update, name) && !isMerged(existing, update[name] ?? null);
      return [name, isNew ? [...location, name] : locationOf([...path, name])];
    });
    return sourceMap.put(
      Object.fromEntries(entries),
      locationOf(path),
      Object.fromEntries(members),
    );
  };

  const joined: Nodes['joined'] = (path, old, more, locationOfItem) => {
    const locations = [
      ...old.map((_item, index) => locationOf([...path, index])),
      ...more.map((_item, index) => locationOfItem(String(index))),
    ];
    return sourceMap.put(
      [...old, ...more],
      locationOf(path),
      Object.fromEntries(locations.map((each, index) => [index, each])),
    );
  };

  return { withMember, merged, joined };
}

/** True if the new value is merged with the existing one instead of replacing it. */
function isMerged(existing: Json | undefined, addition: Json): boolean {
  return (
    (isObject(existing) && isObject(addition)) ||
    (Array.isArray(existing) && Array.isArray(addition))
  );
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
