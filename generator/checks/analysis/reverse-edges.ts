/**
 * Reverse edges of a graph: the users of each schema. A single user, which is the common case, is
 * stored without a list.
 */
export interface ReverseEdges<Key> {
  add(target: Key, user: Key): void;
  of(target: Key): readonly Key[];
}

/** Creates an empty set of edges. */
export function createReverseEdges<Key extends string>(): ReverseEdges<Key> {
  const first = new Map<Key, Key>();
  const others = new Map<Key, Key[]>();
  return {
    add(target, user) {
      if (!first.has(target)) {
        first.set(target, user);
        return;
      }
      const list = others.get(target);
      if (list === undefined) others.set(target, [user]);
      else list.push(user);
    },
    of(target) {
      const user = first.get(target);
      return user === undefined ? [] : [user, ...(others.get(target) ?? [])];
    },
  };
}
