import type { Schema, SchemaId, SchemaTable } from '../../schema.js';

/** A schema while it is being looked at. */
interface Visit {
  readonly id: SchemaId;
  readonly uses: readonly SchemaId[];
  readonly index: number;
  low: number;
  /** The next of its uses to follow. */
  next: number;
  /** The length of the longest chain behind those that lead back to it. */
  behind: number;
  /** There may be more that lead back to it. */
  open: boolean;
}

/**
 * For each schema, how many follow one another from it on at most, itself among them. Those that lead back to one another count as
 * one, or as `countOf` says. Walks with a stack of its own (Tarjan), because there is no knowing how many there are.
 */
export function chainLengths(
  schemas: SchemaTable,
  usesOf: (schema: Schema) => readonly SchemaId[],
  countOf: (ring: number) => number = () => 1,
): ReadonlyMap<SchemaId, number> {
  const visits = new Map<SchemaId, Visit>();
  const lengths = new Map<SchemaId, number>();
  const waiting: Visit[] = [];
  const begin = (schema: Schema): Visit => {
    const { id } = schema;
    const index = visits.size;
    const uses = usesOf(schema);
    const visit = { id, uses, index, low: index, next: 0, behind: 0, open: true };
    visits.set(id, visit);
    waiting.push(visit);
    return visit;
  };
  const finish = (visit: Visit): void => {
    const ring = waiting.splice(waiting.lastIndexOf(visit));
    const behind = ring.reduce((most, member) => Math.max(most, member.behind), 0);
    for (const member of ring) {
      member.open = false;
      lengths.set(member.id, countOf(ring.length) + behind);
    }
  };
  for (const root of schemas.values()) {
    if (visits.has(root.id)) continue;
    const path = [begin(root)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const use = visit.uses[visit.next];
      visit.next += 1;
      if (use === undefined) {
        if (visit.low === visit.index) finish(visit);
        path.pop();
        const parent = path.at(-1);
        if (parent === undefined) continue;
        parent.low = Math.min(parent.low, visit.low);
        parent.behind = Math.max(parent.behind, lengths.get(visit.id) ?? 0);
        continue;
      }
      const known = visits.get(use);
      const schema = schemas.get(use);
      if (known === undefined) {
        if (schema !== undefined) path.push(begin(schema));
      } else if (known.open) visit.low = Math.min(visit.low, known.index);
      else visit.behind = Math.max(visit.behind, lengths.get(use) ?? 0);
    }
  }
  return lengths;
}
