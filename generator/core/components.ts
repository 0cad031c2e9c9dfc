/**
 * Returns the strongly connected components of a graph (Tarjan 1972), as a component number for each node. Nodes with the same number are
 * reachable from each other. The nodes are the keys of `edges`. In the result, the nodes of a component follow one another, and those of
 * the components that it leads to precede them.
 */
export function componentsOf(
  edges: ReadonlyMap<number, readonly number[]>,
): ReadonlyMap<number, number> {
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const component = new Map<number, number>();
  const open: number[] = [];
  for (const root of edges.keys()) {
    if (order.has(root)) continue;
    const walk = [{ node: root, edge: 0 }];
    begin(root);
    for (let top = walk.at(-1); top !== undefined; top = walk.at(-1)) {
      const to = edges.get(top.node)?.[top.edge];
      top.edge += 1;
      if (to === undefined) {
        walk.pop();
        end(top.node, walk.at(-1)?.node);
      } else if (!order.has(to)) {
        begin(to);
        walk.push({ node: to, edge: 0 });
      } else if (!component.has(to)) lower(top.node, order.get(to));
    }
  }
  return component;

  function begin(node: number): void {
    low.set(node, order.size);
    order.set(node, order.size);
    open.push(node);
  }

  function end(node: number, parent: number | undefined): void {
    if (parent !== undefined) lower(parent, low.get(node));
    if (low.get(node) !== order.get(node)) return;
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      component.set(member, order.get(node) ?? 0);
      if (member === node) return;
    }
  }

  function lower(node: number, to = Infinity): void {
    low.set(node, Math.min(low.get(node) ?? Infinity, to));
  }
}
