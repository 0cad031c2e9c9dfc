/** A resource: an object of JSON. */
export interface Resource {
  readonly [name: string]: unknown;
}

/** Resources of one collection, by id. */
export interface Collection {
  get(id: string): Resource | undefined;
  set(id: string, resource: Resource): void;
  remove(id: string): void;
  /** All resources in the order of their creation. */
  all(): readonly Resource[];
  /** A number that is greater than every id of the collection so far, and than the results before. */
  nextNumber(): number;
}

/** Collections by path. */
export interface ResourceStore {
  collection(path: string): Collection;
}

interface Entry {
  readonly resource: Resource;
  readonly size: number;
}

interface Entries {
  readonly byId: Map<string, Entry>;
  last: number;
}

/** Maximum size of all resources, in characters of JSON. Beyond it, the oldest ones of the oldest collection are removed. */
const maxSize = 32 * 1024 * 1024;
/** Part of the size of a resource or a collection that does not depend on its contents. */
const entrySize = 200;

/** Creates a store in memory. Its size is limited, because anybody who reaches the server may add to it. */
export function createResourceStore(limit: number = maxSize): ResourceStore {
  const collections = new Map<string, Entries>();
  let size = 0;

  const remove = (path: string, id: string): void => {
    const entries = collections.get(path);
    const entry = entries?.byId.get(id);
    if (entries === undefined || entry === undefined) return;
    entries.byId.delete(id);
    size -= entry.size;
  };
  const shrink = (): void => {
    for (const [path, { byId }] of collections) {
      for (const id of byId.keys()) {
        if (size <= limit) return;
        remove(path, id);
      }
      if (size <= limit) return;
      collections.delete(path);
      size -= entrySize + path.length;
    }
  };
  const entriesAt = (path: string): Entries => {
    const known = collections.get(path);
    if (known !== undefined) return known;
    const added = { byId: new Map<string, Entry>(), last: 0 };
    collections.set(path, added);
    size += entrySize + path.length;
    return added;
  };

  return {
    collection: (path) => ({
      get: (id) => collections.get(path)?.byId.get(id)?.resource,
      set(id, resource) {
        const own = entrySize + id.length + JSON.stringify(resource).length;
        const entries = entriesAt(path);
        size -= entries.byId.get(id)?.size ?? 0;
        entries.byId.set(id, { resource, size: own });
        const number = Number(id);
        if (Number.isSafeInteger(number)) entries.last = Math.max(entries.last, number);
        size += own;
        shrink();
      },
      remove: (id) => remove(path, id),
      all: () => [...(collections.get(path)?.byId.values() ?? [])].map(({ resource }) => resource),
      nextNumber() {
        const entries = entriesAt(path);
        entries.last += 1;
        return entries.last;
      },
    }),
  };
}
