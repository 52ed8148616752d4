/** Finds cycles of imports, among folders or files. Type-only imports count: a cycle is a design flaw. */

/** An import, as an edge from one node of the graph to another. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  /** Location of the import. */
  readonly path: string;
  readonly line: number;
}

interface Circle {
  readonly edge: Edge;
  /** `a → b → a`, for the message. */
  readonly circle: string;
}

/** Every edge on a cycle, with the shortest way back. */
export function circlesOf(edges: readonly Edge[]): readonly Circle[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const knots = knotsOf(next);
  const circles: Circle[] = [];
  for (const edge of edges) {
    const { from, to } = edge;
    if (knots.get(from) !== knots.get(to)) continue;
    const back = shortestWay(next, to, from, (node) => knots.get(node) === knots.get(from));
    circles.push({ edge, circle: [from, ...back].map(shortName).join(' → ') });
  }
  return circles;
}

/** Tarjan's algorithm. Returns the number of each node's strongly connected component. */
function knotsOf(next: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, number> {
  const knots = new Map<string, number>();
  const order = new Map<string, number>();
  const open: string[] = [];
  function visit(node: string): number {
    const own = order.size;
    order.set(node, own);
    open.push(node);
    let lowest = own;
    for (const other of next.get(node) ?? []) {
      if (!order.has(other)) lowest = Math.min(lowest, visit(other));
      else if (!knots.has(other)) lowest = Math.min(lowest, order.get(other) ?? own);
    }
    if (lowest === own) for (const member of open.splice(open.indexOf(node))) knots.set(member, own);
    return lowest;
  }
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return knots;
}

/** Finds the shortest path. A path exists because both ends are in the same component. */
function shortestWay(
  next: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
  to: string,
  isWithin: (node: string) => boolean,
): readonly string[] {
  const ways = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    const last = way[way.length - 1] ?? from;
    if (last === to) return way;
    for (const node of next.get(last) ?? []) {
      if (seen.has(node) || !isWithin(node)) continue;
      seen.add(node);
      ways.push([...way, node]);
    }
  }
  throw new Error(`no way from ${from} back to ${to}`);
}

function shortName(node: string): string {
  return node.replace(/^packages\//, '').replace('/src/', '/');
}
