import type { Json } from '../../model/schema.js';
import type { Places } from '../places.js';

/** Keys and indexes from the root. */
export type Path = readonly (string | number)[];

/** Where something was written: tokens from the root of a document. */
export type Way = readonly string[];

/** A value that is changed by making it anew along a path; what is not on the path stays the same objects. */
export interface Tree {
  readonly root: Json;
  /** What lies there; `undefined` where nothing does. */
  at(path: Path): Json | undefined;
  remove(path: Path): void;
  append(path: Path, item: Json, from: Way): void;
  /** Members of the same name are merged if both are objects and joined if both are lists, and else replaced. */
  merge(path: Path, update: { readonly [name: string]: Json }, from: Way): void;
}

/** A tree over a value; `places` gets to know where each new node was written. */
export function createTree(start: Json, places: Places): Tree {
  let root = start;

  /** The way in the original of a node of the tree as it is now. */
  const wayOf = (path: Path): readonly string[] => places.original(root, path.map(String));

  /** Replaces the node at a path, and with it everything that it lies in; `undefined` takes it out. */
  const replace = (path: Path, made: Json | undefined): void => {
    let value = made;
    for (let depth = path.length - 1; depth >= 0; depth--) {
      const above = path.slice(0, depth);
      const key = path[depth] ?? '';
      value = withMember(above, tree.at(above), key, value);
    }
    if (value !== undefined) root = value;
  };

  const withMember = (
    path: Path,
    parent: Json | undefined,
    key: string | number,
    value: Json | undefined,
  ): Json => {
    if (Array.isArray(parent)) {
      const items = (parent as readonly Json[]).map((item, index) => [index, item] as const);
      const kept = items.flatMap(([index, item]) => {
        if (index !== key) return [[index, item] as const];
        return value === undefined ? [] : [[index, value] as const];
      });
      const members = kept.map(([index], now) => [now, wayOf([...path, index])] as const);
      return places.put(
        kept.map(([, item]) => item),
        wayOf(path),
        Object.fromEntries(members),
      );
    }
    const entries = Object.entries((parent ?? {}) as { readonly [name: string]: Json });
    const kept = entries.flatMap(([name, member]): [string, Json][] => {
      if (name !== key) return [[name, member]];
      return value === undefined ? [] : [[name, value]];
    });
    const members = kept.map(([name]) => [name, wayOf([...path, name])] as const);
    return places.put(Object.fromEntries(kept), wayOf(path), Object.fromEntries(members));
  };

  const merged = (
    path: Path,
    old: { readonly [name: string]: Json },
    update: { readonly [name: string]: Json },
    from: Way,
  ): Json => {
    const names = [...new Set([...Object.keys(old), ...Object.keys(update)])];
    const made = names.map((name): [string, Json] => {
      if (!Object.hasOwn(update, name)) return [name, old[name] ?? null];
      const fresh = update[name] ?? null;
      const before = Object.hasOwn(old, name) ? old[name] : undefined;
      if (isObject(before) && isObject(fresh))
        return [name, merged([...path, name], before, fresh, [...from, name])];
      if (Array.isArray(before) && Array.isArray(fresh))
        return [name, joined([...path, name], before, fresh, (index) => [...from, name, index])];
      return [name, fresh];
    });
    const members = names.map((name): [string, readonly string[]] => {
      const before = Object.hasOwn(old, name) ? old[name] : undefined;
      const isNew = Object.hasOwn(update, name) && !isMerged(before, update[name] ?? null);
      return [name, isNew ? [...from, name] : wayOf([...path, name])];
    });
    return places.put(Object.fromEntries(made), wayOf(path), Object.fromEntries(members));
  };

  const joined = (
    path: Path,
    old: readonly Json[],
    more: readonly Json[],
    from: (index: string) => Way,
  ): Json => {
    const ways = [
      ...old.map((_item, index) => wayOf([...path, index])),
      ...more.map((_item, index) => from(String(index))),
    ];
    return places.put(
      [...old, ...more],
      wayOf(path),
      Object.fromEntries(ways.map((each, index) => [index, each])),
    );
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
    append(path, item, from) {
      const old = tree.at(path);
      if (Array.isArray(old))
        replace(
          path,
          joined(path, old as readonly Json[], [item], () => from),
        );
    },
    merge(path, update, from) {
      const old = tree.at(path);
      if (isObject(old)) replace(path, merged(path, old, update, from));
    },
  };
  return tree;
}

/** Whether a member becomes one with what was there, rather than taking its place. */
function isMerged(before: Json | undefined, fresh: Json): boolean {
  return (isObject(before) && isObject(fresh)) || (Array.isArray(before) && Array.isArray(fresh));
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
