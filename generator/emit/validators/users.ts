/** What leads to what: a schema to those that use it. Most have one user, which is kept without a list. */
export interface Users<Key> {
  add(used: Key, user: Key): void;
  of(used: Key): readonly Key[];
}

/** Nothing uses anything yet. */
export function createUsers<Key extends string>(): Users<Key> {
  const first = new Map<Key, Key>();
  const others = new Map<Key, Key[]>();
  return {
    add(used, user) {
      if (!first.has(used)) {
        first.set(used, user);
        return;
      }
      const more = others.get(used);
      if (more === undefined) others.set(used, [user]);
      else more.push(user);
    },
    of(used) {
      const user = first.get(used);
      return user === undefined ? [] : [user, ...(others.get(used) ?? [])];
    },
  };
}
