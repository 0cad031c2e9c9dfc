import type { CheckKey } from '../check.js';
import type { CheckNode, CheckUse } from './check-graph.js';

/** Strongly connected components of a graph. */
export interface StrongComponents {
  /** Component number of each node with edges. */
  readonly components: ReadonlyMap<CheckKey, number>;
  /** Nodes that belong to a cycle. */
  readonly cyclic: ReadonlySet<CheckKey>;
}

/** State of a node during the search. */
interface Visit {
  readonly node: CheckNode;
  readonly index: number;
  low: number;
  /** True until its component is complete. */
  isOnStack: boolean;
  /** Index of the next edge to follow. */
  next: number;
}

/**
 * Computes strongly connected components (Tarjan) iteratively, because documents may nest deeply.
 * Nodes without edges, which are the majority, are skipped.
 */
export function strongComponents(
  nodes: ReadonlyMap<CheckKey, CheckNode>,
  follow: (use: CheckUse) => boolean,
): StrongComponents {
  const visits = new Map<CheckKey, Visit>();
  const components = new Map<CheckKey, number>();
  const cyclic = new Set<CheckKey>();
  const stack: Visit[] = [];

  function begin(node: CheckNode): Visit {
    const index = visits.size;
    const visit = { node, index, low: index, isOnStack: true, next: 0 };
    visits.set(node.key, visit);
    stack.push(visit);
    return visit;
  }

  function finish(visit: Visit): void {
    if (visit.low !== visit.index) return;
    const { key, uses } = visit.node;
    const isCycle = stack.at(-1) !== visit || uses.some((use) => use.to === key && follow(use));
    for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
      member.isOnStack = false;
      components.set(member.node.key, visit.index);
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
      const visited = visits.get(use.to);
      if (visited === undefined) path.push(begin(to));
      else if (visited.isOnStack) visit.low = Math.min(visit.low, visited.index);
    }
  }
  return { components, cyclic };
}
