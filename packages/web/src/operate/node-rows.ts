/** The nodes of a venue as the one that answers knows them: the leader first, the others by their addresses. Pure. */
import type { ClusterHealth } from '@bellwether/contract';

export interface NodeRow {
  /** Where the other nodes reach it. */
  readonly address: string;
  /** Of its process. */
  readonly name: string;
  readonly role: ClusterHealth['role'];
  /** It is the one that answers. */
  readonly isThis: boolean;
  /** Entries by which it is behind the leader. */
  readonly lag: number;
}

export function nodeRows({ node, role, leader, lag_entries: lag, followers }: ClusterHealth): readonly NodeRow[] {
  const own: NodeRow = { ...node, role, isThis: true, lag };
  const others = followers
    .filter(({ address }) => address !== node.address)
    .map(({ name, address, lag_entries: behind }): NodeRow => {
      return { name, address, role: 'follows', isThis: false, lag: behind };
    });
  const byAddress = (rows: readonly NodeRow[]): readonly NodeRow[] =>
    rows.toSorted((left, right) => left.address.localeCompare(right.address));
  if (role === 'leads') return [own, ...byAddress(others)];
  if (leader === null) return byAddress([own, ...others]);
  const { name, address } = leader;
  return [{ name, address, role: 'leads', isThis: false, lag: 0 }, ...byAddress([own, ...others])];
}
