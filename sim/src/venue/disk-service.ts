/** Service of the simulated disk for a process: its delays, and the outcome of each append. */
import type { AppendPlan, DiskService } from '../log/sim-log.ts';
import type { World } from '../world.ts';
import type { HostedNode } from './hosted.ts';

const ENDS = [
  ['append_failed', 'failed'],
  ['append_unknown_there', 'unknown_there'],
  ['append_unknown_lost', 'unknown_lost'],
  ['sync_cancelled', 'sync_cancelled'],
] as const;

/** Share of the pieces that take longer to read, and the maximum delay. */
const SLOW_READS = 0.03;
const SLOW_READ_MS_MAX = 1_000;

export function diskServiceOf(world: World, node: HostedNode): DiskService {
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
        world.count(`append ${end}`);
        const isLost = end === 'sync_cancelled' && faults.dice(fault).chance(0.5);
        if (isLost) world.count(`append ${end}_lost`);
        return { writeMs, syncMs, answerMs, end: isLost ? `${end}_lost` : end };
      }
      if (faults.happens('torn_record', what)) {
        world.scheduler.at(world.nowMs + writeMs, () => world.tearRecord(node));
        return { writeMs: writeMs + 1, syncMs, answerMs, end: 'durable' };
      }
      return { writeMs, syncMs, answerMs, end: 'durable' };
    },
    fenced: () => world.count('append fenced'),
    readMs(): number {
      const isSlow = dice.chance(SLOW_READS);
      const share = dice.fraction();
      // Slow reads end with the faults: the checks of a calm venue expect a calm disk.
      return isSlow && !faults.areOver ? share * SLOW_READ_MS_MAX : 0.1 + share;
    },
    damaged(count) {
      if (count === 0 || !faults.happens('damaged_read', `node ${node.index}`)) return null;
      // A reader of the record must notice the damage; a dead one cannot.
      node.doomed ??= 'damaged_read';
      // Favours the last record: with no successor, only its own content reveals the damage.
      const damage = faults.dice('damaged_read');
      return damage.chance(0.5) ? count - 1 : damage.below(count);
    },
  };
}
