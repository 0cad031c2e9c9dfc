import type { CheckKey } from './check.js';
import type { CheckNode, CheckUse } from './graph.js';

/** The parts of a graph from each of whose nodes every other one can be reached. */
export interface Components {
  /** The component of a node that uses others, by number. */
  readonly of: ReadonlyMap<CheckKey, number>;
  /** Nodes that lie on a cycle. */
  readonly cyclic: ReadonlySet<CheckKey>;
}

/** A node while it is being looked at. */
interface Visit {
  readonly node: CheckNode;
  readonly index: number;
  low: number;
  /** Its component is not yet complete. */
  open: boolean;
  /** The next of its uses to follow. */
  next: number;
}

/**
 * Strongly connected components (Tarjan), without recursion: documents may nest deeply. Most nodes use no other one, and
 * lie on no cycle.
 */
export function componentsOf(
  nodes: ReadonlyMap<CheckKey, CheckNode>,
  follow: (use: CheckUse) => boolean,
): Components {
  const visits = new Map<CheckKey, Visit>();
  const of = new Map<CheckKey, number>();
  const cyclic = new Set<CheckKey>();
  const stack: Visit[] = [];

  function begin(node: CheckNode): Visit {
    const index = visits.size;
    const visit = { node, index, low: index, open: true, next: 0 };
    visits.set(node.key, visit);
    stack.push(visit);
    return visit;
  }

  function finish(visit: Visit): void {
    if (visit.low !== visit.index) return;
    const { key, uses } = visit.node;
    const isCycle = stack.at(-1) !== visit || uses.some((use) => use.to === key && follow(use));
    for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
      member.open = false;
      of.set(member.node.key, visit.index);
      if (isCycle) cyclic.add(member.node.key);
      if (member === visit) break;
    }
  }

  for (const root of nodes.values()) {
    if (root.uses.length === 0 || visits.has(root.key)) continue;
    const path = [begin(root)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const use = visit.node.uses[visit.next];
      if (use === undefined) {
        finish(visit);
        path.pop();
        const parent = path.at(-1);
        if (parent !== undefined) parent.low = Math.min(parent.low, visit.low);
        continue;
      }
      visit.next += 1;
      const { node: to } = use;
      if (to.uses.length === 0 || !nodes.has(use.to) || !follow(use)) continue;
      const known = visits.get(use.to);
      if (known === undefined) path.push(begin(to));
      else if (known.open) visit.low = Math.min(visit.low, known.index);
    }
  }
  return { of, cyclic };
}
