/** How the simulated disk serves a process: how long it takes, and what becomes of an append. */
import type { AppendPlan, DiskService } from '../log/sim-log.ts';
import type { HostedNode, Surroundings } from './parts.ts';

const ENDS = [
  ['append_failed', 'failed'],
  ['append_unknown_there', 'unknown_there'],
  ['append_unknown_lost', 'unknown_lost'],
  ['sync_cancelled', 'sync_cancelled'],
] as const;

/** Share of the pieces of what is read that take longer, and how long. */
const SLOW_READS = 0.03;
const SLOW_READ_MS_MAX = 1_000;

export function diskServiceOf(world: Surroundings, node: HostedNode): DiskService {
  const dice = world.dice.fork(`disk of ${node.index}`);
  const { faults } = world;
  return {
    append(record): AppendPlan {
      const what = `node ${node.index} ${record.firstSequence}..${record.lastSequence}`;
      let [writeMs, syncMs, answerMs] = [dice.fraction() * 0.2, 0.2 + dice.fraction(), dice.fraction() * 0.2];
      if (faults.happens('append_slow', what)) {
        const slow = faults.dice('append_slow');
        const ms = slow.fraction() * 5_000;
        if (slow.chance(0.3)) writeMs += ms;
        else if (slow.chance(0.5)) syncMs += ms;
        else answerMs += ms;
      }
      for (const [fault, end] of ENDS) {
        if (!faults.happens(fault, what)) continue;
        node.doomed ??= fault;
        world.cover(`append ${end}`);
        const isLost = end === 'sync_cancelled' && faults.dice(fault).chance(0.5);
        if (isLost) world.cover(`append ${end}_lost`);
        return { writeMs, syncMs, answerMs, end: isLost ? `${end}_lost` : end };
      }
      if (faults.happens('torn_record', what)) {
        world.scheduler.at(world.nowMs + writeMs, () => world.tearRecord(node));
        return { writeMs: writeMs + 1, syncMs, answerMs, end: 'durable' };
      }
      return { writeMs, syncMs, answerMs, end: 'durable' };
    },
    fenced: () => world.cover('append fenced'),
    readMs(): number {
      const isSlow = dice.chance(SLOW_READS);
      const share = dice.fraction();
      // As all else that goes wrong it is over when faults are: the checks of a calm venue expect a calm disk.
      return isSlow && !faults.areOver ? share * SLOW_READ_MS_MAX : 0.1 + share;
    },
    damaged(count) {
      if (count === 0 || !faults.happens('damaged_read', `node ${node.index}`)) return null;
      // Whoever reads it must notice; what is not alive any more cannot.
      node.doomed ??= 'damaged_read';
      // Nothing follows on the last record: of no other is its own content all that shows the damage.
      const damage = faults.dice('damaged_read');
      return damage.chance(0.5) ? count - 1 : damage.below(count);
    },
  };
}
