/** Finds cycles of imports, among folders or files. Type-only imports count: a cycle is a design flaw. */

/** An import, as an edge from one node of the graph to another. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  /** Location of the import. */
  readonly path: string;
  readonly line: number;
}

/** Every edge on a cycle, with the shortest way round it in words: `a → b → a`. */
export function circlesOf(edges: readonly Edge[]): readonly { readonly edge: Edge; readonly circle: string }[] {
  // Edges to a node that leads nowhere are on no circle. A graph without circles is empty after this.
  let left = edges;
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    const leading = new Set(left.map(({ from }) => from));
    left = left.filter(({ to }) => leading.has(to));
  }
  const next = Map.groupBy(left, ({ from }) => from);
  return left.flatMap((edge) => {
    const back = shortestWay(next, edge.to, edge.from);
    return back === null ? [] : [{ edge, circle: [edge.from, ...back].map(shortName).join(' → ') }];
  });
}

function shortestWay(next: ReadonlyMap<string, readonly Edge[]>, from: string, to: string): readonly string[] | null {
  const ways = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    const last = way.at(-1) ?? from;
    if (last === to) return way;
    for (const { to: node } of next.get(last) ?? []) {
      if (!seen.has(node)) ways.push([...way, node]);
      seen.add(node);
    }
  }
  return null;
}

const shortName = (node: string): string => node.replace(/^packages\//, '').replace('/src/', '/');
