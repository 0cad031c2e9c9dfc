import type { Schema, SchemaId, SchemaTable } from '../../schema.js';

/** State of a schema during the traversal. */
interface Node {
  readonly id: SchemaId;
  readonly uses: readonly SchemaId[];
  readonly index: number;
  low: number;
  /** Index of the next use to follow. */
  next: number;
  /** Length of the longest chain behind its strongly connected component. */
  behind: number;
  /** True until its strongly connected component is complete. */
  open: boolean;
}

/**
 * Returns, for each schema that uses others, the length of the longest chain of uses that begins with it, including itself. A cycle of
 * schemas counts as one, or as `countOf` returns. Uses Tarjan's algorithm with an explicit stack, because the depth is not bounded.
 */
export function chainLengths(
  schemas: SchemaTable,
  usesOf: (schema: Schema) => readonly SchemaId[],
  countOf: (size: number) => number = () => 1,
): ReadonlyMap<SchemaId, number> {
  const visits = new Map<SchemaId, Node>();
  const lengths = new Map<SchemaId, number>();
  const waiting: Node[] = [];
  /** Starts the visit of a schema that uses others. */
  const begin = (schema: Schema): Node | undefined => {
    const uses = usesOf(schema);
    if (uses.length === 0) return undefined;
    const { id } = schema;
    const index = visits.size;
    const visit = { id, uses, index, low: index, next: 0, behind: 0, open: true };
    visits.set(id, visit);
    waiting.push(visit);
    return visit;
  };
  const finish = (visit: Node): void => {
    const component = waiting.splice(waiting.lastIndexOf(visit));
    const behind = component.reduce((maximum, member) => Math.max(maximum, member.behind), 0);
    for (const member of component) {
      member.open = false;
      lengths.set(member.id, countOf(component.length) + behind);
    }
  };
  for (const root of schemas.values()) {
    const first = visits.has(root.id) ? undefined : begin(root);
    if (first === undefined) continue;
    const path = [first];
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
        const started = schema && begin(schema);
        if (started !== undefined) path.push(started);
        else if (schema !== undefined) visit.behind = Math.max(visit.behind, countOf(1));
      } else if (known.open) visit.low = Math.min(visit.low, known.index);
      else visit.behind = Math.max(visit.behind, lengths.get(use) ?? 0);
    }
  }
  return lengths;
}
