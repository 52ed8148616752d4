/** Waits until a cluster has recovered from its faults. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster, NodeStatus } from '@bellwether/cluster';
import { Violation } from './violation.ts';

/**
 * A limit on polls instead of time, and a high one: a machine that stalls or starves a starting node is no defect of
 * the cluster.
 */
const LOOKS_MAX = 6_000;
const POLL_MS = 50;
/** Within this time a replaced leader finds out and ends. */
const QUIET_MS = 600;

/**
 * Resolves to the leader once it leads, all others have followed it for a moment, and the standby has all data. Throws
 * `Violation`.
 */
export async function settled(cluster: Cluster): Promise<NodeStatus> {
  let last = '';
  let since = performance.now();
  for (let look = 0; look < LOOKS_MAX; look++) {
    const { leader, nodes } = cluster;
    const now = nodes.map(({ name, pid }) => `${name}${pid}`).join() + leader;
    if (now !== last) since = performance.now();
    last = now;
    const leading = nodes.find(({ name }) => name === leader);
    const isWhole = nodes.every(({ name, state }) => state === (name === leader ? 'leads' : 'follows'));
    if (leading !== undefined && isWhole && performance.now() - since > QUIET_MS && (await isReplicated(cluster))) {
      return leading;
    }
    await delay(POLL_MS);
  }
  throw new Violation(`the cluster does not settle: ${JSON.stringify(cluster.nodes)}, leader ${cluster.leader}`);
}

/** True if the primary's current data is on the standby's disk, or soon is. */
async function isReplicated({ pair }: Cluster): Promise<boolean> {
  const end = await pair.primary.query('SELECT pg_current_wal_lsn()');
  const has = `SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum' AND flush_lsn >= '${end}'`;
  for (let attempt = 0; attempt < 10; attempt++) {
    if ((await pair.primary.query(has)) === '1') return true;
    await delay(POLL_MS);
  }
  return false;
}
