/** Finds folders that import one another in a circle. Type-only imports count: a circle is a question of design. */
import type { FolderEdge } from './check.ts';

export interface Circle {
  readonly edge: FolderEdge;
  /** `a → b → a`, for the message. */
  readonly circle: string;
}

/** Every edge that lies on a circle, with the shortest way back. */
export function folderCircles(edges: readonly FolderEdge[]): readonly Circle[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const circles: Circle[] = [];
  for (const edge of edges) {
    const back = shortestWay(next, edge.to, edge.from);
    if (back !== null) circles.push({ edge, circle: [edge.from, ...back].map(shortName).join(' → ') });
  }
  return circles;
}

function shortestWay(next: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): string[] | null {
  const ways = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    const last = way[way.length - 1] ?? from;
    if (last === to) return way;
    for (const folder of next.get(last) ?? []) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      ways.push([...way, folder]);
    }
  }
  return null;
}

function shortName(folder: string): string {
  return folder.replace(/^packages\//, '').replace('/src/', '/');
}
