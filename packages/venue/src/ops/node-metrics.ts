/** Metrics about this node's role in its venue, in Prometheus format. */

import { isCurrentAt, lagOf, type NodeStanding } from '@bellwether/ports/nodes.ts';
import { Gauge, type Registry } from 'prom-client';

/** Functions that read the figures on demand. */
export interface NodeSources {
  /** Standing of the node; null until known. */
  readonly standing: () => NodeStanding | null;
  /** Last sequence that this node shows completely. */
  readonly sequence: () => number;
  /** Unix milliseconds. */
  readonly wallMs: () => number;
  readonly monotonicMs: () => number;
}

interface NodeGauge {
  readonly name: string;
  readonly help: string;
  readonly value: (standing: NodeStanding, sources: NodeSources) => number;
}

const NODE_GAUGES: readonly NodeGauge[] = [
  {
    name: 'leads',
    help: '1: this node leads the venue; 0: another one does, or none.',
    value: ({ role }) => Number(role === 'leads'),
  },
  {
    name: 'follows',
    help: '1: this node follows the one that leads; 0: it leads, or looks for one.',
    value: ({ role }) => Number(role === 'follows'),
  },
  {
    name: 'current',
    help: '1: what this node shows is what the venue is; 0: another one may lead by now, and it answers 503.',
    value: (standing, { monotonicMs }) => Number(isCurrentAt(standing, monotonicMs())),
  },
  {
    name: 'epoch',
    help: 'Epoch of the leader, one more with each takeover; 0 while none is known.',
    value: ({ epoch }) => epoch,
  },
  {
    name: 'leader_sequence',
    help: 'Sequence of the last durable entry that this node has heard of from the leader.',
    value: ({ leaderSequence }) => leaderSequence,
  },
  {
    name: 'lag_entries',
    help: 'Entries that the leader has made durable and this node does not show yet.',
    value: ({ leaderSequence }, { sequence }) => lagOf(leaderSequence, sequence()),
  },
  {
    name: 'standing_seconds',
    help: 'Seconds since this node began to lead, to follow its leader, or to look for one.',
    value: ({ sinceMs }, { wallMs }) => Math.max(0, wallMs() - sinceMs) / 1000,
  },
];

/** Registers the gauges. All are NaN until the node's standing is known. Only the leader reports followers. */
export function registerNode(registry: Registry, sources: NodeSources): void {
  for (const { name, help, value } of NODE_GAUGES) {
    const gauge: Gauge = new Gauge({
      name: `bellwether_node_${name}`,
      help,
      registers: [registry],
      collect: () => {
        const standing = sources.standing();
        gauge.set(standing === null ? Number.NaN : value(standing, sources));
      },
    });
  }
  const followers: Gauge = new Gauge({
    name: 'bellwether_follower_lag_entries',
    help: 'Entries that a node that follows this one has not said that it shows, by its address; said four times a second.',
    labelNames: ['node'],
    registers: [registry],
    collect: () => {
      // Followers that have left are no longer reported.
      followers.reset();
      const standing = sources.standing();
      if (standing?.role !== 'leads') return;
      for (const { address, sequence } of standing.followers)
        followers.set({ node: address }, lagOf(standing.leaderSequence, sequence));
    },
  });
}
