/** The nodes of a venue as the answering node knows them: the leader first, then by address. Pure. */
import type { ClusterHealth } from '@bellwether/contract';

export interface NodeRow {
  readonly address: string;
  readonly name: string;
  readonly role: ClusterHealth['role'];
  readonly isThis: boolean;
  /** Journal entries behind the leader. */
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
