/** The hub of a node that begins to lead, and the standing that it reports to its gateway with each beat. */
import type { JournalHead } from '@bellwether/ports/journal.ts';
import type { NodeName, NodeStanding } from '@bellwether/ports/nodes.ts';
import type { Clock } from '@bellwether/ports/runtime.ts';
import { NodeHub } from './node-hub.ts';

interface OpenHubOptions {
  readonly node: NodeName;
  readonly epoch: number;
  /** Durable end of the journal. */
  readonly head: JournalHead;
  readonly clock: Clock;
  readonly report: (standing: NodeStanding) => void;
}

export function openHub({ node, epoch, head, clock, report }: OpenHubOptions): NodeHub {
  const sinceMs = clock.wallMs();
  return new NodeHub({
    epoch,
    sinceMs,
    head,
    clock,
    onBeat: (hub, currentUntilMs) =>
      report({
        node,
        role: 'leads',
        problem: '',
        leader: node.name,
        leaderAddress: node.address,
        leaderSinceMs: sinceMs,
        epoch,
        currentUntilMs,
        sinceMs,
        leaderSequence: hub.sequence,
        followers: hub.followers,
      }),
  });
}
